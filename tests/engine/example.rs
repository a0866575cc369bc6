//! The example of the core as a library.

#[path = "../../examples/library.rs"]
mod library;

#[test]
fn a_position_its_cells_its_moves_and_a_search() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let (cell, moves, _) = library::look(start).expect("the start position");
    assert_eq!((cell, moves), (0, 20), "nobody influences e4");
    // The rook mates on the back rank.
    let mate = "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1";
    let (_, moves, best) = library::look(mate).expect("a position");
    assert_eq!((moves, best.as_str()), (20, "b1b8"));
    let error = library::look("8/8/8/8/8/8/8/8 w - - 0 1").expect_err("no kings");
    assert!(error.to_string().contains("king"), "{error}");
}
