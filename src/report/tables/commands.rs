//! Commands compared by their time, or by a number that they print.

use super::super::format::{count, factor, percent, three_digits};
use super::super::load::Loaded;
use super::super::select::{cpu_with_marks, ratio_cell};
use super::super::table::{Table, TableCell, data, left, right};
use nucleus_records::record::{Protocol, Record, Sample, Spread};
use nucleus_records::stats;
use nucleus_records::summary::peak_memory;

/// One row for each command.
pub fn table(records: &[Loaded]) -> Table {
    let columns = vec![
        left("cpu", "CPU"),
        left("name", "command"),
        right("processor_ms", "processor time, ms"),
        right("wall_ms", "wall time, ms"),
        right("metric", "number printed"),
        right("spread", "spread"),
        right("ratio", "times as fast [95 %]"),
        data("ratio_low"),
        data("ratio_high"),
        data("reference"),
        right("peak_memory_mib", "peak memory, MiB"),
        right("instructions", "instructions"),
        right("samples", "runs"),
        data("command"),
        data("record"),
    ];
    let mut table = Table::new("commands", "Commands", columns);
    for loaded in records {
        let record = &loaded.record;
        for workload in record.workloads.iter().filter(|w| w.protocol == Protocol::Command) {
            for engine in &record.engines {
                let Some(row) = record.summary(&engine.name, &workload.name) else { continue };
                let of = |get: &dyn Fn(&Sample) -> Option<f64>| median(record, &engine.name, get);
                let task = |s: &Sample| Some(s.counters.as_ref()?.task_nanoseconds? as f64 / 1e6);
                let instructions = |s: &Sample| Some(s.counters.as_ref()?.instructions? as f64);
                let ratio = row.ratios.first();
                let memory = peak_memory(record, &workload.name, &engine.name);
                table.push(vec![
                    TableCell::text(cpu_with_marks(record)),
                    TableCell::text(engine.name.clone()),
                    TableCell::number(of(&task), three_digits),
                    TableCell::number(of(&|s| Some(s.seconds * 1e3)), three_digits),
                    TableCell::number(of(&|s| s.metric), three_digits),
                    TableCell::number(row.nps.map(|s| s.spread), percent),
                    ratio_cell(ratio),
                    TableCell::number(ratio.and_then(|r| r.low), factor),
                    TableCell::number(ratio.and_then(|r| r.high), factor),
                    ratio.map_or(TableCell::Missing, |r| TableCell::text(r.reference.clone())),
                    TableCell::number(memory.map(|b| b as f64 / 1_048_576.0), three_digits),
                    TableCell::number(of(&instructions), count),
                    TableCell::number(Some(f64::from(row.samples)), count),
                    TableCell::text(engine.command.clone()),
                    TableCell::text(loaded.name()),
                ]);
            }
        }
    }
    table.notes.push(
        "Medians of whole runs. Processor time: user and system, children counted. Ratio: to the \
         first command, by processor time, or by the number printed where one was asked for; the \
         median over blocks, with its 95 % interval. Peak memory: none where a run was short and \
         had less than the program that started it."
            .into(),
    );
    for loaded in records {
        let of = |spread: Option<Spread>| spread.map(|one| three_digits(one.median * 1e3));
        let settings = &loaded.record.settings;
        let both = of(settings.shell_task_seconds).zip(of(settings.shell_seconds));
        let Some((task, wall)) = both else { continue };
        table.notes.push(format!(
            "{}: times are without the start of the shell, {task} ms of processor time and {wall} ms \
             of wall time, the medians of empty runs.",
            loaded.name()
        ));
    }
    table
}

fn median(record: &Record, engine: &str, get: &dyn Fn(&Sample) -> Option<f64>) -> Option<f64> {
    let mine = record.samples.iter().filter(|s| !s.warmup && s.engine == engine);
    stats::median(&mine.filter_map(get).collect::<Vec<_>>())
}
