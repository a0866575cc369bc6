//! The trap flag and the handler of SIGTRAP.
//!
//! Bit 8 of the flags register, the trap flag, makes the CPU raise a debug exception after the next
//! instruction and after each later one. Linux delivers it to the thread as SIGTRAP with the current
//! registers, among them the next instruction's address. The flag is off while the handler runs, and
//! returning restores it, so the handler's instructions are not counted.

use std::arch::{asm, global_asm};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, fs, process};

use libc::{
    REG_EFL, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_RAX,
    REG_RBP, REG_RBX, REG_RCX, REG_RDI, REG_RDX, REG_RIP, REG_RSI, REG_RSP, TRAP_BRKPT, TRAP_TRACE,
    c_int, c_void, siginfo_t, ucontext_t,
};

use crate::image::Image;
use crate::symbols::SymbolTable;
use crate::{StepCounts, StepError, TracedStep};

const TRAP_FLAG: i64 = 1 << 8;

/// The program's code in memory, with a counter for each byte.
struct Code {
    /// First address in memory.
    begin: usize,
    /// First address, as in the file's symbols.
    address: u64,
    counters: Box<[AtomicU32]>,
}

/// The program's code; set before the first step.
static CODE: OnceLock<Code> = OnceLock::new();
/// Held by the current count: only one runs at a time.
static RUNNING: Mutex<()> = Mutex::new(());
/// Address of the instruction before which the count ends.
static END: AtomicUsize = AtomicUsize::new(0);
/// Address of the previous step's instruction.
static LAST: AtomicUsize = AtomicUsize::new(0);
static ELSEWHERE: AtomicU64 = AtomicU64::new(0);
static REPEATS: AtomicU64 = AtomicU64::new(0);

/// Words of a recorded step: its address and its [`crate::RegisterState`].
const RECORDED: usize = 18;
/// The most steps that are recorded.
const MOST_STEPS: usize = 16_384;
/// The recorded words, the number of steps, and the code whose steps are recorded.
static RECORD: OnceLock<Box<[AtomicU64]>> = OnceLock::new();
static STEPS: AtomicUsize = AtomicUsize::new(0);
static TRACED: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

/// The registers in the order of [`crate::REGISTERS`], then the flags.
const ORDER: [c_int; RECORDED - 1] = [
    REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_R8, REG_R9,
    REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15, REG_EFL,
];

fn refused(error: impl std::fmt::Display) -> StepError {
    StepError::Refused(error.to_string())
}

impl Code {
    /// Finds this program's code in memory.
    fn of_this_program() -> Result<Self, StepError> {
        let program = env::current_exe().map_err(refused)?;
        let maps = fs::read_to_string("/proc/self/maps").map_err(refused)?;
        let image = Image::parse(&maps, &program.to_string_lossy())
            .ok_or_else(|| refused("/proc/self/maps does not show this program's code"))?;
        let symbols = SymbolTable::read(&program).map_err(refused)?;
        let address = symbols.address_of(image.offset);
        let counters = image.code.clone().map(|_| AtomicU32::new(0)).collect();
        Ok(Self { begin: image.code.start, address, counters })
    }

    /// Returns this program's code, found at the first call.
    fn get() -> Result<&'static Self, StepError> {
        if let Some(code) = CODE.get() {
            return Ok(code);
        }
        let code = Self::of_this_program()?;
        Ok(CODE.get_or_init(|| code))
    }

    /// Returns the counts and resets them to zero.
    fn take(&self) -> StepCounts {
        let mut own = BTreeMap::new();
        for (address, counter) in (self.address..).zip(&self.counters) {
            let count = counter.load(Relaxed);
            if count != 0 {
                own.insert(address, u64::from(count));
                counter.store(0, Relaxed);
            }
        }
        let elsewhere = ELSEWHERE.swap(0, Relaxed);
        StepCounts { own, elsewhere, repeats: REPEATS.swap(0, Relaxed) }
    }
}

/// Increments the counter of the next instruction's address.
///
/// Async-signal-safe: it uses atomic loads and stores and `abort`.
extern "C" fn on_trap(_: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the handler is installed with SA_SIGINFO, for which the kernel passes pointers to a
    // siginfo_t and a ucontext_t on the stack, valid and unaliased until the handler returns.
    let (info, context) = unsafe { (&*info, &mut *context.cast::<ucontext_t>()) };
    let registers = &mut context.uc_mcontext.gregs;
    let next = registers[REG_RIP as usize] as usize;
    // In a virtual machine, about one step in millions loses the CPU's reason, bit 14 of DR6; Linux then
    // reports TRAP_BRKPT. The instruction `int3` gives SI_KERNEL.
    if !matches!(info.si_code, TRAP_TRACE | TRAP_BRKPT) {
        // A foreign breakpoint, which this handler cannot treat.
        process::abort();
    }
    if next == END.load(Relaxed) {
        registers[REG_EFL as usize] &= !TRAP_FLAG;
        return;
    }
    let [begin, end] = TRACED.each_ref().map(|bound| bound.load(Relaxed));
    if (begin..end).contains(&next)
        && let Some(record) = RECORD.get()
        && let Some(words) = record.chunks_exact(RECORDED).nth(STEPS.load(Relaxed))
    {
        words[0].store(next as u64, Relaxed);
        for (word, register) in words[1..].iter().zip(ORDER) {
            word.store(registers[register as usize] as u64, Relaxed);
        }
        STEPS.store(STEPS.load(Relaxed) + 1, Relaxed);
    }
    let repeats = LAST.load(Relaxed) == next;
    LAST.store(next, Relaxed);
    let counter = CODE.get().and_then(|code| code.counters.get(next.wrapping_sub(code.begin)));
    match counter {
        // Only a repeated string instruction follows itself.
        Some(_) if repeats => add(&REPEATS),
        Some(counter) => counter.store(counter.load(Relaxed).wrapping_add(1), Relaxed),
        None => add(&ELSEWHERE),
    }
}

/// Increments a counter. No two handlers run at the same time, so a load and a store suffice.
fn add(counter: &AtomicU64) {
    counter.store(counter.load(Relaxed) + 1, Relaxed);
}

/// Implements [`crate::count`].
pub fn count<T>(work: impl FnOnce() -> T) -> Result<(T, StepCounts), StepError> {
    let _running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let code = Code::get()?;
    let before = handle_traps(&action())?;
    step(|| {
        // SAFETY: the routine follows the contract in its header: it takes no arguments and clobbers only
        // registers that a C function may.
        unsafe { nucleus_steps_known() }
    });
    let known = code.take();
    let within = |address: u64| {
        let begin = nucleus_steps_known as *const () as usize;
        let place = (address - code.address) as usize + code.begin;
        (begin..begin + KNOWN_BYTES).contains(&place)
    };
    let counted: u64 = known.own.iter().filter(|entry| within(*entry.0)).map(|entry| entry.1).sum();
    let result = if counted == KNOWN_INSTRUCTIONS && known.repeats == KNOWN_REPEATS {
        let result = step(work);
        Ok((result, code.take()))
    } else {
        Err(StepError::Inexact { expected: KNOWN_INSTRUCTIONS, counted })
    };
    handle_traps(&before)?;
    result
}

/// Implements [`crate::trace`].
pub fn trace<T>(
    code: Range<usize>,
    work: impl FnOnce() -> T,
) -> Result<(T, Vec<TracedStep>), StepError> {
    let _running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let new = || (0..RECORDED * MOST_STEPS).map(|_| AtomicU64::new(0)).collect();
    let record = RECORD.get_or_init(new);
    STEPS.store(0, Relaxed);
    let before = handle_traps(&action())?;
    TRACED.iter().zip([code.start, code.end]).for_each(|(bound, at)| bound.store(at, Relaxed));
    let result = step(work);
    TRACED.iter().for_each(|bound| bound.store(0, Relaxed));
    handle_traps(&before)?;
    let steps = record.chunks_exact(RECORDED).take(STEPS.load(Relaxed));
    let traced = |words: &[AtomicU64]| TracedStep {
        offset: words[0].load(Relaxed) as usize - code.start,
        registers: std::array::from_fn(|at| words[at + 1].load(Relaxed)),
    };
    Ok((result, steps.map(traced).collect()))
}

/// Returns the action of SIGTRAP that calls [`on_trap`].
fn action() -> libc::sigaction {
    // SAFETY: a `sigaction` of zeros has no flag, no handler and an empty mask.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = on_trap as *const () as usize;
    action.sa_flags = libc::SA_SIGINFO;
    action
}

/// Installs a handler of SIGTRAP, [`on_trap`] or one that this returned; returns the previous one.
fn handle_traps(action: &libc::sigaction) -> Result<libc::sigaction, StepError> {
    // SAFETY: both structures are initialised and outlive the call. `on_trap` may run at any instruction: it
    // takes no lock, does not allocate and keeps errno; the kernel's sigreturn restores every register. Any
    // other handler was the process's own.
    let (failed, before) = unsafe {
        let mut before: libc::sigaction = std::mem::zeroed();
        (libc::sigaction(libc::SIGTRAP, action, &raw mut before) != 0, before)
    };
    if failed { Err(refused(std::io::Error::last_os_error())) } else { Ok(before) }
}

/// A closure, and room for its result.
struct Call<T, F> {
    work: Option<F>,
    result: Option<T>,
}

/// Runs a closure under the trap flag. A panic in it ends the process.
fn step<T, F: FnOnce() -> T>(work: F) -> T {
    let mut call = Call { work: Some(work), result: None };
    // SAFETY: the only caller has installed the handler. `asm!` aligns the stack as the C convention requires
    // and keeps nothing below it. `enter` receives the pointer that it casts back, and does not unwind. All
    // registers that may change are declared. The flag is off again afterwards: the handler clears it at the
    // label, and the last three instructions clear it if there was no step.
    unsafe {
        asm!(
            "lea rax, [rip + 2f]",
            "mov qword ptr [{place}], rax",
            "pushfq",
            "or qword ptr [rsp], 256",
            "popfq",
            "call {enter}",
            "2:",
            "pushfq",
            "and qword ptr [rsp], -257",
            "popfq",
            enter = sym enter::<T, F>,
            out("rax") _,
            place = in(reg) END.as_ptr(),
            in("rdi") &raw mut call,
            clobber_abi("sysv64"),
        );
    }
    END.store(0, Relaxed);
    call.result.expect("the call has ended")
}

/// Runs the closure of a [`Call`]. Its own instructions are counted under its name.
#[inline(never)]
extern "sysv64" fn enter<T, F: FnOnce() -> T>(call: *mut Call<T, F>) {
    // SAFETY: `step` passes the address of its `Call`, which has no other reader before the return.
    let call = unsafe { &mut *call };
    if let Some(work) = call.work.take() {
        call.result = Some(work());
    }
}

/// Instructions of the known routine, including its return.
const KNOWN_INSTRUCTIONS: u64 = 2 + 2 * 10 + 4 + 1;
/// Further iterations of its repeated instruction.
const KNOWN_REPEATS: u64 = 15;
/// Alignment of the routine, which is shorter: the range holds no other code.
const KNOWN_BYTES: usize = 64;

// A routine whose instructions can be counted by hand: a loop of ten iterations, and a repeated instruction
// that clears sixteen bytes of the red zone, which a signal frame leaves alone.
//
// clobbers  rax rcx rdi flags; reads and writes no memory but the red zone
global_asm!(
    ".pushsection .text.nucleus_steps_known, \"ax\", @progbits",
    ".p2align 6",
    ".globl nucleus_steps_known",
    ".type nucleus_steps_known, @function",
    "nucleus_steps_known:",
    "mov ecx, 10",
    "nop",
    "2:",
    "dec ecx",
    "jnz 2b",
    "xor eax, eax",
    "mov ecx, 16",
    "lea rdi, [rsp - 64]",
    "rep stosb",
    "ret",
    ".size nucleus_steps_known, . - nucleus_steps_known",
    ".p2align 6",
    ".popsection",
);

unsafe extern "sysv64" {
    fn nucleus_steps_known();
}
