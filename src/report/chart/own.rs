//! Charts of workloads that are not the paper's: perft, and any others of a run.

use super::super::document::node;
use super::super::format::tick;
use super::super::load::Loaded;
use super::super::select::{PaperPosition, chart_label, cpu_with_marks, one_per_cpu};
use super::content::{contestants, dots, footnote, speed};
use super::rows::{BarRow, RowGroup, RowMark, Rows};
use crate::draw::Rgb;
use nucleus_records::record::{EngineRecord, Protocol, Record, Workload};

/// Legal move paths a second.
pub fn perft(records: &[Loaded]) -> Rows {
    let footer =
        "Perft counts legal move paths of a given length: the work is identical in every engine.";
    chart(records, "Perft: legal move paths per second", footer, |w| w.protocol == Protocol::Perft)
}

/// Nodes a second on positions of the user's.
pub fn workloads(records: &[Loaded]) -> Rows {
    let is_own = |workload: &Workload| {
        !matches!(workload.protocol, Protocol::Perft | Protocol::Command)
            && !PaperPosition::ALL.iter().any(|p| p.is_of(workload))
    };
    chart(records, "Nodes per second on other workloads", &node(records), is_own)
}

fn chart(
    records: &[Loaded],
    title: &str,
    footer: &str,
    wanted: impl Fn(&Workload) -> bool,
) -> Rows {
    let mut groups = Vec::new();
    for loaded in one_per_cpu(records) {
        let record = &loaded.record;
        for workload in record.workloads.iter().filter(|w| wanted(w)) {
            let rows = rows(record, workload);
            if !rows.is_empty() {
                let cpu = cpu_with_marks(record);
                let heading = format!("{cpu} · {}, {}", workload.name, workload.limit);
                groups.push(RowGroup { heading, rows });
            }
        }
    }
    Rows {
        found: None,
        title: title.into(),
        subtitle:
            "Every engine in turn. Bars are medians, dots the samples, whiskers 95 % intervals; \
            longer is faster."
                .into(),
        axis: "per second".into(),
        logarithmic: false,
        tick,
        baseline: None,
        groups,
        footnote: footnote(records, footer),
    }
}

fn rows(record: &Record, workload: &Workload) -> Vec<BarRow> {
    let row = |(engine, colour): (EngineRecord, Rgb)| {
        let (value, interval, figure) = speed(record.summary(&engine.name, &workload.name)?)?;
        let label = chart_label(&engine);
        let dots = dots(record, &engine.name, &workload.name);
        Some(BarRow { label, colour, mark: RowMark::Bar, value, interval, dots, figure })
    };
    contestants(record).into_iter().filter_map(row).collect()
}
