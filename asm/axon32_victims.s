# axon32_victims: pieces of a group that the side to move attacks, and their attackers.
#
#   extern "sysv64" fn nucleus_axon32_victims(
#       cells: *const u32, pieces: *const u32, count: u32, victims: *mut Victims,
#       mask: u32, black: u32)
#
# in        rdi  64 cells with their influence, 4-byte aligned
#           rsi  entries of SCANNER_CORE
#           edx  the number of entries
#           r8d  the piece bits of the group
#           r9d  1 if Black is to move
# reads     rdi[0..64], rsi[0..edx]
# writes    rcx[0..4]: squares on ranks 1 to 4, on ranks 5 to 8; influence bits of the attackers, of
#           those of victims without defence
# clobbers  rax rcx rdx rsi r8 r9 r10 r11 flags; rbx rbp r12 to r14 saved on the stack

        .text
        .p2align 6
        .globl  nucleus_axon32_victims
        .globl  _nucleus_axon32_victims
nucleus_axon32_victims:
_nucleus_axon32_victims:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        lea     r10, [rcx]                      # r10: the results
        mov     r14d, 0x001fc000                # r14d: influence of the other side
        mov     ecx, 21                         # cl: position of the own influence
        test    r9d, r9d
        jz      .Laxon32_victims_side
        mov     r14d, 0x0fe00000
        mov     ecx, 14
.Laxon32_victims_side:
        xor     r9d, r9d                        # r9d: ranks 1 to 4
        xor     r11d, r11d                      # r11d: ranks 5 to 8
        xor     r12d, r12d                      # r12d: attackers
        xor     r13d, r13d                      # r13d: attackers without defence
        test    edx, edx
        jz      .Laxon32_victims_end
.Laxon32_victims_piece:
        mov     eax, dword ptr [rsi]
        lea     rsi, [rsi + 4]
        test    eax, r8d
        jz      .Laxon32_victims_next
        shr     eax, 14
        and     eax, 63
        mov     ebx, dword ptr [rdi + 4 * rax]
        mov     ebp, ebx
        shr     ebx, cl
        and     ebx, 0x7f
        jz      .Laxon32_victims_next
        or      r12d, ebx
        test    ebp, r14d
        jnz     .Laxon32_victims_defended
        or      r13d, ebx
.Laxon32_victims_defended:
        test    eax, 32
        jnz     .Laxon32_victims_high
        bts     r9d, eax
        jmp     .Laxon32_victims_next
.Laxon32_victims_high:
        bts     r11d, eax                       # the square modulo 32
.Laxon32_victims_next:
        dec     edx
        jnz     .Laxon32_victims_piece
.Laxon32_victims_end:
        mov     dword ptr [r10], r9d
        mov     dword ptr [r10 + 4], r11d
        mov     dword ptr [r10 + 8], r12d
        mov     dword ptr [r10 + 12], r13d
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
