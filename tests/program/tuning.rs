//! `nucleus tune` for the tuning paper, from games to matches; and its evaluation in the engine.

use crate::program;
use crate::support;

use std::fs;
use std::path::Path;
use std::process::Output;

use nucleus_tuner::paper::{
    Climbed, DataSet, EvolutionRun, EvolutionSettings, GamePosition, Leaf, PatternOptions,
    Refinement, RefinementOptions, SearchForest, evolve, first_average, refine,
};
use program::nucleus;
use support::{Random, game_positions, seed};

fn told(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Positions of random games, the moves chosen at random: nobody plays like that, which is all the
/// same to what is tested here.
fn positions(count: usize) -> Vec<GamePosition> {
    use nucleus_core::board::{Board, RulesBoard};
    use nucleus_core::kernels::portable;
    use nucleus_core::movegen::{ALL, generate};
    let mut random = Random(seed());
    let position = |setup: nucleus_core::board::Setup| {
        let board = RulesBoard::new(&setup, portable::Token);
        let mut list = nucleus_core::types::MoveList::new();
        generate::<_, ALL>(&board, &mut list);
        let move_there = list.get(random.below(list.len().max(1) as u64) as usize).copied();
        move_there.map(|chess_move| GamePosition {
            setup,
            chess_move,
            origin: String::new(),
            book_move: None,
        })
    };
    game_positions(count, seed()).into_iter().filter_map(position).collect()
}

fn settings(positions: usize) -> EvolutionSettings {
    EvolutionSettings {
        population: 8,
        generations: 12,
        b: 5.0,
        seed: 5,
        leaf: Leaf::Static,
        positions,
        positions_sha256: String::new(),
    }
}

/// A run without its times.
fn timeless(mut run: EvolutionRun) -> EvolutionRun {
    run.seconds = 0.0;
    run
}

#[test]
fn any_number_of_threads_and_any_interruption_lead_to_the_same_players() {
    let positions = positions(60);
    let forest = SearchForest::build(&positions, Leaf::Quiescence);
    let settings = settings(positions.len());
    let evolved = |threads: usize, begun: Option<EvolutionRun>, until: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let run = pool.install(|| {
            evolve(&forest, &settings, 1, begun, &mut |run| Ok(run.curve.len() < until))
        });
        timeless(run.expect("a run"))
    };
    let whole = evolved(1, None, usize::MAX);
    assert!(whole.is_complete() && whole.curve.len() == settings.generations + 1);
    assert_eq!(evolved(2, None, usize::MAX), whole);
    assert_eq!(evolved(5, None, usize::MAX), whole);
    for until in [1, 4, 12] {
        let part = evolved(2, None, until);
        assert_eq!(part.curve.len(), until);
        // As it comes back from its file.
        let text = nucleus_records::json::to_json(&part);
        let read: EvolutionRun = serde_json::from_str(&text).expect("a record");
        assert_eq!(read, part);
        assert_eq!(evolved(1, Some(read), usize::MAX), whole, "resumed after {until}");
        if until == 1 {
            let count = part.players.len() as f64;
            for (weight, &mean) in first_average(&whole).iter().enumerate() {
                let sum: f64 = part.players.iter().map(|p| f64::from(p.weights[weight])).sum();
                assert_eq!(f64::from(mean), (sum / count).round(), "the mean of generation 0");
            }
        }
    }
    // The best player is kept, so that it never becomes worse; it is at least the average.
    for pair in whole.curve.windows(2) {
        assert!(pair[1].best >= pair[0].best);
    }
    for point in &whole.curve {
        assert!(f64::from(point.best) >= point.average);
    }
    // At the end mutations are nothing: the better half is there twice.
    let last = whole.curve.last().expect("a generation");
    let half: Vec<_> = whole.players.iter().map(|player| player.weights).collect();
    assert!(half.iter().all(|w| half.iter().filter(|other| *other == w).count() >= 2));
    assert!(last.best >= whole.first_best.solved);
}

#[test]
fn refinement_is_repeated_by_its_seed_and_starts_with_unsolved_positions() {
    let all = positions(90);
    let (training, test) = all.split_at(60);
    let data = DataSet {
        training: training.to_vec(),
        training_sha256: "x".to_owned(),
        test: test.to_vec(),
        rest: test.to_vec(),
    };
    let forest = SearchForest::build(training, Leaf::Static);
    let settings = EvolutionSettings { positions_sha256: "x".to_owned(), ..settings(60) };
    let run = evolve(&forest, &settings, 1, None, &mut |_| Ok(true)).expect("a run");
    let options = RefinementOptions { positions: 5, sets: 2, ..RefinementOptions::default() };
    let refined = |options: &RefinementOptions| {
        let mut done: Vec<Refinement> = Vec::new();
        let each = &mut |one: &Refinement| {
            done.push(one.clone());
            Ok(())
        };
        refine(&data, std::slice::from_ref(&run), options, each, &mut || true).expect("refined");
        done
    };
    let done = refined(&options);
    assert_eq!(done, refined(&options));
    assert_eq!(done.len(), 2);
    assert_ne!(done[0].positions, done[1].positions);
    for one in &done {
        assert!(one.positions.iter().all(|position| !run.ever_solved.contains(position)));
        assert_eq!(one.positions.len(), 5);
        assert!(one.complete && one.evaluations > 100);
    }
    // On all positions it can only become better.
    let climbed = Climbed::Training;
    let on_training = RefinementOptions { climbed, sets: 1, ..options.clone() };
    let best = &refined(&on_training)[0];
    assert!(best.end.solved >= best.start.solved);
    assert_eq!(best.end.solved, best.solved_of_set);
    let pattern = PatternOptions { step: 0.25, ..PatternOptions::default() };
    let nothing = RefinementOptions { pattern, ..on_training };
    assert_eq!(refined(&nothing)[0].end.weights, best.start.weights, "steps below one half");
    // Nobody of the last generation solves them; more do who were there before.
    let last = refined(&RefinementOptions { climbed: Climbed::Last, ..options.clone() });
    assert!(last[0].settings.candidates >= done[0].settings.candidates);
    // Positions that evolution was not shown: here those of the test, so that both counts are one.
    let games =
        RefinementOptions { climbed: Climbed::Games, positions: test.len(), ..options.clone() };
    let unseen = &refined(&RefinementOptions { sets: 1, ..games })[0];
    assert_eq!(unseen.settings.candidates, test.len());
    assert_eq!(unseen.solved_of_set, unseen.end_test);
    assert!(unseen.end_test >= unseen.start_test);
    let more = RefinementOptions { positions: 1000, ..options };
    let fault = refine(&data, &[run], &more, &mut |_| Ok(()), &mut || true).unwrap_err();
    assert!(fault.contains("1000 positions"), "{fault}");
}

/// Some games of the data folder, and one that is broken.
fn games(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(support::data("pgn/gm2600_wch.pgn")?).expect("games");
    let end = text[..40_000].rfind("\n[Event").expect("a game");
    let games = format!("{}\n[White \"x\"]\n[Black \"y\"]\n\n1. e4 e5 2. Ke3 *\n", &text[..end]);
    let path = folder.join("games.pgn");
    fs::write(&path, games).expect("written");
    Some(path.to_string_lossy().into_owned())
}

#[test]
fn from_games_to_matches() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(games) = games(folder.path()) else { return };
    let named = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (data, out) = (named("data"), named("run"));
    let sets = ["--training", "80", "--test", "60"];
    let output = nucleus(&[&["tune", "data", &games, "--out", &data][..], &sets].concat());
    let (table, warnings) = told(&output);
    assert_eq!(output.status.code(), Some(0), "{warnings}");
    assert!(warnings.contains("games.pgn: line ") && warnings.contains("left out"), "{warnings}");
    assert!(
        table.contains("games that cannot be read, left out | 1") || table.contains("|     1 |")
    );
    let lines =
        |name: &str| fs::read_to_string(Path::new(&data).join(name)).expect(name).lines().count();
    assert_eq!((lines("training.epd"), lines("test.epd")), (80, 60));
    assert!(lines("training-rest.epd") > 0 && lines("test-rest.epd") > 0);

    let short = ["--generations", "4", "--population", "6", "--runs", "2"];
    let ep: Vec<&str> = [&["tune", "ep", "--data", &data, "--out", &out][..], &short].concat();
    let output = nucleus(&ep);
    let (page, fault) = told(&output);
    assert_eq!(output.status.code(), Some(0), "{fault}");
    for figure in ["187", "208", "328", "material.knight"] {
        assert!(page.contains(figure), "{figure} is missing:\n{page}");
    }
    for file in ["ep-01.json", "ep-02.json", "ep.md", "ep.svg", "ep.png", "ep.toml"] {
        assert!(Path::new(&out).join(file).exists(), "{file}");
    }
    assert_eq!(nucleus(&ep).status.code(), Some(2), "nothing is written over");
    let resumed = nucleus(&[&ep[..], &["--resume"]].concat());
    assert_eq!(resumed.status.code(), Some(0));
    let other = nucleus(&[&ep[..], &["--resume", "--seed", "9"]].concat());
    assert_eq!(other.status.code(), Some(1));
    assert!(told(&other).1.contains("other settings"));

    let hj = ["tune", "hj", "--data", &data, "--out", &out, "--positions", "3", "--sets", "2"];
    let output = nucleus(&hj);
    let (page, fault) = told(&output);
    assert_eq!(output.status.code(), Some(0), "{fault}");
    assert!(page.contains("483") && page.contains("479"), "{page}");
    for file in ["hj-never.json", "hj-never.md", "hj-never.svg", "ep-hj.toml"] {
        assert!(Path::new(&out).join(file).exists(), "{file}");
    }
    let output = nucleus(&[&hj[..], &["--objective", "games", "--ties"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", told(&output).1);
    assert!(told(&output).0.contains("steps that are as good taken"), "{}", told(&output).0);
    assert!(Path::new(&out).join("hj-games-ties.json").exists());

    let prove = ["tune", "prove", &out, "--depth", "1", "--games", "2", "--plies", "8"];
    let output = nucleus(&prove);
    let (page, fault) = told(&output);
    assert_eq!(output.status.code(), Some(0), "{fault}");
    for said in ["ep-hj", "generation-0", "2425", "1600"] {
        assert!(page.contains(said), "{said} is missing:\n{page}");
    }
    for ending in ["pgn", "md", "svg", "png"] {
        assert!(Path::new(&out).join(format!("proof-depth-1.{ending}")).exists(), "{ending}");
    }
    for first in ["run", "average"] {
        let output = nucleus(&[&prove[..], &["--first", first, "--resign", "300,1"]].concat());
        let (_, fault) = told(&output);
        assert_eq!(output.status.code(), Some(0), "{fault}");
        let played = fs::read_to_string(format!("{out}/proof-depth-1-first-{first}.json"));
        let played = played.expect("a record");
        assert!(played.contains(&format!("generation-0-{first}.toml")), "{played}");
        assert!(played.contains("has lost by its own score"), "{played}");
    }
    let other = nucleus(&[&prove[..], &["--resume", "--resign", "300,1"]].concat());
    assert_eq!(other.status.code(), Some(1), "the games there were played to their end");
    let chart = fs::read_to_string(Path::new(&out).join("proof-depth-1.svg")).expect("a chart");
    assert!(chart.contains("ep-hj against ep"), "{chart}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = folder.path().join("none").to_string_lossy().into_owned();
    let out = folder.path().join("out").to_string_lossy().into_owned();
    for (arguments, code, said) in [
        (&["tune", "data", &none, "--out", &out][..], 1, "none"),
        (&["tune", "data", &none, "--out", &out, "--test-share", "2"], 2, "no share"),
        (&["tune", "ep", "--data", &none, "--out", &out], 1, "training.epd"),
        (&["tune", "ep", "--data", &none, "--out", &out, "--population", "7"], 2, "even number"),
        (&["tune", "ep", "--data", &none, "--out", &out, "--leaf", "deep"], 2, "unknown leaf"),
        (&["tune", "hj", "--data", &none, "--out", &out, "--step", "0"], 2, "above 0"),
        (&["tune", "hj", "--data", &none, "--out", &out], 1, "training.epd"),
        (&["tune", "prove", &none], 1, "ep-hj.toml"),
        (&["tune", "prove", &none, "--first", "worst"], 2, "expected one of best, run, average"),
        (&["tune", "prove", &none, "--first", "run"], 1, "no run of `tune ep`"),
        (&["tune", "prove", &none, "--resign", "5"], 2, "CP,MOVES"),
        (&["weights", "--preset", "best"], 2, "ep-hj"),
    ] {
        let output = nucleus(arguments);
        let (_, fault) = told(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {fault}");
        assert!(fault.contains(said), "{arguments:?}: {fault}");
    }
}

#[test]
fn weights_of_the_paper_are_written_read_and_played_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ep.toml");
    let written = nucleus(&["weights", "--preset", "ep"]);
    assert_eq!(written.status.code(), Some(0));
    fs::write(&path, &written.stdout).expect("written");
    let file = path.to_string_lossy();
    let again = told(&nucleus(&["weights", &file])).0;
    let rows = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(rows(&again), rows(&told(&written).0));
    assert!(again.contains("king.attackers = -1430"), "{again}");
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, again.replace("rook.mobility = 62", "rook.mobility = 620")).expect("written");
    let fault = nucleus(&["weights", &bad.to_string_lossy()]);
    assert_eq!(fault.status.code(), Some(1));
    assert!(told(&fault).1.contains("rook.mobility: expected a whole number from 0 to 100"));
    let other = nucleus(&["uci", "--evaluation", "additive", "--weights", "preset:ep"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(told(&other).1.contains("paper29"));
}
