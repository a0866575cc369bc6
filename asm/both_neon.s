// both_neon: scanner_neon for White's pieces and for Black's in one pass.
//
//   extern "C" fn nucleus_both_neon(nucleus: *const u32, lists: *mut [[u32; 80]; 2],
//                                   orders: *const Orders) -> (usize, usize)
//
// in        x0  64 cells, 4-byte aligned
//           x1  White's list, room for 64 entries of the 80; behind it Black's; 4-byte aligned
//           x2  the table of scanner_neon
// out       x0  the number of White's entries
//           x1  the number of Black's
// reads     x0[0..64], the table
// writes    64 entries at most of each list: up to three of rubbish behind the last
// clobbers  x0 x1 x3-x11 v0-v7 v16-v31; no stack

        .macro  nucleus_both_neon_set sixteen, mask, a, b, c, d
        cmtst   \sixteen\().4s, \a\().4s, \mask\().4s // -1 for each cell with a bit of the mask
        cmtst   v6.4s, \b\().4s, \mask\().4s
        cmtst   v7.4s, \c\().4s, \mask\().4s
        uzp1    \sixteen\().8h, \sixteen\().8h, v6.8h
        cmtst   v6.4s, \d\().4s, \mask\().4s
        uzp1    v6.8h, v7.8h, v6.8h
        uzp1    \sixteen\().16b, \sixteen\().16b, v6.16b // a byte for each of sixteen cells
        ldr     q6, [x4]
        and     \sixteen\().16b, \sixteen\().16b, v6.16b // one bit of it
        .endm

        .macro  nucleus_both_neon_word word, mask
        nucleus_both_neon_set v2, \mask, v16, v17, v18, v19
        nucleus_both_neon_set v3, \mask, v20, v21, v22, v23
        nucleus_both_neon_set v4, \mask, v24, v25, v26, v27
        nucleus_both_neon_set v5, \mask, v28, v29, v30, v31
        addp    v2.16b, v2.16b, v3.16b
        addp    v4.16b, v4.16b, v5.16b
        addp    v2.16b, v2.16b, v4.16b
        addp    v2.16b, v2.16b, v2.16b
        fmov    \word, d2
        .endm

        .macro  nucleus_both_neon_four cells, at
        ubfx    x7, x5, #\at, #4                // x7, x8: the patterns
        ubfx    x8, x6, #\at, #4
        and     v4.16b, \cells\().16b, v0.16b
        and     v5.16b, \cells\().16b, v1.16b
        ldr     q6, [x2, x7, lsl #4]            // v6, v7: bytes of their ones
        ldr     q7, [x2, x8, lsl #4]
        orr     v4.16b, v4.16b, v2.16b          // v4, v5: four entries
        orr     v5.16b, v5.16b, v2.16b
        ldrb    w7, [x9, x7]
        ldrb    w8, [x9, x8]
        tbl     v4.16b, {v4.16b}, v6.16b        // v4, v5: entries, no gaps
        tbl     v5.16b, {v5.16b}, v7.16b
        str     q4, [x1]
        str     q5, [x3]
        add     v2.4s, v2.4s, v3.4s
        add     x1, x1, x7, lsl #2
        add     x3, x3, x8, lsl #2
        .endm

        .text
        .p2align 6
        .globl  nucleus_both_neon
        .globl  _nucleus_both_neon
nucleus_both_neon:
_nucleus_both_neon:
        movi    v0.4s, #0x3f, lsl #8            // v0: 4 x White's mask
        movi    v1.4s, #0xfc                    // v1: 4 x Black's mask
        adr     x4, .Lboth_neon_bits
        ld1     {v16.4s, v17.4s, v18.4s, v19.4s}, [x0], #64 // v16-v31: the cells
        ld1     {v20.4s, v21.4s, v22.4s, v23.4s}, [x0], #64
        ld1     {v24.4s, v25.4s, v26.4s, v27.4s}, [x0], #64
        ld1     {v28.4s, v29.4s, v30.4s, v31.4s}, [x0]
        nucleus_both_neon_word x5, v0           // x5: White's set
        nucleus_both_neon_word x6, v1           // x6: Black's
        ldr     q2, [x4, #16]                   // v2: squares of these cells << 14
        ldr     q3, [x4, #32]                   // v3: four squares up
        add     x9, x2, #256                    // x9: numbers of ones
        add     x3, x1, #320                    // x3: Black's list
        mov     x10, x1
        mov     x11, x3
        nucleus_both_neon_four v16, 0
        nucleus_both_neon_four v17, 4
        nucleus_both_neon_four v18, 8
        nucleus_both_neon_four v19, 12
        nucleus_both_neon_four v20, 16
        nucleus_both_neon_four v21, 20
        nucleus_both_neon_four v22, 24
        nucleus_both_neon_four v23, 28
        nucleus_both_neon_four v24, 32
        nucleus_both_neon_four v25, 36
        nucleus_both_neon_four v26, 40
        nucleus_both_neon_four v27, 44
        nucleus_both_neon_four v28, 48
        nucleus_both_neon_four v29, 52
        nucleus_both_neon_four v30, 56
        nucleus_both_neon_four v31, 60
        sub     x0, x1, x10
        sub     x1, x3, x11
        lsr     x0, x0, #2
        lsr     x1, x1, #2
        ret
        .p2align 4
.Lboth_neon_bits:
        .byte   1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128
        .long   0 << 14, 1 << 14, 2 << 14, 3 << 14
        .long   4 << 14, 4 << 14, 4 << 14, 4 << 14
        .purgem nucleus_both_neon_set
        .purgem nucleus_both_neon_word
        .purgem nucleus_both_neon_four
