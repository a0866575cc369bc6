# checked_call: calls a routine with every register poisoned and records what it leaves behind.
# For tests only: tests/core/checked_call.rs includes it, the crate does not.
#
#   extern "sysv64" fn nucleus_checked_call(routine: *const (), state: *mut State)
#
# in        rdi  the routine, extern "sysv64", with at most four integer or pointer arguments
#           rsi  the state, laid out as below
# reads     vectors before, arguments, poison, width
# writes    everything behind them
# clobbers  what the sysv64 convention lets a function clobber, whatever the routine does but for
#           the stack pointer
#
#   0     vectors before  32 x 64 bytes
#   2048  vectors after   16 x 64 bytes (what vzeroupper reaches)
#   3072  arguments       4 quadwords
#   3104  poison          6 quadwords for rbx rbp r12 r13 r14 r15
#   3152  the same after
#   3200  results         rax rdx
#   3216  flags after
#   3224  mxcsr before, after (doublewords)
#   3232  width           0 xmm, 1 ymm, 2 zmm

        .text
        .p2align 6
        .globl  nucleus_checked_call
        .globl  _nucleus_checked_call
nucleus_checked_call:
_nucleus_checked_call:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        push    rsi                             # [rsp]: the state; rsp on 16 again
        mov     rax, rdi                        # rax: the routine
        mov     r11, rsi                        # r11: the state
        stmxcsr dword ptr [r11 + 3224]
        cmp     qword ptr [r11 + 3232], 1
        ja      .Lchecked_call_load_zmm
        je      .Lchecked_call_load_ymm
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  xmm\n, xmmword ptr [r11 + 64*\n]
        .endr
        jmp     .Lchecked_call_call
.Lchecked_call_load_ymm:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmovups ymm\n, ymmword ptr [r11 + 64*\n]
        .endr
        jmp     .Lchecked_call_call
.Lchecked_call_load_zmm:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmovups zmm\n, zmmword ptr [r11 + 64*\n]
        .endr
        .irp    n, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
        vmovups zmm\n, zmmword ptr [r11 + 64*\n]
        .endr
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7
        kmovw   k\n, word ptr [r11 + 3104 + 2*\n]
        .endr
.Lchecked_call_call:
        mov     rdi, [r11 + 3072]
        mov     rsi, [r11 + 3080]
        mov     rdx, [r11 + 3088]
        mov     rcx, [r11 + 3096]
        mov     rbx, [r11 + 3104]
        mov     rbp, [r11 + 3112]
        mov     r12, [r11 + 3120]
        mov     r13, [r11 + 3128]
        mov     r14, [r11 + 3136]
        mov     r15, [r11 + 3144]
        mov     r8, rbx                         # no argument, no zero either
        mov     r9, rbp
        mov     r10, r12
        mov     r11, r13
        call    rax
        mov     r11, [rsp]                      # r11: the state
        mov     [r11 + 3152], rbx
        mov     [r11 + 3160], rbp
        mov     [r11 + 3168], r12
        mov     [r11 + 3176], r13
        mov     [r11 + 3184], r14
        mov     [r11 + 3192], r15
        mov     [r11 + 3200], rax
        mov     [r11 + 3208], rdx
        pushfq
        pop     qword ptr [r11 + 3216]
        cld
        stmxcsr dword ptr [r11 + 3228]
        ldmxcsr dword ptr [r11 + 3224]
        cmp     qword ptr [r11 + 3232], 1
        ja      .Lchecked_call_store_zmm
        je      .Lchecked_call_store_ymm
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movups  xmmword ptr [r11 + 2048 + 64*\n], xmm\n
        .endr
        jmp     .Lchecked_call_return
.Lchecked_call_store_ymm:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmovups ymmword ptr [r11 + 2048 + 64*\n], ymm\n
        .endr
        vzeroupper
        jmp     .Lchecked_call_return
.Lchecked_call_store_zmm:
        .irp    n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        vmovups zmmword ptr [r11 + 2048 + 64*\n], zmm\n
        .endr
        vzeroupper
.Lchecked_call_return:
        pop     rsi
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret
