//! Static exchange evaluation: the result of a series of captures on one square (Umko, 2.3).

use nucleus_core::board::Board;
use nucleus_core::kernels::Kernel;
use nucleus_core::types::{Bitboard, Color, Move, PieceType, Square};

/// The values of the piece types in exchanges and in move ordering, in centipawns.
pub const VALUE: [i16; 6] = [100, 300, 300, 500, 900, 10_000];

/// Returns the value of a piece of this type in an exchange, in centipawns.
#[inline(always)]
pub fn value(kind: PieceType) -> i32 {
    i32::from(VALUE[kind.index()])
}

/// Returns true if the exchange that a move begins gains at least `threshold` centipawns.
///
/// Each side captures with its least valuable piece and may stop at any time; pieces behind others
/// join as lines open (x-rays). Pins are ignored. Castling counts as an exchange of nothing, en
/// passant as one of pawns.
///
/// ```
/// # use nucleus_core::board::{Board, MatrixBoard, Setup};
/// # use nucleus_core::kernels::portable;
/// # use nucleus_search::exchange_gains;
/// # use nucleus_core::notation::uci_move;
/// let setup = Setup::from_fen("4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1").unwrap();
/// let board = MatrixBoard::new(&setup, portable::Token);
/// let takes = uci_move::parse(&board, "d3d6").unwrap();
/// assert!(exchange_gains(&board, takes, -800));
/// assert!(!exchange_gains(&board, takes, -799));
/// ```
#[inline(always)]
pub fn exchange_gains<B: Board>(board: &B, chess_move: Move, threshold: i32) -> bool {
    board.kernel().outlined_with(gains, board, chess_move, threshold)
}

#[inline(always)]
fn gains<B: Board>(board: &B, chess_move: Move, threshold: i32) -> bool {
    let (from, to) = (chess_move.from(), chess_move.to());
    if chess_move.is_castle() {
        return threshold <= 0;
    }
    let mut standing = board.kind_on(from);
    let mut gain = -threshold;
    if chess_move.is_en_passant() {
        gain += value(PieceType::Pawn);
    } else if chess_move.is_capture() {
        gain += value(board.kind_on(to));
    }
    if let Some(promoted) = chess_move.promotion() {
        gain += value(promoted) - value(PieceType::Pawn);
        standing = promoted;
    }
    // Too little even without a recapture; or enough even if the piece is lost without compensation.
    if gain < 0 {
        return false;
    }
    gain -= value(standing);
    if gain >= 0 {
        return true;
    }
    // The cells show who may recapture first. If they alone decide, the exchange is not played out. A piece
    // behind the moving one may be cheaper still; the decision is then the same.
    let takers = board.influence_kinds(to, !board.side());
    if takers > 1 && -gain > value(least_of(takers)) {
        return false;
    }
    let mut occupied = board.planes().occupied() & !from.bit() | to.bit();
    if chess_move.is_en_passant() {
        occupied &= !Square::new(to.index() as u8 ^ 8).bit();
    }
    let mut exchange = Exchange { board, to, occupied };
    exchange.mover_keeps(!board.side(), gain)
}

/// Returns the least valuable piece type among those of [`Board::influence_kinds`]; there must be one.
#[inline(always)]
fn least_of(kinds: u32) -> PieceType {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    const BY_BIT: [PieceType; 8] = [King, Queen, Rook, Rook, Bishop, Knight, Pawn, Pawn];
    BY_BIT[(kinds & 0x7f).ilog2() as usize]
}

struct Exchange<'a, B> {
    board: &'a B,
    to: Square,
    occupied: Bitboard,
}

impl<B: Board> Exchange<'_, B> {
    /// Returns true if the side that began ends at zero or more; `gain` is its balance if the piece
    /// on the square is lost, and `side` captures next.
    #[inline(always)]
    fn mover_keeps(&mut self, mut side: Color, mut gain: i32) -> bool {
        let mover = !side;
        let (kernel, planes) = (self.board.kernel(), self.board.planes());
        let diagonal = planes.kind(PieceType::Bishop) | planes.kind(PieceType::Queen);
        let straight = planes.kind(PieceType::Rook) | planes.kind(PieceType::Queen);
        let mut attackers = self.attackers_of(Color::White) | self.attackers_of(Color::Black);
        loop {
            attackers &= self.occupied;
            let own = attackers & planes.color(side);
            let Some((kind, bit)) = self.least(own) else { break };
            // The king captures only undefended pieces.
            if kind == PieceType::King && attackers & planes.color(!side) != 0 {
                break;
            }
            self.occupied &= !bit;
            if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
                attackers |= B::bishop_attacks(kernel, self.to, self.occupied) & diagonal;
            }
            if matches!(kind, PieceType::Rook | PieceType::Queen) {
                attackers |= B::rook_attacks(kernel, self.to, self.occupied) & straight;
            }
            side = !side;
            // The balance from the view of the side to capture next, if its opponent's piece stays.
            gain = -gain - 1 - value(kind);
            if gain >= 0 {
                break;
            }
        }
        side != mover
    }

    #[inline(always)]
    fn attackers_of(&self, color: Color) -> Bitboard {
        B::attackers(self.board.kernel(), self.board.planes(), self.to, color, self.occupied)
    }

    /// Returns the least valuable piece of a set.
    #[inline(always)]
    fn least(&self, set: Bitboard) -> Option<(PieceType, Bitboard)> {
        PieceType::ALL.into_iter().find_map(|kind| {
            let pieces = set & self.board.planes().kind(kind);
            (pieces != 0).then_some((kind, pieces & pieces.wrapping_neg()))
        })
    }
}
