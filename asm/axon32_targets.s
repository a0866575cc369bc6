# axon32_targets: the squares of a set that have an influence, and lack another.
#
#   extern "sysv64" fn nucleus_axon32_targets(
#       cells: *const u32, squares: *mut u32, influence: u32, without: u32)
#
# in        rdi  64 cells with their influence, 4-byte aligned
#           rsi  two words: squares on ranks 1 to 4, on ranks 5 to 8
#           edx  the influence bits of which a cell must have one
#           ecx  the bits of which it must have none
# reads     rdi[0..64], rsi[0..2]
# writes    rsi[0..2]
# clobbers  rax r8 r9 r10 flags

        .text
        .macro  axon32_filter name, at
        mov     r8d, dword ptr [rsi + \at]      # r8d: squares left
        xor     r9d, r9d                        # r9d: squares found
        test    r8d, r8d
        jz      .Laxon32_targets_\name\()_end
.Laxon32_targets_\name:
        tzcnt   eax, r8d
        mov     r10d, dword ptr [rdi + 4 * rax + 32 * \at]
        test    r10d, edx
        jz      .Laxon32_targets_\name\()_next
        test    r10d, ecx
        jnz     .Laxon32_targets_\name\()_next
        bts     r9d, eax
.Laxon32_targets_\name\()_next:
        lea     r10d, [r8 - 1]
        and     r8d, r10d
        jnz     .Laxon32_targets_\name
.Laxon32_targets_\name\()_end:
        mov     dword ptr [rsi + \at], r9d
        .endm

        .p2align 6
        .globl  nucleus_axon32_targets
        .globl  _nucleus_axon32_targets
nucleus_axon32_targets:
_nucleus_axon32_targets:
        axon32_filter low, 0
        axon32_filter high, 4
        ret
