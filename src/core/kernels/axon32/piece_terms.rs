//! Terms of pieces over registers of cells, for the avx2 and avx512 levels. On squares of black pieces the
//! colours of the influence are exchanged, so that every term is computed once, from the piece's view.

use super::terms::{CellWeights, TermFacts, trapping_files};
use crate::matrix::Matrix;
use crate::matrix::cell::{Cell, piece_bit};
use crate::types::{Color, PieceType};

// Influence bits of a colour, king lowest; those of a piece's own side are seven bits higher.
pub(super) const KING: Cell = 1;
pub(super) const QUEEN: Cell = 2;
pub(super) const ROOK: Cell = 12;
pub(super) const BISHOP: Cell = 16;
pub(super) const KNIGHT: Cell = 32;
pub(super) const PAWN: Cell = 64;
pub(super) const OWN: u32 = 7;

/// Returns the bits of a colour's sliders.
pub(super) const fn sliders(color: Color) -> Cell {
    piece_bit(color, PieceType::Bishop)
        | piece_bit(color, PieceType::Rook)
        | piece_bit(color, PieceType::Queen)
}

/// Counts rooks trapped in the corner by their king, and bishops trapped behind enemy pawns.
#[inline(always)]
pub(super) fn trapped(
    cells: &Matrix,
    color: Color,
    facts: &TermFacts,
    weights: &CellWeights,
) -> i32 {
    let flip = 56 * color as usize;
    let corner = trapping_files(facts.kings[color.index()] ^ flip as u32);
    let mut total = 0i32;
    if corner != 0 {
        let rook = piece_bit(color, PieceType::Rook);
        let first = corner.trailing_zeros() as usize;
        let stands = |file: usize| i32::from(cells.0[(file ^ flip) & 63] & rook != 0);
        total = weights.trapped_rook.wrapping_mul(stands(first) + stands(first + 1));
    }
    let bishop = piece_bit(color, PieceType::Bishop);
    let pawn = piece_bit(!color, PieceType::Pawn);
    for [from, guard] in [[48, 41], [55, 46]] {
        if cells.0[from ^ flip] & bishop != 0 && cells.0[guard ^ flip] & pawn != 0 {
            total = total.wrapping_add(weights.trapped_bishop);
        }
    }
    total
}

/// Defines the terms of pieces at a level by its functions on lanes. Masks of lanes: those that
/// have bits (`has`), lack them (`lacks`), have them within a mask (`with`, `with_lanes`), lack
/// them within a mask (`lacks_lanes`); both masks (`both`), either (`either`), files
/// (`files_without`), the number (`count`). Weights: in lanes of a mask (`weighed`), added to a sum
/// (`add`), subtracted (`sub`). Lanes: added (`add_lanes`), chosen by colour (`by_color`), negated
/// for Black (`signed`). `seen` returns the influence from the piece's view.
macro_rules! piece_terms {
    ($level:ident, $lanes:ty, $mask:ty) => {
        /// A register of cells and its surroundings.
        #[derive(Clone, Copy)]
        struct Ranks {
            cells: $lanes,
            below: $lanes,
            above: $lanes,
            /// A slider's bit, by colour, if a square next to it is safe.
            free: $lanes,
        }

        /// Registers shared by all ranks: White's, and Black's for the lanes of black pieces.
        #[derive(Clone, Copy)]
        struct Sides {
            /// The value of a rook on each file.
            files: [$lanes; 2],
            diagonal: [$lanes; 2],
            orthogonal: [$lanes; 2],
        }

        /// The terms of the pieces of a register, White positive.
        struct PieceSum {
            sum: $lanes,
            /// Lanes of pieces that may be masked.
            masked: $mask,
        }

        level_features! { $level => level_functions {
            fn piece_terms(at: Ranks, sides: &Sides, weights: &CellWeights) -> PieceSum {
                let Ranks { cells, .. } = at;
                let black = has(cells, pieces_mask(Color::Black));
                let influence = seen(cells, black);

                let pawns = has(cells, PAWNS);
                let pieces = has(cells, KNIGHTS | BISHOPS | ROOKS | QUEENS);
                let hanging = with(lacks(influence, 0x7f << OWN), influence, 0x7f);
                let mut sum = weighed(with(pawns, influence, BISHOP << OWN), weights.behind_pawns);
                sum = sub(sum, both(hanging, pawns), weights.hanging_pawn);
                sum = sub(sum, both(hanging, pieces), weights.hanging_piece);
                sum = sub(sum, with(pieces, influence, PAWN), weights.pawn_on_piece);
                let majors = has(cells, ROOKS | QUEENS);
                sum = sub(sum, with(majors, influence, KNIGHT | BISHOP), weights.minor_on_major);

                let zone = or(cells, by_color([at.below, at.above], black));
                let king = by_color(
                    [
                        all(KING << influence_shift(Color::White)),
                        all(KING << influence_shift(Color::Black)),
                    ],
                    black,
                );
                sum = add(sum, with_lanes(pieces, zone, king), weights.defender);
                let all_sliders = has(cells, BISHOPS | ROOKS | QUEENS);
                sum = add(sum, lacks_lanes(all_sliders, cells, at.free), weights.blocked);
                sum = add_lanes(sum, has(cells, ROOKS), by_color(sides.files, black));

                let diagonal = with_lanes(pieces, cells, by_color(sides.diagonal, black));
                let orthogonal = with_lanes(pieces, cells, by_color(sides.orthogonal, black));
                let before_queen = with(pieces, influence, QUEEN << OWN);
                let masked = either(
                    with(diagonal, influence, BISHOP | QUEEN),
                    either(
                        with(orthogonal, influence, ROOK | QUEEN),
                        with(before_queen, influence, BISHOP | ROOK),
                    ),
                );
                PieceSum { sum: signed(sum, black), masked }
            }

            /// Returns the value of a colour's rook on each file.
            fn rook_files(color: Color, facts: &TermFacts, weights: &CellWeights) -> $lanes {
                let own = facts.files[color.index()];
                let any = own | facts.files[(!color).index()];
                add(weighed(files_without(own), weights.half_open), files_without(any), weights.open)
            }

            fn sides_of(facts: &TermFacts, weights: &CellWeights) -> Sides {
                let white = king_lines(Color::White, facts.side);
                let black = king_lines(Color::Black, facts.side);
                Sides {
                    files: [
                        rook_files(Color::White, facts, weights),
                        rook_files(Color::Black, facts, weights),
                    ],
                    diagonal: [all(white[0]), all(black[0])],
                    orthogonal: [all(white[1]), all(black[1])],
                }
            }

            /// Returns the value of a colour's knights if they reach no safe square.
            fn blocked_knights(ranks: &[$lanes], color: Color, weights: &CellWeights) -> i32 {
                let mut knights = 0;
                for &cells in ranks {
                    knights += count(has(cells, piece_bit(color, PieceType::Knight)));
                }
                weights.blocked.wrapping_mul(knights as i32)
            }
        }}
    };
}
pub(super) use piece_terms;
