# scanner_avx2: eight cells at a time, brought together by a permutation from a table.
#
#   extern "sysv64" fn nucleus_scanner_avx2(nucleus: *const u32, mask: u32, list: *mut u32,
#                                           positions: *const u64) -> usize
#
# in        rdi  64 cells, 32-byte aligned
#           esi  the mask
#           rdx  the list, room for 64 entries, 4-byte aligned
#           rcx  256 quadwords, 8-byte aligned: the positions of the ones of each pattern of
#                eight bits, lowest first, a byte each
# out       rax  the number of entries
# reads     rdi[0..64], the table
# writes    rdx[0..64] at most: up to seven entries of rubbish behind the last
# clobbers  rax rsi r8 r9 r10 ymm0-ymm7 flags; no stack; leaves the upper halves clean
# needs     AVX2, POPCNT
#
# An entry is the masked cell with its square in bits 14 to 19, as in scanner_core.

        .text
        .p2align 6
        .globl  nucleus_scanner_avx2
        .globl  _nucleus_scanner_avx2
nucleus_scanner_avx2:
_nucleus_scanner_avx2:
        vmovd   xmm0, esi
        vpbroadcastd ymm0, xmm0                 # ymm0: 8 x mask
        vmovdqu ymm1, ymmword ptr [rip + .Lscanner_avx2_first] # ymm1: squares of this rank << 14
        vpbroadcastd ymm2, dword ptr [rip + .Lscanner_avx2_rank] # ymm2: 8 x one rank up
        vpxor   xmm3, xmm3, xmm3                # ymm3: 0
        xor     eax, eax                        # rax: entries so far
        .set    .Lscanner_avx2_at, 0
        .rept   8
        vpand   ymm4, ymm0, ymmword ptr [rdi + .Lscanner_avx2_at] # ymm4: masked cells a..h
        vpcmpeqd ymm5, ymm4, ymm3               # ymm5: -1 where empty
        vpor    ymm4, ymm4, ymm1                # ymm4: entries a..h
        vmovmskps r8d, ymm5
        xor     r8d, 255                        # r8: the pattern
        vpmovzxbd ymm6, qword ptr [rcx + r8*8]  # ymm6: positions of its ones
        vpermd  ymm4, ymm6, ymm4                # ymm4: entries, no gaps
        vmovdqu ymmword ptr [rdx + rax*4], ymm4
        popcnt  r8d, r8d
        add     eax, r8d
        vpaddd  ymm1, ymm1, ymm2
        .set    .Lscanner_avx2_at, .Lscanner_avx2_at + 32
        .endr
        vzeroupper
        ret
        .p2align 5
.Lscanner_avx2_first:
        .long   0 << 14, 1 << 14, 2 << 14, 3 << 14, 4 << 14, 5 << 14, 6 << 14, 7 << 14
.Lscanner_avx2_rank:
        .long   8 << 14
