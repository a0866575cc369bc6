use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::endgames::{self, SyzygySettings};
use super::entrants::{entrants, own_limits};
use super::files::MatchFiles;
use super::game::Rules;
use super::opening::Opening;
use super::openings;
use super::options::MatchOptions;
use super::record::{MAX_GAMES, MatchRecord, MatchSettings, SCHEMA};
use super::runner::{self, EnginePool, MatchRunner, failure_text};
use super::schedule::Schedule;
use nucleus_engine::tablebase::TablebaseSet;
use nucleus_harness::affinity;
use nucleus_harness::contender::{Contender, EngineSetup};
use nucleus_harness::fault::FaultKind;
use nucleus_harness::progress::{RunContext, RunError, RunProgress};
use nucleus_harness::references::{EngineSpec, all_can_be_started};
use nucleus_records::envelope::read_file;
use nucleus_records::output::lock;
use nucleus_records::time;

/// The outcome of a match, finished or not.
#[derive(Debug)]
pub struct MatchOutcome {
    /// The record with the games that were played.
    pub record: MatchRecord,
    /// The reason that the match ended early, if it did.
    pub stopped: Option<String>,
}

/// Plays or resumes a match. The games played are kept however it ends.
///
/// # Errors
/// Before the first game: if the command line, an engine or a file is invalid.
pub fn run(options: &MatchOptions, context: RunContext<'_>) -> Result<MatchOutcome, RunError> {
    let RunContext { program, interrupt, progress } = context;
    let specs = entrants(&options.engines, &options.option, &program).map_err(RunError::Usage)?;
    let own_limits = own_limits(&options.own_limits, &specs).map_err(RunError::Usage)?;
    all_can_be_started(&specs).map_err(RunError::Usage)?;
    let places = seats(options).map_err(RunError::Usage)?;
    let games_wanted = games_wanted(options, specs.len()).map_err(RunError::Usage)?;
    let locks = [&options.json, &options.pgn].into_iter().flatten().map(|path| lock(path));
    let _locks = locks.collect::<Result<Vec<_>, _>>()?;
    refuse_what_is_there(options)?;
    let (openings, openings_sha256) = chosen_openings(options)?;
    let (tables, syzygy) = chosen_tables(options, progress)?.unzip();
    let setup = EngineSetup {
        hash_mib: options.hash,
        threads: options.threads,
        // If one opening is Chess960, all are played as Chess960.
        chess960: openings.iter().any(|opening| opening.setup.state.chess960),
        interrupt: Arc::clone(&interrupt),
        ..EngineSetup::default()
    };
    let mut pools: Vec<EnginePool> = places
        .into_iter()
        .map(|cores| EnginePool {
            engines: specs.iter().cloned().map(Contender::new).collect(),
            setup: EngineSetup { cores, ..setup.clone() },
        })
        .collect();
    let specs = pools.first_mut().map_or_else(|| Ok(Vec::new()), describe)?;
    specs.iter().flat_map(|spec| &spec.notes).for_each(|note| progress.say(note));
    let encounters = options.tournament.encounters(specs.len());
    let mut fresh = new_record(options, games_wanted, specs, openings.len(), openings_sha256);
    fresh.settings.syzygy = syzygy;
    fresh.settings.own_limits.clone_from(&own_limits);
    let mut record = resumed(options, fresh, progress)?;
    let pairs = (record.games_wanted.div_ceil(2) as usize).div_ceil(encounters.len().max(1));
    if pairs > openings.len() && options.sprt.is_none() {
        progress.say(&format!(
            "note: {pairs} pairs and {} openings: openings are played several times",
            openings.len()
        ));
    }
    runner::update(&mut record);
    let mut files = MatchFiles::open(options, &record)?;
    let played: HashSet<u32> = record.games.iter().map(|game| game.number).collect();
    let runner = MatchRunner {
        schedule: Schedule::new(record.games_wanted, &encounters, openings.len(), &played),
        order: openings::order(openings.len(), options.seed),
        openings,
        rules: Rules {
            limit: options.limit,
            own_limits,
            margin: Duration::from_millis(options.margin),
            stall: Duration::from_secs(options.stall),
            adjudication: options.adjudication,
            tables: tables.map(Arc::new),
            ponder: options.ponder,
        },
        halt: AtomicBool::new(record.decided()),
    };
    progress.reached(record.games.len(), record.games_wanted as usize);
    let (record, trouble) = runner.play(pools, record, &mut files, progress);
    let stopped = trouble.or_else(|| {
        (!record.complete).then(|| {
            let (games, total) = (record.games.len(), record.games_wanted);
            format!("the match was interrupted after {games} of {total} games")
        })
    });
    Ok(MatchOutcome { record, stopped })
}

/// Returns the total number of games of all pairings.
fn games_wanted(options: &MatchOptions, engines: usize) -> Result<u32, String> {
    if let Some(sprt) = &options.sprt {
        sprt.check()?;
        if engines != 2 {
            return Err(format!("--sprt tests one engine against another; here are {engines}"));
        }
    }
    let encounters = options.tournament.encounters(engines).len() as u32;
    if encounters > 1 && options.games % 2 == 1 {
        return Err(format!(
            "--games {} is odd: with more than two engines games are played in pairs",
            options.games
        ));
    }
    let all = options.games.checked_mul(encounters).filter(|&all| all <= MAX_GAMES);
    all.ok_or_else(|| {
        format!("{encounters} encounters of {} games are more than {MAX_GAMES}", options.games)
    })
}

/// Returns the processors of each concurrent game; empty if nothing is pinned.
fn seats(options: &MatchOptions) -> Result<Vec<Vec<u32>>, String> {
    let tables = options.concurrency as usize;
    if tables == 1 {
        return Ok(vec![Vec::new()]);
    }
    // The engines of a game think in turn, unless they ponder.
    let each = options.threads as usize * if options.ponder { 2 } else { 1 };
    let (allowed, there) = (nucleus_base::processors::allowed(), affinity::available());
    if tables * each > there {
        return match options.oversubscribe {
            true => Ok(vec![Vec::new(); tables]),
            false => Err(format!(
                "--concurrency {tables} needs {} processors ({each} for each game), and there are \
                 {there}: times would mean nothing; --oversubscribe plays nevertheless",
                tables * each
            )),
        };
    }
    let mut seats: Vec<Vec<u32>> =
        allowed.chunks_exact(each).take(tables).map(<[u32]>::to_vec).collect();
    seats.resize(tables, Vec::new());
    Ok(seats)
}

/// Refuses to overwrite the files of an earlier match.
fn refuse_what_is_there(options: &MatchOptions) -> Result<(), RunError> {
    let there = [&options.json, &options.pgn].into_iter().flatten().find(|path| path.exists());
    match there {
        Some(path) if !options.resume => Err(RunError::Usage(format!(
            "{} already exists: continue it with --resume (and --json), or name another file",
            path.display()
        ))),
        _ => Ok(()),
    }
}

fn chosen_openings(options: &MatchOptions) -> Result<(Vec<Opening>, Option<String>), RunError> {
    let plies = options.plies as usize;
    match &options.openings {
        None => Ok((openings::built_in(plies)?, None)),
        Some(path) => openings::read(path, plies, options.seed)
            .map(|(openings, sha256)| (openings, Some(sha256)))
            .map_err(RunError::Failed),
    }
}

/// Opens the endgame tables that adjudicate games, if any.
fn chosen_tables(
    options: &MatchOptions,
    progress: &mut dyn RunProgress,
) -> Result<Option<(TablebaseSet, SyzygySettings)>, RunError> {
    if options.syzygy.is_empty() {
        return Ok(None);
    }
    Ok(Some(endgames::open(&options.syzygy, &mut |line| progress.say(line))?))
}

/// Starts each engine once, to check that it runs, and reads its identity.
fn describe(pool: &mut EnginePool) -> Result<Vec<EngineSpec>, RunError> {
    for contender in &mut pool.engines {
        let engine = contender.start(&pool.setup).map_err(|failure| {
            let text = failure_text(&failure);
            if failure.kind == FaultKind::BadOption.name() {
                RunError::Usage(text)
            } else {
                RunError::Failed(text)
            }
        })?;
        let identity = engine.identity().clone();
        contender.spec.describe_engine(&identity, &[]);
    }
    Ok(pool.engines.iter().map(|contender| contender.spec.clone()).collect())
}

fn new_record(
    options: &MatchOptions,
    games_wanted: u32,
    specs: Vec<EngineSpec>,
    openings: usize,
    openings_sha256: Option<String>,
) -> MatchRecord {
    MatchRecord {
        schema: SCHEMA,
        tool: format!("nucleus {}", env!("CARGO_PKG_VERSION")),
        started: time::now(),
        written: time::now(),
        complete: false,
        games_wanted,
        settings: MatchSettings {
            limit: options.limit,
            own_limits: Vec::new(),
            margin_milliseconds: options.margin,
            stall_seconds: options.stall,
            adjudication: options.adjudication,
            hash_mib: options.hash,
            threads: options.threads,
            concurrency: options.concurrency,
            openings_sha256,
            openings,
            plies: options.plies,
            seed: options.seed,
            tournament: options.tournament,
            sprt: options.sprt,
            ponder: options.ponder,
            syzygy: None,
        },
        engines: specs.into_iter().map(|spec| spec.record).collect(),
        games: Vec::new(),
        result: None,
        sprt: None,
    }
}

/// Returns the existing record if this match resumes it, else the fresh one.
fn resumed(
    options: &MatchOptions,
    fresh: MatchRecord,
    progress: &mut dyn RunProgress,
) -> Result<MatchRecord, RunError> {
    let Some(path) = options.json.as_deref().filter(|_| options.resume) else { return Ok(fresh) };
    if !path.exists() {
        progress.say(&format!("note: {} is not there yet: a new match begins", path.display()));
        return Ok(fresh);
    }
    let mut record: MatchRecord = read_file(path)?;
    if let Some(difference) = record.difference(&fresh) {
        return Err(RunError::Failed(format!(
            "{} is the record of another match: {difference}; name another file",
            path.display()
        )));
    }
    // A resumed match may have more games, but not fewer than were already played.
    record.games_wanted = record.games.iter().map(|g| g.number).fold(fresh.games_wanted, u32::max);
    Ok(record)
}
