//! Moves, games and annotated positions as text, compared with each other and with real files.

use crate::support::{self, board, legal};

use std::fs;

use nucleus_core::board::{Board, RulesBoard, START_FEN, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::notation::{MoveError, epd, pgn, san, uci_move};
use nucleus_core::types::Move;

/// In either notation, the text of each legal move parses as that move.
fn every_move_comes_back(board: &RulesBoard) {
    for &chess_move in legal(board).iter() {
        let short = san::format(board, chess_move);
        assert_eq!(san::parse(board, &short), Ok(chess_move), "{short}");
        let long = uci_move::format(board, chess_move);
        assert_eq!(uci_move::parse(board, &long), Ok(chess_move), "{long}");
    }
}

#[test]
fn every_move_of_random_games_comes_back() {
    for setup in support::game_positions(1500, support::seed()) {
        every_move_comes_back(&RulesBoard::new(&setup, portable::Token));
    }
}

#[test]
fn every_move_of_chess960_positions_comes_back() {
    let Some(path) = support::data("perft/fischer.epd") else { return };
    let text = fs::read_to_string(path).expect("the file is readable");
    let mut count = 0;
    for line in epd::read(&text) {
        let line = line.expect("every line is valid");
        assert_eq!(line.number("D1"), Some(legal(&board(&line.fen())).len() as u64));
        every_move_comes_back(&RulesBoard::new(&line.setup, portable::Token));
        count += 1;
    }
    assert_eq!(count, 960);
}

/// In Chess960 castling can share the target of a king's step, or leave the king in place. UCI text
/// and target square distinguish castling from every other move, also within a variation.
#[test]
fn castling_in_chess960_is_no_other_move() {
    for (fen, castling) in [
        ("qrnkb1rn/pppppp1p/7b/8/6p1/4PP2/PPPPNBPP/QR1K1BRN w GBgb - 0 5", "d1b1"),
        ("1r4kr/8/8/8/8/8/8/1R4KR b HBhb - 0 1", "g8h8"),
    ] {
        let board = board(fen);
        let moves = legal(&board);
        let written = moves.iter().map(|&m| uci_move::format(&board, m));
        let names: std::collections::BTreeSet<String> = written.collect();
        assert_eq!(names.len(), moves.len(), "{fen}: {names:?}");
        let chosen = uci_move::parse(&board, castling).expect(castling);
        assert!(chosen.is_castle(), "{fen}");
        assert_eq!(uci_move::target(&board, chosen).to_string(), castling[2..]);
        let reply = legal(&board.after(chosen))[0];
        let line = uci_move::line(&board, &[chosen, reply]);
        assert_eq!(line, [castling.to_owned(), reply.to_string()]);
    }
}

/// With the king on e1, the outermost rooks have the rights only if Chess960 is known to be played.
#[test]
fn the_rights_of_chess960_are_read_where_the_variant_is_known() {
    let fen = "1r2k3/8/8/8/8/8/8/1R2K1R1 w KQq - 0 1";
    let dropped = Setup::from_fen(fen).unwrap();
    assert!(!dropped.state.chess960 && dropped.corrections.len() == 3, "{dropped:?}");
    let setup = Setup::from_chess960_fen(fen).unwrap();
    assert!(setup.state.chess960 && setup.corrections.is_empty(), "{setup:?}");
    let line = epd::read_chess960(fen).next().unwrap().unwrap();
    assert_eq!(line.setup, setup);
    for variant in ["Chess960", "chess 960", "fischerandom", "Fischer Random"] {
        // The tag may follow the position.
        let text = format!("[FEN \"{fen}\"]\n[Variant \"{variant}\"]\n\n1. O-O *\n");
        let game = pgn::read(&text).next().unwrap().unwrap();
        assert_eq!((&game.setup, game.plies.len()), (&setup, 1), "{variant}");
        let written = game.to_string();
        let tags = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1r2k3/8/8/8/8/8/8/1R2K1R1 w GBb - 0 1\"]";
        assert!(written.contains(tags) && written.contains("1. O-O"), "{written}");
        let again = pgn::read(&written).next().unwrap().unwrap();
        assert_eq!((again.setup, again.plies), (game.setup, game.plies), "{variant}");
    }
    let standard = pgn::read("[Variant \"Standard\"]\n\n1. e4 *\n").next().unwrap().unwrap();
    assert!(!standard.setup.state.chess960 && standard.to_string().contains("\"Standard\""));
}

/// A GUI may write a promotion's letter in upper case.
#[test]
fn a_promotion_in_upper_case_is_read() {
    let board = board("7k/4P3/8/8/8/8/8/K7 w - - 0 1");
    for letter in ["q", "r", "b", "n"] {
        let (lower, upper) = (format!("e7e8{letter}"), format!("e7e8{}", letter.to_uppercase()));
        let chess_move = uci_move::parse(&board, &upper).expect("a promotion");
        assert_eq!(Ok(chess_move), uci_move::parse(&board, &lower));
        assert_eq!(uci_move::format(&board, chess_move), lower);
    }
    for bad in ["e7e8K", "e7e8P", "E7E8q"] {
        assert!(uci_move::parse(&board, bad).is_err(), "{bad}");
    }
}

#[test]
fn origins_are_distinguished() {
    for (line, uci, expected) in [
        // Two rooks on a rank, on a file; three queens; a pinned rival does not count.
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "a1a5", "R1a5"),
        ("8/k7/8/8/7Q/8/K7/7Q w - - 0 1", "h4e4", "Q4e4"),
        ("8/k7/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"),
        ("4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"),
        // Capture, en passant, promotion, check, mate, both castlings.
        ("rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", "e4d5", "exd5"),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "e5f6", "exf6"),
        ("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7d8n", "exd8=N"),
        ("7k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "e8=Q+"),
        ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "Re8#"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"),
    ] {
        let board = board(line);
        let chess_move = uci_move::parse(&board, uci).expect(uci);
        assert_eq!(san::format(&board, chess_move), expected, "{line}");
    }
}

#[test]
fn people_write_loosely() {
    let start = board(START_FEN);
    for (text, uci) in [
        ("Ng1f3", "g1f3"),
        ("Ng1-f3", "g1f3"),
        ("e2e4", "e2e4"),
        ("e2-e4", "e2e4"),
        ("e4!?", "e2e4"),
        ("Nf3+", "g1f3"),
    ] {
        assert_eq!(san::parse(&start, text).map(|m| m.to_string()), Ok(uci.to_owned()), "{text}");
    }
    let promotion = board("7k/4P3/8/8/8/8/8/K7 w - - 0 1");
    for text in ["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8=Q#"] {
        assert_eq!(san::parse(&promotion, text).unwrap().to_string(), "e7e8q", "{text}");
    }
    let castling = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["O-O", "0-0", "o-o", "O-O!"] {
        assert_eq!(san::parse(&castling, text).unwrap().to_string(), "e1g1", "{text}");
    }
    // Castling also parses as the king's move to the rook's square, the form of Chess960.
    assert_eq!(uci_move::parse(&castling, "e1h1").unwrap().to_string(), "e1g1");
    let chess960 = board("5k2/8/8/8/8/8/8/R4KR1 w GA - 0 1");
    assert!(chess960.state().chess960);
    let castle = uci_move::parse(&chess960, "f1g1").unwrap();
    assert!(castle.is_castle());
    assert_eq!(uci_move::format(&chess960, castle), "f1g1");
    assert_eq!(san::format(&chess960, castle), "O-O+");
}

#[test]
fn invalid_moves_are_errors() {
    let start = board(START_FEN);
    for text in ["", "e", "e9", "Xf3", "Nf", "éé", "e2e4e5", "N3e", "++", "P(Q)", "=Q", "()"] {
        let found = san::parse(&start, text);
        assert!(matches!(found, Err(MoveError::Malformed { .. })), "{text}: {found:?}");
    }
    for text in ["e5", "Nd4", "O-O", "Ke2", "exd3", "e8=Q"] {
        let found = san::parse(&start, text);
        assert!(matches!(found, Err(MoveError::Illegal { .. })), "{text}: {found:?}");
    }
    for text in ["", "e2", "e2e9", "e2e4k", "e7e8K", "0000", "e2e4qq", "é2e4"] {
        let found = uci_move::parse(&start, text);
        assert!(matches!(found, Err(MoveError::Malformed { .. })), "{text}: {found:?}");
    }
    assert!(matches!(uci_move::parse(&start, "e2e5"), Err(MoveError::Illegal { .. })));
    assert!(matches!(uci_move::parse(&start, "e2e4q"), Err(MoveError::Illegal { .. })));
    let knights = board("4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1");
    assert_eq!(
        san::parse(&knights, "Nd2").unwrap_err().to_string(),
        "'Nd2' could be any of b1d2, f1d2 in 4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1"
    );
    let promotion = board("7k/4P3/8/8/8/8/8/K7 w - - 0 1");
    assert!(matches!(san::parse(&promotion, "e8"), Err(MoveError::Ambiguous { .. })));
}

#[test]
fn comments_variations_and_marks_are_read() {
    let text = "\u{feff}[Event \"A \\\"name\\\" with \\\\\"]\n[White \"W\"] [Black \"B\"]\n\n\
        {Before} 1.e4! {one\n two} (1. d4 {in ) here} d5 (1... Nf6 $1) ) 1...e5 $14 ; to  the end (\n;\n\
        % an escaped line )\n2. Nf3 Nc6!? 3.Bb5(3.Bc4) a6 1/2-1/2\n\n\
        [Event \"Second\"]\n[Result \"1-0\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 40\"]\n\n40. a8(Q)+ Kd7\n\n\
        [Event \"Third\"]\n\n*\n";
    let games: Vec<_> = pgn::read(text).map(|game| game.expect("valid")).collect();
    assert_eq!(games.len(), 3);
    let first = &games[0];
    assert_eq!(first.tag("Event"), Some("A \"name\" with \\"));
    assert_eq!(first.tag("Black"), Some("B"));
    assert_eq!(first.comment.as_deref(), Some("Before"));
    let moves: Vec<String> = first.moves().map(|m| m.to_string()).collect();
    assert_eq!(moves, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]);
    assert_eq!(first.plies[0].comment.as_deref(), Some("one two"));
    assert_eq!(first.plies[0].glyphs, [1]);
    assert_eq!(first.plies[1].comment.as_deref(), Some("to the end ("));
    assert_eq!(first.plies[1].glyphs, [14]);
    assert_eq!(first.plies[3].glyphs, [5]);
    assert_eq!(first.outcome, pgn::Outcome::Draw);
    assert!(first.corrections.is_empty());
    assert_eq!(games[1].plies.len(), 2);
    assert_eq!(games[1].outcome.to_string(), "1-0");
    assert_eq!(games[1].corrections, ["the game of line 10 ends without a result: taken as 1-0"]);
    assert_eq!(games[2].outcome, pgn::Outcome::Unknown);
    // The written game parses as the same game.
    for game in &games {
        let written = game.to_string();
        let back = pgn::read(&written).next().unwrap().unwrap();
        assert_eq!(back.plies, game.plies, "{written}");
        assert_eq!(back.comment, game.comment);
        assert_eq!(back.setup, game.setup);
        assert_eq!(back.outcome, game.outcome);
        assert!(written.lines().all(|line| line.chars().count() < 80), "{written}");
    }
}

#[test]
fn an_error_names_its_line_and_the_next_game_is_read() {
    let good = "[Event \"Good\"]\n\n1. e4 *\n";
    for (bad, line, expected) in [
        ("[Event \"x\"]\n\n1. e4 e5\n2. Ke3 *\n\n", 4, "line 4: move 2.: 'Ke3' is not legal"),
        ("[Event \"x\"]\n\n1. e4 Zf6 *\n", 3, "line 3: move 1...: 'Zf6' is not a move"),
        ("[Event \"x]\n\n1. e4 *\n\n", 1, "line 1: a tag is not of the form"),
        ("[Event \"x\"]\n\n1. e4 { open *\n\n", 3, "line 3: '{' is never closed"),
        ("[Event \"x\"]\n[FEN \"8/8 w\"]\n\n*\n\n", 2, "line 2: tag FEN: invalid FEN"),
        ("[Event \"x\"]\n\n1. e4 ) *\n\n", 3, "line 3: ')' has no place here"),
        ("[Event \"x\"]\n\n1. e4 (1. d4\n\n", 3, "line 3: '(' is never closed"),
    ] {
        let text = format!("{bad}{good}");
        let games: Vec<_> = pgn::read(&text).collect();
        let found = games[0].as_ref().unwrap_err();
        assert_eq!(found.line, line, "{bad}");
        assert!(found.to_string().starts_with(expected), "{found}");
        assert_eq!(games.len(), 2, "{bad}");
        assert_eq!(games[1].as_ref().unwrap().tag("Event"), Some("Good"));
    }
    assert!(pgn::read("").next().is_none());
    assert!(pgn::read("  \n% only an escape\n").next().is_none());
}

fn players(game: &pgn::Game) -> [&str; 3] {
    ["White", "Black", "Result"].map(|tag| game.tag(tag).unwrap_or("none"))
}

/// A game without moves ends at a tag that each game has once, or at a tag after an empty line.
#[test]
fn games_of_tags_alone_are_games() {
    let tags = |white: &str, black: &str, result: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n")
    };
    for between in ["", "\n", "\n\n"] {
        let first = tags("A", "B", "*");
        let text = format!("{first}{between}{}\n1. e4 1-0\n", tags("C", "D", "1-0"));
        let games: Vec<_> = pgn::read(&text).map(|game| game.expect("valid")).collect();
        assert_eq!(
            games.iter().map(players).collect::<Vec<_>>(),
            [["A", "B", "*"], ["C", "D", "1-0"]]
        );
        assert_eq!((games[0].plies.len(), games[1].plies.len()), (0, 1), "{between:?}");
    }
    let text: String = (0..30).map(|n| tags(&n.to_string(), "b", "0-1") + "\n").collect();
    let games: Vec<_> = pgn::read(&text).map(|game| game.expect("valid")).collect();
    assert_eq!(games.len(), 30);
    assert!(games.iter().all(|game| game.outcome.to_string() == "0-1"));
    assert_eq!(players(&games[29]), ["29", "b", "0-1"]);
    // The next game begins with a tag that the first lacks; the second text makes that tag invalid.
    let text = format!("{}\n[Event \"E\"]\n{}\n*\n", tags("A", "B", "1-0"), tags("C", "D", "*"));
    let games: Vec<_> = pgn::read(&text).map(|game| game.expect("valid")).collect();
    let events: Vec<_> = games.iter().map(|game| (game.line, game.tag("Event"))).collect();
    assert_eq!(events, [(1, None), (5, Some("E"))]);
    let text = format!("{}\n[Event E]\n\n1. e4 *\n", tags("A", "B", "1-0"));
    let games: Vec<_> = pgn::read(&text).collect();
    assert_eq!(players(games[0].as_ref().expect("the first")), ["A", "B", "1-0"]);
    assert_eq!(games[1].as_ref().expect_err("an invalid tag").line, 5);
    // Tags after an empty line belong to the game until it has White, Black and Result.
    let text =
        "[Event \"E\"]\n\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[ECO \"B20\"]\n\n1. e4 *\n";
    let games: Vec<_> = pgn::read(text).map(|game| game.expect("valid")).collect();
    assert_eq!((games.len(), games[0].tags.len(), games[0].plies.len()), (1, 5, 1));
}

#[test]
fn games_of_other_rules_are_left_out() {
    for variant in ["Three-check", "Antichess", "King of the Hill", "Atomic", "Horde", "wild/5"] {
        let text = format!(
            "[White \"A\"]\n[Variant \"{variant}\"]\n[FEN \"x\"]\n\n1. e4 e5 1-0\n\n[White \"B\"]\n\n1. d4 *\n"
        );
        let games: Vec<_> = pgn::read(&text).collect();
        let error = games[0].as_ref().expect_err("no chess").to_string();
        assert_eq!(error, format!("line 1: a game of {variant}, not of chess"));
        assert_eq!((games.len(), games[1].as_ref().map(|game| game.plies.len())), (2, Ok(1)));
    }
    for variant in
        ["Standard", "standard", "From Position", "chess", "", "Chess960", "Fischerandom"]
    {
        let text = format!("[Variant \"{variant}\"]\n\n1. e4 e5 *\n");
        let game = pgn::read(&text).next().expect("a game").expect("chess");
        assert_eq!(game.plies.len(), 2, "{variant}");
    }
}

#[test]
fn marks_of_all_books_and_bare_carriage_returns_are_read() {
    let text = "1. e4‼ +- a6 ± 2. e5⩲ d5 = 3. exd6 e.p. ∞ cxd6 -/+ 4. Nf3+− Nf6⇆!? N 5. Bb5+ + axb5⁉\u{fe0e} \
                6. Nc3 □ b4 +/= ½-½\n";
    let game = pgn::read(&text.replace("+/=", "+=")).next().expect("a game").expect("all is read");
    let glyphs: Vec<&[u8]> = game.plies.iter().map(|ply| &ply.glyphs[..]).collect();
    let expected =
        "[[3, 18], [16], [14], [10], [13], [17], [18], [132, 5, 146], [], [5], [7], [14]]";
    assert_eq!(format!("{glyphs:?}"), expected);
    assert_eq!(game.outcome, pgn::Outcome::Draw);
    assert_eq!(game.plies[4].chess_move.to_string(), "e5d6");
    for (moves, expected) in [
        ("1. e4 -- 2. d4 *", "'--' is not a move"),
        ("1. e4@ *", "'e4@' is not a move"),
        ("1. e4 ♞ *", "'♞' is not a move"),
    ] {
        let error = pgn::read(moves).next().expect("a game").expect_err("no mark").to_string();
        assert!(error.starts_with("line 1: move 1") && error.contains(expected), "{error}");
    }
    for en_passant in ["exd6e.p.", "exd6ep", "exd6 ep", "exd6 e.p.+", "exd6+ e.p.!"] {
        let text = format!("1. e4 a6 2. e5 d5 3. {en_passant} *");
        assert_eq!(pgn::read(&text).next().expect("a game").expect("read").plies.len(), 5);
    }
    let old =
        b"[White \"A\"]\r[Black \"B\"]\r\r1. e4 ; the best\r1... e5 ; too\r2. Ke3 *\r".to_vec();
    let found = pgn::read(&pgn::decode(old)).next().expect("a game").expect_err("an illegal move");
    assert!(found.to_string().starts_with("line 6: move 2.: 'Ke3'"), "{found}");
}

#[test]
fn latin_1_files_are_read() {
    let text = pgn::decode(b"[White \"H\xfcbner\"]\n\n*".to_vec());
    assert_eq!(pgn::read(&text).next().unwrap().unwrap().tag("White"), Some("Hübner"));
}

/// Every game of the collections, written again, equals the file word for word.
#[test]
fn games_of_masters_are_written_as_they_were_read() {
    for (file, count) in
        [("pgn/gm2600_linares.pgn", 892), ("pgn/gm2600_wch.pgn", 795), ("pgn/gm2600_wijk.pgn", 978)]
    {
        let Some(path) = support::data(file) else { continue };
        let text = pgn::decode(fs::read(path).expect("the file is readable"));
        let mut written = String::new();
        let mut games = 0;
        for game in pgn::read(&text) {
            let game = game.expect("every game is valid");
            assert!(game.corrections.is_empty(), "{:?}", game.corrections);
            written += &game.to_string();
            games += 1;
        }
        assert_eq!(games, count, "{file}");
        let mut found = written.split_whitespace();
        for (number, word) in text.split_whitespace().enumerate() {
            assert_eq!(found.next(), Some(word), "{file}, word {number}");
        }
        assert_eq!(found.next(), None);
    }
}

#[test]
fn suites_are_read() {
    for (file, count) in [
        ("suites/wac.epd", 300),
        ("suites/wcsac.epd", 1001),
        ("suites/bwtc.epd", 991),
        ("suites/sts1300.epd", 1300),
        ("suites/ecm879.epd", 879),
        ("suites/bk.epd", 24),
        ("suites/lct2.epd", 35),
        ("suites/bt2630.epd", 30),
        ("suites/bs2830.epd", 27),
        ("suites/nolot.epd", 11),
        ("mates/axon2_fig4.epd", 1),
        ("mates/mate2to4_public.epd", 60),
        ("mates/mate5to8_public.epd", 50),
    ] {
        let Some(path) = support::data(file) else { continue };
        let text = fs::read_to_string(path).expect("the file is readable");
        let mut found = 0;
        for line in epd::read(&text) {
            let line = line.unwrap_or_else(|error| panic!("{file}: {error}"));
            let best = line.moves("bm").unwrap_or_else(|error| panic!("{file}: {error}"));
            let avoid = line.moves("am").unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(!best.is_empty() || !avoid.is_empty(), "{file}: line {}", line.line);
            assert!(line.text("id").is_some(), "{file}: line {}", line.line);
            assert!(!best.contains(&Move::NONE));
            found += 1;
        }
        assert_eq!(found, count, "{file}");
    }
}

#[test]
fn operations_of_all_forms_are_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let line = |rest: &str| epd::Epd::parse(&format!("{start}{rest}"), 7);
    let full = line(r#" hmvc 3; id "a; b"; bm e4 Nf3; noop; c0 "x" "y""#).unwrap();
    assert_eq!(full.text("id"), Some("a; b"));
    assert_eq!(full.operands("noop"), Some(&[][..]));
    assert_eq!(full.operands("c0").unwrap(), ["x", "y"]);
    assert_eq!(full.moves("bm").unwrap().len(), 2);
    assert_eq!(full.moves("am").unwrap(), []);
    assert_eq!(line(" 4 9 ;D1 20 ;D2 400").unwrap().number("D2"), Some(400));
    assert_eq!(line(" 4 9 ;D1 20").unwrap().fen().split(' ').nth(4), Some("4"));
    assert_eq!(line("").unwrap().operations, []);
    assert_eq!(line(" bm e5;").unwrap().moves("bm").unwrap_err().line, 7);
    assert!(matches!(line(r#" id "open"#).unwrap_err().kind, epd::EpdFault::OpenString));
    assert!(matches!(line(" ;;7 x;").unwrap_err().kind, epd::EpdFault::Opcode(_)));
    assert!(matches!(epd::Epd::parse("8/8/8 w", 1).unwrap_err().kind, epd::EpdFault::Position(_)));
    let two = format!("# a remark\n\n{start} bm e4;\n{start}\n");
    let lines: Vec<usize> = epd::read(&two).map(|line| line.unwrap().line).collect();
    assert_eq!(lines, [3, 4]);
}

#[test]
fn counters_are_read_wherever_they_stand_and_moves_of_all_forms() {
    let four = "4k3/8/8/8/8/8/8/R3K3 w - -";
    let five = Setup::from_fen(&format!("{four} 7")).unwrap();
    assert_eq!(five.corrections, ["no move number given: move 1"]);
    // Missing counters are 0 and 1.
    let fen = |rest: &str| {
        let line = epd::Epd::parse(&format!("{four}{rest}"), 1)?;
        assert!(line.setup.corrections.is_empty(), "{rest}");
        Ok::<_, epd::EpdError>(line.fen())
    };
    for (rest, counters) in [
        (" bm Ra8+;", "0 1"),
        (" 7", "7 1"),
        (" 7; bm Ra8+;", "7 1"),
        (" 200 300 bm Ra8+;", "200 300"),
        (" 7 fmvn 300;", "7 300"),
        (" bm Ra8; hmvc 98; fmvn 120;", "98 120"),
        (" hmvc 98;", "98 1"),
        (" fmvn 7; id \"x\";", "0 7"),
        (" 4 9 hmvc 98;", "98 9"),
        (" - bm Ra8;", "0 1"),
        (" - - bm Ra8;", "0 1"),
        (" - - hmvc 3; fmvn 4;", "3 4"),
        ("", "0 1"),
    ] {
        assert_eq!(fen(rest), Ok(format!("{four} {counters}")), "{rest}");
    }
    for (rest, field) in [(" hmvc soon;", "halfmove clock"), (" fmvn -1;", "move number")] {
        let error = fen(rest).expect_err("no number").to_string();
        assert!(error.contains(field), "{error}");
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq";
    let moves = |rest: &str| {
        let read = epd::Epd::parse(&format!("{start} {rest}"), 1).and_then(|epd| epd.moves("bm"));
        read.map(|moves| moves.iter().map(Move::to_string).collect::<Vec<_>>())
    };
    for rest in ["- bm Nf3 Nc3;", "– bm g1f3 b1c3;", "— bm Nf3, Nc3;", "− - bm Nf3,b1c3;"] {
        assert_eq!(moves(rest), Ok(vec!["g1f3".to_owned(), "b1c3".to_owned()]), "{rest}");
    }
    let error = moves("- bm Nf3, b1c4;").expect_err("no move").to_string();
    assert!(error.contains("operation bm: 'b1c4' is not legal"), "{error}");
}
