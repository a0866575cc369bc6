# axon32_influence: the influence of each piece of a list, written to the cells.
#
#   extern "sysv64" fn nucleus_axon32_influence(
#       cells: *mut u32, pieces: *const u32, count: u32, steps: *const Steps, mask: u32)
#
# in        rdi  64 cells with their piece bits and bit 31 (xfigure), 4-byte aligned
#           rsi  entries of SCANNER_CORE: a piece bit, the square in bits 14 to 19
#           edx  the number of entries
#           rcx  the table of steps: 64 x 8 bytes of rays, 64 x 16 of knights, 64 x 16 of kings
#           r8d  piece bits; other pieces are left out
# reads     rdi[0..64], rsi[0..edx], rcx[0..2560 bytes]
# writes    rdi[0..64]
# clobbers  rax rcx rdx rsi r8 r9 r10 r11 flags; no vector register, rbx rbp saved on the stack
#
# A ray ends where the sign of the cell says that a piece stands.

        .text
        .macro  axon32_mark ray, step           # r10: the piece's cell, r11: its rays, r9d: the bit
        movzx   ebx, byte ptr [r11 + \ray]
        test    ebx, ebx
        jz      .Laxon32_mark_end\@
        lea     rax, [r10]
.Laxon32_mark_loop\@:
        lea     rax, [rax + 4 * (\step)]
        or      dword ptr [rax], r9d
        js      .Laxon32_mark_end\@
        dec     ebx
        jnz     .Laxon32_mark_loop\@
.Laxon32_mark_end\@:
        .endm

        .p2align 6
        .globl  nucleus_axon32_influence
        .globl  _nucleus_axon32_influence
nucleus_axon32_influence:
_nucleus_axon32_influence:
        push    rbx
        push    rbp
        mov     ebp, r8d                        # ebp: the mask
        test    edx, edx
        jz      .Laxon32_influence_end
        test    ebp, ebp
        jz      .Laxon32_influence_end
.Laxon32_influence_piece:
        mov     eax, dword ptr [rsi]
        lea     rsi, [rsi + 4]
        test    eax, ebp
        jz      .Laxon32_influence_next
        mov     r8d, eax
        shr     r8d, 14
        and     r8d, 63                         # r8d: the square
        and     eax, 0x3ffc                     # eax: the piece bit
        mov     r9d, eax
        shl     r9d, 12                         # r9d: influence of king, queen, rook along the file
        test    eax, 0x3f00
        jz      .Laxon32_influence_black
        add     r9d, r9d
.Laxon32_influence_black:
        lea     r10, [rdi + 4 * r8]
        lea     r11, [rcx + 8 * r8]
        test    eax, 0x2080
        jnz     .Laxon32_influence_pawn
        test    eax, 0x1040
        jnz     .Laxon32_influence_knight
        test    eax, 0x0820
        jnz     .Laxon32_influence_bishop
        test    eax, 0x0410
        jnz     .Laxon32_influence_rook
        test    eax, 0x0208
        jnz     .Laxon32_influence_queen
        shl     r8d, 4
        lea     r11, [rcx + r8 + 1536]          # a king's squares
        jmp     .Laxon32_influence_leaper
.Laxon32_influence_knight:
        add     r9d, r9d
        shl     r8d, 4
        lea     r11, [rcx + r8 + 512]
.Laxon32_influence_leaper:
        movzx   ebx, byte ptr [r11 + 8]
.Laxon32_influence_leap:
        movzx   eax, byte ptr [r11 + rbx - 1]
        or      dword ptr [rdi + 4 * rax], r9d
        dec     ebx
        jnz     .Laxon32_influence_leap
        jmp     .Laxon32_influence_next
.Laxon32_influence_queen:
        axon32_mark 0, -8
        axon32_mark 1, -1
        axon32_mark 2, 1
        axon32_mark 3, 8
        jmp     .Laxon32_influence_diagonals
.Laxon32_influence_bishop:
        add     r9d, r9d
.Laxon32_influence_diagonals:
        axon32_mark 4, -9
        axon32_mark 5, -7
        axon32_mark 6, 7
        axon32_mark 7, 9
        jmp     .Laxon32_influence_next
.Laxon32_influence_rook:
        axon32_mark 0, -8
        axon32_mark 3, 8
        add     r9d, r9d                        # along the rank
        axon32_mark 1, -1
        axon32_mark 2, 1
        jmp     .Laxon32_influence_next
.Laxon32_influence_pawn:
        add     r9d, r9d
        lea     r10d, [r8 + 8]
        test    eax, 0x3f00
        jnz     .Laxon32_influence_up
        lea     r10d, [r8 - 8]
.Laxon32_influence_up:                          # r10d: the square before it
        and     r8d, 7                          # r8d: the file
        jz      .Laxon32_influence_right
        lea     eax, [r10 - 1]
        and     eax, 63
        or      dword ptr [rdi + 4 * rax], r9d
.Laxon32_influence_right:
        cmp     r8d, 7
        je      .Laxon32_influence_next
        lea     eax, [r10 + 1]
        and     eax, 63
        or      dword ptr [rdi + 4 * rax], r9d
.Laxon32_influence_next:
        dec     edx
        jnz     .Laxon32_influence_piece
.Laxon32_influence_end:
        pop     rbp
        pop     rbx
        ret
