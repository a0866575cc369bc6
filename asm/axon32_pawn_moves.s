# axon32_pawn_moves: the moves of the pawns of the side to move, except en passant.
#
#   extern "sysv64" fn nucleus_axon32_pawn_moves(
#       record: *const CellRecord, flags: u32, list: *mut MoveWords, steps: *const Steps,
#       directions: *const u8)
#
# in        rdi  the record, as in axon32_walk
#           esi  1: captures and promotions, 2: other moves
#           rdx  room for 128 moves, and for their number
#           rcx  the table of steps, as in axon32_influence
#           r8   64 x 64 bytes: the ray from one square to another, 8 for none
# writes    rdx[0..129]
# clobbers  rax rcx rdx rsi rdi r8 r9 r10 r11 flags; rbx rbp r12 to r15 saved on the stack
#
# Free pawns come first, then each pinned one; of each part right captures, left captures,
# promotions, single steps, double steps. A move is 16 bits. Pawns on the outer ranks, and more than
# eight free or pinned pawns, are left out, so 128 moves suffice.

        .text
        # Goes to next if the move from eax to r11d leaves the line of a pin. Uses ecx.
        .macro  axon32_pawn_line next
        cmp     r13d, 8
        je      .Laxon32_pawn_line\@
        movzx   ecx, byte ptr [r14 + r11]
        cmp     ecx, r13d
        jne     \next
.Laxon32_pawn_line\@:
        .endm

        # Appends the move from eax to r11d, or four promotions.
        .macro  axon32_pawn_move kinds:vararg
        shl     r11d, 6
        or      r11d, eax
        .irp    kind, \kinds
        lea     ecx, [r11 + (\kind << 12)]
        mov     dword ptr [r15 + 4 * r12], ecx
        inc     r12d
        .endr
        .endm

        # Walks the list: the next square in eax. The body jumps to .Laxon32_pawn_name.
        .macro  axon32_pawn_each name
        xor     edx, edx
.Laxon32_pawn_\name:
        cmp     edx, esi
        jae     .Laxon32_pawn_\name\()_end
        mov     eax, dword ptr [rdi + 4 * rdx]
        inc     edx
        mov     ecx, eax
        shr     ecx, 3                          # ecx: the rank
        .endm

        # Captures to one side: of pawns that promote (jne) or of the others (je).
        .macro  axon32_pawn_captures name, side, edge, other, skip, kinds:vararg
        axon32_pawn_each \name
        cmp     ecx, r10d
        \other  \skip
        mov     ecx, eax
        and     ecx, 7
        cmp     ecx, \edge
        je      .Laxon32_pawn_\name
        lea     r11d, [rax + r8 + \side]
        test    dword ptr [rbx + 4 * r11], r9d
        jz      .Laxon32_pawn_\name
        axon32_pawn_line .Laxon32_pawn_\name
        axon32_pawn_move \kinds
        jmp     .Laxon32_pawn_\name
.Laxon32_pawn_\name\()_end:
        .endm

        # Single steps: of pawns that promote (jne) or of the others (je).
        .macro  axon32_pawn_steps name, other, kinds:vararg
        axon32_pawn_each \name
        cmp     ecx, r10d
        \other  .Laxon32_pawn_\name
        lea     r11d, [rax + r8]
        cmp     dword ptr [rbx + 4 * r11], 0
        jl      .Laxon32_pawn_\name
        axon32_pawn_line .Laxon32_pawn_\name
        axon32_pawn_move \kinds
        jmp     .Laxon32_pawn_\name
.Laxon32_pawn_\name\()_end:
        .endm

        .p2align 6
        .globl  nucleus_axon32_pawn_moves
        .globl  _nucleus_axon32_pawn_moves
nucleus_axon32_pawn_moves:
_nucleus_axon32_pawn_moves:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        lea     rsp, [rsp - 72]                 # eight free pawns, eight pinned, pins, the next pin
        lea     rbx, [rdi]
        mov     ebp, esi
        lea     r15, [rdx]
        lea     r13, [rcx]
        lea     r14, [r8]
        mov     esi, 0x2000                     # esi: the bit of a pawn
        test    dword ptr [rbx + .Laxon32_walk_flags], 1
        jz      .Laxon32_pawn_moves_white
        mov     esi, 0x80
.Laxon32_pawn_moves_white:
        xor     ecx, ecx                        # ecx: the next entry
        xor     edx, edx                        # edx: free pawns
        xor     r12d, r12d                      # r12d: pinned pawns
.Laxon32_pawn_moves_entry:
        cmp     ecx, dword ptr [rbx + .Laxon32_walk_count]
        jae     .Laxon32_pawn_moves_listed
        mov     eax, dword ptr [rbx + 4 * rcx + .Laxon32_walk_pieces]
        inc     ecx
        test    eax, esi
        jz      .Laxon32_pawn_moves_entry
        shr     eax, 14
        and     eax, 63
        lea     r11d, [rax - 8]
        cmp     r11d, 48
        jae     .Laxon32_pawn_moves_entry
        test    dword ptr [rbx + 4 * rax], 3    # sensors
        jz      .Laxon32_pawn_moves_free
        call    .Laxon32_pinned
        mov     eax, dword ptr [rbx + 4 * rcx + .Laxon32_walk_pieces - 4]
        shr     eax, 14
        and     eax, 63
        cmp     r9d, 8
        je      .Laxon32_pawn_moves_free
        cmp     r12d, 8
        jae     .Laxon32_pawn_moves_entry
        mov     dword ptr [rsp + 4 * r12 + 32], eax
        inc     r12d
        jmp     .Laxon32_pawn_moves_entry
.Laxon32_pawn_moves_free:
        cmp     edx, 8
        jae     .Laxon32_pawn_moves_entry
        mov     dword ptr [rsp + 4 * rdx], eax
        inc     edx
        jmp     .Laxon32_pawn_moves_entry
.Laxon32_pawn_moves_listed:
        mov     dword ptr [rsp + 64], r12d
        mov     dword ptr [rsp + 68], 0
        mov     r8d, 8
        mov     r9d, 0x00fc
        mov     r10d, 6
        xor     eax, eax
        test    esi, 0x80
        jz      .Laxon32_pawn_moves_king
        mov     r8d, -8
        mov     r9d, 0x3f00
        mov     r10d, 1
        inc     eax
.Laxon32_pawn_moves_king:
        mov     eax, dword ptr [rbx + 4 * rax + .Laxon32_walk_kings]
        and     eax, 63
        shl     eax, 6
        lea     r14, [r14 + rax]
        xor     r12d, r12d
        mov     r13d, 8
        mov     esi, edx
        lea     rdi, [rsp]
        call    .Laxon32_pawn_part
.Laxon32_pawn_moves_pin:
        mov     eax, dword ptr [rsp + 68]
        cmp     eax, dword ptr [rsp + 64]
        jae     .Laxon32_pawn_moves_end
        inc     dword ptr [rsp + 68]
        lea     rdi, [rsp + 4 * rax + 32]
        mov     eax, dword ptr [rdi]
        movzx   r13d, byte ptr [r14 + rax]
        mov     esi, 1
        call    .Laxon32_pawn_part
        jmp     .Laxon32_pawn_moves_pin
.Laxon32_pawn_moves_end:
        mov     dword ptr [r15 + 512], r12d
        lea     rsp, [rsp + 72]
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret

        # The moves of esi pawns at rdi. rbx: the cells, r8d: a step, r9d: the enemy's pieces, r10d: the
        # rank of promotion, r13d: the ray of a pin or 8, r14: rays from the king, r15: the list, r12d: its
        # number, ebp: the flags, 4 if a pawn promotes.
        .p2align 4
.Laxon32_pawn_part:
        test    ebp, 1
        jz      .Laxon32_pawn_quiets
        axon32_pawn_captures right, 1, 7, je, .Laxon32_pawn_promotes, 4
        axon32_pawn_captures left, -1, 0, je, .Laxon32_pawn_left, 4
        test    ebp, 4
        jz      .Laxon32_pawn_quiets
        axon32_pawn_captures promoting_right, 1, 7, jne, .Laxon32_pawn_promoting_right, 15, 12, 14, 13
        axon32_pawn_captures promoting_left, -1, 0, jne, .Laxon32_pawn_promoting_left, 15, 12, 14, 13
        axon32_pawn_steps promoting, jne, 11, 8, 10, 9
.Laxon32_pawn_quiets:
        test    ebp, 2
        jz      .Laxon32_pawn_double_end
        axon32_pawn_steps single, je, 0
        axon32_pawn_each double
        xor     ecx, 7
        cmp     ecx, r10d
        jne     .Laxon32_pawn_double
        lea     r11d, [rax + r8]
        cmp     dword ptr [rbx + 4 * r11], 0
        jl      .Laxon32_pawn_double
        lea     r11d, [r11 + r8]
        cmp     dword ptr [rbx + 4 * r11], 0
        jl      .Laxon32_pawn_double
        axon32_pawn_line .Laxon32_pawn_double
        axon32_pawn_move 1
        jmp     .Laxon32_pawn_double
.Laxon32_pawn_promotes:
        or      ebp, 4
        jmp     .Laxon32_pawn_right
.Laxon32_pawn_double_end:
        ret
