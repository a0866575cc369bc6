# axon32_terms: the terms of the evaluation that are counted over the cells.
#
#   extern "sysv64" fn nucleus_axon32_terms(
#       cells: *const u32, pieces: *const u32, count: u32, terms: *mut Terms,
#       weights: *const CellWeights, steps: *const Steps)
#
# in        rdi  64 cells with their influence, 4-byte aligned
#           rsi  the entries of SCANNER_CORE for the pieces of both sides
#           edx  the number of entries
#           rcx  words: files with pawns of White, of Black; squares of the kings, White's, Black's
#                (below 64); the side to move
#           r8   weights: 32 of mobility, 12 others, 256 of a cell's values to White, 1,024 to Black
#           r9   the table of steps, as in axon32_influence
# reads     rdi[0..64], rsi[0..edx], rcx[0..5], r8[0..5296 bytes], r9[0..2560 bytes]
# writes    rcx[5..9]: the sum, White positive; units of attack on White's and Black's king; 1 if a
#           piece may be masked
# clobbers  rax rcx rdx rsi r8 r9 r10 r11 flags; rbx rbp r12 to r15 saved on the stack

        .text
        .set    .Laxon32_behind_pawns, 132      # offsets of weights
        .set    .Laxon32_blocked, 136
        .set    .Laxon32_trapped_rook, 140
        .set    .Laxon32_trapped_bishop, 144
        .set    .Laxon32_defender, 148
        .set    .Laxon32_open, 152
        .set    .Laxon32_half_open, 156
        .set    .Laxon32_pawn_on_piece, 160
        .set    .Laxon32_minor_on_major, 164
        .set    .Laxon32_hanging_pawn, 168
        .set    .Laxon32_hanging_piece, 172
        .set    .Laxon32_to_white, 176
        .set    .Laxon32_to_black, 1200

        .macro  axon32_cell at                  # r10: the rank's first cell
        mov     eax, dword ptr [r10 + 4 * \at]
        ror     eax, 12
        movzx   edx, ah                         # edx: influence of Black's pawns, then White's
        rol     ax, 1
        and     eax, 0x3f9                      # eax: of White's pawns, then Black's
        add     ebx, dword ptr [r8 + 4 * rdx + .Laxon32_to_white]
        add     ebx, dword ptr [r8 + 4 * rax + .Laxon32_to_black]
        .endm

        # Jumps if the next square on a ray is safe. r12: the piece's cell, r13: its rays.
        .macro  axon32_free ray, step, unsafe, target
        cmp     byte ptr [r13 + \ray], 0
        je      .Laxon32_free_end\@
        test    dword ptr [r12 + 4 * (\step)], \unsafe
        jz      \target
.Laxon32_free_end\@:
        .endm

        # The terms of a piece; eax: its entry, edx: its cell, r10: its square, r12: its cell's address.
        # own, other: positions of the influence; pieces: of the piece bits; flip: from a side's view.
        .macro  axon32_piece color, plus, minus, own, other, pieces, others, flip
        .set    unsafe, 0x3f << \pieces | 0x40 << \other
        test    edx, 0x40 << \other
        jnz     .Laxon32_\color\()_counted
        mov     r11d, edx                       # its square counted as safe among the cells
        shr     r11d, \own + 1
        and     r11d, 31
        \minus  ebx, dword ptr [r8 + 4 * r11]
.Laxon32_\color\()_counted:
        test    eax, 0x20 << \pieces
        jz      .Laxon32_\color\()_piece
        test    edx, 0x10 << \own
        jz      .Laxon32_\color\()_pawn
        \plus   ebx, dword ptr [r8 + .Laxon32_behind_pawns]
        jmp     .Laxon32_terms_next             # it is defended
.Laxon32_\color\()_pawn:
        test    edx, 0x7f << \own
        jnz     .Laxon32_terms_next
        test    edx, 0x7f << \other
        jz      .Laxon32_terms_next
        \minus  ebx, dword ptr [r8 + .Laxon32_hanging_pawn]
        jmp     .Laxon32_terms_next
.Laxon32_\color\()_piece:
        test    eax, 1 << \pieces
        jnz     .Laxon32_terms_next
        test    edx, 0x7f << \other
        jz      .Laxon32_\color\()_quiet
        test    edx, 0x7f << \own
        jnz     .Laxon32_\color\()_defended
        \minus  ebx, dword ptr [r8 + .Laxon32_hanging_piece]
.Laxon32_\color\()_defended:
        test    edx, 0x40 << \other
        jz      .Laxon32_\color\()_no_pawn
        \minus  ebx, dword ptr [r8 + .Laxon32_pawn_on_piece]
.Laxon32_\color\()_no_pawn:
        test    eax, 6 << \pieces
        jz      .Laxon32_\color\()_minor
        test    edx, 0x30 << \other
        jz      .Laxon32_\color\()_minor
        \minus  ebx, dword ptr [r8 + .Laxon32_minor_on_major]
.Laxon32_\color\()_minor:
        test    edx, 0x1e << \other             # a slider attacks it: it may be masked
        jz      .Laxon32_\color\()_quiet
        test    edx, dword ptr [rsp + 2 * \flip / 14]
        jz      .Laxon32_\color\()_orthogonal
        test    edx, 0x12 << \other
        jnz     .Laxon32_\color\()_masked
.Laxon32_\color\()_orthogonal:
        test    edx, dword ptr [rsp + 2 * \flip / 14 + 4]
        jz      .Laxon32_\color\()_queen_behind
        test    edx, 0x0e << \other
        jnz     .Laxon32_\color\()_masked
.Laxon32_\color\()_queen_behind:
        test    edx, 2 << \own
        jz      .Laxon32_\color\()_quiet
        test    edx, 0x1c << \other
        jz      .Laxon32_\color\()_quiet
.Laxon32_\color\()_masked:
        mov     ebp, 1
.Laxon32_\color\()_quiet:
        test    edx, 1 << \own                  # the king's zone: around it, and a rank ahead
        jnz     .Laxon32_\color\()_defender
        .if     \flip == 0
        cmp     r10d, 8
        jb      .Laxon32_\color\()_kinds
        test    dword ptr [r12 - 32], 1 << \own
        .else
        cmp     r10d, 56
        jae     .Laxon32_\color\()_kinds
        test    dword ptr [r12 + 32], 1 << \own
        .endif
        jz      .Laxon32_\color\()_kinds
.Laxon32_\color\()_defender:
        \plus   ebx, dword ptr [r8 + .Laxon32_defender]
.Laxon32_\color\()_kinds:
        lea     r13, [r9 + 8 * r10]
        test    eax, 0x10 << \pieces
        jnz     .Laxon32_\color\()_knight
        test    eax, 8 << \pieces
        jnz     .Laxon32_\color\()_bishop
        test    eax, 4 << \pieces
        jnz     .Laxon32_\color\()_rook
        axon32_free 0, -8, unsafe, .Laxon32_terms_next
        axon32_free 1, -1, unsafe, .Laxon32_terms_next
        axon32_free 2, 1, unsafe, .Laxon32_terms_next
        axon32_free 3, 8, unsafe, .Laxon32_terms_next
.Laxon32_\color\()_diagonals:
        axon32_free 4, -9, unsafe, .Laxon32_terms_next
        axon32_free 5, -7, unsafe, .Laxon32_terms_next
        axon32_free 6, 7, unsafe, .Laxon32_terms_next
        axon32_free 7, 9, unsafe, .Laxon32_terms_next
.Laxon32_\color\()_blocked:
        \plus   ebx, dword ptr [r8 + .Laxon32_blocked]
        jmp     .Laxon32_terms_next
.Laxon32_\color\()_bishop:
        cmp     r10d, 48 ^ \flip
        jne     .Laxon32_\color\()_right
        test    dword ptr [rdi + 4 * (41 ^ \flip)], 0x20 << \others
        jnz     .Laxon32_\color\()_trapped
.Laxon32_\color\()_right:
        cmp     r10d, 55 ^ \flip
        jne     .Laxon32_\color\()_diagonals
        test    dword ptr [rdi + 4 * (46 ^ \flip)], 0x20 << \others
        jz      .Laxon32_\color\()_diagonals
.Laxon32_\color\()_trapped:
        \plus   ebx, dword ptr [r8 + .Laxon32_trapped_bishop]
        jmp     .Laxon32_\color\()_diagonals
.Laxon32_\color\()_rook:
        mov     r11d, r10d
        and     r11d, 7                         # r11d: the file
        mov     eax, dword ptr [rcx + \flip / 14]
        bt      eax, r11d
        jc      .Laxon32_\color\()_closed
        \plus   ebx, dword ptr [r8 + .Laxon32_half_open]
        mov     eax, dword ptr [rcx + 4 - \flip / 14]
        bt      eax, r11d
        jc      .Laxon32_\color\()_closed
        \plus   ebx, dword ptr [r8 + .Laxon32_open]
.Laxon32_\color\()_closed:
        xor     r10d, \flip
        cmp     r10d, 8
        jae     .Laxon32_\color\()_files
        mov     eax, dword ptr [rcx + 8 + \flip / 14]
        xor     eax, \flip
        dec     eax
        cmp     eax, 1                          # a king on the b- or c-file
        ja      .Laxon32_\color\()_king_side
        cmp     r11d, 1
        ja      .Laxon32_\color\()_files
        \plus   ebx, dword ptr [r8 + .Laxon32_trapped_rook]
        jmp     .Laxon32_\color\()_files
.Laxon32_\color\()_king_side:
        sub     eax, 4
        cmp     eax, 1                          # a king on the f- or g-file
        ja      .Laxon32_\color\()_files
        cmp     r11d, 6
        jb      .Laxon32_\color\()_files
        \plus   ebx, dword ptr [r8 + .Laxon32_trapped_rook]
.Laxon32_\color\()_files:
        axon32_free 0, -8, unsafe, .Laxon32_terms_next
        axon32_free 1, -1, unsafe, .Laxon32_terms_next
        axon32_free 2, 1, unsafe, .Laxon32_terms_next
        axon32_free 3, 8, unsafe, .Laxon32_terms_next
        jmp     .Laxon32_\color\()_blocked
.Laxon32_\color\()_knight:
        shl     r10d, 4
        lea     r13, [r9 + r10 + 512]
        movzx   r11d, byte ptr [r13 + 8]
.Laxon32_\color\()_jump:
        movzx   eax, byte ptr [r13 + r11 - 1]
        test    dword ptr [rdi + 4 * rax], unsafe
        jz      .Laxon32_terms_next
        dec     r11d
        jnz     .Laxon32_\color\()_jump
        mov     r11d, 64                        # rare: does another knight have a safe square?
.Laxon32_\color\()_any:
        mov     eax, dword ptr [rdi + 4 * r11 - 4]
        test    eax, unsafe
        jnz     .Laxon32_\color\()_not_this
        test    eax, 0x20 << \own
        jnz     .Laxon32_terms_next
.Laxon32_\color\()_not_this:
        dec     r11d
        jnz     .Laxon32_\color\()_any
        jmp     .Laxon32_\color\()_blocked
        .endm

        # Adds the units of attack on a square to r12d. r13: the king's cell, r15: units by influence.
        .macro  axon32_units other, at
        mov     edx, dword ptr [r13 + (\at)]
        shr     edx, \other + 1
        and     edx, 31
        movzx   edx, byte ptr [r15 + rdx]
        add     r12d, edx
        .endm

        # Units of attack on a king. r15: units by influence bits.
        .macro  axon32_attack color, own, other, flip
        mov     r10d, dword ptr [rcx + 8 + \flip / 14]
        mov     eax, r10d
        shl     eax, 4
        lea     r13, [r9 + rax + 1536]          # r13: the squares around it
        movzx   r11d, byte ptr [r13 + 8]
        xor     r12d, r12d                      # r12d: the units
.Laxon32_attack_loop_\color:
        movzx   eax, byte ptr [r13 + r11 - 1]
        mov     edx, dword ptr [rdi + 4 * rax]
        test    edx, 0x7f << \other
        jz      .Laxon32_attack_next_\color
        test    edx, 0x7e << \own               # squares that only the king defends count two more
        jnz     .Laxon32_attack_defended_\color
        add     r12d, 2
.Laxon32_attack_defended_\color:
        shr     edx, \other + 1
        and     edx, 31
        movzx   eax, byte ptr [r15 + rdx]
        add     r12d, eax
.Laxon32_attack_next_\color:
        dec     r11d
        jnz     .Laxon32_attack_loop_\color
        lea     r13, [rdi + 4 * r10]
        mov     eax, r10d
        xor     eax, \flip
        cmp     eax, 8
        jb      .Laxon32_attack_ahead_\color
        axon32_units \other, 0
.Laxon32_attack_ahead_\color:
        cmp     eax, 48
        jae     .Laxon32_attack_end_\color
        axon32_units \other, 64 - 128 * (\flip / 56)
        and     r10d, 7
        jz      .Laxon32_attack_right_\color
        axon32_units \other, 60 - 128 * (\flip / 56)
.Laxon32_attack_right_\color:
        cmp     r10d, 7
        je      .Laxon32_attack_end_\color
        axon32_units \other, 68 - 128 * (\flip / 56)
.Laxon32_attack_end_\color:
        mov     dword ptr [rcx + 24 + \flip / 14], r12d
        .endm

        .p2align 6
        .globl  nucleus_axon32_terms
        .globl  _nucleus_axon32_terms
nucleus_axon32_terms:
_nucleus_axon32_terms:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        lea     rsp, [rsp - 24]                    # the diagonal and orthogonal lines of each king
        mov     r14d, edx                       # r14d: pieces left
        mov     r10d, 1                         # sensororth, sensordiag of the side to move
        mov     r11d, 0x20000000                # xkingorth, xkingdiag of the other
        test    dword ptr [rcx + 16], 1
        jz      .Laxon32_terms_side
        xchg    r10d, r11d
.Laxon32_terms_side:
        mov     dword ptr [rsp + 4], r10d
        mov     dword ptr [rsp + 12], r11d
        add     r10d, r10d
        add     r11d, r11d
        mov     dword ptr [rsp], r10d
        mov     dword ptr [rsp + 8], r11d
        xor     ebx, ebx                        # ebx: the sum
        xor     ebp, ebp                        # ebp: 1 if a piece may be masked
        lea     r10, [rdi]
        mov     r11d, 8                         # r11d: ranks left
.Laxon32_terms_rank:
        .irp    at, 0, 1, 2, 3, 4, 5, 6, 7
        axon32_cell \at
        .endr
        lea     r10, [r10 + 32]
        dec     r11d
        jnz     .Laxon32_terms_rank
        test    r14d, r14d
        jz      .Laxon32_terms_kings
.Laxon32_terms_piece:
        mov     eax, dword ptr [rsi]
        mov     r10d, eax
        shr     r10d, 14
        and     r10d, 63
        lea     r12, [rdi + 4 * r10]
        mov     edx, dword ptr [r12]
        test    eax, 0x3f00
        jz      .Laxon32_terms_black
        axon32_piece white, add, sub, 21, 14, 8, 2, 0
.Laxon32_terms_black:
        axon32_piece black, sub, add, 14, 21, 2, 8, 56
.Laxon32_terms_next:
        lea     rsi, [rsi + 4]
        dec     r14d
        jnz     .Laxon32_terms_piece
.Laxon32_terms_kings:
        lea     r15, [rip + .Laxon32_terms_units]
        axon32_attack white, 21, 14, 0
        axon32_attack black, 14, 21, 56
        mov     dword ptr [rcx + 20], ebx
        mov     dword ptr [rcx + 32], ebp
        lea     rsp, [rsp + 24]
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
        # One for each piece type: queen, rook (two bits), bishop, knight.
.Laxon32_terms_units:
        .byte   0, 1, 1, 2, 1, 2, 1, 2, 1, 2, 2, 3, 2, 3, 2, 3
        .byte   1, 2, 2, 3, 2, 3, 2, 3, 2, 3, 3, 4, 3, 4, 3, 4
