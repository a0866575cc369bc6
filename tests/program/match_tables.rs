//! `nucleus match --syzygy`: games adjudicated by endgame tables.

use crate::endgames::{folder, position};
use crate::room::{Ended, Room, player};
use crate::support::{self, Random};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_engine::tablebase::gaviota::Gaviota;
use nucleus_engine::tablebase::syzygy::Syzygy;
use nucleus_engine::tablebase::{MateDistance, TableVerdict, TablebaseSet};
use nucleus_matches::{Reason, SyzygySettings};

/// Plays two games from a position, with further arguments.
fn play(room: &Room, fen: &str, more: &[&str]) -> Ended {
    let openings = room.path("openings.pgn");
    let game = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"*\"]\n\n*\n");
    std::fs::write(&openings, game).unwrap();
    let openings = openings.to_str().unwrap();
    let args = ["--games", "2", "--depth", "1", "--openings", openings];
    room.run_pair(&player("one", &[]), &player("two", &[]), &[&args, more].concat())
}

#[test]
fn tables_decide_a_game_after_its_next_move() {
    let Some(tables) = folder("syzygy34") else { return };
    let tables = tables.to_str().unwrap();
    // The players make the first legal move by name; the points are White's.
    for (fen, points, words) in [
        ("8/8/8/8/8/2k5/8/KQ6 w - - 0 1", 2, "White wins by the endgame tables"),
        ("kq6/8/2K5/8/8/8/8/8 b - - 0 1", 0, "Black wins by the endgame tables"),
        // The halfmove clock leaves enough time for the win.
        ("8/8/8/8/8/2k5/8/KQ6 w - - 60 90", 2, "White wins by the endgame tables"),
        ("8/8/8/8/4k3/8/4P3/K7 w - - 0 1", 1, "drawn by the endgame tables"),
        ("8/8/8/8/4k3/8/4P3/K7 w - - 98 90", 1, "drawn by the endgame tables"),
    ] {
        let room = Room::new();
        let ended = play(&room, fen, &["--syzygy", tables]);
        assert_eq!(ended.code, Some(0), "{fen}: {}", ended.stderr);
        assert!(ended.stdout.contains("Ends: decided by endgame tables 2."), "{}", ended.stdout);
        let record = room.record();
        assert_eq!(record.settings.syzygy, Some(SyzygySettings { men: 4, wdl: 35, dtz: 35 }));
        for (game, written) in record.games.iter().zip(room.games()) {
            assert_eq!((game.reason, game.moves.len()), (Reason::Tablebase, 1), "{fen}: {game:?}");
            let whites = if game.white == 0 { game.half_points } else { 2 - game.half_points };
            assert_eq!((whites, game.detail.as_str()), (points, words), "{fen}");
            assert_eq!(written.tag("Termination"), Some("adjudication"));
            let last = written.plies.last().and_then(|ply| ply.comment.clone()).unwrap();
            assert!(last.ends_with(words), "{last}");
        }
    }
}

#[test]
fn a_win_that_may_come_too_late_is_played_on() {
    let Some(tables) = folder("syzygy34") else { return };
    let tables = tables.to_str().unwrap();
    // Mate takes more than the three plies that the fifty-move rule leaves, and the queen is not lost before.
    let room = Room::new();
    play(&room, "7k/8/8/8/8/8/8/KQ6 w - - 97 120", &["--syzygy", tables]).done();
    let games = room.record().games;
    assert!(games.iter().all(|game| game.reason == Reason::FiftyMoves), "{games:?}");
    // The tables have neither five pieces nor castling rights. In the second position White moves the
    // a-pawn first, so the right to castle remains.
    for fen in ["8/8/8/8/8/2k5/8/KQ4RR w - - 0 1", "8/8/8/3k4/8/8/P7/4K2R w K - 0 1"] {
        let room = Room::new();
        play(&room, fen, &["--syzygy", tables, "--max-plies", "1"]).done();
        let games = room.record().games;
        assert!(games.iter().all(|game| game.reason == Reason::Length), "{fen}: {games:?}");
    }
}

#[test]
fn a_match_with_other_tables_is_another_match() {
    let Some(tables) = folder("syzygy34") else { return };
    let room = Room::new();
    let fen = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
    assert_eq!(play(&room, fen, &["--syzygy", tables.to_str().unwrap()]).code, Some(0));
    play(&room, fen, &["--resume"]).with(1, "its syzygy was");
}

#[test]
fn folders_without_tables_are_reported() {
    let room = Room::new();
    let empty = room.path("");
    std::fs::write(room.path("KQvK.rtbw"), "no table").unwrap();
    let empty = empty.to_str().unwrap();
    let ended =
        play(&room, "8/8/8/8/8/2k5/8/KQ6 w - - 0 1", &["--syzygy", empty]).with(1, "KQvK.rtbw: ");
    assert!(ended.stderr.contains("--syzygy") && !room.path("record.json").exists());
    // One valid table suffices; the others are named.
    let Some(tables) = folder("syzygy34") else { return };
    std::fs::copy(tables.join("KRvK.rtbw"), room.path("KRvK.rtbw")).unwrap();
    let args = ["--syzygy", empty, "--max-plies", "9"];
    let ended = play(&room, "8/8/8/8/8/2k5/8/KR6 w - - 0 1", &args).done();
    assert!(
        ended.stderr.contains("KQvK.rtbw") && ended.stderr.contains("0 DTZ"),
        "{}",
        ended.stderr
    );
    // Without distances, only a win that begins with a capture or pawn move is known to be in time.
    let games = room.record().games;
    assert!(games.iter().all(|game| game.reason != Reason::Tablebase), "{games:?}");
}

#[test]
fn a_damaged_table_decides_nothing_and_is_named() {
    let Some(tables) = folder("syzygy34") else { return };
    let room = Room::new();
    let mut bytes = std::fs::read(tables.join("KQvK.rtbw")).unwrap();
    let length = bytes.len();
    bytes[8..length - 16].fill(0xff);
    std::fs::write(room.path("KQvK.rtbw"), bytes).unwrap();
    let folder = room.path("");
    let fen = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1";
    let args = ["--syzygy", folder.to_str().unwrap(), "--max-plies", "9"];
    let ended = play(&room, fen, &args).done();
    assert!(ended.stderr.contains("endgame tables: "), "{}", ended.stderr);
    assert!(room.record().games.iter().all(|game| game.reason != Reason::Tablebase));
}

/// Without pawns, and if the winner has nothing to capture, the distance to the next capture is that to mate,
/// so Gaviota's tables show which mates come in time.
#[test]
fn wins_are_certain_exactly_as_long_as_there_is_time() {
    let (Some(syzygy), Some(gaviota)) = (folder("syzygy34"), folder("gaviota34")) else { return };
    let set = TablebaseSet::new(Some(Syzygy::open(&[syzygy]).0), None, 1, true);
    let distances = TablebaseSet::new(None, Some(Gaviota::open(&[gaviota], 8).0), 1, true);
    let mut random = Random(support::seed());
    let (mut certain, mut open, mut drawn) = (0, 0, 0);
    for round in 0..600 {
        let board = position(["kqk", "krk", "kbbk", "kbnk"][round % 4], &mut random);
        let mate = distances.mate_distance(&board).expect("a table");
        for before in [0, 30, 60, 80, 90, 99] {
            let mut setup = support::setup_of(&board);
            setup.state.halfmove = before;
            let verdict = set.verdict(&RulesBoard::new(&setup, portable::Token));
            let plies = match mate {
                MateDistance::Win(plies) | MateDistance::Loss(plies) => plies,
                MateDistance::Draw => {
                    assert_eq!(verdict, Some(TableVerdict::Drawn));
                    drawn += 1;
                    continue;
                }
            };
            let wins = matches!(mate, MateDistance::Win(_));
            let expected = if wins { TableVerdict::Won } else { TableVerdict::Lost };
            // In the last two plies a verdict may be missing: distances in tables may be rounded.
            let left = 100 - before as i32 - i32::from(plies);
            match left {
                2.. => assert_eq!(verdict, Some(expected), "{before} plies before, {mate:?}"),
                0..2 => assert!(verdict.is_none_or(|v| v == expected), "{before}, {mate:?}"),
                _ => assert_eq!(verdict, None, "{before} plies before, {mate:?}"),
            }
            *(if left < 0 { &mut open } else { &mut certain }) += 1;
        }
    }
    assert!(certain > 500 && open > 200 && drawn > 100, "{certain} {open} {drawn}");
}
