# axon32_attacked: tests if a piece of a group is on a square of an influence.
#
#   extern "sysv64" fn nucleus_axon32_attacked(
#       cells: *const u32, pieces: *const u32, count: u32, mask: u32, influence: u32) -> u32
#
# in        rdi  64 cells with their influence, 4-byte aligned
#           rsi  entries of SCANNER_CORE
#           edx  the number of entries
#           ecx  the piece bits of the group
#           r8d  the influence bits
# reads     rdi[0..64], rsi[0..edx]
# returns   eax  1 if there is such a piece, else 0
# clobbers  rdx rsi flags

        .text
        .p2align 6
        .globl  nucleus_axon32_attacked
        .globl  _nucleus_axon32_attacked
nucleus_axon32_attacked:
_nucleus_axon32_attacked:
        test    edx, edx
        jz      .Laxon32_attacked_none
.Laxon32_attacked_piece:
        mov     eax, dword ptr [rsi]
        lea     rsi, [rsi + 4]
        test    eax, ecx
        jz      .Laxon32_attacked_next
        shr     eax, 14
        and     eax, 63
        test    dword ptr [rdi + 4 * rax], r8d
        jnz     .Laxon32_attacked_found
.Laxon32_attacked_next:
        dec     edx
        jnz     .Laxon32_attacked_piece
.Laxon32_attacked_none:
        xor     eax, eax
        ret
.Laxon32_attacked_found:
        mov     eax, 1
        ret
