# axon32_masks: pieces that mask their king or queen from an enemy's slider, and the mobility that they
# lose.
#
#   extern "sysv64" fn nucleus_axon32_masks(
#       cells: *const u32, pieces: *const u32, count: u32, masks: *mut Masks,
#       steps: *const Steps, directions: *const u8)
#
# in        rdi  64 cells with their influence, sensors and approaches, 4-byte aligned
#           rsi  entries of SCANNER_CORE for the pieces of both sides
#           edx  the number of entries
#           rcx  words: squares of White's and Black's king, below 64; 1 if Black is to move
#           r8   the table of steps, as in axon32_influence
#           r9   64 x 64 bytes: the ray from one square to another, 8 for none
# reads     rdi[0..64], rsi[0..edx], rcx[0..3], r8[0..2560 bytes], r9[0..4096 bytes]
# writes    rcx[3..19]: for White, then for Black: masks of the king, of the queen, pieces with two
#           masks, and the squares lost of knight, bishop, rook along the rank and the file, queen
# clobbers  rax rcx rdx rsi r8 r9 r10 r11 flags; rbx rbp r12 to r15 saved on the stack
#
# On the stack, 64 bytes each: bits of the piece types that lose a square, the number of masks of the
# piece on it, bits of the types that reach it without a mask; then words.

        .text
        # Walks over the squares that the piece on square r10d reaches. For each, eax: the square,
        # ebx: the bit of the type; the body must keep r10, r11, r12, r13, r15. Uses r14.
        .macro  axon32_reach_of name
        mov     eax, dword ptr [rdi + 4 * r10]
        xor     r11d, r11d                      # r11: the ray or the square of a knight's list
        test    eax, 0x1040
        jnz     .Laxon32_\name\()_knight
        lea     r14, [rip + .Laxon32_masks_bishop]
        test    eax, 0x0820
        jnz     .Laxon32_\name\()_ray
        lea     r14, [r14 + 8]                  # a rook
        test    eax, 0x0410
        jnz     .Laxon32_\name\()_ray
        lea     r14, [r14 + 8]                  # a queen
.Laxon32_\name\()_ray:
        movzx   ebx, byte ptr [r14 + r11]       # ebx: the bit; 0 for no move along this ray
        test    ebx, ebx
        jz      .Laxon32_\name\()_next
        lea     r12, [r8 + 8 * r10]
        movzx   r12d, byte ptr [r12 + r11]      # r12d: squares to the edge
        lea     r13, [rip + .Laxon32_steps]
        mov     r13d, dword ptr [r13 + 4 * r11]
        mov     eax, r10d
.Laxon32_\name\()_step:
        test    r12d, r12d
        jz      .Laxon32_\name\()_next
        dec     r12d
        add     eax, r13d
        call    .Laxon32_\name\()_square
        cmp     dword ptr [rdi + 4 * rax], 0
        jge     .Laxon32_\name\()_step
.Laxon32_\name\()_next:
        inc     r11d
        cmp     r11d, 8
        jb      .Laxon32_\name\()_ray
        ret
.Laxon32_\name\()_knight:
        mov     ebx, r10d
        shl     ebx, 4
        lea     r14, [r8 + rbx + 512]
        movzx   r12d, byte ptr [r14 + 8]
        mov     ebx, 1
.Laxon32_\name\()_jump:
        movzx   eax, byte ptr [r14 + r11]
        call    .Laxon32_\name\()_square
        inc     r11d
        cmp     r11d, r12d
        jb      .Laxon32_\name\()_jump
        ret
        .endm

        .p2align 6
        .globl  nucleus_axon32_masks
        .globl  _nucleus_axon32_masks
nucleus_axon32_masks:
_nucleus_axon32_masks:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        lea     rsp, [rsp - 248]
        lea     rbp, [rsp]
        mov     dword ptr [rbp + 200], edx
        mov     eax, dword ptr [rcx]
        mov     dword ptr [rbp + 220], eax
        mov     eax, dword ptr [rcx + 4]
        mov     dword ptr [rbp + 236], eax
        mov     eax, dword ptr [rcx + 8]
        mov     dword ptr [rbp + 228], eax
        mov     dword ptr [rbp + 232], 0
        lea     rcx, [rcx + 12]                 # rcx: the results of the colour
        lea     r15, [rip + .Laxon32_masks_white]       # r15: the bits of the colour
.Laxon32_masks_color:
        mov     eax, 1                          # sensors of the side to move, approaches of the other
        mov     edx, dword ptr [rbp + 232]
        cmp     edx, dword ptr [rbp + 228]
        je      .Laxon32_masks_lines
        mov     eax, 0x20000000
.Laxon32_masks_lines:
        mov     dword ptr [rbp + 196], eax
        add     eax, eax
        mov     dword ptr [rbp + 192], eax
        xor     edx, edx                        # edx: the index of the entry
        mov     dword ptr [rbp + 204], edx
        .irp    at, 0, 4, 8, 12, 16, 20, 24, 28
        mov     dword ptr [rcx + \at], edx
        .endr
        cmp     edx, dword ptr [rbp + 200]
        je      .Laxon32_masks_end
.Laxon32_masks_piece:
        mov     r10d, dword ptr [rsi + 4 * rdx]
        test    r10d, dword ptr [r15 + 0]
        jz      .Laxon32_masks_next
        shr     r10d, 14
        and     r10d, 63                        # r10d: its square
        mov     r11d, dword ptr [rdi + 4 * r10]
        test    r11d, dword ptr [r15 + 4]
        jz      .Laxon32_masks_next
        test    r11d, dword ptr [rbp + 192]
        jz      .Laxon32_masks_orthogonal
        test    r11d, dword ptr [r15 + 8]
        jnz     .Laxon32_masks_king
.Laxon32_masks_orthogonal:
        test    r11d, dword ptr [rbp + 196]
        jz      .Laxon32_masks_queens
        test    r11d, dword ptr [r15 + 12]
        jz      .Laxon32_masks_queens
.Laxon32_masks_king:
        mov     r11d, dword ptr [rbp + 220]
        mov     ebx, dword ptr [r15 + 28]
        call    .Laxon32_masks_add
        add     dword ptr [rcx], eax
        mov     r11d, dword ptr [rdi + 4 * r10]
.Laxon32_masks_queens:
        test    r11d, dword ptr [r15 + 16]
        jz      .Laxon32_masks_next
        test    r11d, dword ptr [r15 + 20]
        jz      .Laxon32_masks_next
        push    rdx
        xor     edx, edx
.Laxon32_masks_queen:
        mov     r11d, dword ptr [rsi + 4 * rdx]
        test    r11d, dword ptr [r15 + 24]
        jz      .Laxon32_masks_next_queen
        shr     r11d, 14
        and     r11d, 63
        xor     ebx, ebx                        # the attacked queen could capture a queen
        call    .Laxon32_masks_add
        add     dword ptr [rcx + 4], eax
.Laxon32_masks_next_queen:
        inc     edx
        cmp     edx, dword ptr [rbp + 200]
        jb      .Laxon32_masks_queen
        pop     rdx
.Laxon32_masks_next:
        inc     edx
        cmp     edx, dword ptr [rbp + 200]
        jb      .Laxon32_masks_piece
        cmp     dword ptr [rbp + 204], 0
        je      .Laxon32_masks_end
        mov     dword ptr [rbp + 224], 0                # piece bits of masked pieces
        xor     edx, edx
.Laxon32_masks_kinds:
        mov     eax, dword ptr [rsi + 4 * rdx]
        mov     r10d, eax
        shr     r10d, 14
        and     r10d, 63
        movzx   r10d, byte ptr [rbp + r10 + 64]
        test    r10d, r10d
        jz      .Laxon32_masks_next_kind
        and     eax, dword ptr [r15 + 44]
        or      dword ptr [rbp + 224], eax
        cmp     r10d, 2
        sbb     dword ptr [rcx + 8], -1         # one more with two masks
.Laxon32_masks_next_kind:
        inc     edx
        cmp     edx, dword ptr [rbp + 200]
        jb      .Laxon32_masks_kinds
        xor     edx, edx
.Laxon32_masks_other:
        mov     r10d, dword ptr [rsi + 4 * rdx]
        test    r10d, dword ptr [rbp + 224]
        jz      .Laxon32_masks_next_other
        shr     r10d, 14
        and     r10d, 63
        cmp     byte ptr [rbp + r10 + 64], 0
        jne     .Laxon32_masks_next_other
        call    .Laxon32_masks_reached
.Laxon32_masks_next_other:
        inc     edx
        cmp     edx, dword ptr [rbp + 200]
        jb      .Laxon32_masks_other
        xor     r10d, r10d
.Laxon32_masks_square:
        movzx   eax, byte ptr [rbp + r10]
        movzx   ebx, byte ptr [rbp + r10 + 128]
        not     ebx
        and     eax, ebx
        jz      .Laxon32_masks_next_square
        mov     ebx, dword ptr [rdi + 4 * r10]
        test    ebx, dword ptr [r15 + 40]
        jnz     .Laxon32_masks_next_square
        .irp    row, 0, 1, 2, 3, 4
        bt      eax, \row
        adc     dword ptr [rcx + 4 * \row + 12], 0
        .endr
.Laxon32_masks_next_square:
        inc     r10d
        cmp     r10d, 64
        jb      .Laxon32_masks_square
.Laxon32_masks_end:
        lea     rcx, [rcx + 32]
        lea     r15, [r15 + 48]
        mov     eax, dword ptr [rbp + 236]
        mov     dword ptr [rbp + 220], eax
        inc     dword ptr [rbp + 232]
        cmp     dword ptr [rbp + 232], 2
        jb      .Laxon32_masks_color
        lea     rsp, [rsp + 248]
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
        # Bits of the squares along each ray of a bishop, a rook, a queen.
.Laxon32_masks_bishop:
        .byte   0, 0, 0, 0, 2, 2, 2, 2
        .byte   8, 4, 4, 8, 0, 0, 0, 0
        .byte   16, 16, 16, 16, 16, 16, 16, 16
        # For White, for Black: own pieces without pawns and king; influence of enemy sliders, of those
        # along diagonals, along ranks and files; of the own queen; of enemy rooks and bishops; own
        # queens; enemy queens, rooks, bishops; bits of a square that is not safe; own pieces.
.Laxon32_masks_white:
        .long   0x1e00, 0x78000, 0x48000, 0x38000, 0x400000, 0x70000
        .long   0x200, 0x8, 0x10, 0x20, 0x103f00, 0x3f00
        .long   0x78, 0x3c00000, 0x2400000, 0x1c00000, 0x8000, 0x3800000
        .long   0x8, 0x200, 0x400, 0x800, 0x80000fc, 0xfc

        # Returns in eax if the piece on square r10d masks the one on r11d. ebx: the enemy's queens, if
        # they count as attackers.
.Laxon32_masks_add:
        mov     dword ptr [rbp + 208], r11d
        mov     eax, r11d
        shl     eax, 6
        lea     r12, [r9 + rax]
        movzx   r12d, byte ptr [r12 + r10]      # r12d: the ray
        cmp     r12d, 8
        je      .Laxon32_masks_none
        mov     dword ptr [rbp + 212], r12d
        mov     eax, dword ptr [r15 + 32]
        mov     r13d, 3
        cmp     r12d, 4
        jb      .Laxon32_masks_slider
        mov     eax, dword ptr [r15 + 36]
        mov     r13d, 11
.Laxon32_masks_slider:
        or      ebx, eax
        sub     r13d, r12d
        mov     dword ptr [rbp + 216], r13d
        lea     r13, [rip + .Laxon32_steps]
        mov     r13d, dword ptr [r13 + 4 * r12]
        lea     r14, [r8 + 8 * r10]
        movzx   r14d, byte ptr [r14 + r12]
        mov     eax, r10d
.Laxon32_masks_behind:
        test    r14d, r14d
        jz      .Laxon32_masks_none
        dec     r14d
        add     eax, r13d
        cmp     dword ptr [rdi + 4 * rax], 0
        jge     .Laxon32_masks_behind
        test    dword ptr [rdi + 4 * rax], ebx
        jz      .Laxon32_masks_none
        lea     r14, [r8 + 8 * r11]
        movzx   r14d, byte ptr [r14 + r12]
        mov     eax, r11d
.Laxon32_masks_between:
        test    r14d, r14d
        jz      .Laxon32_masks_none
        dec     r14d
        add     eax, r13d
        cmp     dword ptr [rdi + 4 * rax], 0
        jge     .Laxon32_masks_between
        cmp     eax, r10d
        jne     .Laxon32_masks_none
        cmp     dword ptr [rbp + 204], 0
        jne     .Laxon32_masks_found
        mov     dword ptr [rbp + 204], 1
        xor     eax, eax
        mov     r11d, 48
.Laxon32_masks_clear:
        mov     dword ptr [rbp + 4 * r11 - 4], eax
        dec     r11d
        jnz     .Laxon32_masks_clear
.Laxon32_masks_found:
        inc     byte ptr [rbp + r10 + 64]
        call    .Laxon32_masks_outside
        mov     eax, 1
        ret
.Laxon32_masks_none:
        xor     eax, eax
        ret

        # Marks the squares that a masked piece loses: those off the line of its mask.
.Laxon32_masks_outside:
        axon32_reach_of masks_outside
.Laxon32_masks_outside_square:
        push    r10
        mov     r10d, dword ptr [rbp + 208]
        cmp     eax, r10d
        je      .Laxon32_masks_on_line
        shl     r10d, 6
        lea     r10, [r9 + r10]
        movzx   r10d, byte ptr [r10 + rax]
        cmp     r10d, dword ptr [rbp + 212]
        je      .Laxon32_masks_on_line
        cmp     r10d, dword ptr [rbp + 216]
        je      .Laxon32_masks_on_line
        or      byte ptr [rbp + rax], bl
.Laxon32_masks_on_line:
        pop     r10
        ret

        # Marks the squares that a piece without a mask reaches.
.Laxon32_masks_reached:
        axon32_reach_of masks_reached
.Laxon32_masks_reached_square:
        or      byte ptr [rbp + rax + 128], bl
        ret
