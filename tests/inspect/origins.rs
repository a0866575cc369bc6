//! Origins of bits: the pieces that set them, and the rays.

use nucleus_core::board::Setup;
use nucleus_core::kernels::reference;
use nucleus_core::types::Square;
use nucleus_inspect::origins::origins;

#[test]
fn every_set_bit_has_an_origin_and_no_other() {
    for fen in [
        nucleus_core::board::START_FEN,
        "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let setup = Setup::from_fen(fen).expect(fen);
        let (planes, side) = (&setup.planes, setup.state.side);
        let cells = reference::cells(planes, side);
        for square in Square::all() {
            let found = origins(planes, side, square);
            let bits = found.iter().fold(0, |bits, origin| bits | 1 << origin.bit);
            assert_eq!(bits, cells.at(square), "{fen}, {square}");
            // A ray passes through empty squares only.
            for origin in found {
                assert_eq!(origin.ray & planes.occupied(), 0, "{fen}, {square}: {origin:?}");
            }
        }
    }
}

#[test]
fn a_ray_is_what_lies_between() {
    let setup = Setup::from_fen("4k3/8/8/8/R6r/8/8/4K3 w - - 0 1").expect("valid");
    let at = |name| Square::parse(name).expect(name);
    let rook = origins(&setup.planes, setup.state.side, at("d4"))[0];
    assert_eq!((rook.bit, rook.piece, rook.ray), (24, at("a4"), at("b4").bit() | at("c4").bit()));
}
