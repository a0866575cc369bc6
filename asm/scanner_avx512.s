# scanner_avx512: sixteen cells at a time, compressed in a register, stored whole.
#
#   extern "sysv64" fn nucleus_scanner_avx512(nucleus: *const u32, mask: u32, list: *mut u32)
#       -> usize
#
# in        rdi  64 cells, 64-byte aligned
#           esi  the mask
#           rdx  the list, room for 64 entries, 4-byte aligned
# out       rax  the number of entries
# reads     rdi[0..64]
# writes    rdx[0..64] at most: up to fifteen zeros behind the last entry
# clobbers  rax rcx r8 r9 zmm0-zmm9 k1-k4 flags; no stack; leaves the upper halves clean
# needs     AVX-512 F, POPCNT
#
# An entry is the masked cell with its square in bits 14 to 19, as in scanner_core.

        .text
        .p2align 6
        .globl  nucleus_scanner_avx512
        .globl  _nucleus_scanner_avx512
nucleus_scanner_avx512:
_nucleus_scanner_avx512:
        vpbroadcastd zmm0, esi                  # zmm0: 16 x mask
        vmovdqa64 zmm1, zmmword ptr [rdi]       # zmm1: cells of ranks 1, 2
        vmovdqa64 zmm2, zmmword ptr [rdi + 64]  # zmm2: cells of ranks 3, 4
        vmovdqa64 zmm3, zmmword ptr [rdi + 128] # zmm3: cells of ranks 5, 6
        vmovdqa64 zmm4, zmmword ptr [rdi + 192] # zmm4: cells of ranks 7, 8
        vptestmd k1, zmm1, zmm0
        vptestmd k2, zmm2, zmm0
        vptestmd k3, zmm3, zmm0
        vptestmd k4, zmm4, zmm0
        vmovdqu64 zmm5, zmmword ptr [rip + .Lscanner_avx512_first] # zmm5: squares a1..h2 << 14
        vpbroadcastd zmm9, dword ptr [rip + .Lscanner_avx512_step] # zmm9: 16 x two ranks up
        vpaddd  zmm6, zmm5, zmm9                # zmm6: squares a3..h4 << 14
        vpaddd  zmm7, zmm6, zmm9                # zmm7: squares a5..h6 << 14
        vpaddd  zmm8, zmm7, zmm9                # zmm8: squares a7..h8 << 14
        vpternlogd zmm1, zmm0, zmm5, 0xea       # cells & mask | squares
        vpternlogd zmm2, zmm0, zmm6, 0xea
        vpternlogd zmm3, zmm0, zmm7, 0xea
        vpternlogd zmm4, zmm0, zmm8, 0xea
        vpcompressd zmm1{k1}{z}, zmm1           # entries, no gaps
        vpcompressd zmm2{k2}{z}, zmm2
        vpcompressd zmm3{k3}{z}, zmm3
        vpcompressd zmm4{k4}{z}, zmm4
        kmovw   eax, k1
        kmovw   ecx, k2
        kmovw   r8d, k3
        kmovw   r9d, k4
        popcnt  eax, eax                        # how many in each
        popcnt  ecx, ecx
        popcnt  r8d, r8d
        popcnt  r9d, r9d
        add     ecx, eax                        # where each next one goes
        add     r8d, ecx
        vmovdqu64 zmmword ptr [rdx], zmm1
        vmovdqu64 zmmword ptr [rdx + rax*4], zmm2
        vmovdqu64 zmmword ptr [rdx + rcx*4], zmm3
        vmovdqu64 zmmword ptr [rdx + r8*4], zmm4
        lea     eax, [r8 + r9]
        vzeroupper
        ret
        .p2align 6
.Lscanner_avx512_first:
        .long   0 << 14, 1 << 14, 2 << 14, 3 << 14, 4 << 14, 5 << 14, 6 << 14, 7 << 14
        .long   8 << 14, 9 << 14, 10 << 14, 11 << 14, 12 << 14, 13 << 14, 14 << 14, 15 << 14
.Lscanner_avx512_step:
        .long   16 << 14
