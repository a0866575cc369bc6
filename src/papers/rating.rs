use nucleus_harness::references::find_program;
use nucleus_matches::MatchRecord;
use nucleus_records::envelope::read_file;
use nucleus_report::papers::PaperName;

use super::fault::Fault;
use super::unit::{Step, StepResult, Unit};
use super::workshop::Workshop;

/// Games of a step, two of each opening.
const GAMES: u32 = 50;
const STEPS: u64 = 4;

/// An engine whose rating is known in public.
#[derive(Clone, Copy)]
struct Anchor {
    name: &'static str,
    program: &'static str,
    arguments: &'static str,
    rating: f64,
}

/// Engines that Debian has. Glaurung's rating is that of CCRL 40/15 (one processor, 64 bit, list of August
/// 2026), that of GNU Chess 6.2.5 of CCRL's list of 40 moves in 2 minutes.
const ANCHORS: [Anchor; 2] = [
    Anchor { name: "glaurung", program: "glaurung", arguments: "", rating: 2793.0 },
    Anchor { name: "gnuchess", program: "gnuchess", arguments: " --uci", rating: 2661.0 },
];

/// Table 3: profile umko on the scale of a public list.
pub fn unit() -> Unit {
    let step = |anchor: Anchor, seed| {
        Step::new(format!("{}, seed {seed}", anchor.name), 230.0, move |workshop: &Workshop| {
            play(workshop, anchor, seed)
        })
    };
    Unit {
        name: "umko-rating".to_owned(),
        paper: PaperName::Umko,
        what: "table 3: profile umko against engines with a public rating".to_owned(),
        conditions: vec![
            "Two threads for umko, one for the others; 1 s + 0.02 s for a game where the list has minutes, openings of \
             eight plies drawn from gnuchess_book.bin, each played twice, no other books."
                .to_owned(),
            "Anchors: Glaurung 2.2 at 2793 (CCRL 40/15), GNU Chess 6.2 at 2661 (CCRL 40/2). A sample is a step of 50 \
             games against one of them; games that an engine broke off are left out."
                .to_owned(),
        ],
        timed: true,
        steps: ANCHORS.into_iter().flat_map(|a| (1..=STEPS).map(move |seed| step(a, seed))).collect(),
    }
}

fn play(workshop: &Workshop, anchor: Anchor, seed: u64) -> Result<StepResult, Fault> {
    let Anchor { name, program, arguments, rating } = anchor;
    let found = find_program(program).or_else(|| find_program(&format!("/usr/games/{program}")));
    let path = found.ok_or_else(|| format!("{program} is not here; Debian has it"))?;
    let json = workshop.folder("umko-rating")?.join(format!("{name}-{seed}.json"));
    let other = format!("{name}='{}'{arguments}", path.display());
    let words = ["umko=nucleus:umko", &other, "--option", "umko:Threads=2", "--tc", "1+0.02"];
    let command = workshop.play(&words, GAMES, seed, &json)?;
    let record: MatchRecord = read_file(&json)?;
    let whole = record.games.iter().filter(|game| !game.reason.is_fault());
    let points: Vec<f64> = whole.map(|game| f64::from(game.half_points) / 2.0).collect();
    let games = points.len() as f64;
    if games < f64::from(GAMES) / 2.0 {
        return Err(Fault::Failed(format!("{name}: {games} games without a fault")));
    }
    let sum: f64 = points.iter().sum();
    // All points, or none, are half a point from what a longer match would show at least.
    let share = (sum / games).clamp(0.5 / games, 1.0 - 0.5 / games);
    let mut result = StepResult { command, ..StepResult::default() };
    result.value("CCRL 40/4", rating + 400.0 * (share / (1.0 - share)).log10());
    result.value(format!("points against {name}"), sum);
    Ok(result)
}
