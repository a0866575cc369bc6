# axon32_make: the words of a record after a move: all but its cells and list.
#
#   extern "sysv64" fn nucleus_axon32_make(
#       before: *const CellRecord, after: *mut CellRecord, move: u32, keys: *const Keys) -> u32
#
# in        rdi  the record before the move
#           rsi  the record after it
#           edx  the move: from in bits 0 to 5, to in 6 to 11, bit 14 for a capture, bit 15 for a
#                promotion, whose type from knight to queen is in 12 and 13
#           rcx  pairs of words, low and high: 12 x 64 of pieces, 16 of castling rights, 8 of files,
#                1 of the side
# out       eax  the piece that the move puts on its target, with bit 31 (xfigure)
# reads     rdi[0..91], rcx[0..6344 bytes]
# writes    rsi[64], rsi[80..89], rsi[90..92]
# clobbers  rcx rdx r8 r9 r10 r11 flags; rbx rbp r12 to r14 saved on the stack
#
# The key lacks the rook of a castling move, the pawn taken en passant, and the squares of en passant.
# The last word has the influence bits that the move may change: those of the types of the moved and the
# taken piece, and of sliders that reach one of its squares; all if the move is castling, a promotion or en
# passant, or if the record before it is not complete.

        .text
        .set    .Laxon32_piece, 0x80003ffc      # the bits of a piece
        .set    .Laxon32_make_end, 256          # offsets in the record
        .set    .Laxon32_make_kings, 320
        .set    .Laxon32_make_all, 328
        .set    .Laxon32_make_plies, 332
        .set    .Laxon32_make_flags, 336
        .set    .Laxon32_make_last, 340
        .set    .Laxon32_make_high, 344
        .set    .Laxon32_make_low, 348
        .set    .Laxon32_make_addr, 352
        .set    .Laxon32_make_rooks, 360
        .set    .Laxon32_make_missing_bits, 364
        .set    .Laxon32_make_rights, 6144      # offsets in the keys
        .set    .Laxon32_make_files, 6272
        .set    .Laxon32_make_side, 6336

        # The key with the word at index eax from an offset. Uses rax.
        .macro  axon32_key offset
        xor     ebx, dword ptr [rcx + 8 * rax + \offset]
        xor     r11d, dword ptr [rcx + 8 * rax + \offset + 4]
        .endm

        # Removes a right if its rook's square is r8d or r9d. Uses eax.
        .macro  axon32_right right
        movzx   eax, byte ptr [rdi + .Laxon32_make_rooks + \right]
        cmp     eax, r8d
        je      .Laxon32_right_lost\@
        cmp     eax, r9d
        jne     .Laxon32_right_end\@
.Laxon32_right_lost\@:
        btr     r14d, \right + 1
.Laxon32_right_end\@:
        .endm

        # Adds to r10d the influence bits of white and of black piece bits, which are shifted by one more and by
        # a number. Uses ecx.
        .macro  axon32_influence_of pieces, white, black, shift
        mov     ecx, \pieces
        and     ecx, \white
        shl     ecx, \shift + 1
        or      r10d, ecx
        and     \pieces, \black
        shl     \pieces, \shift
        or      r10d, \pieces
        .endm

        .p2align 6
        .globl  nucleus_axon32_make
        .globl  _nucleus_axon32_make
nucleus_axon32_make:
_nucleus_axon32_make:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        mov     dword ptr [rsi + .Laxon32_make_last], edx
        mov     r8d, edx
        and     r8d, 63                         # r8d: from
        mov     r9d, edx
        shr     r9d, 6
        and     r9d, 63                         # r9d: to
        mov     r10d, dword ptr [rdi + .Laxon32_make_flags]
        mov     r11d, dword ptr [rdi + .Laxon32_make_high]
        xor     r11d, dword ptr [rcx + .Laxon32_make_side + 4]
        mov     ebx, dword ptr [rdi + .Laxon32_make_low]
        xor     ebx, dword ptr [rcx + .Laxon32_make_side]
        mov     ebp, dword ptr [rdi + .Laxon32_make_plies]
        inc     ebp                             # ebp: plies since a capture or pawn move
        test    r10d, 0x40                      # a capture en passant was legal
        jz      .Laxon32_make_piece
        mov     eax, r10d
        shr     eax, 8
        and     eax, 7
        axon32_key .Laxon32_make_files
.Laxon32_make_piece:
        mov     r12d, dword ptr [rdi + 4 * r8]
        and     r12d, .Laxon32_piece            # r12d: the piece
        tzcnt   eax, r12d
        mov     r13d, 13
        sub     r13d, eax
        shl     r13d, 6                         # r13d: 64 times its type, Black's from 6 on
        lea     eax, [r13 + r8]
        axon32_key 0
        test    edx, 0x4000
        jz      .Laxon32_make_place
        xor     ebp, ebp
        mov     r14d, dword ptr [rdi + 4 * r9]
        and     r14d, 0x3ffc
        jz      .Laxon32_make_place             # en passant
        tzcnt   r14d, r14d
        mov     eax, 13
        sub     eax, r14d
        shl     eax, 6
        add     eax, r9d
        axon32_key 0
.Laxon32_make_place:
        test    r12d, 0x2080                    # pawns
        jz      .Laxon32_make_put
        xor     ebp, ebp
        test    edx, 0x8000
        jz      .Laxon32_make_put
        lea     rax, [rcx]
        mov     ecx, edx
        shr     ecx, 12
        and     ecx, 3
        inc     ecx                             # ecx: the type
        and     r12d, 0x3ffc
        shr     r12d, cl
        or      r12d, 0x80000000
        shl     ecx, 6
        add     r13d, ecx
        lea     rcx, [rax]
.Laxon32_make_put:
        lea     eax, [r13 + r9]
        axon32_key 0
        mov     eax, dword ptr [rdi + .Laxon32_make_kings]
        mov     dword ptr [rsi + .Laxon32_make_kings], eax
        mov     eax, dword ptr [rdi + .Laxon32_make_kings + 4]
        mov     dword ptr [rsi + .Laxon32_make_kings + 4], eax
        mov     eax, r10d
        and     eax, 1                          # eax: 1 if Black has moved
        mov     r14d, dword ptr [rdi + .Laxon32_make_all]
        add     r14d, eax
        mov     dword ptr [rsi + .Laxon32_make_all], r14d
        mov     r14d, r10d
        and     r14d, 30                        # r14d: castling rights left
        test    r12d, 0x0104                    # kings
        jz      .Laxon32_make_rights_left
        mov     dword ptr [rsi + 4 * rax + .Laxon32_make_kings], r9d
        neg     eax
        and     eax, 30
        xor     eax, 24                         # eax: the other side's rights
        and     r14d, eax
.Laxon32_make_rights_left:
        test    r14d, r14d
        jz      .Laxon32_make_words
        axon32_right 0
        axon32_right 1
        axon32_right 2
        axon32_right 3
.Laxon32_make_words:
        mov     eax, r10d
        xor     eax, r14d
        and     eax, 30
        jz      .Laxon32_make_flags_after
        shr     eax, 1
        axon32_key .Laxon32_make_rights
.Laxon32_make_flags_after:
        xor     r10d, 1
        and     r10d, 0x21                      # the side, Chess960
        or      r10d, r14d
        mov     dword ptr [rsi + .Laxon32_make_end], -1
        mov     dword ptr [rsi + .Laxon32_make_plies], ebp
        mov     dword ptr [rsi + .Laxon32_make_flags], r10d
        mov     dword ptr [rsi + .Laxon32_make_high], r11d
        mov     dword ptr [rsi + .Laxon32_make_low], ebx
        xor     r11d, ebx
        mov     dword ptr [rsi + .Laxon32_make_addr], r11d
        mov     eax, dword ptr [rdi + .Laxon32_make_rooks]
        mov     dword ptr [rsi + .Laxon32_make_rooks], eax
        mov     r10d, 0x0fffc000                # r10d: the influence that may change
        test    dword ptr [rdi + .Laxon32_make_flags], 1 << 25
        jz      .Laxon32_make_missing
        shr     edx, 12                         # the kind: quiet, a double step or a capture
        mov     eax, 0x13
        bt      eax, edx
        jnc     .Laxon32_make_missing
        mov     eax, dword ptr [rdi + 4 * r8]
        or      eax, dword ptr [rdi + 4 * r9]
        mov     r10d, eax
        and     r10d, 0x03c78000                # sliders
        mov     r11d, eax                       # kings, queens and rooks; others a bit higher, and rooks
        axon32_influence_of r11d, 0x0700, 0x001c, 12
        axon32_influence_of eax, 0x3c00, 0x00f0, 13
.Laxon32_make_missing:
        mov     dword ptr [rsi + .Laxon32_make_missing_bits], r10d
        mov     eax, r12d
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
