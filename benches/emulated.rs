//! Six routines of the kernels, run one at a time under an emulator that counts instructions where
//! neither Callgrind nor single steps work. `cargo xtask figures arm-instructions` runs a routine
//! three times, then once; the difference is the cost of two runs.
//!
//! - `--list` lists the routines, each with its number of boards and its description for a table
//! - `--run ROUTINE LEVEL TIMES` runs one and compares its answers with the reference's
//! - without arguments, every listed routine is checked at every level of the CPU

use std::hint::black_box;
use std::process::ExitCode;

use nucleus_core::board::Setup;
use nucleus_core::kernels::{
    Choice, Kernel, Level, MatrixKernel, PieceList, REFERENCE, Rebuilt, Routines, SquareList,
    Variant, routines,
};
use nucleus_core::matrix::cell::{self, Cell};
use nucleus_core::matrix::{Nucleus, Planes};
use nucleus_core::types::{Color, PieceType};
use nucleus_core::with_token;

#[path = "instructions/positions.rs"]
mod positions;

use positions::FENS;

/// Positions, their matrices, and White's pieces in the scanner's format.
struct Boards {
    planes: Vec<Planes>,
    nuclei: Vec<Nucleus>,
    lists: Vec<(PieceList, usize)>,
}

impl Boards {
    fn new() -> Self {
        let planes = FENS.map(|fen| Setup::from_fen(fen).expect("a valid FEN").planes).to_vec();
        let nucleus = |planes: &Planes| {
            let mut frame = Rebuilt::default();
            (REFERENCE.rebuild)(planes, WHITE, &mut frame);
            frame.nucleus
        };
        let nuclei: Vec<Nucleus> = planes.iter().map(nucleus).collect();
        let listed = |nucleus: &Nucleus| {
            let mut list = PieceList::default();
            let count = (REFERENCE.scan)(nucleus, cell::pieces_mask(WHITE), &mut list);
            (list, count)
        };
        let lists = nuclei.iter().map(listed).collect();
        Self { planes, nuclei, lists }
    }
}

/// A function that runs a routine a given number of times and returns a digest of the last run.
#[derive(Clone, Copy)]
enum Run {
    /// Takes a table of routines. The reference has such a table, too.
    Table(fn(&Routines, &Boards, u32) -> u64),
    /// Takes a level; the second function returns the reference's digest.
    Token(fn(Choice, &Boards, u32) -> u64, fn(&Boards) -> u64),
}

/// A routine over every position: its name, its description for a table, and the function to run.
type Routine = (&'static str, &'static str, Run);

const WHITE: Color = Color::White;

const SLIDERS: Cell = cell::piece_bit(WHITE, PieceType::Bishop)
    | cell::piece_bit(WHITE, PieceType::Rook)
    | cell::piece_bit(WHITE, PieceType::Queen);

const ROUTINES: [Routine; 6] = [
    ("rebuild", "a rebuild: 64 cells, influence, pins", Run::Table(rebuild)),
    (
        "rebuild_and_count",
        "a rebuild with the count of moves",
        Run::Token(rebuild_and_count, |boards| rebuild(&REFERENCE, boards, 1)),
    ),
    ("scan", "a scan, one colour", Run::Table(scan)),
    ("scan_both", "a scan, both colours", Run::Table(scan_both)),
    ("squares", "a scan for squares alone, one colour", Run::Table(squares)),
    ("entries_with", "entries with a bit of a mask", Run::Token(entries_with, entries_by_bits)),
];

fn entries_by_bits(boards: &Boards) -> u64 {
    let entries = |list: &PieceList, count| {
        (0..count).filter(|&at| list.0[at] & SLIDERS != 0).fold(0, |set, at| set | 1 << at)
    };
    boards.lists.iter().map(|(list, count)| entries(list, *count)).fold(0, mix)
}

fn mix(digest: u64, value: u64) -> u64 {
    (digest ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
}

fn digest(frame: &Rebuilt) -> u64 {
    frame.nucleus.cells.0.iter().fold(0, |sum, &cell| mix(sum, u64::from(cell)))
}

fn rebuild(routines: &Routines, boards: &Boards, times: u32) -> u64 {
    let mut frame = Rebuilt::default();
    for _ in 0..times {
        (routines.rebuild_all)(black_box(&boards.planes), WHITE, &mut frame);
    }
    digest(&frame)
}

/// Counts the moves of each rebuild; at the portable level, which does not count, it only rebuilds.
fn rebuild_and_count(choice: Choice, boards: &Boards, times: u32) -> u64 {
    with_token!(choice, token => {
        let mut frame = Rebuilt::default();
        for _ in 0..times {
            token.outlined(|| {
                for planes in black_box(&boards.planes) {
                    black_box(token.rebuild_and_count(planes, WHITE, &mut frame));
                }
            });
        }
        digest(&frame)
    })
}

fn scan(routines: &Routines, boards: &Boards, times: u32) -> u64 {
    let (mut list, mut count) = (PieceList::default(), 0);
    for _ in 0..times {
        let nuclei = black_box(&boards.nuclei);
        count = (routines.scan_all)(nuclei, cell::pieces_mask(WHITE), &mut list);
    }
    mix(count as u64, list.0[0].into())
}

fn scan_both(routines: &Routines, boards: &Boards, times: u32) -> u64 {
    let (mut lists, mut count) = ([PieceList::default(), PieceList::default()], 0);
    for _ in 0..times {
        count = (routines.scan_both_all)(black_box(&boards.nuclei), &mut lists);
    }
    mix(mix(count as u64, lists[0].0[0].into()), lists[1].0[0].into())
}

fn squares(routines: &Routines, boards: &Boards, times: u32) -> u64 {
    let (mut list, mut count) = (SquareList::default(), 0);
    for _ in 0..times {
        let nuclei = black_box(&boards.nuclei);
        count = (routines.squares_all)(nuclei, cell::pieces_mask(WHITE), &mut list);
    }
    mix(count as u64, list.0[0].into())
}

fn entries_with(choice: Choice, boards: &Boards, times: u32) -> u64 {
    with_token!(choice, token => {
        let mut digest = 0;
        for _ in 0..times {
            digest = token.outlined(|| {
                let mut digest = 0;
                for (list, count) in black_box(&boards.lists) {
                    digest = mix(digest, token.entries_with(list, *count, SLIDERS).into());
                }
                digest
            });
        }
        digest
    })
}

/// Runs a routine `times` times; returns false if its answer differs from the reference's.
fn is_right(run: Run, level: Level, boards: &Boards, times: u32) -> bool {
    let choice = Choice { level, variant: Variant::Intrinsics };
    match run {
        Run::Table(run) => {
            let table = routines(choice).expect("a level of this CPU");
            run(&table, boards, times) == run(&REFERENCE, boards, 1)
        }
        Run::Token(run, reference) => run(choice, boards, times) == reference(boards),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let boards = Boards::new();
    let right = match arguments[..] {
        ["--list", ..] => {
            for (name, words, _) in ROUTINES {
                println!("{name} {} {words}", FENS.len());
            }
            true
        }
        ["--run", name, level, times, ..] => {
            let routine = ROUTINES.into_iter().find(|routine| routine.0 == name);
            match (routine, level.parse::<Level>(), times.parse()) {
                (Some((_, _, run)), Ok(level), Ok(times)) if level.is_usable() => {
                    is_right(run, level, &boards, times)
                }
                _ => {
                    eprintln!("no routine {name} at level {level} here, or {times} is no number");
                    return ExitCode::from(2);
                }
            }
        }
        _ => Level::usable().all(|level| {
            ROUTINES.iter().all(|&(name, _, run)| {
                let right = is_right(run, level, &boards, 1);
                println!("{name} at {level}: {}", if right { "ok" } else { "FAILED" });
                right
            })
        }),
    };
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
