# axon32_moves: the moves of a knight, bishop, rook or queen, captures before quiet moves and each
# lowest square first.
#
#   extern "sysv64" fn nucleus_axon32_moves(
#       cells: *const u32, entry: u32, flags: u32, rays: u32, list: *mut u32,
#       steps: *const Steps) -> u32
#
# in        rdi  64 cells with their piece bits and bit 31 (xfigure), 4-byte aligned
#           esi  an entry of SCANNER_CORE: a piece bit, the square in bits 14 to 19
#           edx  1: captures, 2: quiet moves, 4: along diagonals, else along rank and file
#           ecx  a bit for each ray that may be walked; a knight's moves heed none
#           r8   room for 14 moves, 4-byte aligned
#           r9   the table of steps, as in axon32_influence
# out       eax  the number of moves
# reads     rdi[0..64], r9[0..1536 bytes]
# writes    r8[0..eax]
# clobbers  rax rcx rdx rsi r8 r9 r10 r11 flags; no vector register, rbx rbp r12 to r15 saved on
#           the stack, 16 bytes below it written
#
# A move is its square in bits 0 to 5, its target in 6 to 11, bit 14 for a capture, and from bit 18
# on the piece bits of the target.

        .text
        .macro  axon32_reach ray, step, free, slot
        # free: empty squares. slot, below the stack: the square of a piece to take, or -1.
        xor     \free, \free
        mov     dword ptr [rsp - \slot], -1
        bt      ecx, \ray
        jnc     .Laxon32_reach_end\@
        movzx   r9d, byte ptr [r13 + \ray]
        lea     rax, [r12]
.Laxon32_reach_loop\@:
        cmp     \free, r9d
        je      .Laxon32_reach_end\@
        lea     rax, [rax + 4 * (\step)]
        cmp     dword ptr [rax], 0
        jl      .Laxon32_reach_piece\@
        inc     \free
        jmp     .Laxon32_reach_loop\@
.Laxon32_reach_piece\@:
        test    dword ptr [rax], r11d
        jz      .Laxon32_reach_end\@
        mov     r9d, \free
        inc     r9d
        imul    r9d, r9d, \step
        add     r9d, r10d
        mov     dword ptr [rsp - \slot], r9d
.Laxon32_reach_end\@:
        .endm

        .macro  axon32_capture target           # a move to this square, unless it is -1
        test    \target, \target
        js      .Laxon32_capture_end\@
        mov     eax, dword ptr [rdi + 4 * r9]
        and     eax, 0x3ffc
        shl     eax, 16
        mov     r13d, \target
        shl     r13d, 6
        or      r13d, r10d
        or      eax, r13d
        or      eax, 0x4000
        mov     dword ptr [r8 + 4 * r15], eax
        inc     r15d
.Laxon32_capture_end\@:
        .endm

        .p2align 6
        .globl  nucleus_axon32_moves
        .globl  _nucleus_axon32_moves
nucleus_axon32_moves:
_nucleus_axon32_moves:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        xor     r15d, r15d                      # r15d: moves so far
        mov     r10d, esi
        shr     r10d, 14
        and     r10d, 63                        # r10d: the square
        mov     r11d, 0x3f00                    # r11d: the other side's pieces
        test    esi, 0x3f00
        jz      .Laxon32_moves_black
        mov     r11d, 0x00fc
.Laxon32_moves_black:
        test    esi, 0x1040
        jnz     .Laxon32_moves_knight
        lea     r12, [rdi + 4 * r10]            # r12: its cell
        lea     r13, [r9 + 8 * r10]             # r13: its rays
        test    edx, 4
        jnz     .Laxon32_moves_diagonal

        axon32_reach 0, -8, ebx, 16
        axon32_reach 1, -1, ebp, 12
        axon32_reach 2, 1, r14d, 8
        axon32_reach 3, 8, esi, 4
        test    edx, 1
        jz      .Laxon32_moves_straight_quiets
        mov     r9d, dword ptr [rsp - 16]
        axon32_capture r9d
        mov     r9d, dword ptr [rsp - 12]
        axon32_capture r9d
        mov     r9d, dword ptr [rsp - 8]
        axon32_capture r9d
        mov     r9d, dword ptr [rsp - 4]
        axon32_capture r9d
.Laxon32_moves_straight_quiets:
        test    edx, 2
        jz      .Laxon32_moves_end
        imul    r13d, r10d, 65                  # r13d: from its square to its square
        # South and west from the far end, east and north from the near one.
        test    ebx, ebx
        jz      .Laxon32_moves_west
        imul    eax, ebx, -512
        add     eax, r13d
.Laxon32_moves_south:
        mov     dword ptr [r8 + 4 * r15], eax
        inc     r15d
        add     eax, 512
        dec     ebx
        jnz     .Laxon32_moves_south
.Laxon32_moves_west:
        test    ebp, ebp
        jz      .Laxon32_moves_east
        imul    eax, ebp, -64
        add     eax, r13d
.Laxon32_moves_west_loop:
        mov     dword ptr [r8 + 4 * r15], eax
        inc     r15d
        add     eax, 64
        dec     ebp
        jnz     .Laxon32_moves_west_loop
.Laxon32_moves_east:
        test    r14d, r14d
        jz      .Laxon32_moves_north
        mov     eax, r13d
.Laxon32_moves_east_loop:
        add     eax, 64
        mov     dword ptr [r8 + 4 * r15], eax
        inc     r15d
        dec     r14d
        jnz     .Laxon32_moves_east_loop
.Laxon32_moves_north:
        test    esi, esi
        jz      .Laxon32_moves_end
        mov     eax, r13d
.Laxon32_moves_north_loop:
        add     eax, 512
        mov     dword ptr [r8 + 4 * r15], eax
        inc     r15d
        dec     esi
        jnz     .Laxon32_moves_north_loop
        jmp     .Laxon32_moves_end

.Laxon32_moves_diagonal:
        axon32_reach 4, -9, ebx, 16
        axon32_reach 5, -7, ebp, 12
        axon32_reach 6, 7, r14d, 8
        axon32_reach 7, 9, esi, 4
        test    edx, 1
        jz      .Laxon32_moves_diagonal_quiets
        # Of two rays of a half the lower square first; -1 is lower than any.
        mov     r9d, dword ptr [rsp - 16]
        mov     eax, dword ptr [rsp - 12]
        cmp     r9d, eax
        jle     .Laxon32_moves_low_sorted
        xchg    r9d, eax
.Laxon32_moves_low_sorted:
        mov     dword ptr [rsp - 12], eax
        axon32_capture r9d
        mov     r9d, dword ptr [rsp - 12]
        axon32_capture r9d
        mov     r9d, dword ptr [rsp - 8]
        mov     eax, dword ptr [rsp - 4]
        cmp     r9d, eax
        jle     .Laxon32_moves_high_sorted
        xchg    r9d, eax
.Laxon32_moves_high_sorted:
        mov     dword ptr [rsp - 4], eax
        axon32_capture r9d
        mov     r9d, dword ptr [rsp - 4]
        axon32_capture r9d
.Laxon32_moves_diagonal_quiets:
        test    edx, 2
        jz      .Laxon32_moves_end
        imul    r13d, r10d, 65
        mov     ecx, ebx
        cmp     ecx, ebp
        jae     .Laxon32_moves_down_longest
        mov     ecx, ebp
.Laxon32_moves_down_longest:
        test    ecx, ecx
        jz      .Laxon32_moves_up
        imul    eax, ecx, -576
        add     eax, r13d                       # eax: to the south-west
        imul    r9d, ecx, -448
        add     r9d, r13d                       # r9d: to the south-east
.Laxon32_moves_down:
        cmp     ecx, ebx
        ja      .Laxon32_moves_down_east
        mov     dword ptr [r8 + 4 * r15], eax
        inc     r15d
.Laxon32_moves_down_east:
        cmp     ecx, ebp
        ja      .Laxon32_moves_down_next
        mov     dword ptr [r8 + 4 * r15], r9d
        inc     r15d
.Laxon32_moves_down_next:
        add     eax, 576
        add     r9d, 448
        dec     ecx
        jnz     .Laxon32_moves_down
.Laxon32_moves_up:
        mov     edx, r14d
        cmp     edx, esi
        jae     .Laxon32_moves_up_longest
        mov     edx, esi
.Laxon32_moves_up_longest:
        mov     eax, r13d                       # eax: to the north-west
        mov     r9d, r13d                       # r9d: to the north-east
.Laxon32_moves_up_loop:
        cmp     ecx, edx                        # ecx: steps taken
        jae     .Laxon32_moves_end
        add     eax, 448
        add     r9d, 576
        inc     ecx
        cmp     ecx, r14d
        ja      .Laxon32_moves_up_east
        mov     dword ptr [r8 + 4 * r15], eax
        inc     r15d
.Laxon32_moves_up_east:
        cmp     ecx, esi
        ja      .Laxon32_moves_up_loop
        mov     dword ptr [r8 + 4 * r15], r9d
        inc     r15d
        jmp     .Laxon32_moves_up_loop

.Laxon32_moves_knight:
        mov     esi, r10d
        shl     esi, 4
        lea     r12, [r9 + rsi + 512]           # r12: its squares
        movzx   ebx, byte ptr [r12 + 8]         # ebx: how many
        test    edx, 1
        jz      .Laxon32_moves_knight_quiets
        xor     ebp, ebp
.Laxon32_moves_knight_take:
        movzx   r9d, byte ptr [r12 + rbp]
        test    dword ptr [rdi + 4 * r9], r11d
        jz      .Laxon32_moves_knight_next
        axon32_capture r9d
.Laxon32_moves_knight_next:
        inc     ebp
        cmp     ebp, ebx
        jb      .Laxon32_moves_knight_take
.Laxon32_moves_knight_quiets:
        test    edx, 2
        jz      .Laxon32_moves_end
        xor     ebp, ebp
.Laxon32_moves_knight_go:
        movzx   r9d, byte ptr [r12 + rbp]
        cmp     dword ptr [rdi + 4 * r9], 0
        jl      .Laxon32_moves_knight_stay
        shl     r9d, 6
        or      r9d, r10d
        mov     dword ptr [r8 + 4 * r15], r9d
        inc     r15d
.Laxon32_moves_knight_stay:
        inc     ebp
        cmp     ebp, ebx
        jb      .Laxon32_moves_knight_go
.Laxon32_moves_end:
        mov     eax, r15d
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
