# axon32_shelter: pawns near a king, on its file and the two next to it.
#
#   extern "sysv64" fn nucleus_axon32_shelter(
#       own: *const u32, enemy: *const u32, king: u32, counts: *mut Shelter)
#
# in        rdi  ten words: the ranks of the own pawns on each file, from this side's view
#           rsi  the same of the enemy's pawns
#           edx  the king's square from its side's view, below 64
# reads     rdi[0..10], rsi[0..10]
# writes    rcx[0..5]: own pawns a rank ahead, two ranks ahead; enemy pawns one or two ranks ahead,
#           three ranks ahead; files without own pawns
# clobbers  rax rdx r8 r9 r10 r11 flags

        .text
        .p2align 6
        .globl  nucleus_axon32_shelter
        .globl  _nucleus_axon32_shelter
nucleus_axon32_shelter:
_nucleus_axon32_shelter:
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
