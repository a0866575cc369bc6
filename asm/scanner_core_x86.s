# scanner_core for 32-bit x86: SCANNER_CORE of Axon II (section V.B), in the paper's registers.
#
#   extern "cdecl" fn nucleus_scanner_core(nucleus: *const u32, mask: u32, list: *mut u32) -> usize
#
# in        the stack: 64 cells and behind them the sentinel cell, 4-byte aligned; the mask
#           (white_black), two bits or more, of which a cell of the 64 has at most one, and the
#           sentinel all; the list, room for 64 entries, 4-byte aligned
# out       eax  the number of entries
# reads     nucleus[0..65]
# writes    list[0..eax], nothing behind the last entry
# clobbers  ecx edx flags; no vector register, ebx esi edi saved on the stack
#
# An entry is the masked cell with its byte offset shifted left by 12: the square in bits 14 to
# 19. The loop has no counter: the sentinel, masked, is the mask itself, and no piece is.

        .text
        .p2align 4
        .globl  nucleus_scanner_core
        .globl  _nucleus_scanner_core
nucleus_scanner_core:
_nucleus_scanner_core:
        push    ebx
        push    esi
        push    edi
        mov     edi, dword ptr [esp + 16]       # edi: the first cell
        mov     edx, dword ptr [esp + 20]       # edx: the mask
        mov     esi, dword ptr [esp + 24]       # esi: the next entry
        mov     eax, edi                        # eax: the cell looked at
.Lscanner_core_loop:
        mov     ebx, dword ptr [eax]
        and     ebx, edx                        # ebx: the masked cell
        jnz     .Lscanner_core_figure
        add     eax, 4
        jmp     .Lscanner_core_loop
.Lscanner_core_figure:
        cmp     ebx, edx
        jz      .Lscanner_core_finish           # all of the mask: the sentinel
        mov     ecx, eax
        sub     ecx, edi                        # ecx: byte offset, 4 * square
        shl     ecx, 12
        or      ebx, ecx
        mov     dword ptr [esi], ebx
        add     esi, 4
        add     eax, 4
        jmp     .Lscanner_core_loop
.Lscanner_core_finish:
        mov     eax, esi
        sub     eax, dword ptr [esp + 24]
        shr     eax, 2
        pop     edi
        pop     esi
        pop     ebx
        ret
