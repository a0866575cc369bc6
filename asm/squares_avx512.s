# squares_avx512: the squares of the cells that have a bit of a mask, as bytes.
#
#   extern "sysv64" fn nucleus_squares_avx512(nucleus: *const u32, mask: u32, list: *mut u8)
#       -> usize
#
# in        rdi  64 cells, 64-byte aligned
#           esi  the mask
#           rdx  the list, 64 bytes, 64-byte aligned
# out       rax  the number of squares
# reads     rdi[0..64]
# writes    rdx[0..64]: zeros behind the last square
# clobbers  rax zmm0 zmm1 k1-k4 flags; no stack; leaves the upper halves clean
# needs     AVX-512 F, BW, VBMI2, POPCNT

        .text
        .p2align 6
        .globl  nucleus_squares_avx512
        .globl  _nucleus_squares_avx512
nucleus_squares_avx512:
_nucleus_squares_avx512:
        vpbroadcastd zmm0, esi                  # zmm0: 16 x mask
        vmovdqu64 zmm1, zmmword ptr [rip + .Lsquares_avx512_all] # zmm1: 0..63, a byte each
        vptestmd k1, zmm0, zmmword ptr [rdi]    # ranks 1, 2
        vptestmd k2, zmm0, zmmword ptr [rdi + 64] # ranks 3, 4
        vptestmd k3, zmm0, zmmword ptr [rdi + 128] # ranks 5, 6
        vptestmd k4, zmm0, zmmword ptr [rdi + 192] # ranks 7, 8
        kunpckwd k1, k2, k1                     # ranks 1 to 4
        kunpckwd k3, k4, k3                     # ranks 5 to 8
        kunpckdq k1, k3, k1                     # k1: a bit a square
        vpcompressb zmm1{k1}{z}, zmm1           # zmm1: the squares, no gaps
        vmovdqa64 zmmword ptr [rdx], zmm1
        kmovq   rax, k1
        popcnt  rax, rax
        vzeroupper
        ret
        .p2align 6
.Lsquares_avx512_all:
        .byte   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        .byte   16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        .byte   32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47
        .byte   48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63
