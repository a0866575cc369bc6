//! The table of commands, compared by their time or by a number that they print.

use super::super::format::{count, percent, three_digits};
use super::super::load::Loaded;
use super::super::select::{high, low, ratio_cell};
use super::super::table::{Table, TableCell as Cell};
use super::measured::{MeasuredRow, measured};
use nucleus_records::record::{EngineRecord, Protocol, Record, Sample, Spread, Workload};
use nucleus_records::stats;
use nucleus_records::summary::peak_memory;

/// Returns the median of a figure over the runs.
fn median(r: &MeasuredRow<'_>, figure: fn(&Sample) -> Option<f64>) -> Option<f64> {
    let runs = r.loaded.record.samples.iter();
    let own = runs.filter(|run| !run.warmup && run.engine == r.engine.name);
    stats::median(&own.filter_map(figure).collect::<Vec<_>>())
}

/// Returns the peak memory of an engine or command in MiB.
pub fn memory(record: &Record, workload: &Workload, engine: &EngineRecord) -> Option<f64> {
    Some(peak_memory(record, &workload.name, &engine.name)? as f64 / 1_048_576.0)
}

/// Returns a row for each command.
pub fn table(records: &[Loaded]) -> Table {
    let rows = records.iter().flat_map(|l| measured(l, |w| w.protocol == Protocol::Command));
    let mut table = Table::with_items("commands", "Commands", rows)
        .left("cpu", "CPU", MeasuredRow::cpu)
        .left("name", "command", |r| Cell::text(&r.engine.name))
        .right("processor_ms", "processor time, ms", |r| {
            let task = |run: &Sample| Some(run.counters.as_ref()?.task_nanoseconds? as f64 / 1e6);
            Cell::number(median(r, task), three_digits)
        })
        .right("wall_ms", "wall time, ms", |r| {
            Cell::number(median(r, |run| Some(run.seconds * 1e3)), three_digits)
        })
        .right("metric", "number printed", |r| {
            Cell::number(median(r, |run| run.metric), three_digits)
        })
        .right("spread", "spread", |r| Cell::number(r.row.nps.map(|s| s.spread), percent))
        .right("ratio", "times as fast [95 %]", |r| ratio_cell(r.ratio()))
        .data("ratio_low", |r| low(r.ratio()))
        .data("ratio_high", |r| high(r.ratio()))
        .data("reference", MeasuredRow::reference)
        .right("peak_memory_mib", "peak memory, MiB", |r| {
            Cell::number(memory(&r.loaded.record, r.workload, r.engine), three_digits)
        })
        .right("instructions", "instructions", |r| {
            let instructions = |run: &Sample| Some(run.counters.as_ref()?.instructions? as f64);
            Cell::number(median(r, instructions), count)
        })
        .right("samples", "runs", |r| Cell::number(Some(f64::from(r.row.samples)), count))
        .data("command", |r| Cell::text(&r.engine.command))
        .data("record", MeasuredRow::record)
        .note("Medians of runs. Processor time: user and system, including child processes. Ratio: to \
         the first command, by processor time, or by the number of --metric; the median over blocks, \
         with its 95 % interval. Peak memory: none if a run was short and used less than the program \
         that started it.")
        .table();
    for loaded in records {
        let cell = |spread: Option<Spread>| spread.map(|one| three_digits(one.median * 1e3));
        let settings = &loaded.record.settings;
        let both = cell(settings.shell_task_seconds).zip(cell(settings.shell_seconds));
        let Some((task, wall)) = both else { continue };
        table.notes.push(format!(
            "{}: times are without the start of the shell, {task} ms of processor time and {wall} ms \
             of wall time, the medians of empty runs.",
            loaded.name()
        ));
    }
    table
}
