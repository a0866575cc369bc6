use std::path::PathBuf;

use nucleus_matches::MatchRecord;
use nucleus_records::envelope::read_file;
use nucleus_report::papers::PaperName;

use super::fault::Fault;
use super::games::score;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// Games of a step, two of each opening.
const GAMES: u32 = 50;
const STEPS: u64 = 8;
/// Milliseconds a move.
const MOVE_TIME: &str = "50";
/// The build whose ranks share a search, where this program is none.
const PROGRAM: &str = "NUCLEUS_CLUSTER";

/// Section V.A: two ranks that share a search by the split list against one.
pub fn unit() -> Unit {
    let step = |seed| {
        Step::new(format!("seed {seed}"), 420.0, move |workshop: &Workshop| play(workshop, seed))
    };
    Unit {
        name: "axon-dual".to_owned(),
        paper: PaperName::AxonIi,
        what: "two ranks with the split list against one, 400 games".to_owned(),
        conditions: vec![
            "Two ranks of one thread on one machine with two processors, messages through shared memory; the \
             paper has two machines on a network."
                .to_owned(),
            "Profile axon on both sides, 50 ms a move; openings of eight plies drawn from \
             gnuchess_book.bin, each played twice."
                .to_owned(),
        ],
        timed: true,
        steps: (1..=STEPS).map(step).collect(),
    }
}

fn play(workshop: &Workshop, seed: u64) -> Result<StepResult, Fault> {
    let program = std::env::var_os(PROGRAM).map_or_else(|| workshop.program.clone(), PathBuf::from);
    let json = workshop.folder("axon-dual")?.join(format!("{seed}.json"));
    let two = format!("two='{}' --cluster --ranks 2", program.display());
    let words = [&two, "one=nucleus:axon", "--option", "two:Profile=axon", "--movetime", MOVE_TIME];
    let command = workshop.play(&words, GAMES, seed, &json);
    let command = command.map_err(|fault| match fault {
        Fault::Failed(said) => Fault::Failed(format!(
            "{said}; a program built with the feature `cluster` is wanted, {PROGRAM} names one"
        )),
        Fault::Interrupted => Fault::Interrupted,
    })?;
    let ends = score(&json)?;
    let record: MatchRecord = read_file(&json)?;
    let faults = record.games.iter().filter(|game| game.reason.is_fault()).count();
    if faults > 0 {
        return Err(Fault::Failed(format!("{faults} games of {seed}.json ended by a fault")));
    }
    let mut result = StepResult { command, ..StepResult::default() };
    for (end, count) in ["won", "drawn", "lost"].into_iter().zip(ends) {
        result.count(format!("two ranks {end}"), count, f64::from(GAMES));
    }
    Ok(result)
}
