// squares_neon: the squares of the cells that have a bit of the mask, a byte each.
//
//   extern "C" fn nucleus_squares_neon(nucleus: *const u32, mask: u32, list: *mut u8,
//                                      positions: *const u64) -> usize
//
// in        x0  64 cells, 4-byte aligned
//           w1  the mask
//           x2  the list, room for 64 bytes
//           x3  256 quadwords: the positions of the ones of each pattern of eight bits, lowest
//               first, a byte each
// out       x0  the number of squares
// reads     x0[0..64], the table
// writes    x2[0..64] at most: up to seven bytes of rubbish behind the last
// clobbers  x0 x4-x10 v0-v7 v16-v19; no stack

        .macro  nucleus_squares_neon_set sixteen
        ld1     {v16.4s, v17.4s, v18.4s, v19.4s}, [x0], #64 // v16-v19: sixteen cells
        cmtst   v16.4s, v16.4s, v0.4s           // -1 for each with a bit of the mask
        cmtst   v17.4s, v17.4s, v0.4s
        cmtst   v18.4s, v18.4s, v0.4s
        cmtst   v19.4s, v19.4s, v0.4s
        uzp1    v16.8h, v16.8h, v17.8h
        uzp1    v18.8h, v18.8h, v19.8h
        uzp1    \sixteen\().16b, v16.16b, v18.16b // a byte each
        and     \sixteen\().16b, \sixteen\().16b, v1.16b // one bit of it
        .endm

        .macro  nucleus_squares_neon_rank at
        ubfx    x6, x5, #\at, #8                // x6: the rank's pattern
        ubfx    x8, x7, #\at, #8                // x8: squares of the ranks below
        ldr     x6, [x3, x6, lsl #3]
        add     x6, x6, x9                      // x6: squares
        add     x9, x9, x10
        str     x6, [x2, x8]
        .endm

        .text
        .p2align 6
        .globl  nucleus_squares_neon
        .globl  _nucleus_squares_neon
nucleus_squares_neon:
_nucleus_squares_neon:
        dup     v0.4s, w1                       // v0: 4 x mask
        adr     x4, .Lsquares_neon_bits
        ldr     q1, [x4]                        // v1: a bit for each byte
        nucleus_squares_neon_set v2
        nucleus_squares_neon_set v3
        nucleus_squares_neon_set v4
        nucleus_squares_neon_set v5
        addp    v2.16b, v2.16b, v3.16b
        addp    v4.16b, v4.16b, v5.16b
        addp    v2.16b, v2.16b, v4.16b
        addp    v2.16b, v2.16b, v2.16b          // v2: the set, twice
        cnt     v3.16b, v2.16b                  // v3: squares of each rank
        fmov    x5, d2                          // x5: the set
        fmov    x7, d3
        mov     x6, #0x0101010101010101
        mul     x7, x7, x6                      // x7: squares up to each rank, a byte each
        lsr     x4, x7, #56
        lsl     x7, x7, #8                      // x7: squares below each rank
        mov     x9, xzr                         // x9: 8 x first square of this rank
        mov     x10, #0x0808080808080808        // x10: 8 x one rank up
        nucleus_squares_neon_rank 0
        nucleus_squares_neon_rank 8
        nucleus_squares_neon_rank 16
        nucleus_squares_neon_rank 24
        nucleus_squares_neon_rank 32
        nucleus_squares_neon_rank 40
        nucleus_squares_neon_rank 48
        nucleus_squares_neon_rank 56
        mov     x0, x4
        ret
        .p2align 4
.Lsquares_neon_bits:
        .byte   1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128
        .purgem nucleus_squares_neon_set
        .purgem nucleus_squares_neon_rank
