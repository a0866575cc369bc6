//! The features of the evaluation: the factors F of equations 2 to 9.

use crate::board::{Board, attacks};
use crate::eval::sets::{ahead, fill_ahead, rank, relative};
use crate::types::bitboard::{FILE_A, east, squares, west};
use crate::types::{Bitboard, Color, PieceType, Square};

/// Lanes of counts: one per weight, and padding that stays zero, so that a product consists of full
/// vectors.
const LANES: usize = 32;

/// Counts of every weight's factor, White's minus Black's, in the order of [`super::PAPER_ROWS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(64))]
pub struct PaperCounts(pub [i16; LANES]);

/// The most squares that a piece can move to. Mobility is a fraction of this number.
pub struct MobilityOf;

impl MobilityOf {
    /// Most moves of a knight.
    pub const KNIGHT: f32 = 8.0;
    /// Most moves of a bishop.
    pub const BISHOP: f32 = 13.0;
    /// Most moves of a rook.
    pub const ROOK: f32 = 14.0;
    /// Most moves of a queen.
    pub const QUEEN: f32 = 27.0;
}

/// The pieces' static values, in points (the paper's section III), for the sums of defenders and
/// attackers. The king's is 0.
const POINTS: [i16; 6] = [100, 300, 330, 500, 900, 0];

/// Indices of the counts.
mod place {
    pub const MATERIAL: usize = 0;
    pub const KING: usize = 5;
    pub const ROOK: usize = 9;
    pub const BISHOP: usize = 16;
    pub const KNIGHT: usize = 17;
    pub const PAWN: usize = 24;
    pub const QUEEN: usize = 29;
}

/// The edge of the board, and the rings within it.
const RINGS: [Bitboard; 4] =
    [0xff81_8181_8181_81ff, 0x007e_4242_4242_7e00, 0x0000_3c24_243c_0000, 0x0000_0018_1800_0000];

/// Files c to f on the fourth and fifth rank.
const CENTRE: Bitboard = 0x0000_003c_3c00_0000;

/// Counts a rebuilt position.
pub fn paper_counts<B: Board>(board: &B) -> PaperCounts {
    let mut counts = PaperCounts::default();
    for color in Color::ALL {
        let sign = if color == Color::White { 1 } else { -1 };
        let mut side = SideCount { counts: &mut counts.0, color, sign };
        side.material(board);
        side.pieces(board);
        side.king(board);
        side.rooks(board);
        side.knights(board);
        side.pawns(board);
    }
    counts
}

/// The counts of one colour's features.
struct SideCount<'a> {
    counts: &'a mut [i16; LANES],
    color: Color,
    sign: i16,
}

fn size(set: Bitboard) -> i16 {
    set.count_ones() as i16
}

/// Returns all squares of the files of a set.
fn files(set: Bitboard) -> Bitboard {
    fill_ahead(Color::White, set) | fill_ahead(Color::Black, set)
}

/// Returns the king's square and those around it.
fn zone(king: Square) -> Bitboard {
    attacks::king(king) | king.bit()
}

impl SideCount<'_> {
    fn add(&mut self, place: usize, count: i16) {
        if let Some(slot) = self.counts.get_mut(place) {
            *slot += self.sign * count;
        }
    }

    fn add_if(&mut self, place: usize, holds: bool) {
        self.add(place, i16::from(holds));
    }

    fn material<B: Board>(&mut self, board: &B) {
        for (index, kind) in PieceType::ALL.into_iter().take(5).enumerate() {
            self.add(place::MATERIAL + index, size(board.planes().pieces(self.color, kind)));
        }
    }

    /// Counts mobility, and the pieces that attack a square in the zone of either king.
    fn pieces<B: Board>(&mut self, board: &B) {
        let planes = board.planes();
        let own = planes.color(self.color);
        let occupied = planes.occupied();
        let zones = [zone(board.king(self.color)), zone(board.king(!self.color))];
        for (kind, place) in [
            (PieceType::Knight, place::KNIGHT),
            (PieceType::Bishop, place::BISHOP),
            (PieceType::Rook, place::ROOK),
            (PieceType::Queen, place::QUEEN),
        ] {
            for square in squares(planes.pieces(self.color, kind)) {
                let reach = B::piece_attacks(board.kernel(), kind, square, occupied);
                self.add(place, size(reach & !own));
                self.guard(POINTS[kind.index()], zones.map(|zone| i16::from(reach & zone != 0)));
            }
        }
        // A pawn attacks the zone if a pawn of the other colour, in the zone, would attack it.
        let pawns = planes.pieces(self.color, PieceType::Pawn);
        let near = zones.map(|zone| size(pawns & attacks::pawns(!self.color, zone)));
        self.guard(POINTS[PieceType::Pawn.index()], near);
    }

    /// Counts pieces of `points` each that defend their own king, and those that attack the enemy's
    /// king, which count for the other side.
    fn guard(&mut self, points: i16, [defending, attacking]: [i16; 2]) {
        self.add(place::KING, points * defending);
        self.add(place::KING + 1, -points * attacking);
    }

    fn king<B: Board>(&mut self, board: &B) {
        let planes = board.planes();
        let king = board.king(self.color);
        self.add_if(place::KING + 2, self.is_castled(board));
        self.add(
            place::KING + 3,
            size(attacks::king(king) & planes.pieces(self.color, PieceType::Pawn)),
        );
    }

    /// Returns true if the king is on the square where castling leads, or nearer the corner, with no own
    /// rook between it and that corner. A position does not record how the king got there.
    fn is_castled<B: Board>(&self, board: &B) -> bool {
        let king = board.king(self.color).relative(self.color);
        let rooks = relative(self.color, board.planes().pieces(self.color, PieceType::Rook));
        let beyond = match king.index() {
            // The squares beyond the king, towards h1 or a1.
            index @ 6..=7 => 0xff & !((2 << index) - 1),
            index @ 0..=2 => (1 << index) - 1,
            _ => return false,
        };
        rooks & beyond == 0
    }

    fn rooks<B: Board>(&mut self, board: &B) {
        let planes = board.planes();
        let rooks = planes.pieces(self.color, PieceType::Rook);
        let own = planes.pieces(self.color, PieceType::Pawn);
        let enemy = planes.pieces(!self.color, PieceType::Pawn);
        for rook in squares(rooks) {
            let file = FILE_A << rook.file();
            let before = fill_ahead(self.color, ahead(self.color, rook.bit()));
            let (has_own, has_enemy) = (own & file != 0, enemy & file != 0);
            self.add_if(place::ROOK + 1, !has_own && !has_enemy);
            self.add_if(place::ROOK + 2, !has_own && has_enemy);
            self.add_if(place::ROOK + 3, has_own && has_enemy && own & before == 0);
            self.add_if(place::ROOK + 4, has_own && has_enemy && own & before != 0);
        }
        let seventh = size(rooks & rank(self.color, 7));
        self.add(place::ROOK + 5, seventh);
        self.add_if(place::ROOK + 6, seventh >= 2);
    }

    fn knights<B: Board>(&mut self, board: &B) {
        let planes = board.planes();
        let knights = planes.pieces(self.color, PieceType::Knight);
        let defended = attacks::pawns(self.color, planes.pieces(self.color, PieceType::Pawn));
        self.add(place::KNIGHT + 1, size(knights & defended));
        // Squares that an enemy pawn attacks now or after advancing.
        let enemy = planes.pieces(!self.color, PieceType::Pawn);
        let threatened = fill_ahead(!self.color, attacks::pawns(!self.color, enemy));
        self.add(place::KNIGHT + 2, size(knights & !threatened));
        for (ring, squares) in RINGS.into_iter().enumerate() {
            self.add(place::KNIGHT + 3 + ring, size(knights & squares));
        }
    }

    fn pawns<B: Board>(&mut self, board: &B) {
        let planes = board.planes();
        let (own, enemy) = (
            planes.pieces(self.color, PieceType::Pawn),
            planes.pieces(!self.color, PieceType::Pawn),
        );
        let before = fill_ahead(self.color, ahead(self.color, own));
        let behind = fill_ahead(!self.color, ahead(!self.color, own));
        self.add(place::PAWN, size(own & (before | behind)));
        let isolated = own & !(east(files(own)) | west(files(own)));
        self.add(place::PAWN + 1, size(isolated));
        // Backward: an enemy pawn attacks the next square, and no own pawn ever can.
        let span = fill_ahead(self.color, attacks::pawns(self.color, own));
        let held = attacks::pawns(!self.color, enemy) & !span;
        self.add(place::PAWN + 2, size(own & ahead(!self.color, held) & !isolated));
        self.add(place::PAWN + 3, size(own & CENTRE));
        let front = fill_ahead(!self.color, ahead(!self.color, enemy));
        self.add(place::PAWN + 4, size(own & !(front | east(front) | west(front))));
    }
}
