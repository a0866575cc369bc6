//! Location of the program's code in memory, from `/proc/self/maps`.

use std::ops::Range;

/// Location of a file's code in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Addresses of the code in memory.
    pub code: Range<usize>,
    /// Offset of the code in the file, in bytes.
    pub offset: u64,
}

impl Image {
    /// Finds the first executable mapping of `file` in the text of `/proc/self/maps`.
    pub fn parse(maps: &str, file: &str) -> Option<Self> {
        maps.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            let (begin, end) = words.next()?.split_once('-')?;
            let rights = words.next()?;
            let offset = words.next()?;
            // Device and inode follow; the path may contain spaces.
            if !rights.contains('x') || !line.ends_with(file) {
                return None;
            }
            let number = |text| usize::from_str_radix(text, 16).ok();
            let offset = u64::from_str_radix(offset, 16).ok()?;
            Some(Self { code: number(begin)?..number(end)?, offset })
        })
    }
}
