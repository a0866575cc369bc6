//! The matrix over the magic board: the same search, node for node, on both.

use super::super::estimate::RatioEstimate;
use super::super::format::{count, factor, factor_with_interval};
use super::super::load::Loaded;
use super::super::pairs::{BoardPair, pairs};
use super::super::select::{boards_per_cpu, cpu_with_marks};
use super::super::table::{Table, TableCell, data, left, right};
use super::history::commit;
use nucleus_records::record::{Protocol, Record};

/// The positions that have a column, by their names in the record; older records call the set `bench`.
const POSITIONS: [&[&str]; 4] = [&["start"], &["mate7"], &["kiwipete"], &["positions", "bench"]];

/// True when a record has the third board.
fn has_record(records: &[Loaded]) -> bool {
    boards_per_cpu(records)
        .into_iter()
        .any(|loaded| pairs(&loaded.record).iter().any(BoardPair::is_of_record))
}

/// The subject of a row of the table.
#[derive(PartialEq, Eq)]
struct BoardsRow<'a> {
    profile: Option<&'a str>,
    level: &'a str,
    board: &'a str,
}

/// One row for each CPU, profile, level and board without magic, a column for each position; perft has rows of its own.
pub fn table(records: &[Loaded]) -> Table {
    let mut columns = vec![
        left("cpu", "CPU"),
        left("profile", "profile"),
        left("level", "level"),
        right("start", "start position"),
        right("mate7", "mate in 7"),
        right("kiwipete", "kiwipete"),
        right("positions", "positions, geometric mean"),
        data("record"),
    ];
    let three = has_record(records);
    if three {
        columns.insert(3, left("board", "board"));
    }
    let mut table = Table::new("boards", "Matrix over magic: nodes per second", columns);
    for loaded in boards_per_cpu(records) {
        let pairs = pairs(&loaded.record);
        let mut rows: Vec<BoardsRow<'_>> = Vec::new();
        for pair in &pairs {
            let (profile, level, board) = (pair.profile(), pair.level(), pair.board());
            let row = BoardsRow { profile, level, board };
            if !rows.contains(&row) {
                rows.push(row);
            }
        }
        // Perft last, whatever a record has first.
        rows.sort_by_key(|row| row.profile.is_none());
        for row in rows {
            let BoardsRow { profile, level, board } = row;
            let of_row =
                |p: &&BoardPair| p.profile() == profile && p.level() == level && p.board() == board;
            let cells: Vec<TableCell> = POSITIONS
                .iter()
                .map(|names| {
                    let at = |p: &&BoardPair| of_row(p) && names.contains(&&*p.workload.position);
                    interval(pairs.iter().find(at).and_then(BoardPair::ratio))
                })
                .collect();
            if cells.iter().all(|cell| *cell == TableCell::Missing) {
                continue;
            }
            let mut row = vec![
                TableCell::text(cpu_with_marks(&loaded.record)),
                TableCell::text(profile.unwrap_or("perft")),
                TableCell::text(level),
            ];
            row.extend(three.then(|| TableCell::text(board)));
            row.extend(cells);
            row.push(TableCell::text(loaded.name()));
            table.push(row);
        }
        table.notes.extend(notes(&loaded.record));
    }
    table.notes.dedup();
    table
}

/// Returns one row for each CPU, workload, profile and level, with the figures of both boards.
pub fn rows(records: &[Loaded]) -> Table {
    let mut columns = vec![
        left("cpu", "CPU"),
        left("workload", "workload"),
        left("profile", "profile"),
        left("level", "level"),
        right("matrix_nps", "matrix, NPS"),
        right("magic_nps", "magic, NPS"),
        right("ratio", "matrix/magic [95 %]"),
        data("ratio_low"),
        data("ratio_high"),
        left("verdict", "the matrix is"),
        right("clock_ratio", "by our clock [95 %]"),
        data("clock_ratio_low"),
        data("clock_ratio_high"),
        left("same_tree", "same tree"),
        right("matrix_instructions_per_node", "matrix, instr./node"),
        right("magic_instructions_per_node", "magic, instr./node"),
        right("blocks", "blocks"),
        data("limit"),
        data("protocol"),
        data("commit"),
        data("record"),
    ];
    let three = has_record(records);
    if three {
        columns.insert(4, right("axon32_nps", "axon32, NPS"));
        columns.insert(7, right("axon32_ratio", "axon32/magic [95 %]"));
        let magic = columns.iter().position(|column| column.key == "magic_instructions_per_node");
        let instructions = right("axon32_instructions_per_node", "axon32, instr./node");
        columns.insert(magic.unwrap_or(columns.len()), instructions);
    }
    let mut table = Table::new("board-rows", "Matrix and magic, by workload", columns);
    for loaded in boards_per_cpu(records) {
        let pairs = pairs(&loaded.record);
        for pair in pairs.iter().filter(|pair| !pair.is_of_record()) {
            // The third board of the same workload, profile and level.
            let third = pairs.iter().find(|other| {
                other.is_of_record()
                    && other.workload.name == pair.workload.name
                    && other.matrix.profile == pair.matrix.profile
                    && other.level() == pair.level()
            });
            let nps = |row: &nucleus_records::record::Summary| {
                TableCell::number(row.nps.map(|nps| nps.median), count)
            };
            let (ratio, clock) = (pair.ratio(), pair.clock_ratio());
            let end = |ratio: Option<RatioEstimate>, which: fn((f64, f64)) -> f64| {
                TableCell::number(ratio.and_then(|r| r.interval).map(which), factor)
            };
            let blocks = pair.matrix_row.ratios.first().map(|r| f64::from(r.blocks));
            let mut row = vec![
                TableCell::text(cpu_with_marks(&loaded.record)),
                TableCell::text(pair.workload.name.clone()),
                pair.profile().map_or(TableCell::Missing, TableCell::text),
                TableCell::text(pair.level()),
                nps(pair.matrix_row),
                nps(pair.magic_row),
                interval(ratio),
                end(ratio, |i| i.0),
                end(ratio, |i| i.1),
                ratio.map_or(TableCell::Missing, |r| TableCell::text(r.verdict().name())),
                interval(clock),
                end(clock, |i| i.0),
                end(clock, |i| i.1),
                TableCell::flag(same_tree(pair, third)),
                TableCell::number(pair.matrix_row.instructions_per_node, count),
                TableCell::number(pair.magic_row.instructions_per_node, count),
                TableCell::number(blocks, count),
                TableCell::text(pair.workload.limit.clone()),
                TableCell::text(pair.workload.protocol.to_string()),
                commit(loaded).map_or(TableCell::Missing, TableCell::Text),
                TableCell::text(loaded.name()),
            ];
            if three {
                let instructions = third.and_then(|third| third.matrix_row.instructions_per_node);
                row.insert(15, TableCell::number(instructions, count));
                row.insert(4, third.map_or(TableCell::Missing, |third| nps(third.matrix_row)));
                row.insert(7, interval(third.and_then(BoardPair::ratio)));
            }
            table.push(row);
        }
    }
    table.notes.push(
        "NPS: the median of the samples by processor time where the record has it, else by wall time; of a set of positions the geometric mean. \
         Matrix/magic: by the seconds that the engine really had the processor, where the system \
         tells them in every sample: another program on the core does not change them. Same tree: the boards searched, or counted, as many nodes in every run."
            .into(),
    );
    table
}

/// True when all boards searched as many nodes.
fn same_tree(pair: &BoardPair<'_>, third: Option<&BoardPair<'_>>) -> Option<bool> {
    let third = third.map_or(Some(true), BoardPair::same_tree)?;
    pair.same_tree().map(|same| same && third)
}

fn interval(ratio: Option<RatioEstimate>) -> TableCell {
    let (low, high) = ratio.and_then(|r| r.interval).unzip();
    TableCell::number(ratio.map(|r| r.value), |v| factor_with_interval(v, low, high))
}

/// Returns notes on the workloads, and on the levels.
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
