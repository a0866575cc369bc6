# axon32_takers: the pieces of one type that may capture on a square; a pinned piece only on its line.
#
#   extern "sysv64" fn nucleus_axon32_takers(
#       cells: *const u32, target: u32, kind: u32, takers: *mut Takers, steps: *const Steps,
#       directions: *const u8)
#
# in        rdi  64 cells with their influence and sensors, 4-byte aligned
#           esi  the square, below 64
#           edx  the type: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king
#           rcx  words: the square of the own king, below 64; 1 if Black is to move
#           r8   the table of steps, as in axon32_influence
#           r9   64 x 64 bytes: the ray from one square to another, 8 for none
# reads     rdi[0..64], rcx[0..2], r8[0..2560 bytes], r9[0..4096 bytes]
# writes    rcx[2..4]: squares on ranks 1 to 4, on ranks 5 to 8
# clobbers  rax rcx rdx rsi r8 r9 r10 r11 flags; rbx rbp r12 to r15 saved on the stack

        .text
        .p2align 6
        .globl  nucleus_axon32_takers
        .globl  _nucleus_axon32_takers
nucleus_axon32_takers:
_nucleus_axon32_takers:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        xor     r14d, r14d                      # r14d: takers on ranks 1 to 4
        xor     r15d, r15d                      # r15d: on ranks 5 to 8
        lea     rbp, [rcx]                      # rbp: the words
        mov     ecx, edx
        mov     r10d, 0x2000
        shr     r10d, cl                        # r10d: the bit of the type
        mov     ecx, 14                         # cl: position of the other side's influence
        cmp     dword ptr [rbp + 4], 0
        je      .Laxon32_takers_side
        shr     r10d, 6
        mov     ecx, 21
.Laxon32_takers_side:
        cmp     edx, 2
        jae     .Laxon32_takers_far
        test    edx, edx
        jz      .Laxon32_takers_pawns
        mov     eax, 512
        jmp     .Laxon32_takers_leapers
.Laxon32_takers_far:
        mov     ebx, 4
        mov     r12d, 8
        je      .Laxon32_takers_rays
        cmp     edx, 5
        mov     eax, 1536
        je      .Laxon32_takers_leapers
        xor     ebx, ebx
        cmp     edx, 3
        jne     .Laxon32_takers_rays
        mov     r12d, 4
.Laxon32_takers_rays:                           # ebx: the first ray, r12d: the ray after the last
        push    r12
        push    rbx
.Laxon32_takers_ray:
        mov     ebx, dword ptr [rsp]
        cmp     ebx, dword ptr [rsp + 8]
        jae     .Laxon32_takers_rays_end
        inc     dword ptr [rsp]
        lea     r11, [r8 + 8 * rsi]
        movzx   r12d, byte ptr [r11 + rbx]
        lea     r11, [rip + .Laxon32_steps]
        mov     r13d, dword ptr [r11 + 4 * rbx]
        mov     eax, esi
.Laxon32_takers_walk:
        test    r12d, r12d
        jz      .Laxon32_takers_ray
        dec     r12d
        add     eax, r13d
        cmp     dword ptr [rdi + 4 * rax], 0
        jge     .Laxon32_takers_walk
        call    .Laxon32_takers_add
        jmp     .Laxon32_takers_ray
.Laxon32_takers_rays_end:
        lea     rsp, [rsp + 16]
        jmp     .Laxon32_takers_end
.Laxon32_takers_leapers:
        lea     r11, [r8 + rax]
        mov     eax, esi
        shl     eax, 4
        lea     r11, [r11 + rax]
        movzx   ebx, byte ptr [r11 + 8]
.Laxon32_takers_leap:
        movzx   eax, byte ptr [r11 + rbx - 1]
        push    rbx
        push    r11
        call    .Laxon32_takers_add
        pop     r11
        pop     rbx
        dec     ebx
        jnz     .Laxon32_takers_leap
        jmp     .Laxon32_takers_end
.Laxon32_takers_pawns:
        lea     edx, [rsi - 8]
        cmp     dword ptr [rbp + 4], 0
        je      .Laxon32_takers_before
        lea     edx, [rsi + 8]
.Laxon32_takers_before:                         # edx: the square from which pawns push here
        cmp     edx, 64
        jae     .Laxon32_takers_end
        test    esi, 7
        jz      .Laxon32_takers_east
        lea     eax, [rdx - 1]
        call    .Laxon32_takers_add
.Laxon32_takers_east:
        mov     eax, esi
        and     eax, 7
        cmp     eax, 7
        je      .Laxon32_takers_end
        lea     eax, [rdx + 1]
        call    .Laxon32_takers_add
.Laxon32_takers_end:
        mov     dword ptr [rbp + 8], r14d
        mov     dword ptr [rbp + 12], r15d
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret

        # Adds square eax to the takers. Uses ebx, r11d, r12d, r13.
        .p2align 4
.Laxon32_takers_add:
        mov     ebx, dword ptr [rdi + 4 * rax]
        test    ebx, r10d
        jz      .Laxon32_takers_no
        test    ebx, 3                          # sensors
        jz      .Laxon32_takers_yes
        mov     r11d, dword ptr [rbp]
        shl     r11d, 6
        lea     r13, [r9 + r11]                 # r13: rays from the king
        movzx   r12d, byte ptr [r13 + rax]
        cmp     r12d, 8
        je      .Laxon32_takers_yes
        movzx   r11d, byte ptr [r13 + rsi]
        cmp     r11d, r12d                      # it stays on the line of a pin
        je      .Laxon32_takers_yes
        mov     r11d, 0x0e                      # influence of queens and rooks
        cmp     r12d, 4
        jb      .Laxon32_takers_line
        mov     r11d, 0x12                      # of queens and bishops
.Laxon32_takers_line:
        shl     r11d, cl
        test    ebx, r11d
        jz      .Laxon32_takers_yes
        lea     r13, [r8 + 8 * rax]
        movzx   ebx, byte ptr [r13 + r12]       # ebx: squares to the edge
        lea     r11, [rip + .Laxon32_steps]
        mov     r11d, dword ptr [r11 + 4 * r12]
        mov     r13d, eax
.Laxon32_takers_behind:
        test    ebx, ebx
        jz      .Laxon32_takers_yes
        dec     ebx
        add     r13d, r11d
        cmp     dword ptr [rdi + 4 * r13], 0
        jge     .Laxon32_takers_behind
        mov     r11d, 0x0600                    # White's queens and rooks
        cmp     r12d, 4
        jb      .Laxon32_takers_slider
        mov     r11d, 0x0a00                    # queens and bishops
.Laxon32_takers_slider:
        cmp     dword ptr [rbp + 4], 0
        jne     .Laxon32_takers_pinned
        shr     r11d, 6
.Laxon32_takers_pinned:
        test    dword ptr [rdi + 4 * r13], r11d
        jnz     .Laxon32_takers_no
.Laxon32_takers_yes:
        test    eax, 32
        jnz     .Laxon32_takers_high
        bts     r14d, eax
        ret
.Laxon32_takers_high:
        bts     r15d, eax                       # the square modulo 32
.Laxon32_takers_no:
        ret
