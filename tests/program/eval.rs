//! `nucleus eval` prints every term, and the effect of contempt.

use nucleus_core::eval::weights::NAMED;

use crate::program::nucleus;

const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn printed(fen: &str, contempt: &str, more: &[&str]) -> String {
    let options = ["eval", fen, "--material", "chess45", "--contempt", contempt];
    nucleus(&[&options, more].concat()).done().stdout
}

fn as_json(fen: &str, contempt: &str) -> serde_json::Value {
    serde_json::from_str(&printed(fen, contempt, &["--json"])).expect("JSON")
}

#[test]
fn every_term_is_printed() {
    let terms = printed(FEN, "25", &[]);
    for term in ["Material", "Mobility", "King", "Pawn structure", "Threats", "Evaluation"] {
        assert!(terms.contains(term), "{term} is missing:\n{terms}");
    }
    assert!(printed(FEN, "25", &["--show-weights"]).contains("mobility.knight"));
    let json = as_json(FEN, "25");
    assert_eq!(json["weights"].as_array().map(Vec::len), Some(NAMED + 6));
    // Contempt changes the value of a draw, not the evaluation.
    for (side, contempt, draw) in [('w', 25, -25), ('b', 25, 25), ('w', -8, 8), ('b', 0, 0)] {
        let fen = FEN.replace(" w ", &format!(" {side} "));
        let text = printed(&fen, &contempt.to_string(), &[]);
        assert!(text.contains(&format!("Contempt    {contempt:+}, not in")), "{text}");
        assert!(text.trim_end().ends_with(&format!("a draw as {draw:+} for White")), "{text}");
        let with = as_json(&fen, &contempt.to_string());
        assert_eq!(with["draw_in_search"].as_i64(), Some(draw));
        assert_eq!(with["total"], json["total"]);
    }
}
