//! The debugger: assembly routines run by single steps, and replayed by the page (Axon II, section V.B).
//!
//! A report has no addresses of this machine: each region of memory has an address of its own, so a register
//! is either 32 bits or a place in a region.

use serde::Serialize;

use nucleus_asm::{Listing, listings};
use nucleus_core::board::{Board, RulesBoard, fen};
use nucleus_core::kernels::axon32::asm::{self, raw};
use nucleus_core::kernels::axon32::{ALL_RAYS, MoveWords, PIECE, STEPS, Walk};
use nucleus_core::kernels::{PieceList, REFERENCE, scan};
use nucleus_core::matrix::cell::{self, FIGURE};
use nucleus_core::matrix::{Matrix, Nucleus};
use nucleus_core::types::{Color, PieceType};
use nucleus_steps::{RegisterState, StepError, TracedStep, trace};

use crate::look::nucleus;

/// Names of the registers in a report, by index; the flags follow them.
const REGISTERS: [&str; 16] = nucleus_steps::REGISTERS;
/// Index of the flags, and those of their bits that routines use: carry, zero, sign, overflow.
const FLAGS: usize = 16;
/// Indices of the stack pointer, and of the registers of arguments in their order.
const STACK_POINTER: usize = 7;
const ARGUMENTS: [usize; 6] = [5, 4, 3, 2, 8, 9];
const SHOWN_FLAGS: u64 = 1 | 1 << 6 | 1 << 7 | 1 << 11;
/// Bytes of the stack below and above the routine's return address.
const STACK: [usize; 2] = [96, 8];
/// Distance of the regions' addresses in a report.
const APART: u64 = 1 << 32;

/// The routines' work on a position.
#[derive(Serialize)]
pub struct Debugged {
    /// The position.
    pub fen: String,
    /// Names of the registers.
    registers: [&'static str; 16],
    /// The routines.
    pub routines: Vec<DebuggedRoutine>,
}

/// A routine's calls.
#[derive(Serialize)]
pub struct DebuggedRoutine {
    /// The routine's name.
    pub name: &'static str,
    /// The routine's text, its macros expanded.
    listing: &'static str,
    /// The calls in order.
    pub calls: Vec<DebuggedCall>,
}

/// A call of a routine.
#[derive(Serialize)]
pub struct DebuggedCall {
    /// The call's task, in a few words.
    pub title: String,
    regions: Vec<Region>,
    /// The registers, and the flags, before the first step; `None` for what the caller left there.
    start: Vec<Option<u64>>,
    /// The steps in order.
    pub steps: Vec<DebuggedStep>,
}

/// A step: line of the listing, the word in memory that it uses, the registers that it writes.
pub type DebuggedStep = (u32, Option<Access>, Vec<WrittenRegister>);
/// Index and new value of a register, `None` for the caller's.
pub type WrittenRegister = (usize, Option<u64>);

/// Region, index and, if it is written, new value of a word in memory.
pub type Access = (usize, usize, Option<u32>);

/// A part of memory that a routine uses.
#[derive(Serialize)]
struct Region {
    name: &'static str,
    /// Words before the call; empty for tables, the stack and lists that the call fills.
    words: Vec<u32>,
    #[serde(skip)]
    at: usize,
    #[serde(skip)]
    bytes: usize,
}

impl Region {
    fn new<T>(name: &'static str, content: &T, words: &[u32]) -> Self {
        let at = std::ptr::from_ref(content).addr();
        Self { name, words: words.to_vec(), at, bytes: size_of::<T>() }
    }
}

/// Runs the routines on a position.
///
/// # Errors
/// If this system has no single steps.
pub fn debug(board: &RulesBoard) -> Result<Debugged, StepError> {
    let made = nucleus(&REFERENCE, board);
    let side = board.side();
    let [own, enemy] = [side, !side].map(|color| board.king(color).index() as u32);
    let mut routines = Vec::new();
    for listing in listings() {
        let calls = match listing.name {
            "scanner_core" => scans(&listing, &made)?,
            "axon32_influence" => vec![influence(&listing, &made)?],
            "axon32_lines" => {
                let mut cells = made.cells;
                let regions = vec![Region::new("cells", &cells, &cells.0.map(|cell| cell & PIECE))];
                cells.0.iter_mut().for_each(|cell| *cell &= PIECE);
                let title = "sensors of the own king, approaches to the other".to_owned();
                let begin = raw::nucleus_axon32_lines as *const () as usize;
                vec![call(title, &listing, begin, regions, &mut || {
                    asm::lines(&mut cells, own, enemy);
                })?]
            }
            "axon32_check" => {
                let regions = vec![Region::new("cells", &made.cells, &made.cells.0)];
                let title = format!("{side}'s king in check: {}", board.in_check());
                let begin = raw::nucleus_axon32_check as *const () as usize;
                let mut check =
                    || assert_eq!(asm::is_attacked(&made.cells, own, !side), board.in_check());
                vec![call(title, &listing, begin, regions, &mut check)?]
            }
            _ => moves(&listing, &made, side)?,
        };
        routines.push(DebuggedRoutine { name: listing.name, listing: listing.text, calls });
    }
    let fen = fen::format(board.planes(), board.state());
    Ok(Debugged { fen, registers: REGISTERS, routines })
}

fn scans(listing: &Listing, made: &Nucleus) -> Result<Vec<DebuggedCall>, StepError> {
    let begin = raw_scanner();
    Color::ALL
        .into_iter()
        .map(|color| {
            let mut list = PieceList::default();
            let regions = vec![
                Region::new("cells", made, &[&made.cells.0[..], &[made.end]].concat()),
                Region::new("list", &list, &[]),
            ];
            let mut work = || {
                scan::asm::scan_core(made, cell::pieces_mask(color), &mut list);
            };
            call(format!("{color}'s pieces"), listing, begin, regions, &mut work)
        })
        .collect()
}

fn raw_scanner() -> usize {
    scan::asm::raw::nucleus_scanner_core as *const () as usize
}

fn influence(listing: &Listing, made: &Nucleus) -> Result<DebuggedCall, StepError> {
    let mut list = PieceList::default();
    let count = (REFERENCE.scan)(made, PIECE & !FIGURE, &mut list);
    let mut cells = Matrix(made.cells.0.map(|cell| cell & PIECE));
    let regions =
        vec![Region::new("cells", &cells, &cells.0), Region::new("list", &list, &list.0[..count])];
    let begin = raw::nucleus_axon32_influence as *const () as usize;
    let mut work = || asm::influence(&mut cells, &list.0[..count], PIECE & !FIGURE);
    call("influence of all pieces".to_owned(), listing, begin, regions, &mut work)
}

/// Traces the moves of each knight, bishop, rook and queen of a side; a queen moves like a bishop and like a rook.
fn moves(listing: &Listing, made: &Nucleus, side: Color) -> Result<Vec<DebuggedCall>, StepError> {
    let mut list = PieceList::default();
    let count = (REFERENCE.scan)(made, cell::pieces_mask(side), &mut list);
    let begin = raw::nucleus_axon32_moves as *const () as usize;
    let mut calls = Vec::new();
    for &entry in &list.0[..count] {
        let Some(piece) = cell::piece(entry & PIECE & !FIGURE) else { continue };
        let ways: &[u32] = match piece.kind {
            PieceType::Pawn | PieceType::King => &[],
            PieceType::Queen => &[0, Walk::DIAGONAL],
            PieceType::Bishop => &[Walk::DIAGONAL],
            PieceType::Knight | PieceType::Rook => &[0],
        };
        for way in ways {
            let walk = Walk { flags: Walk::CAPTURES | Walk::QUIETS | way, rays: ALL_RAYS };
            let mut words = MoveWords::default();
            let regions = vec![
                Region::new("cells", &made.cells, &made.cells.0),
                Region::new("moves", &words.moves, &[]),
            ];
            let mut work = || asm::piece_moves(&made.cells, entry, walk, &mut words);
            let title = format!("moves of {} on {}", piece.letter(), PieceList::square(entry));
            calls.push(call(title, listing, begin, regions, &mut work)?);
        }
    }
    Ok(calls)
}

/// Runs a call by single steps.
fn call(
    title: String,
    listing: &Listing,
    begin: usize,
    mut regions: Vec<Region>,
    work: &mut dyn FnMut(),
) -> Result<DebuggedCall, StepError> {
    regions.push(Region::new("steps", &STEPS, &[]));
    let bytes = listing.table.last().map_or(0, |end| end[0] as usize);
    let ((), steps) = trace(begin..begin + bytes, work)?;
    let first = steps.first().ok_or(StepError::Inexact { expected: 1, counted: 0 })?;
    let stack = first.registers[STACK_POINTER] as usize - STACK[0];
    let words = Vec::new();
    regions.push(Region { name: "stack", words, at: stack, bytes: STACK.iter().sum() });
    let count = match listing.name {
        "scanner_core" => 3,
        "axon32_moves" => 6,
        "axon32_influence" => 5,
        _ => 4,
    };
    let is_given = |at: &usize| *at == STACK_POINTER || ARGUMENTS[..count].contains(at);
    let given = |at| Some(at).filter(is_given).map(|at| shown(&regions, at, &first.registers));
    let start = (0..=FLAGS).map(given).collect();
    let mut memory: Vec<Vec<u32>> = regions.iter().map(|region| region.words.clone()).collect();
    let mut reported = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        let row = listing.table.binary_search_by_key(&(step.offset as u32), |row| row[0]);
        let Ok(row) = row else {
            return Err(StepError::Inexact { expected: bytes as u64, counted: step.offset as u64 });
        };
        let line = listing.table[row][1];
        let text = listing.text.lines().nth(line as usize).unwrap_or_default();
        let access = access(text, step, &regions, &mut memory);
        let written = written(text);
        let changed = steps.get(at + 1).map_or(Vec::new(), |next| {
            let [before, after] = [step, next].map(|step| &step.registers);
            let differs = |at: &usize| written.contains(at) || before[*at] != after[*at];
            // Only the caller's registers are taken from the stack.
            let restored = text.trim_start().starts_with("pop");
            let value = |at| Some(at).filter(|&at| !restored || at == STACK_POINTER);
            let changed = (0..=FLAGS).filter(differs);
            changed.map(|at| (at, value(at).map(|at| shown(&regions, at, after)))).collect()
        });
        reported.push((line, access, changed));
    }
    Ok(DebuggedCall { title, regions, start, steps: reported })
}

/// Returns a register as a report has it.
fn shown(regions: &[Region], at: usize, registers: &RegisterState) -> u64 {
    let value = registers[at];
    if at == FLAGS {
        return value & SHOWN_FLAGS;
    }
    let place = regions.iter().zip(1..).find_map(|(region, number)| {
        let offset = (value as usize).checked_sub(region.at)?;
        (offset <= region.bytes).then_some(number * APART + offset as u64)
    });
    place.unwrap_or(u64::from(value as u32))
}

/// Returns the word in memory that an instruction reads or writes, and applies the change.
fn access(
    text: &str,
    step: &TracedStep,
    regions: &[Region],
    memory: &mut [Vec<u32>],
) -> Option<Access> {
    let code = text.split('#').next().unwrap_or_default().trim();
    let (name, operands) = code.split_once(char::is_whitespace)?;
    let (before, rest) = operands.split_once('[')?;
    let (inside, after) = rest.split_once(']')?;
    if name == "lea" {
        return None;
    }
    let inside = inside.replace(['(', ')'], "").replace(" - ", " + -");
    let terms = inside.split(" + ").map(|term| {
        let factors = term.split(" * ").map(|factor| value(factor.trim(), &step.registers));
        factors.reduce(i64::wrapping_mul).unwrap_or_default()
    });
    let address = terms.reduce(i64::wrapping_add)? as usize;
    let region = regions.iter().position(|region| {
        address.checked_sub(region.at).is_some_and(|offset| offset < region.bytes)
    })?;
    let index = (address - regions[region].at) / 4;
    let writes = matches!(name, "mov" | "or") && !before.contains(',');
    let new = writes.then(|| {
        let operand = value(after.trim_start_matches(',').trim(), &step.registers) as u32;
        let words = &mut memory[region];
        words.resize(words.len().max(index + 1), 0);
        words[index] = if name == "or" { words[index] | operand } else { operand };
        words[index]
    });
    Some((region, index, new))
}

/// Returns the registers that an instruction writes, even with their old content, which is the caller's or not by
/// chance: its first operand, and the flags.
fn written(text: &str) -> Vec<usize> {
    let (name, operands) = text.trim().split_once(char::is_whitespace).unwrap_or((text, ""));
    let operand = operands.trim().split([',', ' ', '#']).next().unwrap_or_default();
    let moves = matches!(name, "mov" | "movzx" | "lea" | "pop" | "push" | "xchg");
    let compares = matches!(name, "cmp" | "test" | "bt" | "push");
    let target = Some(operand).filter(|_| !compares).and_then(register);
    let flags = Some(FLAGS).filter(|_| !moves && !name.starts_with('j') && name != "ret");
    target.map(|(at, _)| at).into_iter().chain(flags).collect()
}

/// Returns the index of a register by its name, and true if the name is that of its first 32 bits.
fn register(name: &str) -> Option<(usize, bool)> {
    let half = name.strip_prefix('e').map(|rest| format!("r{rest}"));
    let half = half.or_else(|| name.strip_suffix('d').map(str::to_owned));
    let full = half.as_deref().unwrap_or(name);
    let at = REGISTERS.iter().position(|&register| register == full)?;
    Some((at, half.is_some()))
}

/// Returns a number, or the content of a register, of which the first 32 bits if it is named so.
fn value(text: &str, registers: &RegisterState) -> i64 {
    let hex = text.strip_prefix("0x").map(|digits| i64::from_str_radix(digits, 16));
    if let Some(Ok(number)) = hex.or_else(|| Some(text.parse())) {
        return number;
    }
    match register(text) {
        Some((at, true)) => i64::from(registers[at] as u32),
        Some((at, false)) => registers[at] as i64,
        None => 0,
    }
}
