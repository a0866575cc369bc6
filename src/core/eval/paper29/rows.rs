//! The weights of the tuning paper: their names, bounds (table I) and tuned values (table II).

use super::count::MobilityOf;

/// A weight of the paper.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaperRow {
    /// Name of the weight in files.
    pub name: &'static str,
    /// Name of the weight in the paper.
    pub symbol: &'static str,
    /// Description of the feature that is counted.
    pub what: &'static str,
    /// Lower and upper bound in table I.
    pub range: [i32; 2],
    /// The value found by evolution: the second column of table II.
    pub evolved: i32,
    /// The value found by evolution and then Hooke-Jeeves: the third column of table II.
    pub refined: i32,
    /// Divisor of the weight, which is the value of this number of units.
    pub units: f32,
}

/// Number of weights: the 29 of the paper's tables, and the queen's mobility.
pub const PAPER_COUNT: usize = 30;

/// Number of tuned weights: those of the tables, which come first.
pub const PAPER_TUNED: usize = 29;

/// Points of material (a pawn is 100) that divide the sums of pieces that defend and attack a king.
/// The paper's weights and the sums are both about 1,500, so the product needs a divisor. With this
/// one an enemy rook that attacks the king is worth 71 centipawns to the paper's tuned player, and
/// random players solve as many positions as the paper's (docs/TUNING.md).
pub const KING_UNITS: f32 = 10_000.0;

/// Returns a row of the table.
const fn row(
    name: &'static str,
    symbol: &'static str,
    what: &'static str,
    range: [i32; 2],
    [evolved, refined]: [i32; 2],
    units: f32,
) -> PaperRow {
    PaperRow { name, symbol, what, range, evolved, refined, units }
}

/// All weights, in the order of the paper's tables.
#[rustfmt::skip]
pub const PAPER_ROWS: [PaperRow; PAPER_COUNT] = [
    row("material.pawn", "X1", "pawns", [100, 100], [100, 100], 1.0),
    row("material.knight", "X2", "knights", [200, 400], [297, 302], 1.0),
    row("material.bishop", "X3", "bishops", [200, 400], [315, 319], 1.0),
    row("material.rook", "X4", "rooks", [400, 600], [502, 506], 1.0),
    row("material.queen", "X5", "queens", [800, 1000], [923, 910], 1.0),
    row("king.defenders", "Xking,1", "material that defends the king", [0, 4000], [1650, 1675], KING_UNITS),
    row("king.attackers", "Xking,2", "enemy material that attacks the king", [-4000, 0], [-1430, -1425], KING_UNITS),
    row("king.castled", "Xking,3", "the king is castled", [0, 100], [47, 45], 1.0),
    row("king.pawns", "Xking,4", "own pawns next to the king", [0, 100], [65, 72], 1.0),
    row("rook.mobility", "Xrook,1", "a rook's mobility", [0, 100], [62, 73], MobilityOf::ROOK),
    row("rook.open_file", "Xrook,2", "no pawns on its file", [-50, 50], [45, 46], 1.0),
    row("rook.half_open_file", "Xrook,3", "only enemy pawns on its file", [-50, 50], [27, 33], 1.0),
    row("rook.before_pawns", "Xrook,4", "pawns of both on its file, no own pawn before it", [-50, 50], [32, 27], 1.0),
    row("rook.behind_pawns", "Xrook,5", "pawns of both on its file, an own pawn before it", [-50, 50], [-8, -7], 1.0),
    row("rook.seventh", "Xrook,6", "on the seventh rank", [0, 100], [63, 68], 1.0),
    row("rook.two_on_seventh", "Xrook,7", "two rooks or more on the seventh rank", [0, 100], [78, 82], 1.0),
    row("bishop.mobility", "Xbishop,1", "a bishop's mobility", [0, 100], [72, 76], MobilityOf::BISHOP),
    row("knight.mobility", "Xknight,1", "a knight's mobility", [0, 100], [64, 68], MobilityOf::KNIGHT),
    row("knight.defended", "Xknight,2", "a pawn defends it", [0, 100], [56, 72], 1.0),
    row("knight.safe", "Xknight,3", "no enemy pawn can ever attack it", [0, 100], [52, 73], 1.0),
    row("knight.edge", "Xknight,4", "on the edge", [-50, 50], [-12, -15], 1.0),
    row("knight.second_ring", "Xknight,5", "a step from the edge", [-50, 50], [3, 6], 1.0),
    row("knight.third_ring", "Xknight,6", "two steps from the edge", [-50, 50], [15, 26], 1.0),
    row("knight.center", "Xknight,7", "on d4, e4, d5 or e5", [-50, 50], [42, 43], 1.0),
    row("pawn.doubled", "Xpawn,1", "another own pawn on its file", [-50, 50], [-32, -44], 1.0),
    row("pawn.isolated", "Xpawn,2", "no own pawn on an adjacent file", [-50, 50], [-47, -48], 1.0),
    row("pawn.backward", "Xpawn,3", "backward", [-50, 50], [-44, -41], 1.0),
    row("pawn.central", "Xpawn,4", "on files c to f, ranks 4 and 5", [-50, 100], [43, 48], 1.0),
    row("pawn.passed", "Xpawn,5", "passed", [-50, 100], [48, 49], 1.0),
    row("queen.mobility", "Xqueen,1", "a queen's mobility; not tuned", [0, 100], [0, 0], MobilityOf::QUEEN),
];
