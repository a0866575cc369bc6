//! The positions that instructions are counted over.

/// Positions that differ in kind: quiet, sharp, in check, with promotions, castling, en passant, few pieces.
pub const FENS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r2q1rk1/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 1",
    "r3k2r/pbppqpb1/1pn3p1/7p/1P1p1n2/PQN1PN2/1BPPBPPP/R3K2R w KQkq - 0 1",
    "4k3/1P4P1/8/2pPp3/8/8/p1p4p/R3K2R w KQ c6 0 1",
    "3r2k1/5ppp/8/8/7q/5P2/4r1PP/R2Q1RK1 b - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 0 1",
    "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 0 1",
    "8/8/1k6/8/2Q5/8/5K2/7r w - - 0 1",
];
