// scanner_core_aarch64: SCANNER_CORE of Axon II (section V.B), for AArch64.
//
//   extern "C" fn nucleus_scanner_core(nucleus: *const u32, mask: u32, list: *mut u32) -> usize
//
// in        x0  64 cells and behind them the sentinel cell, 4-byte aligned
//           w1  the mask (white_black); two bits or more, of which a cell of the 64 has at most
//               one; the sentinel has all of them
//           x2  the list, room for 64 entries, 4-byte aligned
// out       x0  the number of entries
// reads     x0[0..65]
// writes    x2[0..result], nothing behind the last entry
// clobbers  x0 x3 x4 x5 flags; no vector register, no stack
//
// An entry is the masked cell with its byte offset shifted left by 12: the square in bits 14 to
// 19. The loop has no counter: the sentinel, masked, is the mask itself, and no piece is.
// All arithmetic is of 32 bits. Registers of the paper: ebx = w5, ecx = w3 shifted, edx = w1,
// eax = w3, esi = w4.

        .text
        .p2align 6
        .globl  nucleus_scanner_core
        .globl  _nucleus_scanner_core
nucleus_scanner_core:
_nucleus_scanner_core:
        mov     w3, wzr                         // w3: offset of the cell looked at
        mov     w4, wzr                         // w4: offset of the next entry
.Lscanner_core_loop:
        ldr     w5, [x0, x3]
        ands    w5, w5, w1                      // w5: the masked cell
        b.ne    .Lscanner_core_figure
        add     w3, w3, #4
        b       .Lscanner_core_loop
.Lscanner_core_figure:
        cmp     w5, w1
        b.eq    .Lscanner_core_finish           // all of the mask: the sentinel
        orr     w5, w5, w3, lsl #12             // byte offset, 4 * square
        str     w5, [x2, x4]
        add     w4, w4, #4
        add     w3, w3, #4
        b       .Lscanner_core_loop
.Lscanner_core_finish:
        lsr     w0, w4, #2
        ret
