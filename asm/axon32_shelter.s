# axon32_shelter: pawns near the kings, on a king's file and the two next to it, weighed.
#
#   extern "sysv64" fn nucleus_axon32_shelter(
#       files: *const PawnFiles, kings: *const u32, weights: *const i32) -> i32
#
# in        rdi  the ranks of the pawns by file, as in axon32_structure
#           rsi  the squares of White's king and Black's, below 64
#           rdx  five weights: own pawns a rank ahead, two ranks ahead; enemy pawns one or two ranks
#                ahead, three ranks ahead; files without own pawns
# out       eax  the sum of White's units less Black's by their weights
# reads     rdi[0..40], rsi[0..2], rdx[0..5]
# clobbers  rcx rdx rsi rdi r8 r9 r10 r11 flags; rbx rbp r12 saved on the stack

        .text
        .p2align 6
        .globl  nucleus_axon32_shelter
        .globl  _nucleus_axon32_shelter
nucleus_axon32_shelter:
_nucleus_axon32_shelter:
        push    rbx
        push    rbp
        push    r12
        lea     rsp, [rsp - 40]                 # five units of each colour
        lea     rbx, [rdi]
        lea     r12, [rsi]
        lea     rbp, [rdx]
        mov     edx, dword ptr [r12]
        lea     rsi, [rbx + 80]
        lea     rcx, [rsp]
        call    .Laxon32_shelter_side
        mov     edx, dword ptr [r12 + 4]
        xor     edx, 56
        lea     rdi, [rbx + 40]
        lea     rsi, [rbx + 120]
        lea     rcx, [rsp + 20]
        call    .Laxon32_shelter_side
        axon32_weigh 20, 0, 4, 8, 12, 16
        mov     eax, ecx
        lea     rsp, [rsp + 40]
        pop     r12
        pop     rbp
        pop     rbx
        ret

        # Five units at rcx. rdi: the own pawns, rsi: the enemy's, edx: the king's square, all from its
        # side's view. Uses rax rdx r8 r9 r10 r11.
        .p2align 4
.Laxon32_shelter_side:
        mov     eax, edx
        and     eax, 7                          # eax: the word of the file before it
        shr     edx, 3
        lea     r10d, [rdx + 3]
        lea     r9d, [rdx + 2]
        inc     edx                             # edx, r9d, r10d: the next three ranks
        xor     r8d, r8d
        .irp    at, 0, 4, 8, 12, 16
        mov     dword ptr [rcx + \at], r8d
        .endr
        mov     r8d, 3                          # r8d: files left
.Laxon32_shelter_file:
        mov     r11d, dword ptr [rsi + 4 * rax]
        bt      r11d, edx
        adc     dword ptr [rcx + 8], 0
        bt      r11d, r9d
        adc     dword ptr [rcx + 8], 0
        bt      r11d, r10d
        adc     dword ptr [rcx + 12], 0
        mov     r11d, dword ptr [rdi + 4 * rax]
        bt      r11d, edx
        adc     dword ptr [rcx], 0
        bt      r11d, r9d
        adc     dword ptr [rcx + 4], 0
        test    r11d, r11d
        jnz     .Laxon32_shelter_next
        lea     r11d, [rax - 1]
        cmp     r11d, 8                         # a file of the board
        adc     dword ptr [rcx + 16], 0
.Laxon32_shelter_next:
        inc     eax
        dec     r8d
        jnz     .Laxon32_shelter_file
        ret
