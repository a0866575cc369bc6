use std::path::Path;

use nucleus_harness::references::default_reference;
use nucleus_matches::MatchRecord;
use nucleus_records::envelope::read_file;
use nucleus_report::papers::PaperName;
use nucleus_tuner::paper::Leaf;

use super::evolution::Evolution;
use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// Games of a step, whose players are of one draw; four steps are the paper's 200 of each two.
const GAMES: u32 = 50;
const STEPS: u64 = 4;
/// The rating that the paper's scale is held at.
const ANCHOR: f64 = 2205.0;

/// A player: its name in the record, and the file of its weights.
type Player = (&'static str, &'static str);

const PLAYERS: [Player; 3] =
    [("EP+HJ", "ep-hj.toml"), ("EP", "ep.toml"), ("generation 0", "generation-0.toml")];

/// Other readings of the player of generation 0, which is the best of all runs: the best of the run that
/// EP is of, and the mean of that run's weights.
const FIRST: [Player; 2] = [
    ("generation 0 of its run", "generation-0-run.toml"),
    ("mean of generation 0", "generation-0-average.toml"),
];

/// The players of a draw, made by this unit itself.
fn players() -> Evolution {
    Evolution {
        name: "ep-prove",
        what: "",
        from_ply: 0,
        one_a_game: true,
        book: None,
        runs: 3,
        population: 20,
        leaf: Leaf::default(),
        weights: true,
        draws: STEPS,
    }
}

/// Table III: the players against each other at depth 4.
pub fn table_iii() -> Unit {
    let mut steps = Vec::new();
    for (first, second) in [(0, 1), (0, 2), (1, 2)] {
        for seed in 1..=STEPS {
            let name = format!("{} against {}, draw {seed}", PLAYERS[first].0, PLAYERS[second].0);
            steps.push(Step::new(name, 20.0, move |workshop| {
                play(workshop, PLAYERS[first], Some(PLAYERS[second]), "4", seed)
            }));
        }
    }
    steps.push(Step::new("rating", 0.1, rating));
    Unit {
        name: "ep-prove-4".to_owned(),
        paper: PaperName::EpHj,
        what: "table III: 200 games at depth 4".to_owned(),
        conditions: conditions(),
        timed: false,
        steps,
    }
}

/// EP against the other readings of generation 0, at depth 4.
pub fn generation_0() -> Unit {
    let step = |first: Player, seed: u64| {
        Step::new(format!("EP against {}, draw {seed}", first.0), 20.0, move |workshop| {
            play(workshop, PLAYERS[1], Some(first), "4", seed)
        })
    };
    Unit {
        name: "ep-generation-0".to_owned(),
        paper: PaperName::EpHj,
        what: "EP against other readings of generation 0: 200 games each at depth 4".to_owned(),
        conditions: conditions(),
        timed: false,
        steps: FIRST.into_iter().flat_map(|p| (1..=STEPS).map(move |seed| step(p, seed))).collect(),
    }
}

/// Table IV and figure 2: each against a reference at depth 6.
pub fn table_iv() -> Unit {
    let mut conditions = conditions();
    conditions
        .push("Stockfish at UCI_Elo 2500 and depth 6 plays for Chessmaster at 2500.".to_owned());
    let mut steps = Vec::new();
    for player in PLAYERS {
        for seed in 1..=STEPS {
            let name = format!("reference against {}, draw {seed}", player.0);
            steps.push(Step::new(name, 60.0, move |workshop| {
                play(workshop, player, None, "6", seed)
            }));
        }
    }
    Unit {
        name: "ep-prove-6".to_owned(),
        paper: PaperName::EpHj,
        what: "table IV and figure 2: 200 games at depth 6 against a reference".to_owned(),
        conditions,
        timed: false,
        steps,
    }
}

fn conditions() -> Vec<String> {
    vec![
        "The players are those of draws 1 to 4 of unit ep-draws, 50 games of each; EP+HJ climbed on all \
         1,000 positions."
            .to_owned(),
        "Openings are lines of eight plies drawn from gnuchess_book.bin, each played twice.".to_owned(),
    ]
}

/// Games of a player against another one or, without one, against the reference.
fn play(
    workshop: &Workshop,
    player: Player,
    other: Option<Player>,
    depth: &str,
    seed: u64,
) -> Result<StepResult, Fault> {
    let folder = players().players(workshop, seed)?;
    let out = workshop.folder("ep-prove")?;
    let stem = |name: &str| name.to_lowercase().replace([' ', '+'], "-");
    let against = other.map_or("reference".to_owned(), |other| stem(other.0));
    let json = out.join(format!("{}-{against}-{depth}-{seed}.json", stem(player.0)));
    let mut words: Vec<String> = Vec::new();
    let mut options = Vec::new();
    // The score is the first engine's: in table IV and figure 2 the reference's.
    if other.is_none() {
        words.push(format!("reference={}", stockfish()?));
        options.push("reference:UCI_LimitStrength=true".to_owned());
        options.push("reference:UCI_Elo=2500".to_owned());
    }
    for (name, file) in [Some(player), other].into_iter().flatten() {
        let name = stem(name);
        words.push(format!("{name}=nucleus:axon"));
        options.push(format!("{name}:Evaluation=paper29"));
        options.push(format!("{name}:Weights File={}", folder.join(file).display()));
        options.push(format!("{name}:Quiescence Checks=true"));
    }
    for option in options {
        words.extend(["--option".to_owned(), option]);
    }
    words.extend(["--depth", depth, "--hash", "16"].map(str::to_owned));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let command = workshop.play(&words, GAMES, seed, &json)?;
    let ends = score(&json)?;
    let title = match other {
        Some(other) => format!("{} over {}", player.0, other.0),
        None => format!("reference over {}", player.0),
    };
    let mut result = StepResult { command, ..StepResult::default() };
    let games: f64 = ends.iter().sum();
    for (end, count) in ["won", "drawn", "lost"].into_iter().zip(ends) {
        result.count(format!("{title} {end}"), count, games);
    }
    if other.is_none() {
        for (end, count) in ["lost", "drawn", "won"].into_iter().zip(ends) {
            result.count(format!("{} over reference {end}", player.0), count, games);
        }
    }
    Ok(result)
}

/// The command of the reference: what STOCKFISH names, or the one that is found here.
fn stockfish() -> Result<String, Fault> {
    default_reference()
        .ok_or_else(|| Fault::Failed("no Stockfish here: STOCKFISH names one".to_owned()))
}

/// Games won, drawn and lost by the first engine of a match.
pub fn score(json: &Path) -> Result<[f64; 3], Fault> {
    let record: MatchRecord = read_file(json)?;
    let result = record.result.ok_or_else(|| format!("{}: no game", json.display()))?;
    if !record.complete {
        return Err(Fault::Failed(format!("{}: games are missing", json.display())));
    }
    let score = result.score;
    Ok([score.wins, score.draws, score.losses].map(f64::from))
}

/// The rating of EP+HJ with EP held at the paper's.
fn rating(workshop: &Workshop) -> Result<StepResult, Fault> {
    let out = workshop.folder("ep-prove")?;
    let mut ends = [0.0; 3];
    for seed in 1..=STEPS {
        let games = score(&out.join(format!("ep-hj-ep-4-{seed}.json")))?;
        ends.iter_mut().zip(games).for_each(|(sum, games)| *sum += games);
    }
    let [won, drawn, lost] = ends;
    let share = (won + drawn / 2.0) / (won + drawn + lost);
    let mut result =
        StepResult { command: "from the games above".to_owned(), ..StepResult::default() };
    result.value("rating EP+HJ", ANCHOR + 400.0 * (share / (1.0 - share)).log10());
    Ok(result)
}
