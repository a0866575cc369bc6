# axon32_opening: castling rights, the opening plan and early queens of both colours, weighed.
#
#   extern "sysv64" fn nucleus_axon32_opening(
#       record: *const CellRecord, facts: *const OpeningFacts, weights: *const i32) -> i32
#
# in        rdi  the record, as in axon32_walk, with castling rights in bits 1 to 4 of its flags
#           rsi  words: files with White's and Black's pawns, bit 0 the a-file; the number of White's
#                queens, of Black's
#           rdx  three weights: a castling right; a step of the plan; a minor piece at home behind a
#                queen
# out       eax  the sum of White's units less Black's by their weights
# reads     rdi[0..], rsi[0..4], rdx[0..3]
# clobbers  rcx rdx rdi r8 r10 r11 flags; rbx rbp saved on the stack
#
# Steps of the plan, from the first: a centre pawn leaves its square, all minor pieces but one leave
# the first rank, the king castles, a rook has an open or central file, the queen leaves the first rank.

        .text
        # The units of one colour at an offset on the stack: its index, the shift of its bits, the square that
        # turns the board. rbx: the record, rsi: the facts. Uses rax rcx rdx rdi r8 r10 r11.
        .macro  axon32_opening_side units, index, shift, turn
        mov     edi, dword ptr [rbx + .Laxon32_walk_flags]
        shr     edi, 2 * \index + 1
        and     edi, 3                          # edi: the rights
        mov     eax, edi
        shr     eax, 1
        mov     r8d, edi
        and     r8d, 1
        add     eax, r8d
        mov     dword ptr [rsp + \units], eax
        xor     r10d, r10d                      # r10d: queens on the first rank
        xor     r11d, r11d                      # r11d: knights and bishops there
        .irp    file, 0, 1, 2, 3, 4, 5, 6, 7
        mov     eax, dword ptr [rbx + 4 * \turn + 4 * \file]
        bt      eax, 9 - \shift
        adc     r10d, 0
        and     eax, 0x1800 >> \shift
        neg     eax
        adc     r11d, 0
        .endr
        xor     eax, eax
        test    edi, edi
        jz      .Laxon32_opening_early_\index
        cmp     dword ptr [rsi + 4 * \index + 8], r10d
        jbe     .Laxon32_opening_early_\index
        mov     eax, r11d
.Laxon32_opening_early_\index:
        mov     dword ptr [rsp + \units + 8], eax
        xor     edx, edx                        # edx: steps done
        mov     eax, dword ptr [rbx + 4 * (11 ^ \turn)]
        and     eax, dword ptr [rbx + 4 * (12 ^ \turn)]
        test    eax, 0x2000 >> \shift
        jnz     .Laxon32_opening_done_\index
        inc     edx
        cmp     r11d, 1
        ja      .Laxon32_opening_done_\index
        inc     edx
        test    edi, edi
        jnz     .Laxon32_opening_done_\index
        mov     eax, dword ptr [rbx + 4 * \index + .Laxon32_walk_kings]
        xor     eax, \turn
        cmp     eax, 8
        jae     .Laxon32_opening_done_\index
        sub     eax, 3
        cmp     eax, 3
        jb      .Laxon32_opening_done_\index
        inc     edx
        mov     r8d, dword ptr [rsi + 4 * \index]
        xor     ecx, ecx
.Laxon32_opening_rook_\index:
        cmp     ecx, dword ptr [rbx + .Laxon32_walk_count]
        jae     .Laxon32_opening_done_\index
        mov     eax, dword ptr [rbx + 4 * rcx + .Laxon32_walk_pieces]
        inc     ecx
        test    eax, 0x0400 >> \shift
        jz      .Laxon32_opening_rook_\index
        shr     eax, 14
        and     eax, 7
        bt      r8d, eax
        jnc     .Laxon32_opening_active_\index
        sub     eax, 3
        cmp     eax, 2
        jae     .Laxon32_opening_rook_\index
.Laxon32_opening_active_\index:
        inc     edx
        cmp     r10d, 1
        adc     edx, 0
.Laxon32_opening_done_\index:
        mov     dword ptr [rsp + \units + 4], edx
        .endm

        .p2align 6
        .globl  nucleus_axon32_opening
        .globl  _nucleus_axon32_opening
nucleus_axon32_opening:
_nucleus_axon32_opening:
        push    rbx
        push    rbp
        lea     rsp, [rsp - 24]                 # three units of each colour
        lea     rbx, [rdi]
        lea     rbp, [rdx]
        axon32_opening_side 0, 0, 0, 0
        axon32_opening_side 12, 1, 6, 56
        axon32_weigh 12, 0, 4, 8
        mov     eax, ecx
        lea     rsp, [rsp + 24]
        pop     rbp
        pop     rbx
        ret
