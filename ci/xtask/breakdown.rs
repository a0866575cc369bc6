//! Divides the instructions and the time of a node among parts of the source.
//!
//! `cargo xtask figures parts` runs `nucleus bench` under Callgrind; `figures cycles` samples it.
//! `addr2line` prints the lines that each address was inlined from. [`by_parts`] follows them from
//! the innermost to the first that belongs to a part. An attack look-up, for example, counts as
//! generation if the move generator makes it, and as attack sets if the rebuild makes it.

use std::collections::BTreeMap;

use crate::callgrind::cost_lines;

nucleus_base::named_enum! {
    /// A part of a node's cost.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum NodePart {
        /// The assembly routines.
        Assembly = "assembly",
        /// Making a move: planes, state, key.
        Make = "make",
        /// Computing attack sets: the matrix rebuild without its cells, or the magic board's influence sets.
        AttackSets = "attack sets",
        /// Writing the 64 cells.
        Cells = "cells",
        /// Finding the piece on a square: reading a cell, or testing plane after plane.
        Pieces = "which piece stands there",
        /// Finding checkers and pins from the king's square, and testing whether a move gives check.
        Checks = "checks and pins",
        /// Generating moves, choosing captures by victim, testing moves for legality.
        Generation = "generation",
        /// Static exchange evaluation.
        Exchanges = "exchanges",
        /// The evaluation, including what is updated for it at every move.
        Evaluation = "evaluation",
        /// The search itself: nodes, table, ordering, pruning.
        Search = "search, table, ordering",
        /// Code outside the program: mostly copying and clearing in the C library, once per search.
        Library = "the C library: copying, clearing",
    }
}

impl NodePart {
    /// Returns the part that a function belongs to; `None` if it belongs to the part of its caller.
    fn of_function(file: &str, function: &str) -> Option<Self> {
        let below = |folder: &str| file.starts_with(folder);
        let kernel = below("src/core/kernels/isa/") && file.ends_with("/rebuild.rs");
        Some(match (file, function) {
            (_, "write_cells" | "exchange") if kernel => Self::Cells,
            _ if kernel => Self::AttackSets,
            // The outlined closure in `influence` has no name.
            ("src/core/board/magic/magic_board.rs", "compute_influence" | "influence" | "") => {
                Self::AttackSets
            }
            (_, "kind_on") => Self::Pieces,
            ("src/core/board/magic/magic_board.rs", "find_checkers_and_pins") => Self::Checks,
            ("src/search/checks.rs", _) => Self::Checks,
            ("asm", _) => Self::Assembly,
            ("src/core/board/axon32/rebuild.rs", _) => Self::Cells,
            ("src/search/instance.rs", "make" | "make_null" | "advance") => Self::Make,
            _ if below("src/core/") && file.ends_with("/make.rs") => Self::Make,
            ("src/search/instance.rs", "evaluate") => Self::Evaluation,
            ("src/search/instance.rs", name)
                if name.starts_with("generate")
                    || ["next_capture", "is_playable"].contains(&name) =>
            {
                Self::Generation
            }
            ("src/search/legality.rs" | "src/search/ordering/quiets.rs", _) => Self::Generation,
            ("src/search/see.rs", _) => Self::Exchanges,
            _ if below("src/core/kernels/scan/") => Self::Cells,
            _ if below("src/core/kernels/axon32/") && file.ends_with("influence.rs") => Self::Cells,
            (_, "is_attacked" | "next_capture" | "find_victims" | "walk_pieces") => {
                Self::Generation
            }
            _ if below("src/core/movegen/") => Self::Generation,
            _ if below("src/core/kernels/axon32/") => Self::Evaluation,
            _ if below("src/core/eval/") => Self::Evaluation,
            _ => return None,
        })
    }
}

/// A function of the source that an instruction comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame {
    file: String,
    function: String,
}

/// The address at which Linux on x86-64 loads a position-independent program without address randomisation,
/// as under `setarch -R`.
const FIRST_ADDRESS: u64 = 0x5555_5555_4000;

/// Costs of a run: instructions, or samples of its time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Costs {
    /// Costs of the program, by address in its file.
    pub program: BTreeMap<u64, u64>,
    pub library: u64,
}

impl Costs {
    /// Parses the output of Callgrind or of `perf script`.
    pub fn read(text: &str, program: &str) -> Result<Self, String> {
        let costs = if text.lines().any(|line| line.starts_with("events:")) {
            Self::of_callgrind(text, program)
        } else {
            Self::of_samples(text, program)
        }?;
        if costs.program.is_empty() {
            return Err(format!("nothing of `{program}` was counted"));
        }
        Ok(costs)
    }

    /// Parses the output of `perf script --fields ip,dso` for a program under `setarch -R`. Each line has an
    /// address and, in brackets, the file.
    fn of_samples(text: &str, program: &str) -> Result<Self, String> {
        let mut costs = Self::default();
        let lines = text.lines().map(str::trim).enumerate();
        for (index, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let sample = line.split_once(' ').and_then(|(address, file)| {
                let address = u64::from_str_radix(address, 16).ok()?;
                Some((address, file.trim().strip_prefix('(')?.strip_suffix(')')?))
            });
            let Some((address, file)) = sample else {
                return Err(format!("line {}: no address and file in brackets", index + 1));
            };
            let in_program = file.rsplit('/').next() == Some(program);
            match address.checked_sub(FIRST_ADDRESS).filter(|_| in_program) {
                Some(address) => *costs.program.entry(address).or_default() += 1,
                None => costs.library += 1,
            }
        }
        Ok(costs)
    }

    /// Parses Callgrind's output of `--dump-instr=yes --compress-strings=no --compress-pos=no`; `program` is
    /// the name of the program's file.
    fn of_callgrind(text: &str, program: &str) -> Result<Self, String> {
        let mut costs = Self::default();
        for line in cost_lines(text)? {
            if line.object.rsplit('/').next() == Some(program) {
                let hex = line.position.strip_prefix("0x");
                let address = hex.and_then(|hex| u64::from_str_radix(hex, 16).ok());
                let address = address.ok_or("no output of Callgrind with --dump-instr=yes")?;
                *costs.program.entry(address).or_default() += line.count;
            } else {
                costs.library += line.count;
            }
        }
        Ok(costs)
    }
}

/// Parses the output of `addr2line --addresses --inlines --functions --demangle`. Returns the frames of each
/// address, innermost first, without those of the standard library and of registry crates.
fn read_frames(text: &str) -> BTreeMap<u64, Vec<Frame>> {
    let mut frames: BTreeMap<u64, Vec<Frame>> = BTreeMap::new();
    let (mut address, mut name) = (None, None);
    for line in text.lines() {
        // An address is alone on its line; names and locations come in pairs.
        let hexadecimal = line.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        match (name.take(), address, hexadecimal) {
            (None, _, Some(found)) => {
                address = Some(found);
                frames.entry(found).or_default();
            }
            (None, ..) => name = Some(line),
            (Some(name), Some(address), _) => {
                // Assembly has no lines.
                let is_assembly = name.starts_with("nucleus_") && !name.contains(':');
                let file = if is_assembly { Some("asm".to_owned()) } else { source_file(line) };
                let frame = file.map(|file| Frame { file, function: own_name(name) });
                frames.entry(address).or_default().extend(frame);
            }
            _ => {}
        }
    }
    frames
}

/// Returns the source file of a location such as `…/src/core/eval/mod.rs:139 (discriminator 2)`.
fn source_file(place: &str) -> Option<String> {
    let (path, _) = place.split(" (").next()?.rsplit_once(':')?;
    let is_of_rust = ["/rustc/", "/rust/deps/"].iter().any(|folder| path.starts_with(folder));
    if is_of_rust || path.contains("/registry/") {
        return None;
    }
    let at = if path.starts_with("src/") { 0 } else { path.rfind("/src/")? + 1 };
    Some(path[at..].to_owned())
}

/// Returns a function's name without path and types: `write_cells` for `a::b::write_cells<R>`. A closure has
/// the name of the function around it, if known.
fn own_name(name: &str) -> String {
    let path =
        name.split_once('<').filter(|(path, _)| !path.is_empty()).map_or(name, |(path, _)| path);
    let mut parts = path.rsplit("::").filter(|part| !part.starts_with('{'));
    parts.next().unwrap_or_default().to_owned()
}

/// Costs of a run by part, per node or in per cent.
pub type PartCosts = BTreeMap<NodePart, f64>;

/// Assigns costs to parts by the functions that each instruction was inlined from, and divides them by `unit`.
pub fn by_parts(costs: &Costs, frames: &str, unit: f64) -> Result<PartCosts, String> {
    let frames = read_frames(frames);
    let mut parts = PartCosts::from([(NodePart::Library, costs.library as f64 / unit)]);
    let (mut all, mut without) = (0, 0);
    for (address, cost) in &costs.program {
        let frames = frames.get(address).map_or(&[][..], Vec::as_slice);
        all += cost;
        if frames.is_empty() {
            without += cost;
        }
        let part = frames.iter().find_map(|f| NodePart::of_function(&f.file, &f.function));
        *parts.entry(part.unwrap_or(NodePart::Search)).or_default() += *cost as f64 / unit;
    }
    if without * 10 > all {
        return Err(format!(
            "{without} of {all} have no line of the source: build with line tables"
        ));
    }
    Ok(parts)
}

/// Returns a row for each part that costs at least 0.5 in one of the runs: its name, and a cell for each run.
pub fn rows(runs: &[PartCosts], show: impl Fn(f64) -> String) -> Vec<Vec<String>> {
    let cells = |part| {
        let costs = runs.iter().map(move |run| run.get(&part).copied().filter(|&cost| cost >= 0.5));
        costs.map(|cost| cost.map_or("–".to_owned(), &show)).collect::<Vec<_>>()
    };
    let rows = NodePart::ALL.map(|part| [vec![part.name().to_owned()], cells(part)].concat());
    rows.into_iter().filter(|row| row[1..].iter().any(|cell| cell != "–")).collect()
}

#[cfg(test)]
mod tests;
