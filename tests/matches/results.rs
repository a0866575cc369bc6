//! Results of games, and the prior.

use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::Color;
use nucleus_matches::rating::{GameResults, PairTally};

#[test]
fn games_are_counted_and_errors_named_by_line() {
    let mut results = GameResults::default();
    results.add_pgn(
        "x.pgn",
        "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1-0\n\n\
         [White \"b\"]\n[Black \"a\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n\n\
         [White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 *\n\n\
         [White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1. e4 1-0\n\n\
         [White \"a\"]\n[Black \"b\"]\n\n1. Ke4 1-0\n\n\
         [White \"a\"]\n[Result \"1-0\"]\n\n1-0\n\n\
         [White \"a\"]\n[Black \"a\"]\n\n1-0\n\n\
         [White \"a\"]\n[Black \"?\"]\n\n1-0\n\n\
         [White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n1. Ke4 0-1\n\n\
         [White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. Ke4 *\n\n\
         [White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[Round]\n\n1. e4 1-0\n",
        &mut |_| {},
    );
    assert_eq!((results.games, results.unfinished, results.broken, results.by_tags), (3, 1, 7, 1));
    let [one, two] = results.tallies()[..] else { panic!("{:?}", results.tallies()) };
    assert_eq!((one.white, one.wins, one.losses, two.draws), (0, 1.0, 1.0, 1.0));
    for (error, expected) in results.errors.first.iter().zip([
        "x.pgn: line 19: its tag Result is 0-1, but its moves end with 1-0",
        "x.pgn: line 28: move 1.",
        "x.pgn: line 30: the game has no tag Black",
        "x.pgn: line 35: `a` plays itself",
        "x.pgn: line 40: its tag Black has no name",
        "x.pgn: line 49: move 1.",
        "x.pgn: line 55: move 1.",
        "x.pgn: line 60: a tag is not of the form",
    ]) {
        assert!(error.starts_with(expected), "{error} is not {expected}");
        let counted = error.ends_with("; its result is counted by its tags");
        assert_eq!(counted, expected.contains("line 49"), "{error}");
        assert!(counted || error.ends_with("; the game is skipped"), "{error}");
    }
}

#[test]
fn the_prior_is_half_its_draws_for_each_player() {
    let mut results = GameResults::default();
    for _ in 0..3 {
        results.add("a", "b", Outcome::Draw).unwrap();
    }
    results.add("c", "a", Outcome::Win(Color::White)).unwrap();
    let sum = |prior| -> f64 { results.with_prior(prior).iter().map(PairTally::games).sum() };
    assert_eq!((sum(0.0), sum(2.0)), (4.0, 7.0));
    // A prior of 2 gives each player one draw, split by games: `b`'s with `a`, `a`'s 3/4 with `b`.
    let tallies = results.with_prior(2.0);
    let draws =
        |white, black| tallies.iter().find(|t| (t.white, t.black) == (white, black)).unwrap().draws;
    assert!((draws(0, 1) - 3.875).abs() < 1e-12 && (draws(1, 0) - 0.875).abs() < 1e-12);
    assert!((draws(2, 0) - 0.625).abs() < 1e-12);
}
