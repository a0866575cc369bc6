//! Tables of the matrix and axon32, each compared with the magic board on the same tree.

use super::super::estimate::RatioEstimate;
use super::super::format::{count, factor, factor_with_interval};
use super::super::load::Loaded;
use super::super::pairs::{BoardPair, pairs};
use super::super::select::{boards_per_cpu, cpu_with_marks, instructions, speed};
use super::super::table::{Table, TableCell as Cell};
use super::history::commit;
use nucleus_records::record::{Protocol, Record};

/// The positions with a column, by their names in records; older records call the set `bench`.
const POSITIONS: [&[&str]; 4] = [&["start"], &["mate7"], &["kiwipete"], &["positions", "bench"]];

/// A row of the summary: the pairs of a profile, a level and a board that is compared with magic.
struct SummaryRow<'a> {
    loaded: &'a Loaded,
    /// One of the pairs, which all share the profile, the level and the board.
    one: BoardPair<'a>,
    /// `true` if a record has the third board, axon32, so that boards are named.
    three: bool,
    ratios: [Option<RatioEstimate>; 4],
}

fn summary_rows(loaded: &Loaded, three: bool) -> Vec<SummaryRow<'_>> {
    let pairs = pairs(&loaded.record);
    let subject = |pair: &BoardPair<'_>| {
        (pair.profile().map(str::to_owned), pair.level().to_owned(), pair.board().to_owned())
    };
    let mut subjects: Vec<BoardPair<'_>> = Vec::new();
    for pair in &pairs {
        if subjects.iter().all(|known| subject(known) != subject(pair)) {
            subjects.push(*pair);
        }
    }
    // Perft comes last, regardless of the record's order.
    subjects.sort_by_key(|pair| pair.profile().is_none());
    let row = |one| {
        let ratios = POSITIONS.map(|names| {
            let at = |pair: &&BoardPair<'_>| {
                subject(pair) == subject(&one) && names.contains(&&*pair.workload.position)
            };
            pairs.iter().find(at).and_then(BoardPair::ratio)
        });
        SummaryRow { loaded, one, three, ratios }
    };
    let mut rows: Vec<SummaryRow<'_>> = subjects.into_iter().map(row).collect();
    rows.retain(|row| row.ratios.iter().any(Option::is_some));
    rows
}

/// Returns a row for each CPU, profile, level and board compared with magic, with a column per
/// position; perft has separate rows.
pub fn table(records: &[Loaded]) -> Table {
    let chosen = boards_per_cpu(records);
    let of_record = |loaded: &&Loaded| pairs(&loaded.record).iter().any(BoardPair::is_of_record);
    let three = chosen.iter().any(of_record);
    let rows = chosen.iter().flat_map(|loaded| summary_rows(loaded, three));
    let mut table = Table::with_items("boards", "Matrix over magic: nodes per second", rows)
        .left("cpu", "CPU", |r| Cell::text(cpu_with_marks(&r.loaded.record)))
        .left("profile", "profile", |r| Cell::text(r.one.profile().unwrap_or("perft")))
        .left("level", "level", |r| Cell::text(r.one.level()))
        .left("board", "board", |r| Cell::optional(r.three.then(|| r.one.board())))
        .right("start", "start position", |r| interval(r.ratios[0]))
        .right("mate7", "mate in 7", |r| interval(r.ratios[1]))
        .right("kiwipete", "kiwipete", |r| interval(r.ratios[2]))
        .right("positions", "positions, geometric mean", |r| interval(r.ratios[3]))
        .data("record", |r| Cell::text(r.loaded.name()))
        .table();
    table.notes = chosen.iter().flat_map(|loaded| notes(&loaded.record)).collect();
    table.notes.dedup();
    table
}

/// The boards on a workload, in a profile and at a level: the matrix, and the third board if there is one.
struct PairRow<'a> {
    loaded: &'a Loaded,
    pair: BoardPair<'a>,
    third: Option<BoardPair<'a>>,
}

impl PairRow<'_> {
    /// Returns `true` if all boards searched the same number of nodes.
    fn same_tree(&self) -> Option<bool> {
        let third = self.third.as_ref().map_or(Some(true), BoardPair::same_tree)?;
        self.pair.same_tree().map(|same| same && third)
    }
}

fn pair_rows(loaded: &Loaded) -> Vec<PairRow<'_>> {
    let pairs = pairs(&loaded.record);
    let third = |pair: &BoardPair<'_>| {
        pairs.iter().copied().find(|other| {
            other.is_of_record()
                && other.workload.name == pair.workload.name
                && other.matrix.profile == pair.matrix.profile
                && other.level() == pair.level()
        })
    };
    let two = pairs.iter().copied().filter(|pair| !pair.is_of_record());
    two.map(|pair| PairRow { loaded, pair, third: third(&pair) }).collect()
}

/// Returns an end of a ratio's interval, as a cell.
pub fn end(ratio: Option<RatioEstimate>, which: fn((f64, f64)) -> f64) -> Cell {
    Cell::number(ratio.and_then(|ratio| ratio.interval).map(which), factor)
}

/// Returns a row for each CPU, workload, profile and level, with the figures of the boards.
pub fn rows(records: &[Loaded]) -> Table {
    let all = boards_per_cpu(records).into_iter().flat_map(pair_rows);
    Table::with_items("board-rows", "Matrix and magic, by workload", all)
        .left("cpu", "CPU", |r| Cell::text(cpu_with_marks(&r.loaded.record)))
        .left("workload", "workload", |r| Cell::text(&r.pair.workload.name))
        .left("profile", "profile", |r| Cell::optional(r.pair.profile()))
        .left("level", "level", |r| Cell::text(r.pair.level()))
        .right("axon32_nps", "axon32, NPS", |r| speed(r.third.map(|third| third.matrix_row)))
        .right("matrix_nps", "matrix, NPS", |r| speed(Some(r.pair.matrix_row)))
        .right("magic_nps", "magic, NPS", |r| speed(Some(r.pair.magic_row)))
        .right("axon32_ratio", "axon32/magic [95 %]", |r| interval(r.third.and_then(|third| third.ratio())))
        .right("ratio", "matrix/magic [95 %]", |r| interval(r.pair.ratio()))
        .data("ratio_low", |r| end(r.pair.ratio(), |ends| ends.0))
        .data("ratio_high", |r| end(r.pair.ratio(), |ends| ends.1))
        .left("verdict", "the matrix is", |r| {
            Cell::optional(r.pair.ratio().map(|ratio| ratio.verdict().name()))
        })
        .right("clock_ratio", "by our clock [95 %]", |r| interval(r.pair.clock_ratio()))
        .data("clock_ratio_low", |r| end(r.pair.clock_ratio(), |ends| ends.0))
        .data("clock_ratio_high", |r| end(r.pair.clock_ratio(), |ends| ends.1))
        .left("same_tree", "same tree", |r| Cell::flag(r.same_tree()))
        .right("matrix_instructions_per_node", "matrix, instr./node", |r| {
            instructions(Some(r.pair.matrix_row))
        })
        .right("axon32_instructions_per_node", "axon32, instr./node", |r| {
            instructions(r.third.map(|third| third.matrix_row))
        })
        .right("magic_instructions_per_node", "magic, instr./node", |r| {
            instructions(Some(r.pair.magic_row))
        })
        .right("blocks", "blocks", |r| {
            let ratio = r.pair.matrix_row.ratios.first();
            Cell::number(ratio.map(|ratio| f64::from(ratio.blocks)), count)
        })
        .data("limit", |r| Cell::text(&r.pair.workload.limit))
        .data("protocol", |r| Cell::text(r.pair.workload.protocol.to_string()))
        .data("commit", |r| Cell::optional(commit(r.loaded)))
        .data("record", |r| Cell::text(r.loaded.name()))
        .note(
            "NPS: the median of the samples by processor time where the record has it, else by wall time; of a set of positions the geometric mean. \
             Matrix/magic: by the seconds that the engine really had the processor, where the system \
             tells them in every sample: another program on the core does not change them. Same tree: the boards searched, or counted, as many nodes in every run.",
        )
        .table()
}

fn interval(ratio: Option<RatioEstimate>) -> Cell {
    let (low, high) = ratio.and_then(|r| r.interval).unzip();
    Cell::number(ratio.map(|r| r.value), |v| factor_with_interval(v, low, high))
}

/// Returns notes on the workloads and on the levels.
fn notes(record: &Record) -> [String; 2] {
    let set = |fens: usize| if fens > 0 { format!(", {fens} positions") } else { String::new() };
    let run: Vec<String> = record
        .workloads
        .iter()
        .map(|w| {
            let kind = if w.protocol == Protocol::Perft { "" } else { "go " };
            format!("{} ({kind}{}{})", w.position, w.limit, set(w.fens.len()))
        })
        .collect();
    [
        format!(
            "Above 1 the matrix is faster. The same engine on both boards, in blocks of matrix, \
             magic, magic, matrix, or the other way round: estimated over blocks with its 95 % \
             interval, by processor time where the system tells it. Run: {}. Perft counts the last ply without making it.",
            run.join("; ")
        ),
        format!(
            "Levels of this CPU: {}. What it has not was not run, and has no row.",
            record.machine.levels.join(", ")
        ),
    ]
}
