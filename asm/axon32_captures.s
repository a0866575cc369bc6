# axon32_captures: the next capture that does not lose material, the most valuable victim first.
#
#   extern "sysv64" fn nucleus_axon32_captures(
#       record: *const CellRecord, captures: *mut CellCaptures, least: u32, steps: *const Steps,
#       directions: *const u8) -> u32
#
# in        rdi  the record: 64 cells with influence and sensors, flags and at most 64 entries, at
#                the offsets below
#           rsi  words: the group of victims (0 pawns, 1 minor pieces, 2 rooks, 3 queens; 4 before the
#                first); its victims (two words); the type of taker; types left; victims left for it
#                (two words); the victim, below 64; takers left for it (two words)
#           edx  the lowest group
#           rcx  the table of steps, as in axon32_influence
#           r8   64 x 64 bytes: the ray from one square to another, 8 for none
# writes    rsi[0..10]
# returns   eax  the move, or 0 if no capture is left
# clobbers  rax rcx rdx rsi rdi r8 r9 r10 r11 flags; rbx rbp r12 to r15 saved on the stack

        .text
        .set    .Laxon32_captures_kings, 320    # offsets in the record
        .set    .Laxon32_captures_flags, 336
        .set    .Laxon32_captures_count, 356
        .set    .Laxon32_captures_pieces, 368

        # Takes the lowest square of two words at rbp into eax; jumps if there is none.
        .macro  axon32_take at, name
        mov     ecx, dword ptr [rbp + \at]
        test    ecx, ecx
        jz      .Laxon32_captures_\name\()_high
        tzcnt   eax, ecx
        lea     edx, [rcx - 1]
        and     ecx, edx
        mov     dword ptr [rbp + \at], ecx
        jmp     .Laxon32_captures_\name
.Laxon32_captures_\name\()_high:
        mov     ecx, dword ptr [rbp + \at + 4]
        test    ecx, ecx
        jz      .Laxon32_captures_\name\()_none
        tzcnt   eax, ecx
        lea     edx, [rcx - 1]
        and     ecx, edx
        mov     dword ptr [rbp + \at + 4], ecx
        add     eax, 32
.Laxon32_captures_\name:
        .endm

        .p2align 6
        .globl  nucleus_axon32_captures
        .globl  _nucleus_axon32_captures
nucleus_axon32_captures:
_nucleus_axon32_captures:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        lea     rsp, [rsp - 24]                 # four words for the routines, types under attack
        mov     dword ptr [rsp + 16], 0
        lea     rbx, [rdi]
        lea     rbp, [rsi]
        mov     r12d, edx
        lea     r13, [rcx]
        lea     r14, [r8]
        mov     r15d, dword ptr [rbx + .Laxon32_captures_flags]
        and     r15d, 1                         # r15d: 1 if Black is to move
        cmp     dword ptr [rbp], r12d           # the lowest group may have risen
        jb      .Laxon32_captures_end
.Laxon32_captures_next:
        axon32_take 32, source
        mov     ecx, dword ptr [rbp + 28]       # ecx: the target
        mov     edx, 0x4000                     # a capture
        cmp     dword ptr [rbp + 12], 0
        jne     .Laxon32_captures_move
        lea     r8d, [rcx - 8]
        cmp     r8d, 48                         # a pawn on the first or last rank
        jb      .Laxon32_captures_move
        mov     edx, 0xf000                     # becomes a queen
.Laxon32_captures_move:
        shl     ecx, 6
        or      eax, ecx
        or      eax, edx
        jmp     .Laxon32_captures_return
.Laxon32_captures_source_none:
        axon32_take 20, target
        mov     dword ptr [rbp + 28], eax
        mov     esi, eax
        mov     ecx, dword ptr [rbx + 4 * r15 + .Laxon32_captures_kings]
        and     ecx, 63
        mov     dword ptr [rsp], ecx
        mov     dword ptr [rsp + 4], r15d
        lea     rdi, [rbx]
        mov     edx, dword ptr [rbp + 12]
        lea     rcx, [rsp]
        lea     r8, [r13]
        lea     r9, [r14]
        call    nucleus_axon32_takers
        mov     eax, dword ptr [rsp + 8]
        mov     ecx, dword ptr [rsp + 12]
        mov     dword ptr [rbp + 32], eax
        mov     dword ptr [rbp + 36], ecx
        jmp     .Laxon32_captures_next
.Laxon32_captures_target_none:
        mov     eax, dword ptr [rbp + 16]
        test    eax, eax
        jz      .Laxon32_captures_group
        tzcnt   r8d, eax
        lea     ecx, [rax - 1]
        and     eax, ecx
        mov     dword ptr [rbp + 16], eax
        mov     dword ptr [rbp + 12], r8d       # the next type of taker
        mov     eax, dword ptr [rbp + 4]
        mov     ecx, dword ptr [rbp + 8]
        mov     dword ptr [rbp + 20], eax
        mov     dword ptr [rbp + 24], ecx
        lea     rdi, [rip + .Laxon32_captures_influence]
        movzx   edx, byte ptr [rdi + r8]
        mov     ecx, 21                         # cl: position of the own influence
        mov     r9d, 0x001fc000                 # influence of the other side
        test    r15d, r15d
        jz      .Laxon32_captures_side
        mov     ecx, 14
        mov     r9d, 0x0fe00000
.Laxon32_captures_side:
        shl     edx, cl
        lea     rdi, [rip + .Laxon32_captures_limits]
        mov     eax, dword ptr [rbp]
        and     eax, 3
        movzx   eax, byte ptr [rdi + rax]
        xor     ecx, ecx
        cmp     r8d, eax                        # takers up to this type lose nothing
        jbe     .Laxon32_captures_any
        mov     ecx, r9d
.Laxon32_captures_any:
        lea     rdi, [rbx]
        lea     rsi, [rbp + 20]
        call    nucleus_axon32_targets
        jmp     .Laxon32_captures_source_none
.Laxon32_captures_group:
        mov     r10d, dword ptr [rsp + 16]      # r10d: types under attack, negative if known
        test    r10d, r10d
        js      .Laxon32_captures_known
        mov     r8d, 0x00fc                     # r8d: the other side's pieces
        mov     r9d, 0x0fe00000                 # r9d: own influence
        test    r15d, r15d
        jz      .Laxon32_captures_scan
        mov     r8d, 0x3f00
        mov     r9d, 0x001fc000
.Laxon32_captures_scan:
        lea     rsi, [rbx + .Laxon32_captures_pieces]
        mov     ecx, dword ptr [rbx + .Laxon32_captures_count]
        or      r10d, 0x80000000
        test    ecx, ecx
        jz      .Laxon32_captures_scanned
.Laxon32_captures_entry:
        mov     eax, dword ptr [rsi]
        lea     rsi, [rsi + 4]
        test    eax, r8d
        jz      .Laxon32_captures_entry_next
        mov     edi, eax
        shr     edi, 14
        and     edi, 63
        test    dword ptr [rbx + 4 * rdi], r9d
        jz      .Laxon32_captures_entry_next
        or      r10d, eax
.Laxon32_captures_entry_next:
        dec     ecx
        jnz     .Laxon32_captures_entry
.Laxon32_captures_scanned:
        mov     dword ptr [rsp + 16], r10d
.Laxon32_captures_known:
        lea     rdi, [rip + .Laxon32_captures_victims]
        mov     ecx, 2                          # cl: position of the other side's pieces
        test    r15d, r15d
        jz      .Laxon32_captures_pieces_of
        mov     ecx, 8
.Laxon32_captures_pieces_of:
        mov     eax, dword ptr [rbp]
        cmp     eax, r12d
        jbe     .Laxon32_captures_end
        dec     eax
        mov     dword ptr [rbp], eax
        mov     dword ptr [rbp + 4], 0
        mov     dword ptr [rbp + 8], 0
        and     eax, 3
        movzx   r8d, byte ptr [rdi + rax]
        shl     r8d, cl
        test    r8d, r10d
        jz      .Laxon32_captures_pieces_of     # none of this group
        lea     rdi, [rbx]
        lea     rsi, [rbx + .Laxon32_captures_pieces]
        mov     edx, dword ptr [rbx + .Laxon32_captures_count]
        lea     rcx, [rsp]
        mov     r9d, r15d
        call    nucleus_axon32_victims
        mov     eax, dword ptr [rsp]
        mov     ecx, dword ptr [rsp + 4]
        mov     dword ptr [rbp + 4], eax
        mov     dword ptr [rbp + 8], ecx
        lea     rdi, [rip + .Laxon32_captures_limits]
        mov     eax, dword ptr [rbp]
        and     eax, 3
        movzx   ecx, byte ptr [rdi + rax]
        mov     r8d, 2
        shl     r8d, cl
        dec     r8d                             # r8d: types that lose nothing
        lea     rdi, [rip + .Laxon32_captures_kinds]
        mov     eax, dword ptr [rsp + 8]
        movzx   eax, byte ptr [rdi + rax]
        and     eax, r8d
        mov     ecx, dword ptr [rsp + 12]
        movzx   ecx, byte ptr [rdi + rcx]
        or      eax, ecx
        or      dword ptr [rbp + 16], eax
        jmp     .Laxon32_captures_target_none
.Laxon32_captures_end:
        xor     eax, eax
.Laxon32_captures_return:
        lea     rsp, [rsp + 24]
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
        # By group: the piece bits of victims, and the most valuable type that captures without loss.
.Laxon32_captures_victims:
        .byte   0x20, 0x18, 4, 2
.Laxon32_captures_limits:
        .byte   0, 2, 3, 4
        # By type: influence bits, king lowest.
.Laxon32_captures_influence:
        .byte   0x40, 0x20, 0x10, 0x0c, 2, 1
        # The types of a set of influence bits.
.Laxon32_captures_kinds:
        .byte   0, 32, 16, 48, 8, 40, 24, 56, 8, 40, 24, 56, 8, 40, 24, 56
        .byte   4, 36, 20, 52, 12, 44, 28, 60, 12, 44, 28, 60, 12, 44, 28, 60
        .byte   2, 34, 18, 50, 10, 42, 26, 58, 10, 42, 26, 58, 10, 42, 26, 58
        .byte   6, 38, 22, 54, 14, 46, 30, 62, 14, 46, 30, 62, 14, 46, 30, 62
        .byte   1, 33, 17, 49, 9, 41, 25, 57, 9, 41, 25, 57, 9, 41, 25, 57
        .byte   5, 37, 21, 53, 13, 45, 29, 61, 13, 45, 29, 61, 13, 45, 29, 61
        .byte   3, 35, 19, 51, 11, 43, 27, 59, 11, 43, 27, 59, 11, 43, 27, 59
        .byte   7, 39, 23, 55, 15, 47, 31, 63, 15, 47, 31, 63, 15, 47, 31, 63
