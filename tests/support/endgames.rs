//! Folders of endgame tables, and random positions with their pieces.

use std::path::PathBuf;

use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;

use crate::support::{self, Random};

/// Returns a folder of endgame tables, if there is one.
pub fn folder(name: &str) -> Option<PathBuf> {
    support::data(&format!("tb/{name}"))
}

/// Returns a random legal position of a table's pieces, such as `kqkr`, with random colours and
/// side to move.
pub fn position(men: &str, random: &mut Random) -> RulesBoard {
    loop {
        let mut squares = ['.'; 64];
        let mut first = random.below(2) == 0;
        for (index, letter) in men.chars().enumerate() {
            first ^= letter == 'k' && index > 0;
            let letter = if first { letter.to_ascii_uppercase() } else { letter };
            squares[random.below(64) as usize] = letter;
        }
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let mut text = ranks.join("/");
        for run in (1..=8).rev() {
            text = text.replace(&".".repeat(run), &run.to_string());
        }
        let side = ["w", "b"][random.below(2) as usize];
        let men_left = text.chars().filter(char::is_ascii_alphabetic).count();
        let Ok(setup) = Setup::from_fen(&format!("{text} {side} - - 0 1")) else { continue };
        if men_left == men.len() && setup.corrections.is_empty() {
            return RulesBoard::new(&setup, portable::Token);
        }
    }
}
