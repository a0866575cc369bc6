//! Searches the magic numbers of `src/core/board/magic/magics.rs` and writes that file:
//!
//! ```text
//! cargo run --release -p xtask -- find-magics > src/core/board/magic/magics.rs
//! ```
//!
//! A number is magic for a square when it sends any two sets of blockers with different attacks to
//! different indices, within as many bits as the square has blockers. Numbers with few bits are
//! tried at random, from a fixed seed, until one is; so the file is the same each time.

use nucleus_core::board::magic::{Slider, blocker_mask};
use nucleus_core::types::Square;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The sets of blockers of a square and what the slider attacks behind each.
fn cases(slider: Slider, square: Square) -> Vec<(u64, u64)> {
    let mask = blocker_mask(slider, square);
    let mut cases = Vec::new();
    let mut blockers = 0u64;
    loop {
        cases.push((blockers, slider.attacks(square, blockers)));
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return cases;
        }
    }
}

/// True when the number tells all cases apart; `table` holds what each index was taken for, marked
/// with the number of the attempt.
fn is_magic(number: u64, cases: &[(u64, u64)], table: &mut [(u64, u64)], attempt: u64) -> bool {
    let shift = 64 - cases.len().trailing_zeros();
    cases.iter().all(|&(blockers, attacks)| {
        let place = &mut table[(blockers.wrapping_mul(number) >> shift) as usize];
        if place.0 != attempt {
            *place = (attempt, attacks);
        }
        place.1 == attacks
    })
}

fn find(slider: Slider, square: Square, random: &mut Random) -> u64 {
    let cases = cases(slider, square);
    let mut table = vec![(0, 0); cases.len()];
    (1..)
        .find_map(|attempt| {
            let number = random.next() & random.next() & random.next();
            is_magic(number, &cases, &mut table, attempt).then_some(number)
        })
        .expect("an endless search ends with a number")
}

/// Prints the file.
pub fn run() {
    println!("//! Magic numbers, written by `cargo run -p xtask -- find-magics`.");
    for (slider, name) in Slider::ALL.into_iter().zip(["Bishop", "Rook"]) {
        let mut random = Random(0x6d61_6769_6373);
        println!("\n/// {name}s', by square.");
        println!("#[rustfmt::skip]");
        println!("pub const {}_MAGICS: [u64; 64] = [", name.to_uppercase());
        let numbers: Vec<String> = Square::all()
            .map(|square| format!("0x{:016x},", find(slider, square, &mut random)))
            .collect();
        for row in numbers.chunks(4) {
            println!("    {}", row.join(" "));
        }
        println!("];");
    }
}
