//! The program's code in memory, by `/proc/self/maps`.

use std::ops::Range;

/// Where a file's code lies in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The addresses that the code takes.
    pub code: Range<usize>,
    /// The code's place in the file, bytes from its beginning.
    pub offset: u64,
}

impl Image {
    /// Reads the first mapping of a file that may be executed from the text of `/proc/self/maps`.
    pub fn parse(maps: &str, file: &str) -> Option<Self> {
        maps.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            let (begin, end) = words.next()?.split_once('-')?;
            let rights = words.next()?;
            let offset = words.next()?;
            // Device and inode stand between; a path may hold blanks.
            if !rights.contains('x') || !line.ends_with(file) {
                return None;
            }
            let number = |text| usize::from_str_radix(text, 16).ok();
            let offset = u64::from_str_radix(offset, 16).ok()?;
            Some(Self { code: number(begin)?..number(end)?, offset })
        })
    }
}
