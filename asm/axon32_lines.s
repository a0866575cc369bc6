# axon32_lines: the sensors of one king and the approaches to the other, written to the cells.
#
#   extern "sysv64" fn nucleus_axon32_lines(
#       cells: *mut u32, own: u32, enemy: u32, steps: *const Steps)
#
# in        rdi  64 cells with their piece bits and bit 31 (xfigure), 4-byte aligned
#           esi  the square of the king of the side to move: sensors
#           edx  the square of the other king: approaches
#           rcx  the table of steps, as in axon32_influence
# reads     rdi[0..64], rcx[0..2560 bytes]
# writes    rdi[0..64]
# clobbers  rax rdx rsi r8 r9 r10 r11 flags; no vector register, rbx saved on the stack

        .text
        .macro  axon32_line ray, step           # r10: the king's cell, r11: its rays, r9d: the bit
        movzx   ebx, byte ptr [r11 + \ray]
        test    ebx, ebx
        jz      .Laxon32_line_end\@
        lea     rax, [r10]
.Laxon32_line_loop\@:
        lea     rax, [rax + 4 * (\step)]
        or      dword ptr [rax], r9d
        js      .Laxon32_line_end\@
        dec     ebx
        jnz     .Laxon32_line_loop\@
.Laxon32_line_end\@:
        .endm

        .p2align 6
        .globl  nucleus_axon32_lines
        .globl  _nucleus_axon32_lines
nucleus_axon32_lines:
_nucleus_axon32_lines:
        push    rbx
        mov     r9d, 1                          # sensororth
        mov     r8d, 2                          # sensordiag
.Laxon32_lines_king:
        lea     r10, [rdi + 4 * rsi]
        lea     r11, [rcx + 8 * rsi]
        axon32_line 0, -8
        axon32_line 1, -1
        axon32_line 2, 1
        axon32_line 3, 8
        mov     r9d, r8d
        axon32_line 4, -9
        axon32_line 5, -7
        axon32_line 6, 7
        axon32_line 7, 9
        cmp     r8d, 2
        jne     .Laxon32_lines_knights
        mov     esi, edx
        mov     r9d, 0x20000000                 # xkingorth
        mov     r8d, 0x40000000                 # xkingdiag
        jmp     .Laxon32_lines_king
.Laxon32_lines_knights:
        shl     edx, 4
        lea     r11, [rcx + rdx + 512]
        movzx   ebx, byte ptr [r11 + 8]
.Laxon32_lines_leap:
        movzx   eax, byte ptr [r11 + rbx - 1]
        or      dword ptr [rdi + 4 * rax], 0x10000000
        dec     ebx
        jnz     .Laxon32_lines_leap
        pop     rbx
        ret
        # Squares from step to step along each ray; routines of other files read it, too.
.Laxon32_steps:
        .long   -8, -1, 1, 8, -9, -7, 7, 9
