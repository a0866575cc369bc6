//! The rules compared with those of cozy-chess, in random games, half of them from Chess960 starts.

use crate::support::{self, Random, legal, listed};
use cozy_chess as cozy;
use nucleus_core::board::{BoardType, Castling, CastlingSide, Setup, fen};
use nucleus_core::kernels::{Choice, Kernel, Level, Variant};
use nucleus_core::movegen::{GenerateMoves, NOISY, QUIET};
use nucleus_core::types::{Color, Move, MoveKind, MoveList, Square};

fn square(square: cozy::Square) -> Square {
    Square::new(square as u8)
}

/// Converts a move of cozy-chess to our 16 bits. cozy writes castling as the king capturing its own rook; the
/// kind of move follows from cozy's board alone.
fn translated(board: &cozy::Board, chess_move: cozy::Move) -> Move {
    let cozy::Move { from, to, promotion } = chess_move;
    let side = board.side_to_move();
    let moved = board.piece_on(from).expect("a move moves something");
    if board.color_on(to) == Some(side) {
        let (kind, file) = if to.file() > from.file() {
            (MoveKind::CastleKing, cozy::File::G)
        } else {
            (MoveKind::CastleQueen, cozy::File::C)
        };
        return Move::new(square(from), square(cozy::Square::new(file, from.rank())), kind);
    }
    let captures = board.piece_on(to).is_some();
    let kind = match (moved, promotion) {
        (_, Some(promotion)) => {
            let kinds = if captures {
                [
                    MoveKind::CaptureKnight,
                    MoveKind::CaptureBishop,
                    MoveKind::CaptureRook,
                    MoveKind::CaptureQueen,
                ]
            } else {
                [
                    MoveKind::PromoteKnight,
                    MoveKind::PromoteBishop,
                    MoveKind::PromoteRook,
                    MoveKind::PromoteQueen,
                ]
            };
            kinds[promotion as usize - cozy::Piece::Knight as usize]
        }
        (cozy::Piece::Pawn, None) if from.file() != to.file() && !captures => MoveKind::EnPassant,
        (cozy::Piece::Pawn, None) if (from.rank() as i8 - to.rank() as i8).abs() == 2 => {
            MoveKind::DoublePush
        }
        _ if captures => MoveKind::Capture,
        _ => MoveKind::Quiet,
    };
    Move::new(square(from), square(to), kind)
}

fn sorted(list: &MoveList) -> Vec<u16> {
    let mut moves: Vec<u16> = list.iter().map(|chess_move| chess_move.0).collect();
    moves.sort_unstable();
    moves
}

/// Counts of the tested cases, to be printed.
#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    moves: usize,
    queried: usize,
    checks: usize,
    mates: usize,
    stalemates: usize,
    castlings: usize,
    en_passants: usize,
    promotions: usize,
}

/// Compares the FEN, checks, pins, moves and end of the game; returns the moves of cozy-chess.
fn compare<B: GenerateMoves>(
    ours: &B,
    theirs: &cozy::Board,
    every_move: bool,
    seen: &mut Seen,
) -> Vec<cozy::Move> {
    let name = fen::format(ours.planes(), ours.state());
    let level = B::Kernel::LEVEL;
    // FEN, and back.
    let expected = if ours.state().chess960 { format!("{theirs:#}") } else { theirs.to_string() };
    assert_eq!(name, expected, "{level}: FEN");
    let again = Setup::from_fen(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(again.corrections, Vec::<String>::new(), "{name}");
    // The FEN does not show a Chess960 game without castling rights.
    let mut state = B::new(&again, ours.kernel()).state().to_owned();
    if state.castling == Castling::default() {
        state.chess960 = ours.state().chess960;
        state.castling_rooks = ours.state().castling_rooks;
    } else {
        for color in Color::ALL {
            for toward in
                CastlingSide::ALL.into_iter().filter(|&toward| !state.castling.has(color, toward))
            {
                let index = Castling::index(color, toward);
                state.castling_rooks[index] = ours.state().castling_rooks[index];
            }
        }
    }
    assert_eq!(state, *ours.state(), "{level}: {name} read again");
    assert_eq!(again.planes, *ours.planes(), "{level}: {name} read again");

    // Checks, pins.
    let checkers = if ours.in_check() { ours.checkers() } else { 0 };
    assert_eq!(checkers, theirs.checkers().0, "{level}: checkers of {name}");
    let own = ours.planes().color(ours.side());
    assert_eq!(ours.pinned() & own, theirs.pinned().0 & own, "{level}: pins of {name}");

    // All moves, then the captures and promotions apart from the quiet moves.
    let mut their_moves = Vec::new();
    theirs.generate_moves(|moves| {
        their_moves.extend(moves);
        false
    });
    let mut reference: Vec<u16> = their_moves.iter().map(|&m| translated(theirs, m).0).collect();
    reference.sort_unstable();
    let (all, noisy) = (legal(ours), listed::<_, NOISY>(ours));
    let quiet = listed::<_, QUIET>(ours);
    assert_eq!(sorted(&all), reference, "{level}: moves of {name}");
    assert!(noisy.iter().all(|m| !m.is_quiet()) && quiet.iter().all(|m| m.is_quiet()), "{name}");
    let mut halves = [sorted(&noisy), sorted(&quiet)].concat();
    halves.sort_unstable();
    assert_eq!(halves, reference, "{level}: noisy and quiet moves of {name}");

    // The end of the game.
    let status = theirs.status();
    let over = reference.is_empty();
    if theirs.halfmove_clock() < 100 {
        assert_eq!(
            over && ours.in_check(),
            status == cozy::GameStatus::Won,
            "{level}: mate {name}"
        );
        assert_eq!(over && !ours.in_check(), status == cozy::GameStatus::Drawn, "{level}: {name}");
    }

    // `is_legal` accepts any 16 bits, so all of them are compared.
    if every_move {
        let mut is_one = vec![false; 1 << 16];
        reference.iter().for_each(|&chess_move| is_one[chess_move as usize] = true);
        for bits in 0..=u16::MAX {
            assert_eq!(
                ours.is_legal(Move(bits)),
                is_one[bits as usize],
                "{level}: move {:?} in {name}",
                Move(bits)
            );
        }
        seen.queried += 1 << 16;
    }
    seen.positions += 1;
    seen.moves += reference.len();
    seen.checks += usize::from(ours.in_check());
    seen.mates += usize::from(over && ours.in_check());
    seen.stalemates += usize::from(over && !ours.in_check());
    seen.castlings += all.iter().filter(|m| m.is_castle()).count();
    seen.en_passants += all.iter().filter(|m| m.is_en_passant()).count();
    seen.promotions += all.iter().filter(|m| m.is_promotion()).count();
    their_moves
}

/// Plays random games on both boards, and compares them after every move.
fn games<B: GenerateMoves>(first: &B, count: usize, every: usize, seed: u64) -> Seen {
    let mut random = Random(seed);
    let mut seen = Seen::default();
    while seen.positions < count {
        let number = random.below(960) as u32;
        let mut theirs = match random.below(4) {
            0 | 1 => cozy::Board::default(),
            2 => cozy::Board::chess960_startpos(number),
            _ => cozy::Board::double_chess960_startpos(number, random.below(960) as u32),
        };
        let classical = theirs == cozy::Board::default() && number.is_multiple_of(2);
        let start = if classical { theirs.to_string() } else { format!("{theirs:#}") };
        let setup = Setup::from_fen(&start).expect("a start position");
        let mut ours = B::new(&setup, first.kernel());
        let shy = random.below(3) != 0;
        for _ in 0..400 {
            let moves = compare(&ours, &theirs, seen.positions % every == 0, &mut seen);
            if moves.is_empty() || theirs.halfmove_clock() >= 100 || seen.positions >= count {
                break;
            }
            // Captures are rare in two of three games, so that endings do not come too soon and pawns
            // advance.
            let mut chosen = moves[random.below(moves.len() as u64) as usize];
            for _ in 0..3 {
                if shy && theirs.color_on(chosen.to) == Some(!theirs.side_to_move()) {
                    chosen = moves[random.below(moves.len() as u64) as usize];
                }
            }
            ours = ours.after(translated(&theirs, chosen));
            let key = ours.state().key_of(ours.planes());
            assert_eq!(ours.state().key, key, "key after {chosen}");
            theirs.play_unchecked(chosen);
        }
    }
    seen
}

fn run(level: Level, board_type: BoardType, count: usize, every: usize) {
    let seed = support::seed();
    let choice = Choice { level, variant: Variant::Intrinsics };
    let seen = nucleus_core::with_board!(choice, board_type, &Setup::start(), board => {
        games(&board, count, every, seed)
    });
    println!("{seen:?}");
    support::row(
        &format!("rules against cozy-chess, {board_type} board, {level}"),
        &format!(
            "{} positions, {} moves, {} moves asked for",
            seen.positions, seen.moves, seen.queried
        ),
    );
    assert!(seen.positions >= count && seen.checks > 0 && seen.mates > 0, "{seen:?}");
    assert!(seen.castlings > 0 && seen.en_passants > 0 && seen.promotions > 0, "{seen:?}");
}

/// 100,000 positions at the best level; each of the 65,536 moves is tested in every tenth position, in the
/// long mode in every one.
#[test]
fn equal_to_cozy_chess_at_the_best_level() {
    run(Level::detected(), BoardType::Matrix, 100_000, if support::long() { 1 } else { 10 });
}

#[test]
fn equal_to_cozy_chess_at_the_other_levels() {
    for level in Level::usable().filter(|&level| level != Level::detected()) {
        run(level, BoardType::Matrix, if support::long() { 100_000 } else { 10_000 }, 100);
    }
}

#[test]
fn the_magic_board_is_equal_to_cozy_chess() {
    for level in Level::usable() {
        run(level, BoardType::Magic, if support::long() { 100_000 } else { 10_000 }, 20);
    }
}

#[test]
fn the_record_is_equal_to_cozy_chess() {
    for level in Level::usable() {
        run(level, BoardType::Axon32, if support::long() { 100_000 } else { 10_000 }, 20);
    }
}
