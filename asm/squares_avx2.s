# squares_avx2: the squares of the cells that have a bit of a mask, as bytes.
#
#   extern "sysv64" fn nucleus_squares_avx2(nucleus: *const u32, mask: u32, list: *mut u8,
#                                           positions: *const u64) -> usize
#
# in        rdi  64 cells, 32-byte aligned
#           esi  the mask
#           rdx  the list, 64 bytes
#           rcx  256 quadwords: the positions of the ones of each pattern of eight bits
# out       rax  the number of squares
# reads     rdi[0..64], the table
# writes    rdx[0..64] at most: up to seven bytes of rubbish behind the last square
# clobbers  rax rsi r8-r11 ymm0 ymm3 ymm4 flags; no stack; leaves the upper halves clean
# needs     AVX2, POPCNT

        .text
        .p2align 6
        .globl  nucleus_squares_avx2
        .globl  _nucleus_squares_avx2
nucleus_squares_avx2:
_nucleus_squares_avx2:
        vmovd   xmm0, esi
        vpbroadcastd ymm0, xmm0                 # ymm0: 8 x mask
        vpxor   xmm3, xmm3, xmm3                # ymm3: 0
        xor     eax, eax                        # rax: squares so far
        xor     r9d, r9d                        # r9: first square of this rank, in each byte
        movabs  r10, 0x0808080808080808         # r10: one rank up
        .set    .Lsquares_avx2_at, 0
        .rept   8
        vpand   ymm4, ymm0, ymmword ptr [rdi + .Lsquares_avx2_at] # ymm4: masked cells a..h
        vpcmpeqd ymm4, ymm4, ymm3               # ymm4: -1 where empty
        vmovmskps r8d, ymm4
        xor     r8d, 255                        # r8: the pattern
        mov     r11, qword ptr [rcx + r8*8]     # r11: files of its ones, a byte each
        add     r11, r9                         # r11: squares
        mov     qword ptr [rdx + rax], r11
        popcnt  r8d, r8d
        add     eax, r8d
        add     r9, r10
        .set    .Lsquares_avx2_at, .Lsquares_avx2_at + 32
        .endr
        vzeroupper
        ret
