//! `nucleus match` from the command line to PGN and record, with players that fail on purpose.

#[cfg(unix)]
use crate::program::ended_by;
use crate::program::{at_once, quiet, wait_until};
use crate::room::{Room, player};
use nucleus_core::notation::pgn::{self, Outcome};
use nucleus_core::types::Color;
use nucleus_matches::{MatchRecord, Reason};
use nucleus_records::envelope::read_file;
use nucleus_records::json::to_json;

/// Returns the moves of each game without their comments.
fn moves(record: &MatchRecord) -> Vec<Vec<String>> {
    let bare = |text: &String| text.split(' ').next().unwrap().to_owned();
    record.games.iter().map(|game| game.moves.iter().map(bare).collect()).collect()
}

#[test]
fn games_in_pairs_with_pgn_and_record() {
    let room = Room::new();
    let ended = room
        .run_pair(&player("one", &[]), &player("two", &[]), &["--games", "4", "--depth", "3"])
        .done();
    assert!(ended.stdout.starts_with("one against two: depth 3, 16 MiB, 1 thread"));
    assert!(ended.stdout.contains("| one | Fake 1.0 | 4 |"), "{}", ended.stdout);
    assert!(ended.stdout.contains("(pentanomial)"), "{}", ended.stdout);

    let record = room.record();
    assert!(record.complete && record.schema == 1);
    assert_eq!(record.result.unwrap().score.games(), 4);
    let options = &record.engines[0].options;
    assert!(options.contains(&("Hash".to_owned(), "16".to_owned())), "{options:?}");
    assert!(record.games.iter().all(|game| !game.reason.is_fault()));

    let games = room.games();
    assert_eq!(games.len(), 4);
    for (game, written) in games.iter().zip(&record.games) {
        assert_eq!(game.plies.len(), written.moves.len());
        assert_eq!(game.tag("PlyCount"), Some(game.plies.len().to_string().as_str()));
        assert_eq!(game.tag("Termination"), Some("normal"));
        assert_eq!(game.tag("TimeControl"), Some("-"));
        assert!(game.tag("Opening").is_some() && game.tag("FEN").is_none());
        assert_eq!(game.tag("Date").map(str::len), Some(10));
        let comment = |ply: &pgn::Ply| ply.comment.clone().unwrap_or_default();
        assert_eq!(comment(&game.plies[0]), "book");
        let last = comment(game.plies.last().unwrap());
        assert!(last.starts_with("+0.13/1 0.") && last.ends_with(&written.detail), "{last}");
        assert_eq!(game.outcome.to_string(), game.tag("Result").unwrap());
    }
    for pair in games.chunks(2) {
        assert_eq!(pair[0].tag("Opening"), pair[1].tag("Opening"));
        assert_eq!(pair[0].tag("White"), Some("one"));
        assert_eq!(pair[1].tag("White"), Some("two"));
    }
    assert_ne!(games[0].tag("Opening"), games[2].tag("Opening"));
    assert_eq!(games[3].tag("Round"), Some("2.2"));
}

#[test]
fn an_engine_may_have_a_limit_of_its_own() {
    let room = Room::new();
    let engines = ["a=nucleus:axon", "b=nucleus:axon"];
    let arguments = ["--games", "2", "--depth", "2", "--max-plies", "30", "--own-limit"];
    let with = |limit| room.run(&engines, &[&arguments[..], &[limit]].concat());
    with("c:depth=4").with(2, "of an engine: a, b");
    assert!(with("b:depth=4").done().stdout.contains("depth 2, b depth 4"));
    for game in room.record().games {
        let depth =
            |side: usize| game.sides[side].depth_sum.div_ceil(game.sides[side].depths.into());
        assert_eq!((depth(0), depth(1)), (2, 4));
    }
}

#[test]
fn each_error_loses_its_game_and_is_named() {
    // The first engine's modes, the limit, the reason, and the PGN's termination. Limits take seconds, so
    // that a pause of the machine does not cost the other side the game.
    let cases: [(&[&str], &[&str], Reason, &str); 8] = [
        (&["illegal-move"], &["--depth", "1"], Reason::IllegalMove, "rules infraction"),
        (&["no-move"], &["--depth", "1"], Reason::IllegalMove, "rules infraction"),
        (&["crash-on-go"], &["--depth", "1"], Reason::Crash, "abandoned"),
        (&["exit-on-go"], &["--tc", "5+0.1"], Reason::Crash, "abandoned"),
        (&["die-after-move"], &["--depth", "1"], Reason::Crash, "abandoned"),
        (&["silent"], &["--movetime", "10", "--stall", "3"], Reason::Stall, "stalled connection"),
        (&["slow"], &["--movetime", "10", "--stall", "3"], Reason::Stall, "stalled connection"),
        (&["slow"], &["--tc", "3+0"], Reason::Time, "time forfeit"),
    ];
    at_once(cases, |(modes, limit, reason, termination)| {
        let room = Room::new();
        let bad = player("bad", &[modes, &["on-move=3"]].concat());
        let ended = room.run_pair(&bad, &player("good", &[]), &[&["--games", "2"], limit].concat());
        assert_eq!(ended.code, Some(0), "{modes:?}: {}", ended.stderr);
        let record = room.record();
        let game = &record.games[0];
        assert_eq!((game.reason, game.half_points), (reason, 0), "{modes:?}: {game:?}");
        assert!(game.detail.starts_with("bad"), "{}", game.detail);
        assert!(ended.stderr.contains(&format!("game 1, {}", reason.name())), "{}", ended.stderr);
        let written = &room.games()[0];
        assert_eq!(written.tag("Termination"), Some(termination));
        assert_eq!(written.outcome, Outcome::Win(Color::Black));
        // The engine makes two moves of its own; a third counts if it was made before the error.
        let book = written.plies.iter().filter(|p| p.comment.as_deref() == Some("book")).count();
        let own = (written.plies.len() - book).div_ceil(2);
        assert_eq!(own, if modes == ["die-after-move"] { 3 } else { 2 }, "{modes:?}");
        // The engine was started again after its crash and got as far in the second game.
        if reason == Reason::Crash {
            assert!(game.failure.is_some());
            let again = &record.games[1];
            assert_eq!((again.reason, again.half_points), (Reason::Crash, 0), "{modes:?}");
            assert_eq!(again.sides[0].moves, game.sides[0].moves);
        }
        let row = ended.stdout.lines().rfind(|line| line.starts_with("| bad |")).unwrap();
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let at = match reason {
            Reason::Time => 2,
            Reason::IllegalMove => 3,
            Reason::Crash => 4,
            _ => 5,
        };
        assert_ne!(cells[at], "0", "{row}");
    });
}

#[test]
fn late_moves_lose_by_the_clock_and_are_counted_without() {
    let room = Room::new();
    let late = player("late", &["late"]);
    let args = ["--games", "1", "--movetime", "50", "--max-plies", "14", "--plies", "6"];
    room.run_pair(&late, &player("good", &[]), &args).done();
    let [bad, _] = room.record().games[0].sides;
    assert_eq!((bad.late, bad.moves), (4, 4));
    assert!(bad.longest > 0.3, "{bad:?}");
    assert_eq!(room.record().games[0].reason, Reason::Length);

    let room = Room::new();
    let _ended =
        room.run_pair(&late, &player("good", &[]), &["--games", "1", "--tc", "2+0.01"]).done();
    let game = &room.record().games[0];
    assert_eq!((game.reason, game.half_points), (Reason::Time, 0));
    // 2 s allow at most five moves of 0.4 s.
    assert!(game.sides[0].moves <= 5, "{game:?}");
    assert_eq!(room.games()[0].tag("TimeControl"), Some("2+0.01"));
}

#[test]
fn a_match_goes_on_where_its_record_ends() {
    let (one, two) = (player("one", &[]), player("two", &[]));
    let complete = Room::new();
    assert_eq!(complete.run_pair(&one, &two, &["--games", "6", "--depth", "1"]).code, Some(0));

    let room = Room::new();
    let run = |args: &[&str]| room.run_pair(&one, &two, &[&["--depth", "1"], args].concat());
    assert_eq!(run(&["--games", "3"]).code, Some(0));
    let before = room.record();
    assert!(room.record().result.is_some_and(|r| r.score.games() == 3));

    // Without --resume nothing is overwritten.
    run(&["--games", "6"]).with(2, "already exists");
    assert_eq!(room.record(), before);

    // Another match is not continued.
    let others: [(&[&str], &str); 3] = [
        (&["--games", "6", "--resume", "--seed", "2"], "its seed was 1, not 2"),
        (&["--resume", "--margin", "9"], "its margin milliseconds was 50, not 9"),
        (&["--resume", "--option", "two:Hash=4"], "the options of `two` were"),
    ];
    for (args, expected) in others {
        let ended = run(args);
        assert_eq!(ended.code, Some(1), "{args:?}");
        assert!(ended.stderr.contains(expected), "{}", ended.stderr);
    }
    let other = room.run_pair(&one, &player("three", &[]), &["--depth", "1", "--resume"]);
    assert!(other.stderr.contains("its engine is `two`, not `three`"), "{}", other.stderr);
    let other = room.run_pair(&one, &two, &["--depth", "2", "--resume"]);
    assert!(other.stderr.contains("its limit was depth 1, not depth 2"), "{}", other.stderr);
    assert_eq!(room.record().games, before.games);

    run(&["--games", "6", "--resume"]).done();
    let after = room.record();
    assert!(after.complete);
    assert_eq!(after.games[..3], before.games[..], "what was played is kept as it was");
    assert_eq!(moves(&after), moves(&complete.record()), "as if it had never been cut short");
    let rounds: Vec<_> = room.games().iter().map(|g| g.tag("Round").unwrap().to_owned()).collect();
    assert_eq!(rounds, ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]);

    // A game cut off in the PGN is written again; a file of other games is left unchanged.
    let text = std::fs::read_to_string(room.path("games.pgn")).unwrap();
    std::fs::write(room.path("games.pgn"), &text[..text.len() - 40]).unwrap();
    assert_eq!(run(&["--games", "6", "--resume"]).code, Some(0));
    assert_eq!(std::fs::read_to_string(room.path("games.pgn")).unwrap(), text);
    let foreign = "[Event \"Mine\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 *\n";
    std::fs::write(room.path("games.pgn"), foreign).unwrap();
    run(&["--games", "6", "--resume"]).with(1, "is not of this match");
    assert_eq!(std::fs::read_to_string(room.path("games.pgn")).unwrap(), foreign);

    std::fs::remove_file(room.path("games.pgn")).unwrap();
    let good = std::fs::read_to_string(room.path("record.json")).unwrap();
    for (from, to, expected) in [
        ("\"number\":6,", "\"number\":2147483648,", "game 2147483648 of the record: there are 6"),
        ("\"schema\": 1,", "\"schema\": 99,", "schema 99 is newer than 1"),
    ] {
        std::fs::write(room.path("record.json"), good.replacen(from, to, 1)).unwrap();
        let ended = run(&["--games", "6", "--resume"]);
        assert_eq!(ended.code, Some(1), "{to}: {}", ended.stderr);
        assert!(ended.stderr.contains(expected), "{to}: {}", ended.stderr);
    }
}

#[test]
fn mates_and_agreed_ends() {
    // With White we mate at once; with Black we are mated by an engine that knows no other move.
    let room = Room::new();
    let opening = room.path("mate.epd");
    std::fs::write(&opening, "6k1/5ppp/8/8/8/8/8/R3K3 w - - id \"back rank\";\n").unwrap();
    let opening = opening.to_string_lossy().into_owned();
    let args = ["--games", "1", "--nodes", "2000", "--openings", &opening];
    room.run_pair("us=nucleus:full", &player("fake", &[]), &args).done();
    let game = &room.games()[0];
    assert_eq!((game.outcome, game.plies.len()), (Outcome::Win(Color::White), 1));
    assert_eq!(game.tag("SetUp"), Some("1"));
    assert_eq!(game.tag("FEN"), Some("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    let comment = game.plies[0].comment.as_deref().unwrap();
    assert!(comment.starts_with("+M1/") && comment.ends_with("us mates"), "{comment}");
    let sides = room.record().games[0].sides;
    assert!(sides[0].nodes > 0 && sides[0].depths == 1);

    let agreed = |modes: &[&str], rule: &[&str]| {
        let room = Room::new();
        let args = [&["--games", "1", "--depth", "1"], rule].concat();
        room.run_pair(&player("one", modes), &player("two", &[]), &args).done();
        assert_eq!(room.games()[0].tag("Termination"), Some("adjudication"));
        let game = room.record().games[0].clone();
        (game.reason, game.half_points, game.sides[0].moves)
    };
    assert_eq!(agreed(&["lost"], &["--resign", "600,2"]), (Reason::Resignation, 0, 2));
    assert_eq!(agreed(&[], &["--draw", "20,2,1"]), (Reason::Agreement, 1, 2));
    assert_eq!(agreed(&[], &["--max-plies", "13"]).0, Reason::Length);
}

#[test]
fn several_games_at_a_time() {
    let room = Room::new();
    let (one, two) = (player("one", &[]), player("two", &[]));
    let args = ["--games", "7", "--depth", "1", "--concurrency", "3", "--oversubscribe"];
    let ended = room.run_pair(&one, &two, &args).done();
    let record = room.record();
    let numbers: Vec<u32> = record.games.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(room.games().len(), 7);
    assert!(ended.stdout.contains("(trinomial: not all pairs are complete)"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_played() {
    let room = Room::new();
    let (one, two) = (player("one", &[]), player("two", &[]));
    let run = quiet(room.command(&[&one, &two], &["--games", "1000", "--depth", "1"]));
    let path = room.path("record.json");
    wait_until("a game", || read_file::<MatchRecord>(&path).is_ok_and(|r| r.games.len() > 2));
    assert_eq!(ended_by(rustix::process::Signal::INT, run).0, Some(130));
    let record = room.record();
    assert!(!record.complete && record.games.len() > 2);
    assert_eq!(room.games().len(), record.games.len());
    // Games are played in order, so the record has no gap. Two more games may be one and a half pairs.
    let games = (record.games.len() + 2).to_string();
    let _ended = room.run_pair(&one, &two, &["--games", &games, "--depth", "1", "--resume"]).done();
    assert_eq!(room.games().len(), record.games.len() + 2);
    assert_eq!(room.record().games[..record.games.len()], record.games[..]);
}

/// Games between two writings of the record survive a killed program.
#[cfg(unix)]
#[test]
fn a_match_that_is_killed_loses_no_game() {
    let room = Room::new();
    let (one, two) = (player("one", &[]), player("two", &[]));
    let args = ["--games", "60", "--depth", "1", "--max-plies", "20"];
    let mut run = quiet(room.command(&[&one, &two], &args));
    let journal = room.path("record.json.journal");
    let lines = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    wait_until("three games", || lines() >= 3);
    run.kill().unwrap();
    run.wait().unwrap();
    assert!(journal.exists(), "killed too late");
    let alone = std::fs::read_to_string(room.path("record.json")).unwrap();
    let alone = alone.matches("\"opening\"").count();
    let record = room.record();
    assert!(record.games.len() > alone, "{alone} games in the record");
    // The PGN file may have one game more, because it is written before the journal.
    let written = std::fs::read_to_string(room.path("games.pgn")).unwrap();
    let ended = written.matches("[Termination ").count();
    assert!((record.games.len()..=record.games.len() + 1).contains(&ended), "{ended} games");
    room.run_pair(&one, &two, &[&args[..], &["--resume"]].concat()).done();
    // The journal has every digit, the record thirteen.
    let kept = room.record().games[..record.games.len()].to_vec();
    assert_eq!(to_json(&kept), to_json(&record.games));
    assert!(room.record().complete && room.games().len() == 60 && !journal.exists());
}

/// Three Chess960 start positions, one with its king on e1, and a position ready for castling.
const CHESS960: &str = "\
    bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - id \"one\";\n\
    nrbbknqr/pppppppp/8/8/8/8/PPPPPPPP/NRBBKNQR w KQkq - id \"two\";\n\
    rkrnnbbq/pppppppp/8/8/8/8/PPPPPPPP/RKRNNBBQ w CAca - id \"three\";\n\
    rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - id \"castling\";\n";

/// Our engine plays Chess960: every game ends by the rules or by adjudication, none by an error; the PGN names
/// the variant and the position, and parses with every move.
#[test]
fn chess960_is_played_to_the_end() {
    let room = Room::new();
    std::fs::write(room.path("openings.epd"), CHESS960).unwrap();
    let openings = room.path("openings.epd").display().to_string();
    room.run(
        &["one=nucleus", "two=nucleus:axon"],
        &["--games", "8", "--nodes", "2000", "--openings", &openings, "--max-plies", "120"],
    )
    .done();
    let record = room.record();
    for engine in &record.engines {
        let option = ("UCI_Chess960".to_owned(), "true".to_owned());
        assert!(engine.options.contains(&option), "{:?}", engine.options);
    }
    let mut castlings = 0;
    for (game, written) in room.games().iter().zip(&record.games) {
        assert!(!written.reason.is_fault(), "{written:?}");
        assert_eq!(game.tag("Variant"), Some("Chess960"));
        assert_eq!(game.tag("SetUp"), Some("1"));
        assert!(game.setup.state.chess960 && game.setup.state.castling.0 == 15, "{game}");
        assert_eq!(game.tag("FEN"), written.fen.as_deref());
        assert_eq!(game.plies.len(), written.moves.len());
        castlings += game.plies.iter().filter(|ply| ply.chess_move.is_castle()).count();
    }
    assert!(castlings > 0, "nobody castled");
    let text = std::fs::read_to_string(room.path("games.pgn")).unwrap();
    assert!(text.contains(" O-O"), "{text}");
}

/// An engine without Chess960, or with it switched off, ends the match before a game.
#[test]
fn an_engine_without_chess960_is_named() {
    let room = Room::new();
    std::fs::write(room.path("openings.epd"), CHESS960).unwrap();
    let openings = room.path("openings.epd").display().to_string();
    let args = ["--games", "2", "--depth", "1", "--openings", &openings];
    let ended = room.run_pair("ours=nucleus", &player("other", &[]), &args);
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let text = "engine `other`: it has no option `UCI_Chess960`, but the openings are Chess960";
    assert!(ended.stderr.contains(text) && !room.path("record.json").exists(), "{}", ended.stderr);
    let against = [&args[..], &["--option", "ours:UCI_Chess960=false"]].concat();
    room.run_pair("ours=nucleus", "two=nucleus", &against)
        .with(2, "option `UCI_Chess960` is false");
}
