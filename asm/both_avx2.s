# both_avx2: scanner_avx2 for White's pieces and for Black's in one pass.
#
#   extern "sysv64" fn nucleus_both_avx2(nucleus: *const u32, lists: *mut [[u32; 80]; 2],
#                                        positions: *const u64) -> (usize, usize)
#
# in        rdi  64 cells, 32-byte aligned
#           rsi  White's list, room for 64 entries of the 80; behind it Black's; 4-byte aligned
#           rdx  256 quadwords: the positions of the ones of each pattern of eight bits
# out       rax  the number of White's entries
#           rdx  the number of Black's
# reads     rdi[0..64], the table
# writes    64 entries at most of each list: up to seven of rubbish behind the last
# clobbers  rax rcx rdx r8 r9 ymm0-ymm7 flags; no stack; leaves the upper halves clean
# needs     AVX2, POPCNT

        .text
        .p2align 6
        .globl  nucleus_both_avx2
        .globl  _nucleus_both_avx2
nucleus_both_avx2:
_nucleus_both_avx2:
        mov     rcx, rdx                        # rcx: the table
        vpbroadcastd ymm0, dword ptr [rip + .Lboth_avx2_white] # ymm0: 8 x White's mask
        vpbroadcastd ymm1, dword ptr [rip + .Lboth_avx2_black] # ymm1: 8 x Black's mask
        vmovdqu ymm2, ymmword ptr [rip + .Lboth_avx2_first] # ymm2: squares of this rank << 14
        vpxor   xmm3, xmm3, xmm3                # ymm3: 0
        xor     eax, eax                        # rax: White's entries so far
        xor     edx, edx                        # rdx: Black's
        .set    .Lboth_avx2_at, 0
        .rept   8
        vmovdqa ymm7, ymmword ptr [rdi + .Lboth_avx2_at] # ymm7: cells a..h
        vpand   ymm4, ymm7, ymm0                # ymm4: White's
        vpand   ymm5, ymm7, ymm1                # ymm5: Black's
        vpcmpeqd ymm6, ymm4, ymm3               # ymm6, ymm7: -1 where empty
        vpcmpeqd ymm7, ymm5, ymm3
        vpor    ymm4, ymm4, ymm2                # ymm4, ymm5: entries a..h
        vpor    ymm5, ymm5, ymm2
        vmovmskps r8d, ymm6
        vmovmskps r9d, ymm7
        xor     r8d, 255                        # r8, r9: the patterns
        xor     r9d, 255
        vpmovzxbd ymm6, qword ptr [rcx + r8*8]  # ymm6, ymm7: positions of their ones
        vpmovzxbd ymm7, qword ptr [rcx + r9*8]
        vpermd  ymm4, ymm6, ymm4                # ymm4, ymm5: entries, no gaps
        vpermd  ymm5, ymm7, ymm5
        vmovdqu ymmword ptr [rsi + rax*4], ymm4
        vmovdqu ymmword ptr [rsi + rdx*4 + 320], ymm5
        popcnt  r8d, r8d
        popcnt  r9d, r9d
        add     eax, r8d
        add     edx, r9d
        vpbroadcastd ymm6, dword ptr [rip + .Lboth_avx2_rank]
        vpaddd  ymm2, ymm2, ymm6
        .set    .Lboth_avx2_at, .Lboth_avx2_at + 32
        .endr
        vzeroupper
        ret
        .p2align 5
.Lboth_avx2_first:
        .long   0 << 14, 1 << 14, 2 << 14, 3 << 14, 4 << 14, 5 << 14, 6 << 14, 7 << 14
.Lboth_avx2_rank:
        .long   8 << 14
.Lboth_avx2_white:
        .long   0x3f << 8
.Lboth_avx2_black:
        .long   0x3f << 2
