# axon32_pawns: the pawns of each file as a byte of ranks, from both sides' views.
#
#   extern "sysv64" fn nucleus_axon32_pawns(cells: *const u32, files: *mut PawnFiles)
#
# in        rdi  64 cells with their piece bits, 4-byte aligned
# reads     rdi[8..56]
# writes    rsi[0..40]: ten words of own pawns by colour, then of enemy pawns; the outer ones are 0
# clobbers  rax rcx rdx r8 r9 flags

        .text
        .p2align 6
        .globl  nucleus_axon32_pawns
        .globl  _nucleus_axon32_pawns
nucleus_axon32_pawns:
_nucleus_axon32_pawns:
        lea     r8, [rip + .Laxon32_pawns_turned]
        xor     r9d, r9d                        # r9d: the file
        .irp    edge, 0, 36, 40, 76, 80, 116, 120, 156
        mov     dword ptr [rsi + \edge], r9d
        .endr
.Laxon32_pawns_file:
        lea     rcx, [rdi + 4 * r9]             # rcx: its first cell
        xor     eax, eax                        # eax: White's pawns, second rank lowest
        xor     edx, edx                        # edx: Black's, seventh rank lowest
        .irp    rank, 6, 5, 4, 3, 2, 1
        bt      dword ptr [rcx + 32 * \rank], 13
        adc     eax, eax
        bt      dword ptr [rcx + 32 * (7 - \rank)], 7
        adc     edx, edx
        .endr
        movzx   ecx, byte ptr [r8 + rax]
        add     eax, eax
        mov     dword ptr [rsi + 4 * r9 + 4], eax
        mov     dword ptr [rsi + 4 * r9 + 124], ecx
        movzx   ecx, byte ptr [r8 + rdx]
        add     edx, edx
        mov     dword ptr [rsi + 4 * r9 + 44], edx
        mov     dword ptr [rsi + 4 * r9 + 84], ecx
        inc     r9d
        cmp     r9d, 8
        jb      .Laxon32_pawns_file
        ret
        # Six ranks from the other side's view, a bit higher.
.Laxon32_pawns_turned:
        .byte   0, 64, 32, 96, 16, 80, 48, 112, 8, 72, 40, 104, 24, 88, 56, 120
        .byte   4, 68, 36, 100, 20, 84, 52, 116, 12, 76, 44, 108, 28, 92, 60, 124
        .byte   2, 66, 34, 98, 18, 82, 50, 114, 10, 74, 42, 106, 26, 90, 58, 122
        .byte   6, 70, 38, 102, 22, 86, 54, 118, 14, 78, 46, 110, 30, 94, 62, 126
