//! Breakdown of a node's instructions and of its time, by parts of the source.
//!
//! `ci/boards` runs `nucleus bench` under Callgrind, instruction by instruction, `ci/cycles` takes samples
//! of its time, and `addr2line` says from which lines each of the addresses was inlined.
//! [`PartCounts::of`] walks from the innermost of
//! these lines outwards and takes the first that tells a part: an attack that is looked up while
//! moves are generated is generation, the same look-up for the evaluation's influence sets is not.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use nucleus_report::Error;
use nucleus_report::format::{count, factor};
use nucleus_report::table::{Table, TableCell, left, right};

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
            ("src/core/board/magic/magic_board.rs", "compute_influence" | "influence") => {
                Self::AttackSets
            }
            // The influence sets of the magic board are the one thing that is outlined.
            ("src/core/kernels/features.rs", "outlined") => Self::AttackSets,
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

/// A line of the source that an instruction comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct SourceLine {
    /// The file from the root of the tree, `src/…`.
    file: String,
    /// The line, from 1; 0 where the compiler did not keep it.
    line: usize,
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
    ///
    /// # Errors
    /// A sentence that says what is wrong with it.
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

/// Reads the output of `addr2line --addresses --inlines --functions`: the lines of each address,
/// the innermost first. Lines of the standard library are left out.
fn read_frames(text: &str) -> BTreeMap<u64, Vec<SourceLine>> {
    let mut frames: BTreeMap<u64, Vec<SourceLine>> = BTreeMap::new();
    let mut address = None;
    let mut is_place = false;
    for line in text.lines() {
        // The line of an address stands alone; names and places come in pairs.
        let hexadecimal = line.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        if let Some(found) = hexadecimal.filter(|_| !is_place) {
            address = Some(found);
            frames.entry(found).or_default();
        } else if let Some(address) = address {
            if is_place && let Some(place) = source_line(line) {
                frames.entry(address).or_default().push(place);
            }
            is_place = !is_place;
        }
    }
    frames
}

/// A place in our source: `…/src/core/eval/mod.rs:139 (discriminator 2)`.
fn source_line(text: &str) -> Option<SourceLine> {
    let text = text.split(" (").next()?;
    let (path, line) = text.rsplit_once(':')?;
    let is_of_rust = ["/rustc/", "/rust/deps/"].iter().any(|folder| path.starts_with(folder));
    if is_of_rust || path.contains("/registry/") {
        return None;
    }
    let at = if path.starts_with("src/") { 0 } else { path.rfind("/src/")? + 1 };
    Some(SourceLine { file: path[at..].to_owned(), line: line.parse().unwrap_or(0) })
}

/// The functions of the source by their lines.
#[derive(Debug, Default)]
struct Sources {
    root: PathBuf,
    /// Functions of each file, each with the line of its head, ascending.
    functions: BTreeMap<String, Vec<(usize, String)>>,
}

impl Sources {
    /// The function whose head stands last at or above a line.
    fn function(&mut self, place: &SourceLine) -> Result<&str, Error> {
        if !self.functions.contains_key(&place.file) {
            let path = self.root.join(&place.file);
            let text = fs::read_to_string(&path).map_err(|source| Error::Read { path, source })?;
            self.functions.insert(place.file.clone(), heads(&text));
        }
        let heads = &self.functions[&place.file];
        let above = heads.partition_point(|(line, _)| *line <= place.line);
        Ok(above.checked_sub(1).map_or("", |last| heads[last].1.as_str()))
    }
}

/// The heads of functions in a source file, each with its line; one whose name a macro puts in has none.
fn heads(text: &str) -> Vec<(usize, String)> {
    let mut heads = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let name = if code.starts_with("//") { None } else { code.split_once("fn ") };
        let Some((before, after)) = name else { continue };
        let name: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let is_word = before.is_empty() || before.ends_with([' ', '(']);
        if is_word && (!name.is_empty() || after.starts_with('$')) {
            heads.push((index + 1, name));
        }
    }
    heads
}

/// Costs of a run by parts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartCounts(pub BTreeMap<NodePart, u64>);

impl PartCounts {
    /// Puts costs down to parts by the lines that each instruction was inlined from; `root` is the
    /// tree that the program was built from.
    ///
    /// # Errors
    /// When a file of the source cannot be read, or most of the cost has no line.
    pub fn of(costs: &Costs, frames: &str, root: &Path) -> Result<Self, Error> {
        let frames = read_frames(frames);
        let mut sources = Sources { root: root.to_owned(), ..Sources::default() };
        let mut parts: BTreeMap<NodePart, u64> = BTreeMap::new();
        let (mut all, mut without) = (0, 0);
        for (address, cost) in &costs.program {
            let lines = frames.get(address).map_or(&[][..], Vec::as_slice);
            all += cost;
            if lines.is_empty() {
                without += cost;
            }
            let mut part = None;
            for line in lines {
                part = NodePart::of_function(&line.file, sources.function(line)?);
                if part.is_some() {
                    break;
                }
            }
            *parts.entry(part.unwrap_or(NodePart::Search)).or_default() += cost;
        }
        if without * 10 > all {
            return Err(Error::Record {
                path: root.to_owned(),
                message: format!(
                    "{without} of {all} have no line of the source: was the program built with line \
                     tables?"
                ),
            });
        }
        parts.insert(NodePart::Library, costs.library);
        Ok(Self(parts))
    }
}

/// One line of the counts that `ci/boards` and `ci/cycles` keep.
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

/// Reads the output of [`to_csv`].
///
/// # Errors
/// A sentence with the line that cannot be read.
pub fn from_csv(text: &str) -> Result<Vec<PartRow>, String> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.collect::<Result<_, _>>().map_err(|error| error.to_string())
}

/// The columns: a profile and a board, the column's key and its head.
const COLUMNS: [(&str, &str, &str, &str); 6] = [
    ("axon", "matrix", "axon_matrix", "axon, matrix"),
    ("axon", "magic", "axon_magic", "axon, magic"),
    ("full", "matrix", "full_matrix", "full, matrix"),
    ("full", "magic", "full_magic", "full, magic"),
    ("umko", "matrix", "umko_matrix", "umko, matrix"),
    ("umko", "magic", "umko_magic", "umko, magic"),
];

/// Instructions a node by part at a level, a column for each profile and board; the last rows are
/// their sum, and the matrix's sum over the magic board's.
pub fn table(rows: &[PartRow], level: &str) -> Table {
    let mut columns = vec![left("part", "part")];
    columns.extend(COLUMNS.map(|(_, _, key, head)| right(key, head)));
    let title = format!("Instructions a node at level {level}");
    let mut table = Table::new("breakdown", title, columns);
    let per_node = |column: (&str, &str), part: Option<NodePart>| -> Option<f64> {
        let of_cell = rows.iter().filter(|row| {
            row.level == level
                && (row.profile.as_str(), row.board.as_str()) == column
                && part.is_none_or(|part| row.part == part)
        });
        let counts: Vec<f64> = of_cell.map(|r| r.count as f64 / r.nodes as f64).collect();
        (!counts.is_empty()).then(|| counts.iter().sum())
    };
    let cells = |part: Option<NodePart>| {
        COLUMNS.map(|(profile, board, ..)| {
            // What stays below half an instruction is none.
            let value = per_node((profile, board), part).filter(|value| *value >= 0.5);
            TableCell::number(value, count)
        })
    };
    for part in NodePart::ALL {
        let cells = cells(Some(part));
        if cells.iter().any(|cell| *cell != TableCell::Missing) {
            table.push([vec![TableCell::text(part.name())], cells.to_vec()].concat());
        }
    }
    table.push([vec![TableCell::text("all")], cells(None).to_vec()].concat());
    let mut over = vec![TableCell::text("matrix over magic")];
    for (profile, board, ..) in COLUMNS {
        let sums = per_node((profile, "matrix"), None).zip(per_node((profile, "magic"), None));
        let ratio = sums.map(|(matrix, magic)| matrix / magic).filter(|_| board == "matrix");
        over.push(TableCell::number(ratio, factor));
    }
    table.push(over);
    table
}

/// The columns of shares: a profile and a level, the column's key and its head.
const SHARES: [(&str, &str, &str, &str); 4] = [
    ("axon", "avx512", "axon_avx512", "axon, avx512"),
    ("axon", "avx2", "axon_avx2", "axon, avx2"),
    ("full", "avx512", "full_avx512", "full, avx512"),
    ("full", "avx2", "full_avx2", "full, avx2"),
];

/// Shares of a node's time by part, in percent: a column for each profile and level.
pub fn shares(rows: &[PartRow]) -> Table {
    let mut columns = vec![left("part", "part")];
    columns.extend(SHARES.map(|(_, _, key, head)| right(key, head)));
    let mut table = Table::new("shares", "Where a node's time goes", columns);
    let samples = |run: (&str, &str), part: Option<NodePart>| -> u64 {
        let of_run = rows.iter().filter(|row| (row.profile.as_str(), row.level.as_str()) == run);
        of_run.filter(|row| part.is_none_or(|part| row.part == part)).map(|row| row.count).sum()
    };
    for part in NodePart::ALL {
        let cells = SHARES.map(|(profile, level, ..)| {
            let run = (profile, level);
            let share = 100.0 * samples(run, Some(part)) as f64 / samples(run, None) as f64;
            TableCell::number((share >= 0.5).then_some(share), |share| format!("{share:.0} %"))
        });
        if cells.iter().any(|cell| *cell != TableCell::Missing) {
            table.push([vec![TableCell::text(part.name())], cells.to_vec()].concat());
        }
    }
    table
}

#[cfg(test)]
mod tests;
