//! Matrix over magic, by profile and level.

use super::super::format::{factor_with_interval, tick};
use super::super::load::Loaded;
use super::super::pairs::{BoardPair, pairs};
use super::super::select::{boards_per_cpu, cpu_with_marks};
use super::content::shown_dots;
use super::rows::{BarRow, RowGroup, RowMark, Rows};
use super::sheet::colour;
use crate::draw::Rgb;
use nucleus_records::record::{Protocol, Workload};

/// The colours of the profiles, in the order in which a record has them.
const PROFILES: [Rgb; 3] = [colour::BLUE, colour::VERMILLION, colour::GREEN];

/// Returns the rows of the summary: the positions of `bench` together, and perft.
pub fn overview(records: &[Loaded]) -> Rows {
    let whole = |w: &Workload| matches!(w.protocol, Protocol::Set | Protocol::Perft);
    chart(records, "What the matrix is worth", whole)
}

/// The single positions.
pub fn positions(records: &[Loaded]) -> Rows {
    let single = |w: &Workload| !matches!(w.protocol, Protocol::Set | Protocol::Perft);
    chart(records, "What the matrix is worth, position by position", single)
}

fn chart(records: &[Loaded], title: &str, wanted: fn(&Workload) -> bool) -> Rows {
    let mut groups: Vec<RowGroup> = Vec::new();
    for loaded in boards_per_cpu(records) {
        let pairs = pairs(&loaded.record);
        let mut profiles: Vec<&str> = Vec::new();
        for profile in pairs.iter().filter_map(BoardPair::profile) {
            if !profiles.contains(&profile) {
                profiles.push(profile);
            }
        }
        for workload in loaded.record.workloads.iter().filter(|w| wanted(w)) {
            let of_workload = pairs.iter().filter(|pair| pair.workload.name == workload.name);
            let rows: Vec<BarRow> = of_workload.filter_map(|pair| row(pair, &profiles)).collect();
            if !rows.is_empty() {
                let heading = format!("{} · {}", cpu_with_marks(&loaded.record), name(workload));
                groups.push(RowGroup { heading, rows });
            }
        }
    }
    Rows {
        found: None,
        logarithmic: true,
        title: title.into(),
        subtitle: "Our nodes per second on the 8×8 matrix over those on magic bitboards: the same \
            search of the same tree, both in turn on the same core. Medians over blocks, the dots, with \
            95 % intervals, by processor time where the system tells it. Further right the matrix is \
            faster; 1 is equal speed."
            .into(),
        axis: "times the magic board's nodes per second".into(),
        tick,
        baseline: Some((1.0, "equal")),
        groups,
        footnote:
            "Magic: classical bitboards without cells, with pext where the CPU is fast at it \
            and the level has it. A level that the CPU has not has no row."
                .into(),
    }
}

fn row(pair: &BoardPair<'_>, profiles: &[&str]) -> Option<BarRow> {
    let ratio = pair.ratio()?;
    let (low, high) = ratio.interval.unzip();
    let place = pair.profile().and_then(|name| profiles.iter().position(|p| *p == name));
    let board = if pair.is_of_record() { format!(", {}", pair.board()) } else { String::new() };
    Some(BarRow {
        label: match pair.profile() {
            Some(profile) => format!("{profile}, {}{board}", pair.level()),
            None => format!("{}{board}", pair.level()),
        },
        colour: place.map_or(colour::PURPLE, |at| PROFILES[at % PROFILES.len()]),
        mark: RowMark::Dot,
        value: ratio.value,
        interval: ratio.interval,
        dots: shown_dots(pair.block_ratios()),
        figure: factor_with_interval(ratio.value, low, high),
    })
}

/// A workload in words.
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
