# axon32_sums: the sums of placement and material after a move, and the counts of pieces.
#
#   extern "sysv64" fn nucleus_axon32_sums(
#       cells: *const u32, move: u32, sums: *mut PieceSums, values: *const [[i32; 2]; 768])
#
# in        rdi  64 cells with their piece bits before the move, 4-byte aligned
#           esi  the move, as in axon32_make
#           rdx  words: placement; material; White's and Black's counts, five bits for each type
#           rcx  by piece and square: placement; material, one less if placement is negative
# reads     rdi[0..64], rdx[0..4], rcx[0..6144 bytes]
# writes    rdx[0..4]
# clobbers  rax r8 r9 r10 r11 flags
#
# The rook of a castling move and the pawn taken en passant are left.

        .text
        # Adds (add) or subtracts (sub) the values at index r11d. Uses eax.
        .macro  axon32_sum op
        mov     eax, dword ptr [rcx + 8 * r11]
        \op     dword ptr [rdx], eax
        shr     eax, 31
        add     eax, dword ptr [rcx + 8 * r11 + 4]
        \op     dword ptr [rdx + 4], eax
        .endm

        .p2align 6
        .globl  nucleus_axon32_sums
        .globl  _nucleus_axon32_sums
nucleus_axon32_sums:
_nucleus_axon32_sums:
        mov     eax, esi
        and     eax, 63
        mov     r8d, dword ptr [rdi + 4 * rax]
        and     r8d, 0x3ffc
        tzcnt   r8d, r8d
        mov     r9d, 13
        sub     r9d, r8d
        shl     r9d, 6                          # r9d: 64 times the piece, Black's from 6 on
        lea     r11d, [r9 + rax]
        axon32_sum sub
        mov     r10d, esi
        shr     r10d, 6
        and     r10d, 63                        # r10d: the target
        test    esi, 0x4000
        jz      .Laxon32_sums_promotion
        mov     eax, dword ptr [rdi + 4 * r10]
        and     eax, 0x3ffc
        jz      .Laxon32_sums_put               # en passant
        tzcnt   eax, eax
        mov     r11d, 13
        sub     r11d, eax                       # r11d: the piece taken
        lea     eax, [r11 + 4 * r11]
        xor     r8d, r8d
        cmp     r11d, 6
        jae     .Laxon32_sums_black
        bts     r8d, eax
        sub     dword ptr [rdx + 8], r8d
        jmp     .Laxon32_sums_taken
.Laxon32_sums_black:
        sub     eax, 30
        bts     r8d, eax
        sub     dword ptr [rdx + 12], r8d
.Laxon32_sums_taken:
        shl     r11d, 6
        add     r11d, r10d
        axon32_sum sub
.Laxon32_sums_promotion:
        test    esi, 0x8000
        jz      .Laxon32_sums_put
        mov     eax, esi
        shr     eax, 12
        and     eax, 3
        inc     eax                             # eax: the type
        lea     r11d, [rax + 4 * rax]
        xor     r8d, r8d
        bts     r8d, r11d
        dec     r8d                             # a pawn less
        xor     r11d, r11d
        cmp     r9d, 384
        jb      .Laxon32_sums_promoted
        inc     r11d
.Laxon32_sums_promoted:
        add     dword ptr [rdx + 4 * r11 + 8], r8d
        shl     eax, 6
        add     r9d, eax
.Laxon32_sums_put:
        lea     r11d, [r9 + r10]
        axon32_sum add
        ret
