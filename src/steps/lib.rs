//! Exact instruction counts by single steps: no hardware counters, and any instruction set that the
//! CPU runs.
//!
//! With the trap flag set, the thread gets SIGTRAP after each instruction. The handler, in the same
//! process, increments the counter of the next instruction's address ([`count`]). Instructions
//! outside the program's own file, mostly those of the C library, are counted apart, because that
//! library chooses its routines by the CPU. [`SymbolTable`] maps addresses to routines.
//!
//! - `trap`: the trap flag and the handler
//! - `image`: location of the program's code in memory
//! - `randomisation`: fixed addresses, the same in every run
//! - `symbols`: the routines of a program's file
//!
//! Linux on x86-64; elsewhere [`count`] returns [`StepError::Unsupported`].

mod image;
mod randomisation;
mod symbols;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod trap;

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

pub use randomisation::{is_fixed, restart_with_fixed_addresses};
pub use symbols::{SymbolTable, demangle};

/// Numbers of instructions executed in a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepCounts {
    /// Instructions of the program's own file: for each address, as in the file's symbols, the
    /// number of executions.
    pub own: BTreeMap<u64, u64>,
    /// Instructions of all other code: the C library, the kernel's vDSO page.
    pub elsewhere: u64,
    /// Further iterations of repeated string instructions (`rep movsb`) of the program's own file.
    /// `own` counts such an instruction once, however often it repeats.
    pub repeats: u64,
}

impl StepCounts {
    /// Returns the number of instructions of the program's own file.
    pub fn total(&self) -> u64 {
        self.own.values().sum()
    }

    /// Returns the number of instructions of each routine by its name; `?` collects addresses
    /// without a symbol.
    pub fn by_routine(&self, symbols: &SymbolTable) -> BTreeMap<String, u64> {
        let mut routines = BTreeMap::new();
        for (&address, &count) in &self.own {
            let name = symbols.routine(address).unwrap_or("?");
            *routines.entry(name.to_owned()).or_default() += count;
        }
        routines
    }
}

/// The general registers and the flags, in the order of [`REGISTERS`].
pub type RegisterState = [u64; 17];

/// Names of the registers of a [`RegisterState`]; its last word has the flags.
pub const REGISTERS: [&str; 16] = [
    "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15",
];

/// The state before an instruction: its offset in the traced code, and the registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TracedStep {
    /// Offset from the begin of the traced code, in bytes.
    pub offset: usize,
    /// Registers before the instruction.
    pub registers: RegisterState,
}

/// The reason why single steps cannot count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepError {
    /// The system is not Linux on x86-64, or the build is portable (`nucleus_portable`).
    Unsupported,
    /// The system refuses a required call: the call, and the system's error.
    Refused(String),
    /// A routine of known length gave another count: an emulator or a debugger executes the steps.
    Inexact {
        /// Instructions of the routine.
        expected: u64,
        /// Instructions that the steps counted.
        counted: u64,
    },
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => write!(f, "single steps are for Linux on x86-64"),
            Self::Refused(what) => write!(f, "single steps are refused here: {what}"),
            Self::Inexact { expected, counted } => write!(
                f,
                "single steps are not exact here: {counted} counted of a routine of {expected}"
            ),
        }
    }
}

impl std::error::Error for StepError {}

/// Runs a closure and counts the instructions that this thread executes in it; about 100,000 run
/// per second. Allocations and one-time initialisation count too, so run the closure once before.
///
/// # Errors
/// If the system has no single steps, or they are not exact: a routine of known length is counted
/// first.
pub fn count<T>(work: impl FnOnce() -> T) -> Result<(T, StepCounts), StepError> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    return trap::count(work);
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
    {
        let _ = work;
        Err(StepError::Unsupported)
    }
}

/// Runs a closure and records the registers before each instruction within `code`, a range of addresses. Steps
/// beyond the 16,384th are not recorded.
///
/// # Errors
/// If the system has no single steps.
pub fn trace<T>(
    code: Range<usize>,
    work: impl FnOnce() -> T,
) -> Result<(T, Vec<TracedStep>), StepError> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    return trap::trace(code, work);
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
    {
        let _ = (code, work);
        Err(StepError::Unsupported)
    }
}
