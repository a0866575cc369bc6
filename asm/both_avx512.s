# both_avx512: scanner_avx512 for White's pieces and for Black's in one pass.
#
#   extern "sysv64" fn nucleus_both_avx512(nucleus: *const u32, lists: *mut [[u32; 80]; 2])
#       -> (usize, usize)
#
# in        rdi  64 cells, 64-byte aligned
#           rsi  White's list, room for 64 entries of the 80; behind it Black's; 4-byte aligned
# out       rax  the number of White's entries
#           rdx  the number of Black's
# reads     rdi[0..64]
# writes    64 entries at most of each list: up to fifteen zeros behind the last
# clobbers  rax rcx rdx r8 r9 zmm0-zmm7 k1 k2 flags; no stack; leaves the upper halves clean
# needs     AVX-512 F, POPCNT

        .text
        .p2align 6
        .globl  nucleus_both_avx512
        .globl  _nucleus_both_avx512
nucleus_both_avx512:
_nucleus_both_avx512:
        vpbroadcastd zmm0, dword ptr [rip + .Lboth_avx512_white] # zmm0: 16 x White's mask
        vpbroadcastd zmm1, dword ptr [rip + .Lboth_avx512_black] # zmm1: 16 x Black's mask
        vmovdqu64 zmm2, zmmword ptr [rip + .Lboth_avx512_first] # zmm2: squares a1..h2 << 14
        vpbroadcastd zmm3, dword ptr [rip + .Lboth_avx512_step] # zmm3: 16 x two ranks up
        xor     eax, eax                        # rax: White's entries so far
        xor     edx, edx                        # rdx: Black's
        .set    .Lboth_avx512_at, 0
        .rept   4
        vmovdqa64 zmm4, zmmword ptr [rdi + .Lboth_avx512_at] # zmm4, zmm5: cells of two ranks
        vmovdqa64 zmm5, zmm4
        vptestmd k1, zmm4, zmm0                 # k1, k2: White's pieces, Black's
        vptestmd k2, zmm4, zmm1
        vpternlogd zmm4, zmm0, zmm2, 0xea       # cells & mask | squares
        vpternlogd zmm5, zmm1, zmm2, 0xea
        vpcompressd zmm4{k1}{z}, zmm4           # entries, no gaps
        vpcompressd zmm5{k2}{z}, zmm5
        vmovdqu64 zmmword ptr [rsi + rax*4], zmm4
        vmovdqu64 zmmword ptr [rsi + rdx*4 + 320], zmm5
        kmovw   r8d, k1
        kmovw   r9d, k2
        popcnt  r8d, r8d
        popcnt  r9d, r9d
        add     eax, r8d
        add     edx, r9d
        vpaddd  zmm2, zmm2, zmm3
        .set    .Lboth_avx512_at, .Lboth_avx512_at + 64
        .endr
        vzeroupper
        ret
        .p2align 6
.Lboth_avx512_first:
        .long   0 << 14, 1 << 14, 2 << 14, 3 << 14, 4 << 14, 5 << 14, 6 << 14, 7 << 14
        .long   8 << 14, 9 << 14, 10 << 14, 11 << 14, 12 << 14, 13 << 14, 14 << 14, 15 << 14
.Lboth_avx512_step:
        .long   16 << 14
.Lboth_avx512_white:
        .long   0x3f << 8
.Lboth_avx512_black:
        .long   0x3f << 2
