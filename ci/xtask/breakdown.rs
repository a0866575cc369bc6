//! Breakdown of a node's instructions and of its time, by parts of the source.
//!
//! The unit `parts` runs `nucleus bench` under Callgrind, instruction by instruction, `cycles` takes samples of its
//! time, and `addr2line` prints the lines that each of the addresses was inlined from. [`by_parts`] walks from
//! the innermost of these lines outwards and takes the first that belongs to a part: an attack that is looked up
//! while moves are generated is generation, the same look-up for the evaluation's influence sets is not.

use std::collections::BTreeMap;

use crate::callgrind::cost_lines;

nucleus_base::named_enum! {
    /// A part of what a node costs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum NodePart {
        /// Making a move: planes, state, key.
        Make = "make",
        /// Attack sets: the rebuild of the matrix without its cells; the magic board's influence sets.
        AttackSets = "attack sets",
        /// Writing the 64 cells.
        Cells = "cells",
        /// The piece on a square: a cell read, or the planes asked one after another.
        Pieces = "which piece stands there",
        /// Checkers and pins from the king's square, and whether a move gives check.
        Checks = "checks and pins",
        /// Generating moves, picking captures by victims, testing remembered moves.
        Generation = "generation",
        /// Static exchange evaluation.
        Exchanges = "exchanges",
        /// The evaluation, its parts that are kept from move to move included.
        Evaluation = "evaluation",
        /// The search itself: nodes, table, ordering, pruning.
        Search = "search, table, ordering",
        /// The C library's copying and clearing, once a search for the most part.
        Library = "the C library: copying, clearing",
    }
}

impl NodePart {
    /// The part that a function of the source tells by itself; none where its caller decides.
    fn of_function(file: &str, function: &str) -> Option<Self> {
        let below = |folder: &str| file.starts_with(folder);
        let kernel = below("src/core/kernels/isa/") && file.ends_with("/rebuild.rs");
        Some(match (file, function) {
            (_, "write_cells" | "exchange") if kernel => Self::Cells,
            _ if kernel => Self::AttackSets,
            // Its one closure is that of `influence`, which is outlined.
            ("src/core/board/magic/magic_board.rs", "compute_influence" | "influence" | "") => {
                Self::AttackSets
            }
            (_, "kind_on") => Self::Pieces,
            ("src/core/board/magic/magic_board.rs", "find_checkers_and_pins") => Self::Checks,
            ("src/search/checks.rs", _) => Self::Checks,
            (
                "src/core/board/make.rs" | "src/search/instance.rs",
                "make" | "make_null" | "advance",
            ) => Self::Make,
            ("src/core/board/make.rs", _) => Self::Make,
            ("src/search/instance.rs", "evaluate") => Self::Evaluation,
            ("src/search/instance.rs", name)
                if name.starts_with("generate")
                    || ["next_capture", "is_playable"].contains(&name) =>
            {
                Self::Generation
            }
            ("src/search/legality.rs", _) => Self::Generation,
            ("src/search/see.rs", _) => Self::Exchanges,
            _ if below("src/core/movegen/") => Self::Generation,
            _ if below("src/core/eval/") => Self::Evaluation,
            _ => return None,
        })
    }
}

/// A function of the source that an instruction comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Frame {
    /// The file from the root of the tree, `src/…`.
    file: String,
    /// The function's own name.
    function: String,
}

/// Where a program that was linked to run at any address starts when the system draws none:
/// Linux's choice for x86-64, as `setarch -R` runs it.
const FIRST_ADDRESS: u64 = 0x5555_5555_4000;

/// Costs that one run counted: instructions, or samples of its time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Costs {
    /// Those of the program by their addresses in its file.
    pub program: BTreeMap<u64, u64>,
    /// Those of everything else.
    pub library: u64,
}

impl Costs {
    /// Reads what Callgrind or `perf script` printed.
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

    /// Reads the output of `perf script --fields ip,dso` of a program that ran under `setarch -R`: an address
    /// and, in brackets, the file a line.
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

    /// Reads Callgrind's output of `--dump-instr=yes --compress-strings=no --compress-pos=no`;
    /// `program` is the name of the program's file.
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

/// Reads the output of `addr2line --addresses --inlines --functions --demangle`: the frames of each address,
/// the innermost first. Those of the standard library are left out.
fn read_frames(text: &str) -> BTreeMap<u64, Vec<Frame>> {
    let mut frames: BTreeMap<u64, Vec<Frame>> = BTreeMap::new();
    let (mut address, mut name) = (None, None);
    for line in text.lines() {
        // The line of an address is alone; names and places come in pairs.
        let hexadecimal = line.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        match (name.take(), address, hexadecimal) {
            (None, _, Some(found)) => {
                address = Some(found);
                frames.entry(found).or_default();
            }
            (None, ..) => name = Some(line),
            (Some(name), Some(address), _) => {
                let frame = source_file(line).map(|file| Frame { file, function: own_name(name) });
                frames.entry(address).or_default().extend(frame);
            }
            _ => {}
        }
    }
    frames
}

/// The file of a place in our source: `…/src/core/eval/mod.rs:139 (discriminator 2)`.
fn source_file(place: &str) -> Option<String> {
    let (path, _) = place.split(" (").next()?.rsplit_once(':')?;
    let is_of_rust = ["/rustc/", "/rust/deps/"].iter().any(|folder| path.starts_with(folder));
    if is_of_rust || path.contains("/registry/") {
        return None;
    }
    let at = if path.starts_with("src/") { 0 } else { path.rfind("/src/")? + 1 };
    Some(path[at..].to_owned())
}

/// A function's name without its path and types: `a::b::write_cells<R>` is `write_cells`. That of a closure is the
/// function around it, where the name has that.
fn own_name(name: &str) -> String {
    let path =
        name.split_once('<').filter(|(path, _)| !path.is_empty()).map_or(name, |(path, _)| path);
    let mut parts = path.rsplit("::").filter(|part| !part.starts_with('{'));
    parts.next().unwrap_or_default().to_owned()
}

/// Costs of a run by parts, a node's or in per cent.
pub type PartCosts = BTreeMap<NodePart, f64>;

/// Assigns costs to parts by the functions that each instruction was inlined from; `unit` costs are one of the result.
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

/// Returns a row for each part of which one of the runs has at least a half: its name, and a cell a run.
pub fn rows(runs: &[PartCosts], show: impl Fn(f64) -> String) -> Vec<Vec<String>> {
    let of = |part| {
        let costs = runs.iter().map(move |run| run.get(&part).copied().filter(|&cost| cost >= 0.5));
        costs.map(|cost| cost.map_or("–".to_owned(), &show)).collect::<Vec<_>>()
    };
    let rows = NodePart::ALL.map(|part| [vec![part.name().to_owned()], of(part)].concat());
    rows.into_iter().filter(|row| row[1..].iter().any(|cell| cell != "–")).collect()
}

#[cfg(test)]
mod tests;
