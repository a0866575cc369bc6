//! `nucleus match`: a test that ends it, more than two engines, several games at a time, pondering.

use crate::program::nucleus;
use crate::room::{Room, player};
use nucleus_core::notation::pgn::Game;
use nucleus_matches::Hypothesis;

#[test]
fn a_test_ends_the_match_when_it_is_decided() {
    let (good, bad) = (player("good", &[]), player("bad", &["illegal-move"]));
    let sprt = ["--depth", "1", "--sprt", "0", "200", "0.05", "0.05", "--sprt-model", "logistic"];
    for (engines, code, accepted) in
        [([&good, &bad], 0, Hypothesis::H1), ([&bad, &good], 3, Hypothesis::H0)]
    {
        let room = Room::new();
        let engines = engines.map(String::as_str);
        let ended = room.run(&engines, &sprt);
        assert_eq!(ended.code, Some(code), "{}", ended.stderr);
        let record = room.record();
        let state = record.sprt.unwrap();
        assert_eq!(state.accepted, Some(accepted));
        assert!(record.complete && record.games_wanted == 20_000);
        // All pairs are won, or all lost: `enough` of them decide. One more game may have begun.
        let pairs = record.result.unwrap().pairs;
        let test = record.settings.sprt.unwrap();
        let after =
            |count| test.state(if code == 0 { [0, 0, 0, 0, count] } else { [count, 0, 0, 0, 0] });
        let enough = (1..100).find(|&count| after(count).accepted == Some(accepted)).unwrap();
        assert_eq!(pairs.iter().sum::<u32>(), enough);
        assert!((2 * enough..=2 * enough + 1).contains(&(record.games.len() as u32)));
        let verdict = format!("{accepted:?} is accepted");
        assert!(ended.stdout.contains(&verdict), "{}", ended.stdout);
        assert!(ended.stdout.contains("SPRT, logistic Elo, H0 0 against H1 200"));
        // Nothing is left to play.
        let again = room.run(&engines, &[&sprt[..], &["--resume"]].concat());
        assert_eq!(again.code, Some(code), "{}", again.stderr);
        assert_eq!(room.record().games, record.games);
    }
    let room = Room::new();
    let ended = room.run(&[&good, &bad], &[&sprt[..], &["--games", "4"]].concat());
    assert_eq!(ended.code, Some(4), "{}", ended.stderr);
    assert!(ended.stdout.contains("neither is accepted"), "{}", ended.stdout);
    // A match resumes with the same test, but not with another one.
    let other = ["--depth", "1", "--resume", "--sprt", "0", "100", "0.05", "0.05"];
    room.run(&[&good, &bad], &other).with(1, "its sprt was");
    room.run(&[&good, &bad], &[&sprt[..], &["--resume"]].concat()).done();
}

#[test]
fn a_round_robin_and_a_gauntlet() {
    let engines = [player("one", &[]), player("two", &[]), player("bad", &["illegal-move"])];
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    let room = Room::new();
    let args = ["--depth", "1", "--games", "2", "--max-plies", "30"];
    let ended = room.run(&engines, &args).done();
    assert!(ended.stdout.starts_with("round robin of 3 engines: depth 1"), "{}", ended.stdout);
    let record = room.record();
    assert!(record.complete && record.result.is_none());
    let pairs: Vec<[usize; 2]> = record.games.iter().map(|game| game.pair).collect();
    assert_eq!(pairs, [[0, 1], [0, 1], [0, 2], [0, 2], [1, 2], [1, 2]]);
    let games = room.games();
    let names = |game: &Game| ["White", "Black"].map(|tag| game.tag(tag).unwrap().to_owned());
    assert_eq!(names(&games[2]), ["one", "bad"]);
    assert_eq!(names(&games[5]), ["bad", "two"]);
    // All games of a round have the same opening.
    assert!(games.iter().all(|game| game.tag("Opening") == games[0].tag("Opening")));
    // The bad engine lost all four games, by illegal moves.
    let row = |start: &str| ended.stdout.lines().find(|l| l.starts_with(start)).unwrap().to_owned();
    assert!(row("| 3 bad |").contains("| 0/2 | 0/2 | – | 0/4 |"), "{}", ended.stdout);
    assert!(row("| 3 | bad |").contains("| 4 | 0.0 % |"), "{}", ended.stdout);
    assert!(row("| bad | 0 | 4 |").contains("| 0 | 4 | 0 | 0 |"), "{}", ended.stdout);
    assert!(ended.stdout.contains("Likelihood to be the stronger"));

    let _more = room
        .run(&engines, &[&args[..2], &["--games", "4", "--resume"], &args[4..]].concat())
        .done();
    assert_eq!(room.record().games[..6], record.games[..]);
    assert_eq!(room.record().games.len(), 12);
    assert_ne!(room.games()[6].tag("Opening"), games[0].tag("Opening"));
    let fewer = room.run(&engines[..2], &[&args[..], &["--resume"]].concat());
    assert!(fewer.stderr.contains("it had 3 engines, not 2"), "{}", fewer.stderr);
    let kind = room.run(&engines, &[&args[..], &["--resume", "--gauntlet"]].concat());
    assert!(kind.stderr.contains("its tournament was"), "{}", kind.stderr);
    // `rate` reads these games.
    let rated = nucleus(&["rate", &room.path("games.pgn").display().to_string()]);
    assert!(rated.stdout.contains("| 3 | bad |"));

    let room = Room::new();
    let ended = room.run(&engines, &[&args[..], &["--gauntlet"]].concat()).done();
    let pairs: Vec<[usize; 2]> = room.record().games.iter().map(|game| game.pair).collect();
    assert_eq!(pairs, [[0, 1], [0, 1], [0, 2], [0, 2]]);
    assert!(ended.stdout.starts_with("gauntlet of 3 engines"), "{}", ended.stdout);
}

#[test]
fn records_of_other_pairs_are_refused() {
    let room = Room::new();
    let engines = [player("one", &[]), player("two", &[]), player("three", &[])];
    let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
    let args = ["--depth", "1", "--games", "2", "--max-plies", "20"];
    assert_eq!(room.run(&engines, &args).code, Some(0));
    std::fs::remove_file(room.path("games.pgn")).unwrap();
    let text = std::fs::read_to_string(room.path("record.json")).unwrap();
    for (place, value, expected) in [
        ("/games/2/pair", serde_json::json!([1, 2]), "engines 1 and 2 do not play it"),
        ("/games/2/pair", serde_json::json!([0, 9]), "engines 0 and 9 do not play it"),
        ("/engines", serde_json::json!([]), "no match has 0 engines"),
    ] {
        let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
        *record.pointer_mut(place).unwrap() = value;
        std::fs::write(room.path("record.json"), record.to_string()).unwrap();
        let ended = room.run(&engines, &[&args[..], &["--resume"]].concat());
        assert_eq!(ended.code, Some(1), "{place}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{place}: {}", ended.stderr);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn every_game_has_a_processor_of_its_own() {
    let there = nucleus_base::processors::allowed().len();
    if there < 2 {
        eprintln!("SKIPPED: there is one processor");
        return;
    }
    let room = Room::new();
    let log = room.path("log");
    let place = format!("log={}", log.display());
    let (one, two) = (player("one", &["affinity", &place]), player("two", &["affinity", &place]));
    let args = ["--depth", "1", "--games", "8", "--max-plies", "20", "--concurrency", "2"];
    room.run(&[&one, &two], &args).done();
    let text = std::fs::read_to_string(&log).unwrap();
    let places: std::collections::BTreeSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("processors ")).collect();
    assert!(places.len() == 2 && places.iter().all(|p| p.parse::<u32>().is_ok()), "{places:?}");
}

#[test]
fn engines_think_in_the_other_sides_time() {
    // The engine guesses the reply that is played, or a different one.
    for (guess, command) in [("guesses-right", "ponderhit"), ("guesses-wrong", "stop")] {
        let room = Room::new();
        let log = room.path("log");
        let place = format!("log={}", log.display());
        let one = player("one", &[guess, &place]);
        let two = player("two", &[]);
        let args =
            ["--tc", "20+1", "--games", "2", "--ponder", "--max-plies", "24", "--plies", "8"];
        room.run(&[&one, &two], &args).done();
        let record = room.record();
        assert!(record.games.iter().all(|game| !game.reason.is_fault()), "{record:?}");
        let text = std::fs::read_to_string(&log).unwrap();
        let count = |word: &str| text.lines().filter(|line| *line == word).count();
        // Each game has several moves of the engine. After the last one, the engine is stopped if
        // it still ponders.
        assert!(count("ponder") >= 8, "{guess}: {text}");
        assert!(2 * count(command) > count("ponder"), "{guess}: {text}");
        assert_eq!(count("ponderhit") + count("stop"), count("ponder"), "{guess}: {text}");
        let hits = record.games.iter().flat_map(|game| &game.moves);
        let hits = hits.filter(|text| text.ends_with(", ponderhit")).count();
        assert_eq!(hits, count("ponderhit"), "{guess}");
    }
}

#[test]
fn every_move_has_score_depth_time_and_speed() {
    let room = Room::new();
    let ended = room
        .run(
            &[&player("a", &[]), &player("b", &[])],
            &["--tc", "4/20", "--games", "2", "--max-plies", "30", "--plies", "6"],
        )
        .done();
    for game in room.games() {
        assert_eq!(game.tag("TimeControl"), Some("4/20+0"));
        for ply in &game.plies {
            let comment = ply.comment.clone().unwrap_or_default();
            if comment == "book" {
                continue;
            }
            // As in `+0.13/12 0.004s, nps=2500000`.
            let (score, rest) = comment.split_once('/').unwrap();
            assert!(score.starts_with(['+', '-']), "{comment}");
            let (depth, rest) = rest.split_once(' ').unwrap();
            assert!(depth.parse::<u32>().is_ok(), "{comment}");
            let (seconds, rest) = rest.split_once("s, nps=").unwrap();
            assert!(seconds.parse::<f64>().is_ok(), "{comment}");
            let speed = rest.split(',').next().unwrap();
            assert!(speed.parse::<u64>().is_ok_and(|nps| nps > 0), "{comment}");
        }
    }
    let record = room.record();
    assert!(record.games.iter().all(|game| !game.reason.is_fault()), "{}", ended.stderr);
    assert!(record.games.iter().any(|game| game.sides[0].moves > 4));
}
