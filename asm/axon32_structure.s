# axon32_structure: the pawn structure of both colours, weighed.
#
#   extern "sysv64" fn nucleus_axon32_structure(
#       files: *const PawnFiles, weights: *const i32, value: *mut PawnValue)
#
# in        rdi  ten words: the ranks of White's pawns on each file; the outer words are 0, of the others
#                the lowest byte is read; then the same of Black's, from Black's view; then of Black's
#                from White's view, and of White's from Black's
#           rsi  seven weights: pawns doubled, isolated, backward; islands; supported, phalanx,
#                candidates
# reads     rdi[0..40], rsi[0..7]
# writes    rdx[0..5]: the sum of White's units less Black's by their weights; the files with pawns of
#           each colour; the ranks of each colour's passed pawns, four bits for each file
# clobbers  rax rcx rdx rsi rdi r8 r9 r10 r11 flags; rbx rbp r12 to r14 saved on the stack

        .text
        # ecx: units at the stack less those a distance behind them, times the weights at rbp. Uses eax.
        .macro  axon32_weigh distance, units:vararg
        xor     ecx, ecx
        .irp    at, \units
        mov     eax, dword ptr [rsp + \at]
        sub     eax, dword ptr [rsp + \at + \distance]
        imul    eax, dword ptr [rbp + \at]
        add     ecx, eax
        .endr
        .endm

        .p2align 6
        .globl  nucleus_axon32_structure
        .globl  _nucleus_axon32_structure
nucleus_axon32_structure:
_nucleus_axon32_structure:
        push    rbx
        push    rbp
        push    r12
        lea     rsp, [rsp - 80]                 # nine words of each colour
        lea     rbx, [rdi]
        lea     rbp, [rsi]
        lea     r12, [rdx]
        lea     rsi, [rbx + 80]
        lea     rdx, [rsp]
        call    .Laxon32_structure_side
        lea     rdi, [rbx + 40]
        lea     rsi, [rbx + 120]
        lea     rdx, [rsp + 36]
        call    .Laxon32_structure_side
        axon32_weigh 36, 0, 4, 8, 12, 16, 20, 24
        mov     dword ptr [r12], ecx
        mov     eax, dword ptr [rsp + 32]
        mov     dword ptr [r12 + 4], eax
        mov     eax, dword ptr [rsp + 68]
        mov     dword ptr [r12 + 8], eax
        mov     eax, dword ptr [rsp + 28]
        mov     dword ptr [r12 + 12], eax
        mov     eax, dword ptr [rsp + 64]
        mov     dword ptr [r12 + 16], eax
        lea     rsp, [rsp + 80]
        pop     r12
        pop     rbp
        pop     rbx
        ret

        # The counts of one colour at rdx: the seven units, passed pawns, files. rdi: its pawns, rsi: the
        # enemy's from its view. Uses rax rcx r8 r9 r10 r11.
        .p2align 4
.Laxon32_structure_side:
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
        mov     eax, 1
        shl     eax, cl
        or      dword ptr [rdx + 32], eax
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
        tzcnt   eax, eax                        # passed
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
