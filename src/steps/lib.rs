//! Instruction counts by single steps: exact, without counters of the CPU, for every instruction
//! set that the CPU itself runs.
//!
//! With the trap flag set the CPU raises SIGTRAP after each instruction. The handler, in the same
//! process, adds one at the address of the instruction that comes next ([`count`]). What lies
//! outside the program's own file, the C library above all, is counted apart, since that library
//! chooses its routines by the CPU. [`SymbolTable`] turns addresses into routines.
//!
//! - `trap`: the trap flag and the handler, the one place with `unsafe`
//! - `image`: where the system has put the program's code
//! - `randomisation`: the same addresses in every run
//! - `symbols`: the routines of a program's file
//!
//! Linux on x86-64; elsewhere [`count`] says that it cannot.

mod image;
mod randomisation;
mod symbols;
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
mod trap;

use std::collections::BTreeMap;
use std::fmt;

pub use randomisation::{is_fixed, restart_with_fixed_addresses};
pub use symbols::{SymbolTable, demangle};

/// Instructions that one run executed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepCounts {
    /// Those of the program's own file: the address, as the file's symbols have it, to the number
    /// of times that the instruction there was executed.
    pub own: BTreeMap<u64, u64>,
    /// Those of everything else: the C library, the kernel's page of system calls.
    pub elsewhere: u64,
    /// Further turns of repeated string instructions (`rep movsb`) of the program's own. Such an
    /// instruction is one in `own`, however often it repeats.
    pub repeats: u64,
}

impl StepCounts {
    /// Returns the instructions of the program's own file.
    pub fn total(&self) -> u64 {
        self.own.values().sum()
    }

    /// Returns the instructions of each routine of the program, by its name; those of an address
    /// without a symbol are under `?`.
    pub fn by_routine(&self, symbols: &SymbolTable) -> BTreeMap<String, u64> {
        let mut routines = BTreeMap::new();
        for (&address, &count) in &self.own {
            let name = symbols.routine(address).unwrap_or("?");
            *routines.entry(name.to_owned()).or_default() += count;
        }
        routines
    }
}

/// An obstacle to counting by single steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepError {
    /// Another system or architecture.
    Unsupported,
    /// The system refuses something that is needed; what, and its answer.
    Refused(String),
    /// A routine of known length was not counted as that long: an emulator or a debugger does the
    /// steps.
    Inexact {
        /// Instructions of the routine.
        expected: u64,
        /// Instructions that were counted.
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

/// Runs a closure and counts the instructions that this thread executes in it, 100,000 a second or
/// so. Allocation and first use of what is initialised once are counted too: run it once before.
///
/// # Errors
/// Where the system has no single steps, or they are not exact: a routine of known length is
/// counted first.
pub fn count<T>(work: impl FnOnce() -> T) -> Result<(T, StepCounts), StepError> {
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    return trap::count(work);
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable))))]
    {
        let _ = work;
        Err(StepError::Unsupported)
    }
}
