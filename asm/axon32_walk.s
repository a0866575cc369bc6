# axon32_walk: the moves of all pieces of some types, within their pins.
#
#   extern "sysv64" fn nucleus_axon32_walk(
#       record: *const CellRecord, walk: *mut PieceWalk, list: *mut MoveWords, steps: *const Steps,
#       directions: *const u8)
#
# in        rdi  the record: 64 cells with sensors and influence, the kings and flags at the offsets
#                below, at most 64 entries
#           rsi  words: the first entry, the piece bits, the parts of axon32_moves
#           rdx  128 words of moves, and their number, at most 101
#           rcx  the table of steps, as in axon32_influence
#           r8   64 x 64 bytes: the ray from one square to another, 8 for none
# writes    rsi[0]: the entry after the last one walked; rdx[0..129]. It stops with 102 moves or more.
# clobbers  rax rcx rdx rsi rdi r8 r9 r10 r11 flags; rbx rbp r12 to r15 saved on the stack

        .text
        .set    .Laxon32_walk_kings, 320        # offsets in the record
        .set    .Laxon32_walk_flags, 336
        .set    .Laxon32_walk_count, 356
        .set    .Laxon32_walk_pieces, 368

        .p2align 6
        .globl  nucleus_axon32_walk
        .globl  _nucleus_axon32_walk
nucleus_axon32_walk:
_nucleus_axon32_walk:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        lea     rbx, [rdi]
        lea     rbp, [rsi]
        lea     r12, [rdx]
        lea     r13, [rcx]
        lea     r14, [r8]
        mov     r15d, dword ptr [rbp]           # r15d: the next entry
.Laxon32_walk_entry:
        cmp     r15d, dword ptr [rbx + .Laxon32_walk_count]
        jae     .Laxon32_walk_end
        mov     esi, dword ptr [rbx + 4 * r15 + .Laxon32_walk_pieces]
        inc     r15d
        test    esi, dword ptr [rbp + 4]
        jz      .Laxon32_walk_entry
        mov     eax, esi
        shr     eax, 14
        and     eax, 63                         # eax: its square
        mov     edx, 0xff                       # edx: rays that a pin allows
        test    dword ptr [rbx + 4 * rax], 3    # sensors
        jz      .Laxon32_walk_moves
        call    .Laxon32_pinned
        cmp     r9d, 8
        je      .Laxon32_walk_moves
        test    esi, 0x1040                     # a pinned knight cannot move
        jnz     .Laxon32_walk_entry
        xor     edx, edx
        bts     edx, r9d
        mov     eax, 3                          # the opposite ray
        cmp     r9d, 4
        jb      .Laxon32_walk_opposite
        mov     eax, 11
.Laxon32_walk_opposite:
        sub     eax, r9d
        bts     edx, eax
.Laxon32_walk_moves:
        mov     ecx, edx
        mov     edx, dword ptr [rbp + 8]
        mov     eax, dword ptr [r12 + 512]
        lea     r8, [r12 + 4 * rax]
        lea     r9, [r13]
        lea     rdi, [rbx]
        call    nucleus_axon32_moves
        add     dword ptr [r12 + 512], eax
        cmp     dword ptr [r12 + 512], 101
        jbe     .Laxon32_walk_entry
.Laxon32_walk_end:
        mov     dword ptr [rbp], r15d
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret

        # r9d: the ray of the pin of the piece on eax, 8 if none. rbx: the record, r13: the steps, r14: the
        # directions. Uses rax rdi r8 r10 r11.
        .p2align 4
.Laxon32_pinned:
        mov     r11d, dword ptr [rbx + 4 * rax]
        mov     r10d, dword ptr [rbx + .Laxon32_walk_flags]
        and     r10d, 1                         # r10d: 1 if Black is to move
        mov     r9d, dword ptr [rbx + 4 * r10 + .Laxon32_walk_kings]
        and     r9d, 63
        shl     r9d, 6
        lea     r9, [r14 + r9]
        movzx   r9d, byte ptr [r9 + rax]        # r9d: the ray from the king
        cmp     r9d, 8
        je      .Laxon32_pinned_end
        mov     edi, 0x0e << 14                 # influence of Black's queens and rooks
        mov     r8d, 0x0600 >> 6                # Black's queens and rooks
        cmp     r9d, 4
        jb      .Laxon32_pinned_line
        mov     edi, 0x12 << 14                 # queens and bishops
        mov     r8d, 0x0a00 >> 6
.Laxon32_pinned_line:
        test    r10d, r10d
        jz      .Laxon32_pinned_side
        shl     edi, 7
        shl     r8d, 6
.Laxon32_pinned_side:
        test    r11d, edi
        jz      .Laxon32_pinned_none
        lea     r10, [r13 + 8 * rax]
        movzx   r10d, byte ptr [r10 + r9]       # r10d: squares to the edge
        lea     r11, [rip + .Laxon32_steps]
        mov     r11d, dword ptr [r11 + 4 * r9]
.Laxon32_pinned_behind:
        test    r10d, r10d
        jz      .Laxon32_pinned_none
        dec     r10d
        add     eax, r11d
        cmp     dword ptr [rbx + 4 * rax], 0
        jge     .Laxon32_pinned_behind
        test    dword ptr [rbx + 4 * rax], r8d
        jz      .Laxon32_pinned_none
        ret
.Laxon32_pinned_none:
        mov     r9d, 8
.Laxon32_pinned_end:
        ret
