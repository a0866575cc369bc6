# scanner_core: SCANNER_CORE of Axon II (section V.B).
#
#   extern "sysv64" fn nucleus_scanner_core(nucleus: *const u32, mask: u32, list: *mut u32) -> usize
#
# in        rdi  64 cells and behind them the sentinel cell, 4-byte aligned
#           esi  the mask (white_black); two bits or more, of which a cell of the 64 has at most
#                one; the sentinel has all of them
#           rdx  the list, room for 64 entries, 4-byte aligned
# out       rax  the number of entries
# reads     rdi[0..65]
# writes    rdx[0..rax], nothing behind the last entry
# clobbers  rax rcx r8 r9 flags; no vector register, no stack
#
# An entry is the masked cell with its byte offset shifted left by 12: the square in bits 14 to
# 19. The loop has no counter: the sentinel, masked, is the mask itself, and no piece is.
# All arithmetic is of 32 bits: cells and entries are reached by their offsets, where the paper has
# addresses. Registers of the paper: ebx = ecx, ecx = r8d, edx = esi, eax = eax, esi = r9d.

        .text
        .p2align 6
        .globl  nucleus_scanner_core
        .globl  _nucleus_scanner_core
nucleus_scanner_core:
_nucleus_scanner_core:
        xor     eax, eax                        # eax: offset of the cell looked at
        xor     r9d, r9d                        # r9d: offset of the next entry
.Lscanner_core_loop:
        mov     ecx, dword ptr [rdi + rax]
        and     ecx, esi                        # ecx: the masked cell
        jnz     .Lscanner_core_figure
        add     eax, 4
        jmp     .Lscanner_core_loop
.Lscanner_core_figure:
        cmp     ecx, esi
        jz      .Lscanner_core_finish           # all of the mask: the sentinel
        mov     r8d, eax                        # r8d: byte offset, 4 * square
        shl     r8d, 12
        or      ecx, r8d
        mov     dword ptr [rdx + r9], ecx
        add     r9d, 4
        add     eax, 4
        jmp     .Lscanner_core_loop
.Lscanner_core_finish:
        mov     eax, r9d
        shr     eax, 2
        ret
