//! Result of the assembly that lists both colours.

/// Number of entries in each colour's list: the two result registers.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Counts {
    /// In rax, or x0.
    pub white: usize,
    /// In rdx, or x1.
    pub black: usize,
}

impl From<Counts> for [usize; 2] {
    fn from(counts: Counts) -> Self {
        [counts.white, counts.black]
    }
}
