# axon32_structure: the counts of a colour's pawn structure.
#
#   extern "sysv64" fn nucleus_axon32_structure(
#       own: *const u32, enemy: *const u32, counts: *mut PawnCounts)
#
# in        rdi  ten words: the ranks of the own pawns on each file, from this side's view; the outer
#                words are 0, of the others the lowest byte is read
#           rsi  the same of the enemy's pawns
# reads     rdi[0..10], rsi[0..10]
# writes    rdx[0..9]: pawns doubled, isolated, backward; islands; supported, phalanx, candidates;
#           the rank of the passed pawn of every file in four bits; the files with pawns
# clobbers  rax rcx r8 r9 r10 r11 flags; rbx r12 r13 r14 saved on the stack

        .text
        .p2align 6
        .globl  nucleus_axon32_structure
        .globl  _nucleus_axon32_structure
nucleus_axon32_structure:
_nucleus_axon32_structure:
        push    rbx
        push    r12
        push    r13
        push    r14
        lea     r8, [rip + .Laxon32_structure_counts]
        xor     ecx, ecx                        # ecx: the file
        xor     eax, eax
        .irp    at, 0, 4, 8, 12, 16, 20, 24, 28, 32
        mov     dword ptr [rdx + \at], eax
        .endr
.Laxon32_structure_file:
        movzx   r9d, byte ptr [rdi + 4 * rcx + 4]
        test    r9d, r9d                        # r9d: the file's pawns
        jz      .Laxon32_structure_next
        bts     dword ptr [rdx + 32], ecx
        movzx   r10d, byte ptr [r8 + r9]        # r10d: their number
        movzx   r11d, byte ptr [rdi + 4 * rcx]
        lea     eax, [r10 - 1]
        add     dword ptr [rdx], eax
        cmp     r11d, 1
        adc     dword ptr [rdx + 12], 0
        mov     eax, r9d
        and     eax, r11d
        movzx   eax, byte ptr [r8 + rax]
        add     dword ptr [rdx + 20], eax
        movzx   eax, byte ptr [rdi + 4 * rcx + 8]
        or      r11d, eax                       # r11d: pawns of the next files
        movzx   ebx, byte ptr [rsi + 4 * rcx]
        movzx   eax, byte ptr [rsi + 4 * rcx + 8]
        or      ebx, eax                        # ebx: the enemy's there
        mov     r12d, ebx
        shr     r12d, 1                         # r12d: squares that they influence
        mov     r13d, r11d
        neg     r13d
        or      r13d, r11d
        add     r13d, r13d                      # r13d: squares that own pawns may come to influence
        lea     r14d, [r11 + r11]               # r14d: those that they influence
        test    r11d, r11d
        jz      .Laxon32_structure_isolated
        mov     eax, r9d
        and     eax, r14d
        movzx   eax, byte ptr [r8 + rax]
        add     dword ptr [rdx + 16], eax
        mov     eax, r13d
        not     eax
        and     eax, r12d
        shr     eax, 1
        and     eax, r9d
        movzx   eax, byte ptr [r8 + rax]
        add     dword ptr [rdx + 8], eax
        jmp     .Laxon32_structure_foremost
.Laxon32_structure_isolated:
        add     dword ptr [rdx + 4], r10d
.Laxon32_structure_foremost:
        movzx   eax, byte ptr [r8 + r9 + 256]
        shr     eax, 1
        not     eax
        and     r9d, eax
        movzx   eax, byte ptr [rsi + 4 * rcx + 4]
        movzx   eax, byte ptr [r8 + rax + 256]
        shr     eax, 1
        not     eax
        and     r9d, eax                        # r9d: the foremost pawn, if no enemy's is before it
        jz      .Laxon32_structure_next
        movzx   eax, byte ptr [r8 + rbx + 256]
        shr     eax, 1
        not     eax
        and     eax, r9d
        jz      .Laxon32_structure_candidate
        bsf     eax, eax                        # passed
        mov     ebx, ecx
        shl     ecx, 2
        shl     eax, cl
        mov     ecx, ebx
        or      dword ptr [rdx + 28], eax
        jmp     .Laxon32_structure_next
.Laxon32_structure_candidate:
        not     r14d
        and     r12d, r14d
        not     r12d
        and     r13d, r12d
        shr     r13d, 1
        and     r9d, r13d
        movzx   eax, byte ptr [r8 + r9]
        add     dword ptr [rdx + 24], eax
.Laxon32_structure_next:
        inc     ecx
        cmp     ecx, 8
        jb      .Laxon32_structure_file
        pop     r14
        pop     r13
        pop     r12
        pop     rbx
        ret
        # The number of ranks in a byte, then the byte of all ranks up to the highest.
.Laxon32_structure_counts:
        .byte   0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4
        .byte   1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5
        .byte   1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5
        .byte   2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6
        .byte   1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5
        .byte   2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6
        .byte   2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6
        .byte   3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7
        .byte   1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5
        .byte   2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6
        .byte   2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6
        .byte   3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7
        .byte   2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6
        .byte   3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7
        .byte   3, 4, 4, 5, 4, 5, 5, 6, 4, 5, 5, 6, 5, 6, 6, 7
        .byte   4, 5, 5, 6, 5, 6, 6, 7, 5, 6, 6, 7, 6, 7, 7, 8
        .byte   0, 1, 3, 3, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15
        .byte   31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31, 31
        .byte   63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63
        .byte   63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63
        .byte   127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127
        .byte   127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127
        .byte   127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127
        .byte   127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
        .byte   255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255
