//! The table and the chart of a run over numbers of threads.

use std::path::{Path, PathBuf};

use super::chart;
use super::format::{count, three_digits};
use super::table::{Table, TableCell, left, right};
use nucleus_core::text::escape;
use nucleus_draw::{PNG_SCALE, PngRenderer, svg};
use nucleus_records::output;
use nucleus_records::scaling::{GeometricMean, ScalingRecord, ScalingRow, rows};

/// The seed of the intervals.
const SEED: u64 = 1;

/// A mean with its interval, as text.
fn with_interval(mean: &GeometricMean) -> String {
    let figure = |value: f64| format!("{value:.2}");
    match mean.interval {
        Some((low, high)) => {
            format!("{} [{}, {}]", figure(mean.mean), figure(low), figure(high))
        }
        None => figure(mean.mean),
    }
}

fn mean(mean: Option<&GeometricMean>) -> TableCell {
    TableCell::number(mean.map(|m| m.mean), |_| mean.map_or_else(String::new, with_interval))
}

/// One row for each engine and number of threads.
pub fn table(record: &ScalingRecord) -> Table {
    let columns = vec![
        left("engine", "engine"),
        right("threads", "threads"),
        right("positions", "positions"),
        right("mnps", "M nodes/s"),
        right("nps_ratio", "nodes/s × [95 %]"),
        right("time_ratio", "time to depth: faster by × [95 %]"),
        right("nodes_ratio", "nodes to depth × [95 %]"),
        right("lock_waits", "lock waits/M nodes"),
        left("kind", "kind"),
    ];
    let mut table = Table::new("threads", "Over threads", columns);
    let rows = rows(record, SEED);
    for row in &rows {
        table.push(cells(row));
    }
    table.notes.push(format!(
        "Geometric means over the positions, each searched to the deepest depth that one thread of \
         the engine ends within {} s; × is over one thread of the same engine. Intervals by drawing \
         the positions again.",
        record.seconds
    ));
    let processors = record.processors;
    if rows.iter().any(|row| row.estimate) {
        table.notes.push(format!(
            "An estimate: more threads than the {processors} processors that engines may use here. \
             They cannot be timed; the nodes say how much of the search would be in vain, as far \
             as threads that take turns search what threads side by side would."
        ));
    }
    table
}

fn cells(row: &ScalingRow) -> Vec<TableCell> {
    vec![
        TableCell::text(&row.engine),
        TableCell::number(Some(f64::from(row.threads)), count),
        TableCell::number(Some(row.positions as f64), count),
        TableCell::number(row.speed.map(|m| m.mean), three_digits),
        mean(row.speed_ratio.as_ref()),
        mean(row.time_ratio.as_ref()),
        mean(row.nodes_ratio.as_ref()),
        TableCell::number(row.lock_waits, three_digits),
        TableCell::text(if row.estimate { "estimate" } else { "measured" }),
    ]
}

/// The page: the machine, the table, what was wrong.
pub fn page(record: &ScalingRecord) -> String {
    let machine = record.machine.cpu.clone().unwrap_or_else(|| "an unknown CPU".to_owned());
    let mut text = format!("# Threads on {}\n\n", escape::markdown(&machine));
    if !record.complete {
        text += "The run was cut short: the rows hold what was measured.\n\n";
    }
    text += &table(record).markdown();
    let failures = record.failures.iter().map(|f| format!("{}: {}", f.engine, f.message));
    for line in record.warnings.iter().cloned().chain(failures) {
        text += &format!("\n- {}", escape::markdown(&line));
    }
    text
}

/// Writes the page and the chart beside the record: `.md`, `.svg`, and `.png` where there is what
/// renders it.
///
/// # Errors
/// A sentence that says what could not be written or drawn.
pub fn write(
    record: &ScalingRecord,
    json: &Path,
    png: Option<PngRenderer>,
) -> Result<Vec<PathBuf>, String> {
    let write = |path: PathBuf, bytes: &[u8]| {
        output::replace(&path, bytes)
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        Ok::<PathBuf, String>(path)
    };
    let mut written = vec![write(json.with_extension("md"), page(record).as_bytes())?];
    if let Some(scene) = chart::scaling(record, &rows(record, SEED)) {
        written.push(write(json.with_extension("svg"), svg::write(&scene).as_bytes())?);
        if let Some(render) = png {
            let pixels = render(&scene, PNG_SCALE).map_err(|e| format!("the chart: {e}"))?;
            written.push(write(json.with_extension("png"), &pixels)?);
        }
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::{page, write};
    use nucleus_records::record::EngineRecord;
    use nucleus_records::scaling::{ScalingPosition, ScalingRecord, ScalingSample};

    /// Two engines on three positions with one, two and four threads, on two processors.
    fn record() -> ScalingRecord {
        let mut record = ScalingRecord {
            scaling: ScalingRecord::VERSION,
            complete: true,
            processors: 2,
            threads: vec![1, 2, 4],
            seconds: 2.0,
            ..ScalingRecord::default()
        };
        for engine in ["ours", "other"] {
            let name = engine.to_owned();
            record.engines.push(EngineRecord { name, ..EngineRecord::default() });
        }
        for (index, name) in ["a", "b", "c"].into_iter().enumerate() {
            record.positions.push(ScalingPosition { name: name.into(), fen: String::new() });
            for threads in [1, 2, 4] {
                for engine in ["ours", "other"] {
                    record.samples.push(ScalingSample {
                        engine: engine.to_owned(),
                        position: name.to_owned(),
                        threads,
                        nodes: 1_000_000 + 100_000 * u64::from(threads - 1) + index as u64 * 1_000,
                        seconds: 1.0 / f64::from(threads.min(2)),
                        lock_waits: (engine == "ours").then_some(3),
                        ..ScalingSample::default()
                    });
                }
            }
        }
        record
    }

    #[test]
    fn the_page_has_a_row_for_each_number_of_threads() {
        let page = page(&record());
        let rows: Vec<&str> = page.lines().filter(|l| l.contains("ours")).collect();
        assert_eq!(rows.len(), 3, "{page}");
        assert!(rows[1].contains("2.20 [2.20, 2.20]") && rows[1].contains("measured"), "{page}");
        assert!(rows[1].contains("1.10 [1.10, 1.10]"), "{page}");
        assert!(rows[2].contains("1.30 [1.30, 1.30]") && rows[2].contains("estimate"), "{page}");
        assert!(!rows[2].contains("2.00"), "more threads than processors are not timed: {page}");
        let cut = super::page(&ScalingRecord { complete: false, ..record() });
        assert!(cut.contains("cut short"));
    }

    #[test]
    fn an_estimate_is_explained_where_there_is_one() {
        let mut measured = record();
        assert!(page(&measured).contains("An estimate: "));
        measured.threads.retain(|&threads| threads <= 2);
        measured.samples.retain(|sample| sample.threads <= 2);
        assert!(!page(&measured).contains("stimate"));
    }

    #[test]
    fn files_are_written_beside_the_record() {
        let folder = tempfile::tempdir().unwrap();
        let record = record();
        let json = folder.path().join("threads.json");
        assert_eq!(ScalingRecord::from_json(&record.to_json()).unwrap(), record);
        assert!(ScalingRecord::from_json("{}").is_err());
        assert!(ScalingRecord::from_json("{\"scaling\": 9}").unwrap_err().contains("newer"));
        let written = write(&record, &json, None).unwrap();
        assert_eq!(written.len(), 2);
        assert!(written.iter().all(|file| file.extension().is_some_and(|end| end != "png")));
        let written = write(&record, &json, Some(|_, _| Ok(b"pixels".to_vec()))).unwrap();
        assert_eq!(written.len(), 3);
        assert_eq!(std::fs::read(&written[2]).unwrap(), b"pixels");
        let svg = std::fs::read_to_string(&written[1]).unwrap();
        for text in ["ours", "other", "nodes to depth", "time to depth", "nodes a second"] {
            assert!(svg.to_lowercase().contains(text), "{text}");
        }
        assert!(write(&record, &folder.path().join("none/threads.json"), None).is_err());
    }
}
