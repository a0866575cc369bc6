//! Compares readers of endgame tables with known distances and with each other, and reads damaged files.

use std::path::PathBuf;

use crate::endgames::{folder, position};
use crate::support::{self, Random, board};
use nucleus_core::board::{Board, RulesBoard};
use nucleus_core::kernels::portable;
use nucleus_engine::tablebase::gaviota::{Gaviota, GaviotaTable};
use nucleus_engine::tablebase::syzygy::{Syzygy, SyzygyKind, SyzygyTable};
use nucleus_engine::tablebase::{MateDistance, TableBytes, TablebaseSet};
use nucleus_search::{TableValue, Tablebases};

/// A position of each table, with WDL, DTZ and distance to mate from an independent reader.
#[rustfmt::skip]
const KNOWN: [(&str, i8, i32, i32); 35] = [
    ("8/2k5/8/8/8/8/1K6/6q1 w - -", -2, -14, -14),
    ("8/8/8/8/3R4/8/8/4k2K b - -", -2, -24, -24),
    ("8/8/8/5k2/8/6K1/6B1/8 w - -", 0, 0, 0),
    ("8/8/2Nk4/8/8/K7/8/8 w - -", 0, 0, 0),
    ("4K3/8/8/8/5k2/8/3p4/8 w - -", -2, -2, -14),
    ("8/8/8/8/q2q4/8/5K2/1k6 w - -", -2, -4, -6),
    ("8/6q1/2r5/1k6/8/8/8/7K b - -", 2, 1, 1),
    ("8/8/8/1B5Q/2K5/k7/8/8 b - -", -2, -6, -6),
    ("8/8/k7/5n2/8/8/3q4/6K1 b - -", 2, 3, 3),
    ("4q3/8/6k1/7p/8/8/1K6/8 b - -", 2, 1, 13),
    ("5R2/5R2/K6k/8/8/8/8/8 w - -", 2, 3, 3),
    ("2b5/8/8/8/8/8/3K1r2/6k1 w - -", -2, -20, -20),
    ("3K4/8/8/8/8/r7/n7/4k3 w - -", -2, -20, -22),
    ("8/7P/3R4/8/8/8/K1k5/8 b - -", -2, -2, -8),
    ("8/1k6/8/1B6/8/8/3B2K1/8 b - -", -2, -33, -34),
    ("3B4/2N5/8/4K3/1k6/8/8/8 w - -", 2, 30, 31),
    ("6K1/8/3P4/8/7k/8/5B2/8 b - -", -2, -2, -18),
    ("1K5N/8/8/8/8/8/1k3N2/8 w - -", 0, 0, 0),
    ("8/8/2p4K/8/8/4n3/4k3/8 b - -", 2, 1, 21),
    ("8/8/2P1P3/8/5K2/8/k7/8 b - -", -2, -2, -14),
    ("8/8/8/6K1/8/8/5k2/1Q1q4 w - -", 2, 1, 11),
    ("kR6/8/5q2/8/8/8/8/2K5 b - -", 2, 1, 17),
    ("8/8/3KQ3/8/8/8/b7/2k5 w - -", 2, 1, 9),
    ("5n2/5Q2/8/8/8/8/6k1/K7 w - -", 2, 1, 17),
    ("8/8/8/8/5P2/6K1/2q5/1k6 b - -", 2, 7, 17),
    ("8/8/8/8/4k3/r7/1K4R1/8 w - -", 2, 1, 31),
    ("8/4R1K1/8/2k3b1/8/8/8/8 w - -", 2, 2, 31),
    ("7K/4r3/1k6/8/8/8/8/N7 b - -", 2, 10, 39),
    ("8/3k4/2p4K/8/4R3/8/8/8 b - -", -2, -14, -36),
    ("8/4K3/8/8/8/6bk/B7/8 b - -", 0, 0, 0),
    ("6b1/8/8/8/7k/8/2K1N3/8 w - -", 0, 0, 0),
    ("8/8/8/2P5/1K6/b7/8/7k w - -", 2, 1, 25),
    ("8/1n6/8/8/8/7N/6K1/1k6 w - -", 0, 0, 0),
    ("8/8/P7/6k1/8/4n3/7K/8 w - -", 2, 1, 41),
    ("8/8/8/8/3K4/P1p5/k7/8 b - -", 2, 1, 23),
];

/// Positions with WDL and distance to mate. Their en passant captures, which the tables ignore, win
/// a position that the tables call drawn, and save one that they call lost.
const EN_PASSANT: [(&str, i8, i32); 2] =
    [("8/8/5k2/8/2Pp2K1/8/8/8 b - c3", 2, 19), ("8/k7/8/1pP5/8/7K/8/8 w - b6", 0, 0)];

/// Opens all tables of three and four pieces; no file may be refused.
fn tables() -> Option<TablebaseSet> {
    let (syzygy, errors) = Syzygy::open(&[folder("syzygy34")?]);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!([SyzygyKind::Wdl, SyzygyKind::Dtz].map(|kind| syzygy.count(kind)), [35, 35]);
    let (gaviota, errors) = Gaviota::open(&[folder("gaviota34")?], 8);
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!((gaviota.count(), gaviota.men(), syzygy.men()), (35, 4, 4));
    Some(TablebaseSet::new(Some(syzygy), Some(gaviota), 1, true))
}

fn signed(distance: MateDistance) -> i32 {
    match distance {
        MateDistance::Win(plies) => plies.into(),
        MateDistance::Draw => 0,
        MateDistance::Loss(plies) => -i32::from(plies),
    }
}

/// Returns the board of a FEN, and the one with exchanged colours.
fn both(fen: &str) -> [RulesBoard; 2] {
    let board = board(fen);
    let flipped = support::flipped(&support::setup_of(&board));
    [board, RulesBoard::new(&flipped, portable::Token)]
}

#[test]
fn known_positions_of_every_table() {
    let Some(tables) = tables() else { return };
    for (fen, wdl, dtz, mate) in KNOWN {
        for board in both(fen) {
            let facts = tables.facts(&board);
            assert_eq!(facts.mate.map(signed), Some(mate), "{fen}");
            assert_eq!(facts.wdl, Some(wdl), "{fen}");
            // A table that counts moves may be off by one ply.
            assert!(facts.dtz.is_some_and(|plies| (plies - dtz).abs() <= 1), "{fen}: {facts:?}");
        }
    }
    for (fen, wdl, mate) in EN_PASSANT {
        for board in both(fen) {
            assert!(board.state().en_passant.is_some(), "{fen}");
            let facts = tables.facts(&board);
            assert_eq!((facts.wdl, facts.mate.map(signed)), (Some(wdl), Some(mate)), "{fen}");
        }
    }
    assert_eq!(tables.take_fault(), None);
}

/// Returns the names of all tables of three and four pieces, as Gaviota writes them.
fn names() -> Vec<String> {
    let kinds = ["q", "r", "b", "n", "p"];
    let mut names: Vec<String> = kinds.iter().map(|kind| format!("k{kind}k")).collect();
    for (index, first) in kinds.iter().enumerate() {
        for second in &kinds[index..] {
            names.extend([format!("k{first}{second}k"), format!("k{first}k{second}")]);
        }
    }
    names
}

/// Both formats agree on the winner, and a distance is odd exactly if the side to move wins.
#[test]
fn both_formats_agree_who_wins() {
    let Some(tables) = tables() else { return };
    let mut random = Random(support::seed());
    let each = if support::long() { 4_000 } else { 200 };
    let (mut count, mut decided) = (0, 0);
    for name in names() {
        for _ in 0..each {
            let board = position(&name, &mut random);
            let facts = tables.facts(&board);
            let (Some(wdl), Some(mate)) = (facts.wdl, facts.mate) else {
                panic!("{name}: {facts:?}, {:?}", tables.take_fault());
            };
            let result = match mate {
                MateDistance::Win(plies) => i8::from(plies % 2 == 1) * 2,
                MateDistance::Draw => 0,
                MateDistance::Loss(plies) => -i8::from(plies % 2 == 0) * 2,
            };
            // With four pieces the fifty-move rule prevents no win.
            let fen = nucleus_core::board::fen::format(board.planes(), board.state());
            assert_eq!(wdl, result, "{fen}: {facts:?}");
            let dtz = facts.dtz.expect("a distance");
            assert_eq!(dtz.signum(), i32::from(wdl.signum()), "{fen}: {facts:?}");
            // The next capture, pawn move or mate comes no later than the mate.
            assert!(dtz.abs() <= signed(mate).abs().max(1) + 1, "{fen}: {facts:?}");
            count += 1;
            decided += usize::from(wdl != 0);
        }
    }
    assert_eq!(count, 35 * each);
    assert!(decided > count / 3, "{decided} of {count} positions are decided");
    support::row("endgame tables: both formats agree who wins", &format!("{count} positions"));
}

/// A distance is one more than the best distance after a move.
#[test]
fn distances_follow_from_those_after_each_move() {
    let Some(tables) = tables() else { return };
    let mut random = Random(support::seed() + 1);
    let each = if support::long() { 200 } else { 10 };
    for name in names() {
        for _ in 0..each {
            let board = position(&name, &mut random);
            let moves = tables.moves_by_mate(&board).expect("moves");
            let distance = tables.mate_distance(&board).expect("a distance");
            match moves.first() {
                Some(&(_, best)) => assert_eq!(best, distance, "{name}: {moves:?}"),
                None if board.in_check() => assert_eq!(distance, MateDistance::Loss(0)),
                None => assert_eq!(distance, MateDistance::Draw),
            }
        }
    }
}

#[test]
fn what_no_table_has_is_not_answered() {
    let Some(tables) = tables() else { return };
    for fen in [
        "4k3/8/8/8/8/8/3PP3/3QK3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let board = board(fen);
        assert_eq!(tables.facts(&board), Default::default(), "{fen}");
        assert_eq!(tables.rank_moves(&board), None, "{fen}");
    }
    // No table has the position, but tables have all positions after its moves.
    let castling = board("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(tables.facts(&castling), Default::default());
    let ranked = tables.rank_moves(&castling).expect("moves");
    assert_eq!((ranked[0].value, ranked.len()), (TableValue::MatesIn(21), 15));
    let kings = board("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(tables.mate_distance(&kings), Some(MateDistance::Draw));
    assert_eq!(tables.facts(&kings).wdl, Some(0));
    assert_eq!(tables.take_fault(), None);
}

/// Without Gaviota's tables the moves are ranked by DTZ, and wins close to the fifty-move limit do not count.
#[test]
fn moves_are_ranked_by_dtz() {
    let Some(path) = folder("syzygy34") else { return };
    let tables = |fifty| TablebaseSet::new(Some(Syzygy::open(&[&path]).0), None, 1, fifty);
    // KBN against K takes 31 plies in this position, without a capture.
    let fen = |halfmove| format!("3B4/2N5/8/4K3/1k6/8/8/8 w - - {halfmove} 60");
    let best =
        |fifty, halfmove| tables(fifty).rank_moves(&board(&fen(halfmove))).expect("moves")[0].value;
    assert_eq!(best(true, 0), TableValue::Win);
    assert_eq!(best(true, 69), TableValue::Win);
    assert_eq!(best(true, 80), TableValue::CursedWin);
    assert_eq!(best(false, 80), TableValue::Win);
    // With both formats a mate counts if it comes before the fifty-move limit. Beyond it, DTZ
    // decides; without DTZ tables, a known mate is a win.
    let Some(gaviota) = folder("gaviota34") else { return };
    let best = |both: bool, halfmove| {
        let gaviota = Gaviota::open(&[&gaviota], 1).0;
        let syzygy = both.then(|| Syzygy::open(&[&path]).0);
        let tables = TablebaseSet::new(syzygy, Some(gaviota), 1, true);
        tables.rank_moves(&board(&fen(halfmove))).expect("moves")[0].value
    };
    assert_eq!((best(true, 69), best(true, 70)), (TableValue::MatesIn(31), TableValue::CursedWin));
    assert_eq!((best(true, 80), best(false, 80)), (TableValue::CursedWin, TableValue::Win));
}

/// Returns the bytes with some of them changed, half of the time within the first `first`.
fn damaged(full: &[u8], first: usize, random: &mut Random) -> Vec<u8> {
    let mut bytes = full.to_vec();
    let reach = [first.min(bytes.len()), bytes.len()][random.below(2) as usize];
    for _ in 0..=random.below(4) {
        bytes[random.below(reach as u64) as usize] = random.next() as u8;
    }
    bytes
}

/// A truncated file is refused. A file with up to four changed bytes is refused or read, without a
/// crash.
#[test]
fn damaged_gaviota_files_are_refused() {
    let Some(path) = folder("gaviota34") else { return };
    let full = std::fs::read(path.join("kqk.gtb.cp4")).expect("it can be read");
    let open = |bytes: Vec<u8>| GaviotaTable::new("kqk", TableBytes::from(bytes));
    assert!(open(full.clone()).is_ok());
    for length in (0..full.len()).step_by(37).chain([full.len() - 1]) {
        assert!(open(full[..length].to_vec()).is_err(), "cut at {length}");
    }
    assert!(open([&full[..], &[0]].concat()).is_err(), "a byte too many");
    for name in ["krkp", "kk", "kkq", "krq", "krkq", "", "kqkqk", "kqqqqk"] {
        assert!(GaviotaTable::new(name, TableBytes::from(full.clone())).is_err(), "{name}");
    }
    let mut random = Random(support::seed());
    let (mut refused, mut errors, mut read) = (0, 0, 0);
    for _ in 0..if support::long() { 20_000 } else { 300 } {
        // The first 80 bytes are the file's header and that of the first block.
        let Ok(table) = open(damaged(&full, 80, &mut random)) else {
            refused += 1;
            continue;
        };
        let gaviota = Gaviota::new(vec![table], 1);
        for _ in 0..8 {
            let board = position("kqk", &mut random);
            match gaviota.probe(board.planes(), board.state()) {
                Ok(_) => read += 1,
                Err(_) => errors += 1,
            }
        }
    }
    assert!(refused > 0 && errors > 0 && read > 0, "{refused} {errors} {read}");
}

#[test]
fn damaged_syzygy_files_are_refused() {
    let Some(path) = folder("syzygy34") else { return };
    let mut random = Random(support::seed());
    let (mut refused, mut errors, mut read) = (0, 0, 0);
    for (name, men) in [("KQvKR", "kqkr"), ("KPvK", "kpk"), ("KRvKP", "krkp"), ("KBvK", "kbk")] {
        for kind in [SyzygyKind::Wdl, SyzygyKind::Dtz] {
            let file = path.join(format!("{name}{}", kind.ending()));
            let full = std::fs::read(file).expect("it can be read");
            let open = |bytes: Vec<u8>| SyzygyTable::parse(name, kind, TableBytes::from(bytes));
            assert!(open(full.clone()).is_ok(), "{name}");
            for length in (0..full.len()).step_by(64 + full.len() / 50) {
                assert!(open(full[..length].to_vec()).is_err(), "{name} cut at {length}");
                // A truncation to a plausible length.
                let length = length / 64 * 64 + 16;
                if length < full.len() {
                    assert!(open(full[..length].to_vec()).is_err(), "{name} cut at {length}");
                }
            }
            let other = if name == "KQvKR" { "KRvKQ" } else { "KQvKR" };
            assert!(SyzygyTable::parse(other, kind, TableBytes::from(full.clone())).is_err());
            for _ in 0..if support::long() { 5_000 } else { 100 } {
                let Ok(table) = open(damaged(&full, 200, &mut random)) else {
                    refused += 1;
                    continue;
                };
                for _ in 0..8 {
                    let board = position(men, &mut random);
                    let answer = match kind {
                        SyzygyKind::Wdl => table.wdl(board.planes(), board.side()).map(drop),
                        SyzygyKind::Dtz => table.dtz(board.planes(), board.side(), 2).map(drop),
                    };
                    if answer.is_ok() { read += 1 } else { errors += 1 }
                }
            }
        }
    }
    assert!(refused > 0 && errors > 0 && read > 0, "{refused} {errors} {read}");
}

/// Damaged files of a folder do not affect the others; `take_fault` reports a table that fails.
#[test]
fn a_folder_with_damaged_files_is_used_all_the_same() {
    let (Some(gaviota), Some(syzygy)) = (folder("gaviota34"), folder("syzygy34")) else { return };
    let made = tempfile::tempdir().expect("a folder");
    let copy = |from: &PathBuf, name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = std::fs::read(from.join(name)).expect("it can be read");
        change(&mut bytes);
        std::fs::write(made.path().join(name), bytes).expect("it can be written");
    };
    copy(&gaviota, "krk.gtb.cp4", &|_| {});
    copy(&gaviota, "kpk.gtb.cp4", &|bytes| bytes.truncate(1000));
    // The header is intact, the blocks are not.
    copy(&gaviota, "kqk.gtb.cp4", &|bytes| bytes[60..].fill(0));
    copy(&syzygy, "KRvK.rtbw", &|_| {});
    copy(&syzygy, "KQvK.rtbw", &|bytes| bytes[0] ^= 1);
    copy(&syzygy, "KPvK.rtbw", &|bytes| bytes[5..64].fill(0xff));
    std::fs::write(made.path().join("readme.gtb.cp4"), "no table").expect("it can be written");
    std::fs::create_dir(made.path().join("knk.gtb.cp4")).expect("it can be made");
    let (gaviota, errors) = Gaviota::open(&[made.path()], 1);
    let named = |text: &str| errors.iter().any(|error| error.to_string().contains(text));
    assert_eq!((gaviota.count(), errors.len()), (2, 3), "{errors:?}");
    assert!(
        named("kpk.gtb.cp4: ")
            && named("readme.gtb.cp4: ")
            && named("it is a directory, not a file")
    );
    let (syzygy, errors) = Syzygy::open(&[made.path()]);
    assert_eq!((syzygy.count(SyzygyKind::Wdl), errors.len()), (2, 1), "{errors:?}");
    assert!(errors[0].to_string().contains("KQvK.rtbw: not a Syzygy WDL file"), "{errors:?}");
    let tables = TablebaseSet::new(Some(syzygy), Some(gaviota), 1, true);
    let rook = tables.facts(&board("8/8/8/8/3R4/8/8/4k2K b - - 0 1"));
    assert_eq!((rook.wdl, rook.mate), (Some(-2), Some(MateDistance::Loss(24))));
    assert_eq!(tables.take_fault(), None);
    let queen = tables.facts(&board("8/2k5/8/8/8/8/1K6/6q1 w - - 0 1"));
    assert_eq!(queen, Default::default());
    assert!(tables.take_fault().is_some_and(|error| error.starts_with("block ")));
    let pawn = tables.facts(&board("4K3/8/8/8/5k2/8/3p4/8 w - - 0 1"));
    assert_eq!(pawn.wdl, None);
    assert!(tables.take_fault().is_some_and(|error| error.contains("damaged")));
    let missing = made.path().join("nothing");
    assert_eq!(Gaviota::open(&[&missing], 1).1.len(), 1);
    assert!(!Syzygy::open(&[&missing]).1.is_empty());
}

/// Several threads probe at the same time, and a second set is opened.
#[test]
fn threads_and_sets_do_not_disturb_each_other() {
    let (Some(tables), Some(other)) = (tables(), tables()) else { return };
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let tables = if thread % 2 == 0 { &tables } else { &other };
            scope.spawn(move || {
                for (fen, wdl, _, mate) in KNOWN.iter().cycle().skip(9 * thread).take(35) {
                    let facts = tables.facts(&board(fen));
                    assert_eq!((facts.wdl, facts.mate.map(signed)), (Some(*wdl), Some(*mate)));
                }
            });
        }
    });
}
