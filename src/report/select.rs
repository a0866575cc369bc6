//! Selections from a record for tables and charts: our engine, the reference, the paper's
//! workloads, and the record that represents a CPU.

use super::format::{count, factor, factor_with_interval, three_digits};
use super::load::Loaded;
use super::table::TableCell;
use nucleus_base::text::escape;
use nucleus_records::identity::CpuIdentity;
use nucleus_records::record::{EngineRecord, Protocol, Ratio, Record, Summary, Workload};
use nucleus_records::summary::is_short;

nucleus_base::named_enum! {
    /// The paper's two positions.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum PaperPosition {
        /// The start position, which the paper searches to depth 10.
        Start = "start position",
        /// The mate in 7, which the paper searches to depth 13.
        Mate7 = "mate in 7",
    }
}

impl PaperPosition {
    /// The placement, side, castling and en passant fields.
    fn fen(self) -> &'static str {
        match self {
            Self::Start => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            Self::Mate7 => "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - -",
        }
    }

    /// True if a workload searches this position, under any name.
    pub fn is_of(self, workload: &Workload) -> bool {
        let fields: Vec<&str> = workload.fen.split_whitespace().take(4).collect();
        fields.join(" ") == self.fen()
    }
}

/// The protocols of searches, the most telling first: a single search to depth 10 takes
/// Stockfish a few milliseconds, so that only a longer one has a narrow interval.
pub const SEARCHES: [Protocol; 3] = [Protocol::Sustained, Protocol::Timed, Protocol::Paper];

/// Returns the identity of a record's CPU.
pub fn identity(record: &Record) -> CpuIdentity {
    CpuIdentity::of(&record.machine)
}

/// The CPU's name with its microarchitecture, or that it is not known.
pub fn cpu(record: &Record) -> String {
    identity(record).title()
}

/// The order of CPUs in tables: by name, those that share one still apart.
pub fn by_name(loaded: &Loaded) -> (String, CpuIdentity) {
    (cpu(&loaded.record), identity(&loaded.record))
}

/// Search threads of a record's engines; records of before they were written had one.
pub fn threads(record: &Record) -> u32 {
    record.settings.threads.max(1)
}

/// Returns the CPU's name with marks for the reader: several threads, cut short, a quick run.
pub fn cpu_with_marks(record: &Record) -> String {
    let mut name = cpu(record);
    if threads(record) > 1 {
        name.push_str(&format!(" ({} threads)", threads(record)));
    }
    if !record.complete {
        name.push_str(" (cut short)");
    }
    if record.settings.mode == "quick" {
        name.push_str(" (quick run)");
    }
    name
}

/// The engine that headline figures are about: ours at its best level.
pub fn ours(record: &Record) -> Option<&EngineRecord> {
    let mut candidates: Vec<&EngineRecord> = record.engines.iter().filter(|e| e.ours).collect();
    // Stable: the first of those that are equally fit.
    candidates.sort_by_key(|e| (!e.headline, e.short, e.reference));
    candidates.first().copied()
}

/// True if a record compares commands in place of engines.
pub fn is_of_commands(record: &Record) -> bool {
    record.workloads.first().is_some_and(|first| first.protocol == Protocol::Command)
}

/// True if there are records, and all compare commands.
pub fn all_of_commands(records: &[impl std::borrow::Borrow<Loaded>]) -> bool {
    !records.is_empty() && records.iter().all(|loaded| is_of_commands(&loaded.borrow().record))
}

/// Returns the commit of the project that a record measures.
pub fn project_commit(record: &Record) -> Option<&str> {
    let is_ours = ours(record).is_some();
    if is_ours { &record.source.commit } else { &record.project_commit }.as_deref()
}

/// The engines that ratios are taken against, the default one first.
pub fn references(record: &Record) -> Vec<&EngineRecord> {
    record.engines.iter().filter(|e| e.reference).collect()
}

/// Returns an engine's name in tables: the one that it was given, then for a reference its own
/// name, with its options and its build, the build marked when that is below the CPU's level.
pub fn label(engine: &EngineRecord) -> TableCell {
    if engine.ours && !engine.reference {
        return TableCell::text(engine.name.clone());
    }
    let name = called(engine);
    let flags = engine.build_flags.as_ref().map_or_else(String::new, |f| format!(" ({f})"));
    if engine.generic == Some(true) {
        let [shown, build] = [&name, &flags].map(|text| escape::markdown(text));
        TableCell::marked(format!("{name} generic{flags}"), format!("{shown} *generic*{build}"))
    } else {
        TableCell::text(name + &flags)
    }
}

/// Returns an engine's label in a chart, which has no italics and little room.
pub fn chart_label(engine: &EngineRecord) -> String {
    if engine.ours && !engine.reference {
        return engine.name.clone();
    }
    let name = called(engine);
    if engine.generic == Some(true) { format!("{name} (generic)") } else { name }
}

/// Returns a reference's given name, which alone distinguishes two builds of one engine; its own
/// name, unless that is equal; and the options that make it another engine: hash size and threads
/// are everybody's.
fn called(engine: &EngineRecord) -> String {
    let mut name = engine.name.clone();
    if let Some(id) = engine.id_name.as_ref().filter(|id| !id.eq_ignore_ascii_case(&name)) {
        name.push_str(&format!(": {id}"));
    }
    for (option, value) in &engine.options {
        if !["Hash", "Threads"].iter().any(|shared| option.eq_ignore_ascii_case(shared)) {
            name.push_str(&format!(", {option} {value}"));
        }
    }
    name
}

/// The workload that searches a position under a protocol.
pub fn workload(record: &Record, position: PaperPosition, protocol: Protocol) -> Option<&Workload> {
    record.workloads.iter().find(|w| w.protocol == protocol && position.is_of(w))
}

/// An engine's row on a position under a protocol.
pub fn row<'a>(
    record: &'a Record,
    engine: &EngineRecord,
    position: PaperPosition,
    protocol: Protocol,
) -> Option<&'a Summary> {
    record.summary(&engine.name, &workload(record, position, protocol)?.name)
}

/// An engine's row on a position under the most telling protocol in which it was measured, for
/// headlines: of samples of 50 ms at least.
pub fn best_row<'a>(
    record: &'a Record,
    engine: &EngineRecord,
    position: PaperPosition,
) -> Option<&'a Summary> {
    let mut rows = SEARCHES.iter().filter_map(|&p| row(record, engine, position, p));
    rows.find(|s| s.nps.is_some() && !is_short(record, &s.workload, [s.engine.as_str()]))
}

/// The protocol under which most of these engines were measured in samples of 50 ms at least, then
/// in any, the most telling of those: engines stand beside each other under one protocol only.
pub fn common_protocol(record: &Record, engines: &[&EngineRecord]) -> Option<Protocol> {
    let rows = |p: Protocol| {
        let at = move |at| engines.iter().filter_map(move |e| row(record, e, at, p));
        PaperPosition::ALL.into_iter().flat_map(at).filter(|row| row.nps.is_some())
    };
    let measured = |p: Protocol| {
        let long = |row: &&Summary| !is_short(record, &row.workload, [row.engine.as_str()]);
        (rows(p).filter(long).count(), rows(p).count())
    };
    // The last of the maxima wins, so the most telling protocol must come last.
    SEARCHES.into_iter().rev().max_by_key(|&p| measured(p)).filter(|&p| measured(p).1 > 0)
}

/// Median nodes per second of a row.
pub fn nps(row: Option<&Summary>) -> Option<f64> {
    Some(row?.nps?.median)
}

/// Milliseconds of a search of a row, as a cell.
pub fn milliseconds(row: Option<&Summary>) -> TableCell {
    three(row, |row| Some(row.seconds?.median * 1e3))
}

/// The mark of a row whose ratio is of searches that took either engine less than 50 ms.
pub fn mark_of_short(record: &Record, row: &Summary, ratio: Option<&Ratio>) -> &'static str {
    let engines = [Some(row.engine.as_str()), ratio.map(|ratio| ratio.reference.as_str())];
    if is_short(record, &row.workload, engines.into_iter().flatten()) { " (short)" } else { "" }
}

/// A figure of a row as a cell, in three digits.
fn three(row: Option<&Summary>, figure: fn(&Summary) -> Option<f64>) -> TableCell {
    TableCell::number(row.and_then(figure), three_digits)
}

/// Rebuilds a node of a row, which stand beside its nodes per second.
pub fn rebuilds(row: Option<&Summary>) -> TableCell {
    three(row, |row| row.rebuilds_per_node)
}

/// Evaluations a node of a row.
pub fn evaluations(row: Option<&Summary>) -> TableCell {
    three(row, |row| row.evals_per_node)
}

/// Median nodes per second of a row, as a cell.
pub fn speed(row: Option<&Summary>) -> TableCell {
    TableCell::number(nps(row), count)
}

/// Instructions per node of a row, as a cell.
pub fn instructions(row: Option<&Summary>) -> TableCell {
    TableCell::number(row.and_then(|row| row.instructions_per_node), count)
}

/// A row's ratio to the reference of this name.
pub fn ratio<'a>(row: Option<&'a Summary>, reference: &EngineRecord) -> Option<&'a Ratio> {
    row?.ratios.iter().find(|r| r.reference == reference.name)
}

/// A ratio with its interval, as a cell.
pub fn ratio_cell(ratio: Option<&Ratio>) -> TableCell {
    let (low, high) = (ratio.and_then(|r| r.low), ratio.and_then(|r| r.high));
    TableCell::number(ratio.map(|r| r.ratio), |value| factor_with_interval(value, low, high))
}

/// The lower end of a ratio's interval, as a cell.
pub fn low(ratio: Option<&Ratio>) -> TableCell {
    TableCell::number(ratio.and_then(|ratio| ratio.low), factor)
}

/// The upper end of a ratio's interval, as a cell.
pub fn high(ratio: Option<&Ratio>) -> TableCell {
    TableCell::number(ratio.and_then(|ratio| ratio.high), factor)
}

/// One record for each CPU, first reference, profile and board of ours, or set of engines without
/// ours: the newest that is complete, or the newest.
/// A self-check compares an engine with itself and stands for no CPU unless it is all there is; a
/// comparison of our boards, or over numbers of threads, stands apart.
pub fn one_per_cpu(records: &[Loaded]) -> Vec<&Loaded> {
    let apart = |l: &&Loaded| l.record.settings.boards || l.record.is_over_threads();
    newest_of_each(records.iter().filter(|l| !apart(l)))
}

/// Returns one comparison of our boards for each CPU.
pub fn boards_per_cpu(records: &[Loaded]) -> Vec<&Loaded> {
    newest_of_each(records.iter().filter(|l| l.record.settings.boards))
}

fn newest_of_each<'a>(records: impl Iterator<Item = &'a Loaded>) -> Vec<&'a Loaded> {
    let key = |l: &Loaded| {
        let record = &l.record;
        // The one that a row shows: more of them beside it make no other row.
        let reference = references(record).into_iter().next().map(label);
        // What our row is about: a record of one profile or board does not stand for another's.
        let own = ours(record).map(|e| (e.profile.clone(), e.board.clone()));
        // Where ours is not there, what was compared.
        let others: Vec<String> = match own {
            Some(_) => Vec::new(),
            None => record.engines.iter().map(|e| e.name.clone()).collect(),
        };
        (identity(record), threads(record), reference, own, others)
    };
    let fitness = |l: &Loaded| {
        let record = &l.record;
        (!record.settings.self_check, record.complete, record.started.clone())
    };
    let mut chosen: Vec<&Loaded> = Vec::new();
    for loaded in records {
        match chosen.iter_mut().find(|c| key(c) == key(loaded)) {
            Some(best) if fitness(loaded) >= fitness(best) => *best = loaded,
            Some(_) => {}
            None => chosen.push(loaded),
        }
    }
    chosen.sort_by_key(|l| by_name(l));
    chosen
}
