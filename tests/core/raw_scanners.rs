//! Code shared by the checked calls of x86-64 and AArch64: scanners of `asm/` on guarded buffers.

use crate::checked::call;
use crate::guarded::Guarded;
use crate::support::{self, Random, game_positions};
use nucleus_core::kernels::{PieceList, Rebuilt, SquareList, reference};
use nucleus_core::matrix::cell::{Cell, pieces_mask};
use nucleus_core::matrix::{Nucleus, Planes};
use nucleus_core::types::Color;

pub fn boards(seed: u64, games: usize) -> Vec<Planes> {
    let mut random = Random(seed);
    let mut boards = vec![Planes::EMPTY];
    boards.extend(game_positions(games, seed).iter().map(|setup| setup.planes));
    boards.extend((0..=256).step_by(2).map(|chance| support::random_planes(&mut random, chance)));
    boards
}

pub fn nuclei(seed: u64) -> Vec<Nucleus> {
    boards(seed, 300)
        .iter()
        .map(|planes| {
            let mut frame = Rebuilt::default();
            reference::rebuild(planes, Color::Black, &mut frame);
            frame.nucleus
        })
        .collect()
}

/// The form of a scanner's output.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    Entries,
    /// Squares, in a list with this alignment in bytes.
    Squares(usize),
    /// Entries of both colours, with Black's list 320 bytes after White's.
    Both,
}

/// A scanner of `asm/`, called by its address.
pub struct RawScanner {
    pub name: &'static str,
    pub routine: *const (),
    /// The table that the routine receives.
    pub table: *const (),
    /// Bytes of the nucleus that the routine reads: cells and, for `scanner_core`, the sentinel.
    pub reads: usize,
    /// Alignment of the nucleus that the routine requires.
    pub align: usize,
    pub written: Written,
}

impl Written {
    pub fn size(self) -> usize {
        match self {
            Self::Entries => 256,
            Self::Squares(_) => 64,
            Self::Both => 320 + 256,
        }
    }

    /// Returns the required alignment of the output.
    fn align(self) -> usize {
        if let Self::Squares(align) = self { align } else { 4 }
    }

    /// Compares the counts and the output with the reference's.
    pub fn check(self, nucleus: &Nucleus, mask: Cell, counts: [u64; 2], found: &[u8], name: &str) {
        for ((count, at, bytes), counted) in self.expected(nucleus, mask).into_iter().zip(counts) {
            assert_eq!(counted, count as u64, "{name} {self:?}");
            assert_eq!(found[at..][..bytes.len()], bytes, "{name} {self:?}");
        }
    }

    /// Returns the counts and lists of the reference, each list with its offset.
    fn expected(self, nucleus: &Nucleus, mask: Cell) -> Vec<(usize, usize, Vec<u8>)> {
        let bytes = |list: &PieceList, count: usize| {
            list.0[..count].iter().flat_map(|entry| entry.to_ne_bytes()).collect()
        };
        match self {
            Self::Entries => {
                let mut list = PieceList::default();
                let count = reference::scan(nucleus, mask, &mut list);
                vec![(count, 0, bytes(&list, count))]
            }
            Self::Squares(_) => {
                let mut list = SquareList::default();
                let count = reference::squares(nucleus, mask, &mut list);
                vec![(count, 0, list.0[..count].to_vec())]
            }
            Self::Both => {
                let mut lists = [PieceList::default(); 2];
                let [white, black] = reference::scan_both(nucleus, &mut lists);
                vec![(white, 0, bytes(&lists[0], white)), (black, 320, bytes(&lists[1], black))]
            }
        }
    }
}

/// Location of a buffer: this many bytes before or after an inaccessible page.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    End(usize),
    Start(usize),
}

impl Guarded {
    pub fn place(&mut self, place: Place, size: usize) -> *mut u8 {
        match place {
            Place::End(gap) => self.at_end(size, gap),
            Place::Start(gap) => self.at_start(gap),
        }
    }
}

/// Compares a routine with the reference; its buffers lie at an inaccessible page or near one.
pub fn check(scanner: &RawScanner) {
    let seed = support::seed();
    let mut random = Random(seed);
    let (mut cells, mut list) = (Guarded::new(), Guarded::new());
    let nuclei = nuclei(seed);
    let places = |gap| [Place::End(0), Place::Start(0), Place::End(gap), Place::Start(gap)];
    let &RawScanner { name, routine, table, reads, align, written } = scanner;
    let size = written.size();
    for (n, nucleus) in nuclei.iter().enumerate() {
        for mask in Color::ALL.map(pieces_mask) {
            let from = cells.place(places(align * (n % 16))[n % 4], reads);
            let to = list.place(places(written.align() * (n % 64))[n / 4 % 4], size);
            // The upper half of a 32-bit argument is undefined.
            let dirty = u64::from(mask) | random.next() << 32;
            let arguments = match written {
                Written::Both => [from as u64, to as u64, table as u64, random.next()],
                _ => [from as u64, dirty, to as u64, table as u64],
            };
            // SAFETY: two pages have room for a buffer and its gap; the gap keeps the alignment.
            let (results, found) = unsafe {
                std::ptr::copy_nonoverlapping((&raw const *nucleus).cast(), from, reads);
                let results = call(routine, arguments, &mut random);
                (results, std::slice::from_raw_parts(to, size).to_vec())
            };
            let results = results.unwrap_or_else(|error| panic!("{name}: {error}"));
            written.check(nucleus, mask, results, &found, name);
            assert!(list.intact(to, size), "{name} wrote around its list");
            assert!(cells.intact(from, reads), "{name} wrote to the cells");
        }
    }
    let calls = format!("{} calls", 2 * nuclei.len());
    support::row(&format!("checked call, asm {name}"), &calls);
}
