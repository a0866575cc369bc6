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
# clobbers  rax r8 r9 r10 r11 flags; rbx rbp r12 saved on the stack
#
# The rook of a castling move and the pawn taken en passant are left.

        .text
        # Adds (add) or subtracts (sub) the values at index r11d. Uses eax; r9d: placement, r10d: material.
        .macro  axon32_sum op
        mov     eax, dword ptr [rcx + 8 * r11]
        \op     r9d, eax
        shr     eax, 31
        add     eax, dword ptr [rcx + 8 * r11 + 4]
        \op     r10d, eax
        .endm

        .p2align 6
        .globl  nucleus_axon32_sums
        .globl  _nucleus_axon32_sums
nucleus_axon32_sums:
_nucleus_axon32_sums:
        push    rbx
        push    rbp
        push    r12
        mov     r9d, dword ptr [rdx]
        mov     r10d, dword ptr [rdx + 4]
        mov     eax, esi
        and     eax, 63
        mov     r11d, dword ptr [rdi + 4 * rax]
        and     r11d, 0x3ffc
        bsf     r11d, r11d
        mov     ebx, 13
        sub     ebx, r11d
        shl     ebx, 6                          # ebx: 64 times the piece, Black's from 6 on
        lea     r11d, [rbx + rax]
        axon32_sum sub
        mov     ebp, esi
        shr     ebp, 6
        and     ebp, 63                         # ebp: the target
        test    esi, 0x4000
        jz      .Laxon32_sums_promotion
        mov     eax, dword ptr [rdi + 4 * rbp]
        and     eax, 0x3ffc
        jz      .Laxon32_sums_put               # en passant
        bsf     eax, eax
        mov     r11d, 13
        sub     r11d, eax                       # r11d: the piece taken
        lea     eax, [r11 + 4 * r11]
        xor     r8d, r8d
        cmp     r11d, 6
        jb      .Laxon32_sums_taken
        sub     eax, 30
        inc     r8d
.Laxon32_sums_taken:
        xor     r12d, r12d
        bts     r12d, eax
        sub     dword ptr [rdx + 4 * r8 + 8], r12d
        shl     r11d, 6
        add     r11d, ebp
        axon32_sum sub
.Laxon32_sums_promotion:
        test    esi, 0x8000
        jz      .Laxon32_sums_put
        mov     eax, esi
        shr     eax, 12
        and     eax, 3
        inc     eax                             # eax: the type
        lea     r11d, [rax + 4 * rax]
        xor     r12d, r12d
        bts     r12d, r11d
        dec     r12d                            # a pawn less
        xor     r8d, r8d
        cmp     ebx, 384
        jb      .Laxon32_sums_promoted
        inc     r8d
.Laxon32_sums_promoted:
        add     dword ptr [rdx + 4 * r8 + 8], r12d
        shl     eax, 6
        add     ebx, eax
.Laxon32_sums_put:
        lea     r11d, [rbx + rbp]
        axon32_sum add
        mov     dword ptr [rdx], r9d
        mov     dword ptr [rdx + 4], r10d
        pop     r12
        pop     rbp
        pop     rbx
        ret
