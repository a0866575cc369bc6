//! In which order engines run.
//!
//! A block is a palindrome, A B C C B A: in it every engine has the same mean place, so a machine
//! that slows down evenly slows all alike. The engine that begins rotates from block to block.

nucleus_core::named_enum! {
    /// How long a process of an engine is kept.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Processes {
        /// One process for all blocks of all workloads, unless it fails.
        Persistent = "persistent",
        /// A new process for every block: what luck it has with its memory is then in the interval.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_palindromes_with_a_rotated_start() {
        assert_eq!(palindrome(3, 0, 0), [0, 1, 2, 2, 1, 0]);
        assert_eq!(palindrome(3, 1, 0), [1, 2, 0, 0, 2, 1]);
        assert_eq!(palindrome(3, 0, u64::MAX), palindrome(3, (u64::MAX % 3) as u32, 0));
        assert_eq!(palindrome(0, 4, 9), [] as [usize; 0]);
        for engines in 1..6 {
            for block in 0..10 {
                let order = palindrome(engines, block, 17);
                for engine in 0..engines {
                    let places: usize = (0..order.len()).filter(|&i| order[i] == engine).sum();
                    assert_eq!(places, order.len() - 1, "equal mean place");
                }
            }
        }
    }
}
