# axon32_check: whether a piece of a colour attacks a square, from the piece bits alone.
#
#   extern "sysv64" fn nucleus_axon32_check(
#       cells: *const u32, square: u32, by: u32, steps: *const Steps) -> u32
#
# in        rdi  64 cells with their piece bits and bit 31 (xfigure), 4-byte aligned
#           esi  the square
#           edx  0 when White's pieces may attack, 1 when Black's
#           rcx  the table of steps, as in axon32_influence
# out       eax  1 when one does, else 0
# reads     rdi[0..64], rcx[0..2560 bytes]
# clobbers  rax rcx rdx rsi r8 r9 r10 r11 flags; no vector register, rbx saved on the stack

        .text
        .macro  axon32_look ray, step           # r10: the cell, r11: its rays, r8d: the sliders
        movzx   ebx, byte ptr [r11 + \ray]
        test    ebx, ebx
        jz      .Laxon32_look_end\@
        lea     rax, [r10]
.Laxon32_look_loop\@:
        lea     rax, [rax + 4 * (\step)]
        cmp     dword ptr [rax], 0
        jl      .Laxon32_look_piece\@
        dec     ebx
        jnz     .Laxon32_look_loop\@
        jmp     .Laxon32_look_end\@
.Laxon32_look_piece\@:
        test    dword ptr [rax], r8d
        jnz     .Laxon32_check_yes
.Laxon32_look_end\@:
        .endm

        .p2align 6
        .globl  nucleus_axon32_check
        .globl  _nucleus_axon32_check
nucleus_axon32_check:
_nucleus_axon32_check:
        push    rbx
        lea     r10, [rdi + 4 * rsi]
        mov     r9d, esi
        shl     r9d, 4
        lea     r11, [rcx + r9 + 512]           # a knight's squares
        mov     r8d, 0x1000
        test    edx, edx
        jz      .Laxon32_check_knights
        mov     r8d, 0x0040
.Laxon32_check_knights:
        movzx   ebx, byte ptr [r11 + 8]
.Laxon32_check_knight:
        movzx   eax, byte ptr [r11 + rbx - 1]
        test    dword ptr [rdi + 4 * rax], r8d
        jnz     .Laxon32_check_yes
        dec     ebx
        jnz     .Laxon32_check_knight
        lea     r11, [rcx + 8 * rsi]
        mov     r8d, 0x0600                     # white rook and queen
        test    edx, edx
        jz      .Laxon32_check_orthogonals
        mov     r8d, 0x0018
.Laxon32_check_orthogonals:
        axon32_look 0, -8
        axon32_look 1, -1
        axon32_look 2, 1
        axon32_look 3, 8
        mov     r8d, 0x0a00                     # white bishop and queen
        test    edx, edx
        jz      .Laxon32_check_diagonals
        mov     r8d, 0x0028
.Laxon32_check_diagonals:
        axon32_look 4, -9
        axon32_look 5, -7
        axon32_look 6, 7
        axon32_look 7, 9
        mov     r8d, esi
        and     r8d, 7                          # r8d: the file
        test    edx, edx
        jnz     .Laxon32_check_black_pawns
        cmp     esi, 8
        jb      .Laxon32_check_king
        test    r8d, r8d
        jz      .Laxon32_check_white_right
        test    dword ptr [r10 - 36], 0x2000
        jnz     .Laxon32_check_yes
.Laxon32_check_white_right:
        cmp     r8d, 7
        je      .Laxon32_check_king
        test    dword ptr [r10 - 28], 0x2000
        jnz     .Laxon32_check_yes
        jmp     .Laxon32_check_king
.Laxon32_check_black_pawns:
        cmp     esi, 56
        jae     .Laxon32_check_king
        test    r8d, r8d
        jz      .Laxon32_check_black_right
        test    dword ptr [r10 + 28], 0x0080
        jnz     .Laxon32_check_yes
.Laxon32_check_black_right:
        cmp     r8d, 7
        je      .Laxon32_check_king
        test    dword ptr [r10 + 36], 0x0080
        jnz     .Laxon32_check_yes
.Laxon32_check_king:
        lea     r11, [rcx + r9 + 1536]          # a king's squares
        mov     r8d, 0x0100
        test    edx, edx
        jz      .Laxon32_check_kings
        mov     r8d, 0x0004
.Laxon32_check_kings:
        movzx   ebx, byte ptr [r11 + 8]
.Laxon32_check_step:
        movzx   eax, byte ptr [r11 + rbx - 1]
        test    dword ptr [rdi + 4 * rax], r8d
        jnz     .Laxon32_check_yes
        dec     ebx
        jnz     .Laxon32_check_step
        xor     eax, eax
        pop     rbx
        ret
.Laxon32_check_yes:
        mov     eax, 1
        pop     rbx
        ret
