// checked_call_aarch64: calls a routine with every register poisoned and records what it leaves
// behind. For tests only: tests/support/checked_aarch64.rs includes it, the crate does not.
//
//   extern "C" fn nucleus_checked_call(routine: *const (), state: *mut State)
//
// in        x0  the routine, extern "C", with at most four integer or pointer arguments
//           x1  the state, laid out as below
// reads     vectors before, arguments, poison
// writes    everything behind them
// clobbers  what the procedure call standard lets a function clobber, whatever the routine does but
//           for the stack pointer and the frame pointer
//
//   0     vectors before  32 x 16 bytes
//   512   arguments       4 quadwords
//   544   poison          10 quadwords for x19 to x28
//   624   the same after
//   704   d8 to d15 after
//   768   results         x0 x1
//   784   fpcr before, after
//   800   what sp and x29 were off by after

        .text
        .p2align 6
        .globl  nucleus_checked_call
        .globl  _nucleus_checked_call
nucleus_checked_call:
_nucleus_checked_call:
        stp     x29, x30, [sp, #-176]!
        mov     x29, sp
        stp     x19, x20, [sp, #16]
        stp     x21, x22, [sp, #32]
        stp     x23, x24, [sp, #48]
        stp     x25, x26, [sp, #64]
        stp     x27, x28, [sp, #80]
        stp     d8, d9, [sp, #96]
        stp     d10, d11, [sp, #112]
        stp     d12, d13, [sp, #128]
        stp     d14, d15, [sp, #144]
        str     x1, [sp, #160]                  // [sp + 160]: the state
        mov     x16, x0                         // x16: the routine
        mov     x17, x1                         // x17: the state
        mrs     x9, fpcr
        str     x9, [x17, #784]
        ldp     q0, q1, [x17, #0]
        ldp     q2, q3, [x17, #32]
        ldp     q4, q5, [x17, #64]
        ldp     q6, q7, [x17, #96]
        ldp     q8, q9, [x17, #128]
        ldp     q10, q11, [x17, #160]
        ldp     q12, q13, [x17, #192]
        ldp     q14, q15, [x17, #224]
        ldp     q16, q17, [x17, #256]
        ldp     q18, q19, [x17, #288]
        ldp     q20, q21, [x17, #320]
        ldp     q22, q23, [x17, #352]
        ldp     q24, q25, [x17, #384]
        ldp     q26, q27, [x17, #416]
        ldp     q28, q29, [x17, #448]
        ldp     q30, q31, [x17, #480]
        ldr     x0, [x17, #512]
        ldr     x1, [x17, #520]
        ldr     x2, [x17, #528]
        ldr     x3, [x17, #536]
        add     x17, x17, #544
        ldp     x19, x20, [x17]
        ldp     x21, x22, [x17, #16]
        ldp     x23, x24, [x17, #32]
        ldp     x25, x26, [x17, #48]
        ldp     x27, x28, [x17, #64]
        mov     x4, x19                         // no argument, no zero either
        mov     x5, x20
        mov     x6, x21
        mov     x7, x22
        mov     x8, x23
        mov     x9, x24
        mov     x10, x25
        mov     x11, x26
        mov     x12, x27
        mov     x13, x28
        mov     x14, x19
        mov     x15, x20
        mov     x17, x21
        blr     x16
        mov     x16, sp
        sub     x16, x16, x29                   // x16: what they are off by
        ldr     x17, [sp, #160]                 // x17: the state
        str     x16, [x17, #800]
        add     x16, x17, #624
        stp     x19, x20, [x16]
        stp     x21, x22, [x16, #16]
        stp     x23, x24, [x16, #32]
        stp     x25, x26, [x16, #48]
        stp     x27, x28, [x16, #64]
        add     x16, x17, #704
        stp     d8, d9, [x16]
        stp     d10, d11, [x16, #16]
        stp     d12, d13, [x16, #32]
        stp     d14, d15, [x16, #48]
        str     x0, [x17, #768]
        str     x1, [x17, #776]
        mrs     x9, fpcr
        str     x9, [x17, #792]
        ldr     x9, [x17, #784]
        msr     fpcr, x9
        ldp     x19, x20, [sp, #16]
        ldp     x21, x22, [sp, #32]
        ldp     x23, x24, [sp, #48]
        ldp     x25, x26, [sp, #64]
        ldp     x27, x28, [sp, #80]
        ldp     d8, d9, [sp, #96]
        ldp     d10, d11, [sp, #112]
        ldp     d12, d13, [sp, #128]
        ldp     d14, d15, [sp, #144]
        ldp     x29, x30, [sp], #176
        ret
