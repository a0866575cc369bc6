//! Selection of the engines: ours at its levels, the references, and engines given as commands.

use std::path::Path;
use std::sync::Arc;

use super::super::boards;
use super::super::compare_options::{
    CompareMode, CompareOptions, add, engine, meant, named_engine,
};
use super::super::contender::{Contender, EngineSetup};
use super::super::engine::{Engine, Identity};
use super::super::process::Launch;
use super::super::progress::RunError;
use super::super::references::{self, EngineSpec};
use nucleus_core::profiles::{ParallelSearch, ProfileName};
use nucleus_records::record::EngineRecord;
use nucleus_records::scaling::over;

/// Returns our engine at its best level, once per method of parallel search, for a run over numbers
/// of threads.
fn ways_of_sharing(program: &Path, level: &str, profile: ProfileName) -> Vec<EngineSpec> {
    let way = |way: ParallelSearch| {
        let mut spec = references::ours(program, level, None, profile.name());
        spec.record.name = format!("nucleus-{way}");
        spec.record.options.push(("Parallel".to_owned(), way.to_string()));
        spec
    };
    ParallelSearch::ALL.into_iter().map(way).collect()
}

/// Returns each engine with each of these numbers of threads, to run in turn.
pub(super) fn over_threads(specs: &[EngineSpec], threads: &[u32]) -> Vec<EngineSpec> {
    let with = |(group, spec): (u32, &EngineSpec)| {
        let records: Vec<EngineRecord> = over(&spec.record, threads).collect();
        let spec = spec.clone();
        records.into_iter().map(move |record| EngineSpec { record, group, ..spec.clone() })
    };
    (0..).zip(specs).flat_map(with).collect()
}

/// Returns the references: the given engines, or the default one, and those of `--reference`.
pub(super) fn chosen_references(options: &CompareOptions) -> Result<Vec<EngineSpec>, RunError> {
    if options.without_references {
        return Ok(Vec::new());
    }
    let mut specs: Vec<EngineSpec> = options.given.clone();
    if specs.is_empty()
        && options.engine.is_empty()
        && !options.boards
        && let Some(command) = references::default_reference()
    {
        specs.push(engine("stockfish", &command)?);
    }
    for text in options.engine.iter().chain(&options.reference) {
        add(&mut specs, named_engine(text)?)?;
    }
    for spec in &mut specs {
        spec.record.reference = true;
    }
    Ok(specs)
}

/// Options that define a row of ours and may not be changed, with the reason or the argument to use
/// instead.
const OF_THE_ROW: [(&str, &str); 4] = [
    ("Level", "each level has a row of its own"),
    ("Variant", "each variant has a row of its own"),
    ("Board", "a profile has its board, and --boards measures both"),
    ("Profile", "--profile NAME chooses it"),
];

/// Assigns each option to the engine it names; `nucleus` means all of ours.
pub(super) fn give_options(
    options: &CompareOptions,
    specs: &mut [EngineSpec],
) -> Result<(), RunError> {
    let mut given: Vec<(String, String)> = Vec::new();
    for text in &options.option {
        let (meant, name, value) = meant(text, specs)?;
        let wrong = |what: String| RunError::Usage(format!("--option `{text}`: {what}"));
        if name.eq_ignore_ascii_case("Threads") {
            return Err(wrong("--threads N sets it, for all engines alike".to_owned()));
        }
        for index in meant {
            let record = &mut specs[index].record;
            let of_the_row = OF_THE_ROW.iter().find(|o| o.0.eq_ignore_ascii_case(name));
            if let (true, Some((_, why))) = (record.ours, of_the_row) {
                return Err(wrong((*why).to_owned()));
            }
            let this = (record.name.clone(), name.to_lowercase());
            if given.contains(&this) {
                return Err(wrong(format!("`{}` gets that option twice", this.0)));
            }
            given.push(this);
            record.options.push((name.to_owned(), value.to_owned()));
        }
    }
    Ok(())
}

/// Returns our engine once per level, variant, board or parallel search that the options select.
pub(super) fn our_engines(
    options: &CompareOptions,
    program: &Path,
    setup: &EngineSetup,
    usable: &[String],
) -> Result<Vec<EngineSpec>, RunError> {
    let best = usable.last().map_or("portable", String::as_str);
    let profiles = options.profiles()?;
    if options.boards {
        let most = if options.mode == CompareMode::Quick { 1 } else { usable.len() };
        let levels: Vec<&str> = usable.iter().rev().take(most).map(String::as_str).collect();
        return Ok(boards::pairs(program, &profiles, &levels));
    }
    let profile = profiles.first().map_or(ProfileName::Axon, |&profile| profile);
    if options.is_over_threads() {
        return Ok(ways_of_sharing(program, best, profile));
    }
    let ours = |level: &str, variant| references::ours(program, level, variant, profile.name());
    let mut first = ours(best, None);
    first.record.headline = true;
    let launch = Launch { interrupt: Some(Arc::clone(&setup.interrupt)), ..first.launch.clone() };
    let Ok(engine) = Engine::start(&first.record.name, &launch, setup.timeouts) else {
        // The preflight check starts it again and reports the error.
        return Ok(vec![first]);
    };
    let identity = engine.identity().clone();
    engine.close();
    let mut specs = vec![first];
    if options.mode == CompareMode::Quick || options.self_check {
        return Ok(specs);
    }
    let shortly = |mut spec: EngineSpec| {
        spec.blocks = Some(options.short_blocks());
        spec.record.short = true;
        spec
    };
    for level in usable.iter().rev().skip(1) {
        specs.push(shortly(ours(level, None)));
    }
    let has_asm = identity.option("Variant").is_some_and(|o| o.vars.iter().any(|v| v == "asm"));
    // A row for the assembly, in profiles that run it.
    if has_asm && profile.scans() {
        let asm = |level: &String| ours(level, Some("asm"));
        // The assembly is measured only at the best level; a full run has time for every level.
        let levels = if options.mode == CompareMode::Full { usable.len() } else { 1 };
        specs.extend(usable.iter().rev().take(levels).map(|level| shortly(asm(level))));
    }
    if profile == ProfileName::Axon {
        let most = if options.mode == CompareMode::Full { usable.len() } else { 1 };
        specs.extend(
            boards::of_the_record(program, usable.iter().rev().take(most), has_asm)
                .into_iter()
                .map(shortly),
        );
    }
    Ok(specs)
}

/// Returns the engine under two names. Their comparison shows the result for equal engines.
pub(super) fn twice(specs: Vec<EngineSpec>) -> Result<Vec<EngineSpec>, RunError> {
    let Some(mut one) = specs.into_iter().next() else {
        return Err(RunError::Usage("--self-check needs an engine".to_owned()));
    };
    let mut other = one.clone();
    let name = one.record.name.clone();
    (one.record.name, other.record.name) = (format!("{name}-a"), format!("{name}-b"));
    (one.record.reference, other.record.reference) = (false, true);
    (one.record.ours, other.record.ours) = (true, false);
    one.blocks = None;
    other.blocks = None;
    Ok(vec![one, other])
}

/// Returns a reference with its network off and fewer blocks; `None` in a run that excludes it.
pub(super) fn second_reference(engine: &Contender, options: &CompareOptions) -> Option<Contender> {
    let identity: &Identity = engine.identity()?;
    let included = engine.spec.record.reference
        && options.engine.is_empty()
        && options.given.is_empty()
        && !options.self_check
        && options.mode != CompareMode::Quick;
    let mut spec = included.then(|| references::without_network(&engine.spec, identity))??;
    spec.blocks = Some(options.short_blocks());
    spec.record.short = true;
    Some(Contender::new(spec))
}
