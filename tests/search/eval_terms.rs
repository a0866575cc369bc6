//! Terms of the evaluation paper (Axon 2024): its two figures, masked and blocked pieces, the king
//! in endings, the opening plan. Counts are compared with definitions square by square.

use std::sync::Arc;

use crate::support::{board, flipped, game_positions, mirrored, seed};
use nucleus_core::board::magic::Slider;
use nucleus_core::board::{Board, MatrixBoard, RulesBoard, Setup, attacks};
use nucleus_core::eval::explain::{Explanation, explain};
use nucleus_core::eval::table::{COUNT, TABLE};
use nucleus_core::eval::weights::Weight;
use nucleus_core::eval::{Options, Values, features};
use nucleus_core::kernels::portable;
use nucleus_core::matrix::{InfluenceKind, Planes};
use nucleus_core::types::bitboard::squares;
use nucleus_core::types::{Color, PieceType, Score, Square};
use nucleus_search::{EngineOptions, Limits, ProfileName, SearchEngine, Signals};

fn explained(fen: &str) -> Explanation {
    explain(Values::compiled(), &board(fen), &Options::default())
}

/// Returns White's and Black's units of a weight.
fn units(fen: &str, weight: Weight) -> [i32; 2] {
    features(&board(fen)).trace.counts[weight as usize]
}

/// Returns the value of a few weights for White, middlegame and endgame.
fn white_worth(fen: &str, names: &[&str]) -> [i32; 2] {
    let lines = explained(fen).weights;
    let chosen = lines.iter().filter(|line| names.contains(&line.name.as_str()));
    chosen.fold([0; 2], |sum, line| [sum[0] + line.white[0], sum[1] + line.white[1]])
}

/// The weights of a knight's square: placement, mobility, masks.
const KNIGHT: [&str; 5] = [
    "placement.knight",
    "mobility.knight",
    "mobility.masked",
    "mobility.masked_queen",
    "mobility.masked_twice",
];

/// Figure 1: the knight in the centre shields its king on the file and its queen on the diagonal.
/// It cannot move, and its square has a negative value.
#[test]
fn figure_1_a_knight_that_is_masked_twice_is_worth_less_than_nothing() {
    let figure = "1b2r1k1/5ppp/8/4N3/8/6Q1/5PPP/4K2R w K - 0 1";
    assert_eq!(units(figure, Weight::KnightMobility), [0, 0]);
    assert_eq!(units(figure, Weight::Masked), [1, 0]);
    assert_eq!(units(figure, Weight::MaskedQueen), [1, 0]);
    assert_eq!(units(figure, Weight::MaskedTwice), [1, 0]);
    let twice = white_worth(figure, &KNIGHT);
    assert!(twice[0] < 0 && twice[1] < 0, "{twice:?}");
    // Without the bishop it is masked once, likewise without the rook, and without both not at all.
    let once = white_worth("4r1k1/5ppp/8/4N3/8/6Q1/5PPP/4K2R w K - 0 1", &KNIGHT);
    let free = white_worth("6k1/5ppp/8/4N3/8/6Q1/5PPP/4K2R w K - 0 1", &KNIGHT);
    for phase in 0..2 {
        assert!(twice[phase] < once[phase] && once[phase] < free[phase], "{twice:?} {once:?}");
        assert!(free[phase] > 0, "{free:?}");
    }
}

/// Figure 2 as the text describes it: Black to move is three pawns ahead in material, a rook
/// against two connected pawns on the sixth rank, and loses.
const FIGURE_2: [&str; 2] =
    ["8/8/3PP3/8/5k2/2K5/1r6/8 b - - 0 1", "3r4/8/3PP3/4K3/7k/8/8/8 b - - 0 1"];

/// Returns the scores of a search for the side to move, by iteration.
fn searched(
    fen: &str,
    depth: u32,
    profile: ProfileName,
    weights: Option<&Arc<Values>>,
) -> Vec<Score> {
    let options = EngineOptions { profile, weights: weights.cloned(), ..Default::default() };
    let mut engine = SearchEngine::new(16, options).expect("a table");
    let never = Signals::default();
    let setup = Setup::from_fen(fen).expect("a valid FEN");
    let mut scores = vec![0; depth as usize];
    engine.search(&setup, &[], &Limits::depth(depth), &never, &mut |info| {
        if info.line.is_exact() {
            scores[info.depth as usize - 1] = info.line.score;
        }
    });
    scores
}

/// Returns values of the pieces alone.
fn material_alone() -> Arc<Values> {
    let mut rows = [[0; 2]; COUNT];
    for (value, row) in rows.iter_mut().zip(&TABLE) {
        if row.name.starts_with("material.") {
            *value = row.value;
        }
    }
    Arc::new(Values::new(rows))
}

#[test]
fn figure_2_white_wins_seen_beyond_eight_or_nine_plies() {
    let material = material_alone();
    for fen in FIGURE_2 {
        // By material Black is three pawns ahead up to a depth of eight plies. Beyond that White
        // has a queen against a rook: a difference of seven pawns.
        let axon = searched(fen, 12, ProfileName::Axon, Some(&material));
        assert_eq!(axon[..8], [300; 8], "{fen}: {axon:?}");
        assert!(axon[11] <= -400, "{fen}: {axon:?}");
        // The selective search counts plies differently, by reductions and extensions. It sees the
        // queen at depth 9 and 11, loses it again in one of the positions, and keeps it from depth
        // 13 on.
        let full = searched(fen, 14, ProfileName::Full, Some(&material));
        assert!(full[0] == 300 && full[12..].iter().all(|&s| s <= -400), "{fen}: {full:?}");
        // The evaluation knows connected passed pawns: it sees the loss at depth 11 or before.
        for profile in [ProfileName::Axon, ProfileName::Full] {
            let scores = searched(fen, 11, profile, None);
            assert!(scores[10] <= -400, "{profile} {fen}: {scores:?}");
        }
    }
}

/// Returns the attacks of a piece; sliders attack along their rays.
fn attacks(planes: &Planes, square: Square, kind: PieceType) -> Vec<Square> {
    let reach = |slider: Slider| slider.attacks(square, planes.occupied());
    let set = match kind {
        PieceType::Knight => attacks::knight(square),
        PieceType::Bishop => reach(Slider::Bishop),
        PieceType::Rook => reach(Slider::Rook),
        _ => reach(Slider::Bishop) | reach(Slider::Rook),
    };
    squares(set).collect()
}

const PIECES: [PieceType; 4] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

/// Returns the masks of a colour: the squares of the shield, of the king or queen behind it, of the
/// sniper.
fn masks(planes: &Planes, color: Color) -> Vec<(Square, Square, Square)> {
    let mut found = Vec::new();
    let pieces = |color, kind| squares(planes.pieces(color, kind));
    for target in pieces(color, PieceType::King).chain(pieces(color, PieceType::Queen)) {
        let queen = planes.pieces(color, PieceType::Queen) & target.bit() != 0;
        for kind in [PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
            if queen && kind == PieceType::Queen {
                continue;
            }
            for sniper in pieces(!color, kind) {
                // A shield is the only piece between sniper and target.
                for shield in attacks(planes, sniper, kind) {
                    let piece = planes.piece_at(shield).filter(|piece| piece.color == color);
                    if piece.is_none_or(|piece| !PIECES.contains(&piece.kind)) {
                        continue;
                    }
                    let mut without = *planes;
                    without.clear(shield);
                    if attacks(&without, sniper, kind).contains(&target)
                        && !attacks(planes, sniper, kind).contains(&target)
                    {
                        found.push((shield, target, sniper));
                    }
                }
            }
        }
    }
    found
}

/// Returns true if a square lies on the line through two others.
fn in_line(a: Square, b: Square, c: Square) -> bool {
    let at = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
    let (a, b, c) = (at(a), at(b), at(c));
    (b.0 - a.0) * (c.1 - a.1) == (b.1 - a.1) * (c.0 - a.0)
}

/// Returns a colour's counts of masks, mobility and blocked pieces, by their definitions.
fn expected(board: &RulesBoard, color: Color) -> [i32; 9] {
    let planes = board.planes();
    let masks = masks(planes, color);
    let of_king = |target: &Square| planes.kind(PieceType::King) & target.bit() != 0;
    let king = masks.iter().filter(|mask| of_king(&mask.1)).count();
    let masked = |square| masks.iter().filter(|mask| mask.0 == square).count();
    let own = planes.color(color);
    let twice = squares(own).filter(|&square| masked(square) > 1).count();
    let unsafe_squares = own | board.influence().squares(!color, InfluenceKind::Pawn);
    let safe = |square: &Square| unsafe_squares & square.bit() == 0;
    // Squares of knights, bishops, rooks along ranks, along files, queens: those that a piece
    // without masks reaches, and those that masks take from a piece.
    let (mut on, mut off) = ([0u64; 5], [0u64; 5]);
    let mut blocked = 0;
    for kind in PIECES {
        let mut reach = 0;
        for from in squares(planes.pieces(color, kind)) {
            let attacked = attacks(planes, from, kind);
            for to in attacked.iter().filter(|square| safe(square)) {
                let row = match kind {
                    PieceType::Knight => 0,
                    PieceType::Bishop => 1,
                    PieceType::Rook if to.rank() == from.rank() => 2,
                    PieceType::Rook => 3,
                    _ => 4,
                };
                let lines = masks.iter().filter(|mask| mask.0 == from);
                if lines
                    .clone()
                    .all(|mask| kind != PieceType::Knight && in_line(mask.1, mask.2, *to))
                {
                    if lines.count() == 0 {
                        on[row] |= to.bit();
                    }
                } else {
                    off[row] |= to.bit();
                }
                reach |= to.bit();
            }
            let near = |to: &&Square| {
                let apart = |a: u8, b: u8| a.abs_diff(b) <= 1;
                apart(to.file(), from.file()) && apart(to.rank(), from.rank())
            };
            let free = attacked.iter().filter(near).any(safe);
            blocked += i32::from(kind != PieceType::Knight && !free);
        }
        if kind == PieceType::Knight && reach == 0 {
            blocked += planes.pieces(color, kind).count_ones() as i32;
        }
    }
    let sets = board.influence();
    let kinds = [
        InfluenceKind::Knight,
        InfluenceKind::Bishop,
        InfluenceKind::RookRank,
        InfluenceKind::RookFile,
        InfluenceKind::Queen,
    ];
    let mut counts = [0; 9];
    for row in 0..5 {
        let lost = off[row] & !on[row];
        let reached = sets.squares(color, kinds[row]) & !unsafe_squares;
        counts[row] = (reached & !lost).count_ones() as i32;
    }
    counts[5..].copy_from_slice(&[king as i32, (masks.len() - king) as i32, twice as i32, blocked]);
    counts
}

#[test]
fn masked_and_blocked_pieces_are_counted_as_defined() {
    const ROWS: [Weight; 9] = [
        Weight::KnightMobility,
        Weight::BishopMobility,
        Weight::RankMobility,
        Weight::FileMobility,
        Weight::QueenMobility,
        Weight::Masked,
        Weight::MaskedQueen,
        Weight::MaskedTwice,
        Weight::BlockedPiece,
    ];
    let special = [
        "3qk3/3n4/8/1B6/3R4/8/Q2N3r/K2Q1Q2 w - - 0 1",
        "4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1",
        "4k3/4r3/8/8/8/4B3/8/4K3 w - - 0 1",
        "4k3/4r3/8/8/8/2N1N3/8/4K3 w - - 0 1",
        // The start position, then a knight in a corner: pawns guard both squares, one, none.
        nucleus_core::board::START_FEN,
        "4k3/8/8/8/p7/3p4/8/N3K3 w - - 0 1",
        "4k3/8/8/8/p2p4/8/8/N3K3 w - - 0 1",
        "4k3/8/8/8/3p4/8/8/N3K3 w - - 0 1",
        "q3k2q/8/2n2n2/8/4B3/8/8/R3K2R w - - 0 1",
    ];
    let setups = game_positions(3000, seed()).into_iter();
    let mut seen = [0; 9];
    for setup in setups.chain(special.map(|fen| Setup::from_fen(fen).expect("a valid FEN"))) {
        let board = MatrixBoard::new(&setup, portable::Token);
        let counts = features(&board).trace.counts;
        for color in Color::ALL {
            let expected = expected(&board, color);
            let found = ROWS.map(|row| counts[row as usize][color.index()]);
            assert_eq!(found, expected, "{color:?} in {:?}", board.matrix());
            for (seen, count) in seen.iter_mut().zip(found) {
                *seen += i32::from(count != 0);
            }
        }
    }
    assert!(seen.iter().all(|&seen| seen > 0), "{seen:?}");
}

/// The fewer pieces the enemy has, the more the king belongs in the centre.
#[test]
fn a_centralized_king_counts_by_the_enemys_pieces() {
    let central = |men: &str| {
        let fen = format!("6k1/{men}p4p/8/3K4/8/8/PP6/8 w - - 0 1");
        units(&fen, Weight::Centralization)[0]
    };
    let worth: Vec<_> = ["2", "n1", "r1", "nr", "q1"].map(central).to_vec();
    assert!(worth.is_sorted_by(|more, less| more > less), "{worth:?}");
    // A quarter of 44, the entry of the king's endgame matrix; nothing against queen and rook.
    assert_eq!(worth[0], 11);
    assert_eq!(central("qr"), 0);
    // Own pieces do not matter.
    let with_own = "6k1/2p4p/8/3K4/8/8/PP6/R7 w - - 0 1";
    assert_eq!(units(with_own, Weight::Centralization)[0], 11);
}

#[test]
fn an_open_king_counts_in_queen_endings() {
    let open = units("6k1/5ppp/8/8/4K3/8/PP6/Q6q w - - 0 1", Weight::OpenKing);
    assert!(open[0] > 10 && open[1] < 6, "{open:?}");
    // Without the enemy's queen there is no danger, and in the middlegame king safety applies.
    let without = "6k1/5ppp/8/8/4K3/8/PP6/Q6r w - - 0 1";
    assert_eq!(units(without, Weight::OpenKing)[0], 0);
    let middlegame = "rn3rk1/5ppp/8/8/4K3/8/PP6/Q5RR w - - 0 1";
    assert_eq!(units(middlegame, Weight::OpenKing), [0, 0]);
}

/// Umko's list (2.4) has more patterns than Axon's paper: bishops shut in on the sixth rank and blocked at
/// home, passers that run where the enemy has pawns alone.
#[test]
fn patterns_of_umko_s_list_are_counted_on_both_wings_by_both_colours() {
    for (placement, weight, count) in [
        ("4k3/8/B7/1p6/8/8/8/4K3", Weight::TrappedBishop6, 1),
        ("4k3/B7/1p6/8/8/8/8/4K3", Weight::TrappedBishop6, 0),
        ("4k3/8/8/8/8/3N4/3P4/2B1K3", Weight::BlockedBishop, 1),
        ("4k3/8/8/8/8/3p4/3P4/2B1K3", Weight::BlockedBishop, 1),
        ("4k3/8/8/8/3n4/8/3P4/2B1K3", Weight::BlockedBishop, 0),
        ("4k3/8/8/8/8/3N4/3P4/4KB2", Weight::BlockedBishop, 0),
        ("8/7p/8/P6k/8/8/8/KN6", Weight::Runner, 1),
        ("8/7p/8/P2k4/8/8/8/KN6", Weight::Runner, 0),
        ("8/7p/8/P6k/8/8/8/KN4n1", Weight::Runner, 0),
        ("8/7p/8/P6k/8/8/8/K7", Weight::Runner, 0),
    ] {
        let setup = Setup::from_fen(&format!("{placement} w - - 0 1")).expect("a valid FEN");
        for setup in [mirrored(&setup), setup] {
            let counts = |setup: &Setup| {
                let board = MatrixBoard::new(setup, portable::Token);
                features(&board).trace.counts[weight as usize]
            };
            assert_eq!(counts(&setup), [count, 0], "{placement}");
            assert_eq!(counts(&flipped(&setup)), [0, count], "{placement}, colours exchanged");
        }
    }
}

/// The plan of section III.D in its order: each step counts once those before it are done.
#[test]
fn the_opening_plan_counts_in_its_order() {
    let steps = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w kq - 0 1",
        "rnbqkbnr/pppppppp/8/8/2B1P3/2NPBN2/PPP2PPP/R2QR1K1 w kq - 0 1",
        "rnbqkbnr/pppppppp/8/8/2B1P3/2NPBN2/PPPQ1PPP/R3R1K1 w kq - 0 1",
    ];
    for (done, fen) in steps.iter().enumerate() {
        assert_eq!(units(fen, Weight::OpeningPlan), [done as i32, 0], "{fen}");
    }
    // Steps out of order do not count: pieces before pawns, a queen before castling.
    for (fen, done) in [
        ("rnbqkbnr/pppppppp/8/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1", 0),
        ("rnbqkbnr/pppppppp/8/8/2B1P3/2N2N2/PPPPQPPP/R1B1K2R w KQkq - 0 1", 2),
    ] {
        assert_eq!(units(fen, Weight::OpeningPlan)[0], done, "{fen}");
    }
}
