//! Checks of profile axon's evaluation: drawn and won endings, and symmetry.

use nucleus_core::board::{Board, Castling, MatrixBoard, RulesBoard, Setup, State, fen};
use nucleus_core::eval::{Options, Values, evaluate, fixed};
use nucleus_core::kernels::portable;
use nucleus_core::matrix::Planes;
use nucleus_core::notation::pgn;
use nucleus_core::types::{Color, Piece, PieceType, Random, Score, Square};

use super::unit::{StepFault, StepResult};
use super::workshop::StepContext;

/// The number of positions of games that a unit evaluates.
pub(super) const POSITIONS: usize = 20_000;
/// The number of random positions of each ending.
const DRAWN: usize = 500;

/// Returns the value of a position, positive if White is better.
fn value(setup: &Setup) -> Score {
    let board = MatrixBoard::new(setup, portable::Token);
    let value = evaluate(Values::compiled(), &board, &Options::default());
    if board.side() == Color::White { value } else { -value }
}

/// Counts the endings that are evaluated correctly in all random positions without a check: a drawn
/// ending as 0, a won one as a known win of White. Exchanged colours must negate the value.
pub fn endings(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let (endings, won) = (step.text("endings")?, step.text("won")?);
    let mut random = Random::new(1);
    let mut known = 0.0;
    for ending in endings.split(' ') {
        let is_won = won.split(' ').any(|won| won == ending);
        let is_known = |value: Score| match is_won {
            // Two bishops on squares of one colour cannot win.
            true => value >= fixed::KNOWN_WIN || (ending == "KBBK" && value == 0),
            false => value == 0,
        };
        let (mut tried, mut holds) = (0, true);
        while tried < DRAWN {
            let Some(setup) = position(ending, &mut random) else { continue };
            if !RulesBoard::new(&setup, portable::Token).in_check() {
                let own = value(&setup);
                holds &= is_known(own) && value(&exchanged(&setup)) == -own;
                tried += 1;
            }
        }
        known += f64::from(u8::from(holds));
    }
    let command = format!("nucleus eval, {DRAWN} random positions of each of {endings}, seed 1");
    let mut result = StepResult::new(command);
    result.count(step.text("series")?, known, endings.split(' ').count() as f64);
    Ok(result)
}

/// Returns a position with these pieces on random squares, or `None` if it is not legal.
fn position(ending: &str, random: &mut Random) -> Option<Setup> {
    let (mut planes, mut color) = (Planes::EMPTY, Color::Black);
    for letter in ending.chars() {
        let kind = PieceType::from_index("PNBRQK".find(letter)?);
        color = if kind == PieceType::King { !color } else { color };
        let free = Square::all().filter(|square| planes.occupied() & square.bit() == 0);
        let free: Vec<Square> = free.collect();
        planes.put(free[random.below(free.len())], Piece::new(color, kind));
    }
    let side = Color::from_index(random.below(2));
    let state = State { side, castling: Castling(0), ..Setup::start().state };
    Setup::from_fen(&fen::format(&planes, &state)).ok()
}

/// Samples the share of positions with a symmetric value: colours exchanged, or files mirrored.
pub fn symmetry(step: &StepContext<'_>) -> Result<StepResult, StepFault> {
    let (mut colours, mut files) = ([0_usize; 2], [0_usize; 2]);
    positions(step, |board| {
        let (planes, state) = (*board.planes(), *board.state());
        let setup = Setup { planes, state, corrections: Vec::new() };
        let own = value(&setup);
        colours[0] += usize::from(value(&exchanged(&setup)) == -own);
        colours[1] += 1;
        // Castling rights have no mirrored counterpart.
        if state.castling == Castling(0) && state.en_passant_named.is_none() {
            let planes = Planes(planes.0.map(|set| set.reverse_bits().swap_bytes()));
            files[0] += usize::from(value(&Setup { planes, ..setup }) == own);
            files[1] += 1;
        }
        Ok(())
    })?;
    let mut result = StepResult::new("nucleus eval on positions of gm2600_wch.pgn");
    for (name, [equal, all]) in [("colours exchanged", colours), ("files exchanged", files)] {
        result.value(name, 100.0 * equal as f64 / all.max(1) as f64);
    }
    Ok(result)
}

/// Calls `show` with [`POSITIONS`] positions of games.
pub(super) fn positions(
    step: &StepContext<'_>,
    mut show: impl FnMut(&RulesBoard) -> Result<(), StepFault>,
) -> Result<(), StepFault> {
    let path = step.data("pgn/gm2600_wch.pgn")?;
    let bytes =
        nucleus_base::files::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let text = pgn::decode(bytes);
    let mut left = POSITIONS;
    for game in pgn::read(&text).flatten() {
        let mut board = RulesBoard::new(&game.setup, portable::Token);
        for chess_move in game.moves().take(left) {
            left -= 1;
            show(&board)?;
            board = board.after(chess_move);
        }
    }
    Ok(())
}

/// Returns the position with colours exchanged, ranks mirrored, and the opponent to move.
fn exchanged(setup: &Setup) -> Setup {
    let mut other = setup.clone();
    let state = &mut other.state;
    other.planes.0 = setup.planes.0.map(u64::swap_bytes);
    other.planes.0.swap(6, 7);
    state.side = !state.side;
    state.castling = Castling(state.castling.0 >> 2 | (state.castling.0 & 3) << 2);
    state.castling_rooks = state.castling_rooks.map(|rook| rook.relative(Color::Black));
    state.castling_rooks.rotate_left(2);
    for target in [&mut state.en_passant, &mut state.en_passant_named] {
        *target = target.map(|square| square.relative(Color::Black));
    }
    other
}
