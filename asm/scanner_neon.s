// scanner_neon: the pieces as a set first, then four cells at a time, brought together by a table
// look-up for each of the 16 patterns.
//
//   extern "C" fn nucleus_scanner_neon(nucleus: *const u32, mask: u32, list: *mut u32,
//                                      orders: *const Orders) -> usize
//
// in        x0  64 cells, 4-byte aligned
//           w1  the mask
//           x2  the list, room for 64 entries, 4-byte aligned
//           x3  for each of 16 patterns of four cells 16 bytes: those of the cells with a one, lowest
//               first; behind them 16 bytes: the number of ones of each pattern
// out       x0  the number of entries
// reads     x0[0..64], the table
// writes    x2[0..64] at most: up to three entries of rubbish behind the last
// clobbers  x0 x4-x8 v0-v7 v16-v31; no stack
//
// An entry is the masked cell with its square in bits 14 to 19, as in scanner_core.

        .macro  nucleus_scanner_neon_set sixteen, a, b, c, d
        cmtst   \sixteen\().4s, \a\().4s, v0.4s // -1 for each cell with a bit of the mask
        cmtst   v6.4s, \b\().4s, v0.4s
        cmtst   v7.4s, \c\().4s, v0.4s
        uzp1    \sixteen\().8h, \sixteen\().8h, v6.8h
        cmtst   v6.4s, \d\().4s, v0.4s
        uzp1    v6.8h, v7.8h, v6.8h
        uzp1    \sixteen\().16b, \sixteen\().16b, v6.16b // a byte for each of sixteen cells
        and     \sixteen\().16b, \sixteen\().16b, v1.16b // one bit of it
        .endm

        .macro  nucleus_scanner_neon_four cells, at
        ubfx    x4, x5, #\at, #4                // x4: the pattern
        and     v2.16b, \cells\().16b, v0.16b
        ldr     q3, [x3, x4, lsl #4]            // v3: bytes of its ones
        orr     v2.16b, v2.16b, v1.16b          // v2: four entries
        ldrb    w6, [x7, x4]
        tbl     v2.16b, {v2.16b}, v3.16b        // v2: entries, no gaps
        str     q2, [x2]
        add     v1.4s, v1.4s, v4.4s
        add     x2, x2, x6, lsl #2
        .endm

        .text
        .p2align 6
        .globl  nucleus_scanner_neon
        .globl  _nucleus_scanner_neon
nucleus_scanner_neon:
_nucleus_scanner_neon:
        dup     v0.4s, w1                       // v0: 4 x mask
        adr     x4, .Lscanner_neon_bits
        ldr     q1, [x4]                        // v1: a bit for each byte
        ld1     {v16.4s, v17.4s, v18.4s, v19.4s}, [x0], #64 // v16-v31: the cells
        ld1     {v20.4s, v21.4s, v22.4s, v23.4s}, [x0], #64
        ld1     {v24.4s, v25.4s, v26.4s, v27.4s}, [x0], #64
        ld1     {v28.4s, v29.4s, v30.4s, v31.4s}, [x0]
        nucleus_scanner_neon_set v2, v16, v17, v18, v19
        nucleus_scanner_neon_set v3, v20, v21, v22, v23
        nucleus_scanner_neon_set v4, v24, v25, v26, v27
        nucleus_scanner_neon_set v5, v28, v29, v30, v31
        addp    v2.16b, v2.16b, v3.16b
        addp    v4.16b, v4.16b, v5.16b
        addp    v2.16b, v2.16b, v4.16b
        addp    v2.16b, v2.16b, v2.16b
        fmov    x5, d2                          // x5: the set
        ldr     q1, [x4, #16]                   // v1: squares of these cells << 14
        ldr     q4, [x4, #32]                   // v4: four squares up
        add     x7, x3, #256                    // x7: numbers of ones
        mov     x8, x2
        nucleus_scanner_neon_four v16, 0
        nucleus_scanner_neon_four v17, 4
        nucleus_scanner_neon_four v18, 8
        nucleus_scanner_neon_four v19, 12
        nucleus_scanner_neon_four v20, 16
        nucleus_scanner_neon_four v21, 20
        nucleus_scanner_neon_four v22, 24
        nucleus_scanner_neon_four v23, 28
        nucleus_scanner_neon_four v24, 32
        nucleus_scanner_neon_four v25, 36
        nucleus_scanner_neon_four v26, 40
        nucleus_scanner_neon_four v27, 44
        nucleus_scanner_neon_four v28, 48
        nucleus_scanner_neon_four v29, 52
        nucleus_scanner_neon_four v30, 56
        nucleus_scanner_neon_four v31, 60
        sub     x0, x2, x8
        lsr     x0, x0, #2
        ret
        .p2align 4
.Lscanner_neon_bits:
        .byte   1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128
        .long   0 << 14, 1 << 14, 2 << 14, 3 << 14
        .long   4 << 14, 4 << 14, 4 << 14, 4 << 14
        .purgem nucleus_scanner_neon_set
        .purgem nucleus_scanner_neon_four
