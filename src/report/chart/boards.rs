//! Charts of the matrix and axon32, each compared with the magic board, by profile and level.

use super::super::load::Loaded;
use super::super::pairs::{BoardPair, pairs};
use super::super::select::boards_per_cpu;
use super::content::{colour_of, groups, shown_dots};
use super::rows::{BarRow, RowMark, Rows};
use nucleus_records::record::{Protocol, Record, Workload};

/// Returns the summary chart, of the positions of `bench` together and of perft.
pub fn overview(records: &[Loaded]) -> Rows {
    chart(records, "What the matrix is worth", is_of_summary)
}

/// Returns the chart of the single positions.
pub fn positions(records: &[Loaded]) -> Rows {
    let title = "What the matrix is worth, position by position";
    chart(records, title, |workload| !is_of_summary(workload))
}

fn is_of_summary(workload: &Workload) -> bool {
    matches!(workload.protocol, Protocol::Set | Protocol::Perft)
}

fn chart(records: &[Loaded], title: &str, keep: fn(&Workload) -> bool) -> Rows {
    let of_record = |record: &Record| {
        let pairs = pairs(record);
        let rows = |workload: &Workload| {
            let of_workload = pairs.iter().filter(|pair| pair.workload.name == workload.name);
            of_workload.filter_map(row).collect()
        };
        let workloads = record.workloads.iter().filter(|workload| keep(workload));
        workloads.map(|workload| (name(workload), rows(workload))).collect()
    };
    Rows {
        logarithmic: true,
        title: title.into(),
        subtitle: "Our nodes per second on the 8×8 matrix over those on magic bitboards: the same \
            search of the same tree, both in turn on the same core. Medians over blocks, the dots, with \
            95 % intervals, by processor time where the system tells it. Further right the matrix is \
            faster; 1 is equal speed."
            .into(),
        axis: "times the magic board's nodes per second".into(),
        baseline: Some((1.0, "equal")),
        groups: groups(boards_per_cpu(records), of_record),
        footnote:
            "Magic: classical bitboards without cells, with pext where the CPU is fast at it \
            and the level has it. A level that the CPU has not has no row."
                .into(),
        ..Rows::default()
    }
}

fn row(pair: &BoardPair<'_>) -> Option<BarRow> {
    let ratio = pair.ratio()?;
    let board = pair.is_of_record().then(|| pair.board());
    let label = [pair.profile(), Some(pair.level()), board].into_iter().flatten();
    Some(BarRow {
        label: label.collect::<Vec<_>>().join(", "),
        colour: colour_of(pair.matrix, 0),
        mark: RowMark::Dot,
        value: ratio.value,
        interval: ratio.interval,
        dots: shown_dots(pair.block_ratios()),
        figure: ratio.factor(),
    })
}

/// Describes a workload by its position and limit.
fn name(workload: &Workload) -> String {
    match workload.protocol {
        Protocol::Set => {
            let (count, limit) = (workload.fens.len(), &workload.limit);
            format!("{}: geometric mean over {count} positions, {limit}", workload.position)
        }
        Protocol::Perft => format!("{}, {}", workload.limit, workload.position),
        _ => format!("{}, {}", workload.position, workload.limit),
    }
}
