//! Breakdown of a node's instructions and of its time, by parts of the source.
//!
//! The unit `parts` runs `nucleus bench` under Callgrind, instruction by instruction, `cycles` takes samples of its
//! time, and `addr2line` prints the lines that each of the addresses was inlined from. [`PartCounts::of`] walks from
//! the innermost of these lines outwards and takes the first that belongs to a part: an attack that is looked up
//! while moves are generated is generation, the same look-up for the evaluation's influence sets is not.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use nucleus_report::format::{count, factor};

use crate::figures::sheet::Sheet;

nucleus_base::named_enum! {
    /// A part of what a node costs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
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
        for (index, line) in text.lines().enumerate() {
            let sample = line.trim().split_once(' ').and_then(|(address, file)| {
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
        if !text.lines().any(|line| line.trim_end() == "positions: instr line") {
            return Err("no output of Callgrind with --dump-instr=yes".to_owned());
        }
        let mut costs = Self::default();
        let (mut ours, mut of_call) = (false, false);
        for (index, line) in text.lines().enumerate() {
            if let Some(object) = line.strip_prefix("ob=") {
                ours = object.rsplit('/').next() == Some(program);
            } else if line.starts_with("calls=") {
                // The next line has what the call cost in all; its own lines have that already.
                of_call = true;
            } else if let Some(rest) = line.strip_prefix("0x") {
                if std::mem::take(&mut of_call) {
                    continue;
                }
                let mut words = rest.split_whitespace();
                let cost = (|| {
                    let address = u64::from_str_radix(words.next()?, 16).ok()?;
                    Some((address, words.nth(1)?.parse::<u64>().ok()?))
                })();
                let Some((address, cost)) = cost else {
                    return Err(format!("line {}: no address, line and count", index + 1));
                };
                if ours {
                    *costs.program.entry(address).or_default() += cost;
                } else {
                    costs.library += cost;
                }
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

/// Costs of a run by parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartCounts(pub BTreeMap<NodePart, u64>);

impl PartCounts {
    /// Assigns costs to parts by the functions that each instruction was inlined from.
    pub fn of(costs: &Costs, frames: &str) -> Result<Self, String> {
        let frames = read_frames(frames);
        let mut parts: BTreeMap<NodePart, u64> = BTreeMap::new();
        let (mut all, mut without) = (0, 0);
        for (address, cost) in &costs.program {
            let frames = frames.get(address).map_or(&[][..], Vec::as_slice);
            all += cost;
            if frames.is_empty() {
                without += cost;
            }
            let part = frames.iter().find_map(|f| NodePart::of_function(&f.file, &f.function));
            *parts.entry(part.unwrap_or(NodePart::Search)).or_default() += cost;
        }
        if without * 10 > all {
            return Err(format!(
                "{without} of {all} have no line of the source: build with line tables"
            ));
        }
        parts.insert(NodePart::Library, costs.library);
        Ok(Self(parts))
    }
}

/// One line of the counts that the units `parts` and `cycles` keep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartRow {
    /// The commit that was counted.
    pub commit: String,
    /// The level.
    pub level: String,
    /// The profile.
    pub profile: String,
    /// The board.
    pub board: String,
    /// Nodes searched.
    pub nodes: u64,
    /// The part.
    pub part: NodePart,
    /// Instructions of the run, or samples of its time.
    pub count: u64,
}

/// The counts as CSV with a head line.
pub fn to_csv(rows: &[PartRow]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).expect("memory takes what is written");
    }
    let bytes = writer.into_inner().expect("memory takes what is written");
    String::from_utf8(bytes).expect("strings are UTF-8")
}

/// A column of a table: its heading, and the rows that it is of.
type Runs<'a> = (&'static str, [&'a str; 3]);

/// The columns of instructions at a level, each of a profile and a board.
fn boards(level: &str) -> [Runs<'_>; 6] {
    [
        ("axon, matrix", ["axon", "matrix", level]),
        ("axon, magic", ["axon", "magic", level]),
        ("full, matrix", ["full", "matrix", level]),
        ("full, magic", ["full", "magic", level]),
        ("umko, matrix", ["umko", "matrix", level]),
        ("umko, magic", ["umko", "magic", level]),
    ]
}

/// The columns of shares, each of a profile and a level.
const SHARES: [Runs<'_>; 4] = [
    ("axon, avx512", ["axon", "matrix", "avx512"]),
    ("axon, avx2", ["axon", "matrix", "avx2"]),
    ("full, avx512", ["full", "matrix", "avx512"]),
    ("full, avx2", ["full", "matrix", "avx2"]),
];

/// The counts of a run a node, of a part or of all.
fn per_node(rows: &[PartRow], [profile, board, level]: [&str; 3], part: Option<NodePart>) -> f64 {
    let is_of_run =
        |row: &&PartRow| [&row.profile, &row.board, &row.level] == [profile, board, level];
    let of = rows.iter().filter(is_of_run).filter(|row| part.is_none_or(|part| row.part == part));
    of.map(|row| row.count as f64 / row.nodes as f64).sum()
}

/// A row for each part of which a column has something.
fn by_parts(columns: &[Runs<'_>], cell: impl Fn([&str; 3], NodePart) -> Option<String>) -> Sheet {
    let heads = columns.iter().map(|(head, _)| (*head).to_owned());
    let mut sheet =
        Sheet { head: ["part".to_owned()].into_iter().chain(heads).collect(), rows: Vec::new() };
    for part in NodePart::ALL {
        let cells: Vec<Option<String>> = columns.iter().map(|(_, run)| cell(*run, part)).collect();
        if cells.iter().any(Option::is_some) {
            let cells = cells.into_iter().map(|cell| cell.unwrap_or_else(|| "–".to_owned()));
            sheet.rows.push([part.name().to_owned()].into_iter().chain(cells).collect());
        }
    }
    sheet
}

/// Instructions a node by part at a level, a column for each profile and board; the last rows are
/// their sum, and the matrix's sum over the magic board's.
pub fn table(rows: &[PartRow], level: &str) -> Sheet {
    let columns = boards(level);
    // A value below half an instruction is none.
    let shown = |value: f64| (value >= 0.5).then(|| count(value));
    let mut sheet = by_parts(&columns, |run, part| shown(per_node(rows, run, Some(part))));
    let sums = columns.map(|(_, run)| per_node(rows, run, None));
    let cells =
        |cells: [Option<String>; 6]| cells.map(|cell| cell.unwrap_or_else(|| "–".to_owned()));
    sheet.rows.push([vec!["all".to_owned()], cells(sums.map(shown)).to_vec()].concat());
    let over = [0, 1, 2, 3, 4, 5]
        .map(|at| (at % 2 == 0 && sums[at + 1] > 0.0).then(|| factor(sums[at] / sums[at + 1])));
    sheet.rows.push([vec!["matrix over magic".to_owned()], cells(over).to_vec()].concat());
    sheet
}

/// Shares of a node's time by part, in percent: a column for each profile and level.
pub fn shares(rows: &[PartRow]) -> Sheet {
    by_parts(&SHARES, |run, part| {
        let share = 100.0 * per_node(rows, run, Some(part)) / per_node(rows, run, None);
        (share >= 0.5).then(|| format!("{share:.0} %"))
    })
}

#[cfg(test)]
mod tests;
