//! In which order engines run.
//!
//! A block is a palindrome, A B C C B A: in it every engine has the same mean place, so a machine
//! that slows down evenly slows all alike. The engine that begins rotates from block to block.

nucleus_base::named_enum! {
    /// Lifetime of an engine's process.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Processes {
        /// One process for all blocks of all workloads, unless it fails.
        Persistent = "persistent",
        /// A new process for every block, so that the interval includes its luck with memory.
        PerBlock = "per-block",
    }
}

/// The places of `engines` engines in a block, twice each; `first` is the seed's rotation.
pub fn palindrome(engines: usize, block: u32, first: u64) -> Vec<usize> {
    if engines == 0 {
        return Vec::new();
    }
    let start = ((u64::from(block) + first % engines as u64) % engines as u64) as usize;
    let one_way: Vec<usize> = (0..engines).map(|i| (start + i) % engines).collect();
    one_way.iter().chain(one_way.iter().rev()).copied().collect()
}
