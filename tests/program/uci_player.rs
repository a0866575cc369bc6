//! The player options of a GUI: strength, style, analysis, automatic depth.

use crate::uci::{Engine, word_after};
use nucleus_search::LADDER;

const MIDDLE: &str =
    "position fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// Sets options, all of which must be known.
fn set(engine: &mut Engine, options: &[(&str, &str)]) {
    for (name, value) in options {
        engine.send(&format!("setoption name {name} value {value}"));
    }
    let lines = engine.ready();
    assert_eq!(lines, ["readyok"], "{options:?}");
}

/// Returns the lines after `go` up to the best move.
fn search(engine: &mut Engine, position: &str, go: &str) -> Vec<String> {
    engine.send(position);
    engine.until(go, "bestmove")
}

/// Returns the number after a word in the last line that has the word.
fn number(lines: &[String], word: &str) -> u64 {
    let found = lines.iter().rev().find_map(|line| word_after(line, word)).expect(word);
    found.parse().expect(word)
}

#[test]
fn a_rating_limits_what_is_searched() {
    for step in LADDER {
        let mut engine = Engine::start();
        let elo = step.elo.to_string();
        set(&mut engine, &[("UCI_LimitStrength", "true"), ("UCI_Elo", &elo)]);
        let lines = search(&mut engine, MIDDLE, "go movetime 60000");
        let (nodes, depth) = (number(&lines, "nodes"), number(&lines, "depth"));
        assert!(depth <= step.depth.into(), "{step:?}: {lines:?}");
        // Allows a few nodes beyond the step's limit.
        assert!(nodes <= step.nodes + 64, "{step:?}: {nodes}");
        assert!(depth == u64::from(step.depth) || nodes >= step.nodes, "{step:?}: {lines:?}");
    }
}

#[test]
fn errors_are_the_seeds_and_the_score_shows_them() {
    let score = |seed: &str, skill: &str| {
        let mut engine = Engine::start();
        set(&mut engine, &[("Skill Level", skill), ("Strength Seed", seed)]);
        let lines = search(&mut engine, MIDDLE, "go depth 1");
        let line = lines.iter().find(|line| line.contains(" score cp ")).expect("a score");
        word_after(line, "cp").map(str::to_owned)
    };
    assert_eq!(score("1", "0"), score("1", "0"));
    let seeds: std::collections::HashSet<_> = (1..=8).map(|s| score(&s.to_string(), "0")).collect();
    assert!(seeds.len() > 4, "{seeds:?}");
    assert_eq!(score("1", "20"), score("2", "20"), "full strength makes no errors");
}

#[test]
fn an_analysis_is_at_full_strength() {
    let mut engine = Engine::start();
    set(&mut engine, &[("Skill Level", "0"), ("UCI_AnalyseMode", "true")]);
    assert_eq!(number(&search(&mut engine, MIDDLE, "go depth 6"), "depth"), 6);
    set(&mut engine, &[("UCI_AnalyseMode", "false")]);
    let depth = number(&search(&mut engine, MIDDLE, "go depth 6"), "depth");
    assert!(depth <= u64::from(LADDER[0].depth), "{depth}");
}

#[test]
fn a_style_changes_the_score_and_normal_brings_it_back() {
    let mut engine = Engine::start();
    let mut score = |style: &str| {
        set(&mut engine, &[("Style", style)]);
        let lines = search(&mut engine, MIDDLE, "go depth 4");
        let line = lines.iter().rfind(|line| line.contains(" score ")).expect("a score");
        line.split(" nodes").next().map(str::to_owned)
    };
    let normal = score("normal");
    assert_ne!(normal, score("anti-grandmaster"));
    assert_eq!(normal, score("normal"));
}

#[test]
fn automatic_depth_ends_by_itself_and_within_the_time() {
    let mut engine = Engine::start();
    set(&mut engine, &[("Profile", "axon"), ("Automatic Depth", "true")]);
    let mut depths = Vec::new();
    for milliseconds in [20, 20, 20, 500] {
        let lines = search(&mut engine, MIDDLE, &format!("go movetime {milliseconds}"));
        depths.push(number(&lines, "depth"));
        engine.send("setoption name Clear Hash");
    }
    assert!(depths[3] > depths[0], "{depths:?}");
    let lines = search(&mut engine, MIDDLE, "go wtime 1000 btime 1000 winc 10 binc 10");
    assert!(number(&lines, "depth") >= 1);
}
