//! Selections from records for tables and charts: our engine, the references, the paper's
//! workloads, the record that represents a CPU; labels of engines and cells of figures.

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
    /// Returns the placement, side, castling and en passant fields.
    fn fen(self) -> &'static str {
        match self {
            Self::Start => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            Self::Mate7 => "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - -",
        }
    }

    /// Returns `true` if a workload searches this position, under any name.
    pub fn is_of(self, workload: &Workload) -> bool {
        let fields: Vec<&str> = workload.fen.split_whitespace().take(4).collect();
        fields.join(" ") == self.fen()
    }
}

/// The protocols of searches, the most informative first: a single search to depth 10 takes
/// Stockfish a few milliseconds, so only a longer measurement has a narrow interval.
pub const SEARCHES: [Protocol; 3] = [Protocol::Sustained, Protocol::Timed, Protocol::Paper];

/// Returns the identity of a record's CPU.
pub fn identity(record: &Record) -> CpuIdentity {
    CpuIdentity::from_machine(&record.machine)
}

/// Returns the CPU's name with its microarchitecture, if known, and its family, model and stepping.
pub fn cpu(record: &Record) -> String {
    identity(record).title()
}

/// Returns the sort key of CPUs in tables: the name, then the identity.
pub fn by_name(loaded: &Loaded) -> (String, CpuIdentity) {
    (cpu(&loaded.record), identity(&loaded.record))
}

/// Returns the search threads of a record's engines; older records without them had one.
pub fn threads(record: &Record) -> u32 {
    record.settings.threads.max(1)
}

/// Returns the CPU's name with marks for several threads, an incomplete run, or a quick run.
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

/// Returns the engine of the headline figures: ours at its best level.
pub fn ours(record: &Record) -> Option<&EngineRecord> {
    let mut candidates: Vec<&EngineRecord> = record.engines.iter().filter(|e| e.ours).collect();
    // The sort is stable, so the first of equals is chosen.
    candidates.sort_by_key(|e| (!e.headline, e.short, e.reference));
    candidates.first().copied()
}

/// Returns `true` if a record compares commands instead of engines.
pub fn is_of_commands(record: &Record) -> bool {
    record.workloads.first().is_some_and(|first| first.protocol == Protocol::Command)
}

/// Returns `true` if there are records and all of them compare commands.
pub fn all_of_commands(records: &[impl std::borrow::Borrow<Loaded>]) -> bool {
    !records.is_empty() && records.iter().all(|loaded| is_of_commands(&loaded.borrow().record))
}

/// Returns the commit of the project that a record measures.
pub fn project_commit(record: &Record) -> Option<&str> {
    let is_ours = ours(record).is_some();
    if is_ours { &record.source.commit } else { &record.project_commit }.as_deref()
}

/// Returns the engines that ratios refer to, the default one first.
pub fn references(record: &Record) -> Vec<&EngineRecord> {
    record.engines.iter().filter(|e| e.reference).collect()
}

/// Returns what of Nucleus an engine is, by one name in all records: its profile, its board if it is not the
/// matrix, and how its kernels are made if not of intrinsics; `None` for other engines. On board axon32
/// profile axon is called after the board, and perft has no profile.
pub fn own_name(engine: &EngineRecord) -> Option<String> {
    let option = |name: &str| {
        let found = engine.options.iter().find(|(option, _)| option == name);
        found.map(|(_, value)| value.as_str())
    };
    let is_named = engine.id_name.as_ref().is_some_and(|name| name.starts_with("Nucleus "));
    if !engine.ours && !is_named {
        return None;
    }
    let of_perft = if engine.id_name.is_none() { "perft" } else { "full" };
    let profile = engine.profile.as_deref().or_else(|| option("Profile")).unwrap_or(of_perft);
    let mut name = match engine.board.as_deref().or_else(|| option("Board")) {
        None | Some("matrix") => profile.to_owned(),
        Some("axon32") if profile == "axon" => "axon32".to_owned(),
        Some(board) => format!("{profile} on {board}"),
    };
    if engine.variant.as_deref().or_else(|| option("Variant")) == Some("asm") {
        name.push_str(", assembly");
    }
    if option("Evaluation") == Some("classical") {
        name.push_str(", by hand");
    }
    Some(name)
}

/// The mark of a build below what the CPU can do.
pub const GENERIC: &str = " (generic build)";

/// Returns another engine's own name with what its options leave out, and whether its build is generic.
pub fn reference_name(engine: &EngineRecord) -> String {
    let mut name = engine.id_name.as_ref().unwrap_or(&engine.name).clone();
    if engine.options.iter().any(|(option, value)| option == "Use NNUE" && value == "false") {
        name.push_str(", network off");
    }
    if engine.generic == Some(true) { name + GENERIC } else { name }
}

/// Returns an engine's name in tables: the given name; for a reference also its own name, options
/// and build, marked if the build is below the CPU's level.
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

/// Returns a reference's given name, which distinguishes two builds of one engine; its own name, if
/// different; and its options. Hash size, threads and own book, usually common to all engines, are
/// omitted.
fn called(engine: &EngineRecord) -> String {
    let mut name = engine.name.clone();
    if let Some(id) = engine.id_name.as_ref().filter(|id| !id.eq_ignore_ascii_case(&name)) {
        name.push_str(&format!(": {id}"));
    }
    for (option, value) in &engine.options {
        if !["Hash", "Threads", "OwnBook"].iter().any(|shared| option.eq_ignore_ascii_case(shared))
        {
            name.push_str(&format!(", {option} {value}"));
        }
    }
    name
}

/// Returns the workload that searches a position under a protocol.
pub fn workload(record: &Record, position: PaperPosition, protocol: Protocol) -> Option<&Workload> {
    record.workloads.iter().find(|w| w.protocol == protocol && position.is_of(w))
}

/// Returns an engine's figures on a position under a protocol.
pub fn row<'a>(
    record: &'a Record,
    engine: &EngineRecord,
    position: PaperPosition,
    protocol: Protocol,
) -> Option<&'a Summary> {
    record.summary(&engine.name, &workload(record, position, protocol)?.name)
}

/// Returns an engine's figures on a position for headlines: under the most informative protocol
/// with samples of at least 50 ms.
pub fn best_row<'a>(
    record: &'a Record,
    engine: &EngineRecord,
    position: PaperPosition,
) -> Option<&'a Summary> {
    let mut rows = SEARCHES.iter().filter_map(|&p| row(record, engine, position, p));
    rows.find(|s| s.nps.is_some() && !is_short(record, &s.workload, [s.engine.as_str()]))
}

/// Returns the protocol under which most of these engines were measured with samples of at least 50 ms, then
/// with any samples; among equals the most informative one. Engines are only compared under one protocol.
pub fn common_protocol(record: &Record, engines: &[&EngineRecord]) -> Option<Protocol> {
    let rows = |p: Protocol| {
        let at = move |at| engines.iter().filter_map(move |e| row(record, e, at, p));
        PaperPosition::ALL.into_iter().flat_map(at).filter(|row| row.nps.is_some())
    };
    let measured = |p: Protocol| {
        let long = |row: &&Summary| !is_short(record, &row.workload, [row.engine.as_str()]);
        (rows(p).filter(long).count(), rows(p).count())
    };
    // `max_by_key` returns the last maximum, so the most informative protocol comes last.
    SEARCHES.into_iter().rev().max_by_key(|&p| measured(p)).filter(|&p| measured(p).1 > 0)
}

/// Returns the median nodes per second of a row.
pub fn nps(row: Option<&Summary>) -> Option<f64> {
    Some(row?.nps?.median)
}

/// Returns the milliseconds per search of a row, as a cell.
pub fn milliseconds(row: Option<&Summary>) -> TableCell {
    three(row, |row| Some(row.seconds?.median * 1e3))
}

/// Returns the mark of a row whose ratio comes from searches of less than 50 ms in either engine.
pub fn mark_of_short(record: &Record, row: &Summary, ratio: Option<&Ratio>) -> &'static str {
    let engines = [Some(row.engine.as_str()), ratio.map(|ratio| ratio.reference.as_str())];
    if is_short(record, &row.workload, engines.into_iter().flatten()) { " (short)" } else { "" }
}

/// Returns a figure of a row as a cell with three digits.
fn three(row: Option<&Summary>, figure: fn(&Summary) -> Option<f64>) -> TableCell {
    TableCell::number(row.and_then(figure), three_digits)
}

/// Returns the rebuilds per node of a row, which accompany its nodes per second.
pub fn rebuilds(row: Option<&Summary>) -> TableCell {
    three(row, |row| row.rebuilds_per_node)
}

/// Returns the evaluations per node of a row.
pub fn evaluations(row: Option<&Summary>) -> TableCell {
    three(row, |row| row.evals_per_node)
}

/// Returns the median nodes per second of a row, as a cell.
pub fn speed(row: Option<&Summary>) -> TableCell {
    TableCell::number(nps(row), count)
}

/// Returns the instructions per node of a row, as a cell.
pub fn instructions(row: Option<&Summary>) -> TableCell {
    TableCell::number(row.and_then(|row| row.instructions_per_node), count)
}

/// Returns a row's ratio to this reference.
pub fn ratio<'a>(row: Option<&'a Summary>, reference: &EngineRecord) -> Option<&'a Ratio> {
    row?.ratios.iter().find(|r| r.reference == reference.name)
}

/// Returns a ratio with its interval, as a cell.
pub fn ratio_cell(ratio: Option<&Ratio>) -> TableCell {
    let (low, high) = (ratio.and_then(|r| r.low), ratio.and_then(|r| r.high));
    TableCell::number(ratio.map(|r| r.ratio), |value| factor_with_interval(value, low, high))
}

/// Returns the lower end of a ratio's interval, as a cell.
pub fn low(ratio: Option<&Ratio>) -> TableCell {
    TableCell::number(ratio.and_then(|ratio| ratio.low), factor)
}

/// Returns the upper end of a ratio's interval, as a cell.
pub fn high(ratio: Option<&Ratio>) -> TableCell {
    TableCell::number(ratio.and_then(|ratio| ratio.high), factor)
}

/// Returns one record for each CPU, number of threads, first reference, and profile and board of our engine
/// (or set of engines without ours): the newest complete record, or else the newest. Comparisons of boards
/// and over numbers of threads are left out. A self-check represents a CPU only if there is nothing else.
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
        // Only the first reference counts, which is the one that the row shows.
        let reference = references(record).into_iter().next().map(label);
        // The subject of our row: records of different profiles or boards do not replace each other.
        let own = ours(record).map(|e| (e.profile.clone(), e.board.clone()));
        // Without our engine, records of different engines do not replace each other.
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
