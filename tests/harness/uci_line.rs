//! Parsing lines of UCI.

use nucleus_harness::uci_line::{Info, OptionLine, UciLine, UciScore, looks_like_move};

fn info(line: &str) -> Info {
    match UciLine::parse(line) {
        UciLine::Info(info) => *info,
        other => panic!("{other:?}"),
    }
}

fn option(line: &str) -> OptionLine {
    match UciLine::parse(&format!("option {line}")) {
        UciLine::Option(option) => option,
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_full_info_line() {
    let i = info(
        "info depth 10 seldepth 14 multipv 1 score cp -31 upperbound nodes 12345 nps 678 \
         hashfull 3 tbhits 0 time 18 pv e2e4 e7e5 a7a8q",
    );
    assert_eq!((i.depth, i.multipv), (Some(10), Some(1)));
    assert_eq!((i.score, i.is_bound), (Some(UciScore::Cp(-31)), true));
    assert_eq!((i.nodes, i.time_ms), (Some(12345), Some(18)));
    assert_eq!(i.pv, ["e2e4", "e7e5", "a7a8q"]);
}

#[test]
fn numbers_that_are_none_are_kept_as_complaints() {
    assert_eq!(info("info nodes -5").bad_nodes.as_deref(), Some("-5"));
    assert_eq!(info("info nodes").bad_nodes.as_deref(), Some(""));
    assert_eq!(info("info depth x nodes 7").nodes, Some(7));
    let huge = "9".repeat(100);
    assert_eq!(info(&format!("info nodes {huge}")).bad_nodes.map(|s| s.len()), Some(40));
}

#[test]
fn strings_and_our_counts() {
    assert_eq!(info("info string hello world").string.as_deref(), Some("hello world"));
    let counts = |text: &str| info(&format!("info string {text}")).counts(["rebuilds", "evals"]);
    let both = Ok(Some([56_107, 45_521]));
    // The line that `uci::session` sends; other counts in it are ignored.
    let text = "rebuilds 56107 evals 45521 qnodes 30610 cutoffs 10056 first 9435 \
                time_us 529676 nodes 48552";
    assert_eq!(counts(text), both);
    assert_eq!(counts("later 1 evals 45521 rebuilds 56107"), both);
    for none in ["rebuilds 90", "nodes 5 rebuilds 90", "the rebuilds and evals are counted", ""] {
        assert_eq!(counts(none), Ok(None), "{none}");
    }
    for (text, complaint) in [
        ("rebuilds -1 evals 2", "rebuilds -1"),
        ("rebuilds 1 evals 18446744073709551616", "evals 18446744073709551616"),
    ] {
        assert_eq!(counts(text), Err(complaint.to_owned()));
    }
}

#[test]
fn options_with_spaces() {
    let o = option("name Clear The Hash type combo default a b var a b var c");
    assert_eq!((o.name.as_str(), o.kind.as_str()), ("Clear The Hash", "combo"));
    assert_eq!(o.default.as_deref(), Some("a b"));
    assert_eq!(o.vars, ["a b", "c"]);
    let o = option("name Hash type spin default 3 min 1 max 9");
    assert_eq!((o.default.as_deref(), o.min, o.max), (Some("3"), Some(1), Some(9)));
}

/// Values and names may be keywords of the line.
#[test]
fn options_named_like_keys() {
    for (line, default, vars) in [
        ("default A var default var var", "A", &["default", "var"][..]),
        ("default var var var var default", "var", &["var", "default"]),
        ("default default var default var x", "default", &["default", "x"]),
        ("var var var default default var", "var", &["var", "default"]),
        (
            "default min var min var max type var type name",
            "min",
            &["min", "max type", "type name"],
        ),
        ("default a default var a default var a var", "a default", &["a default", "a", ""]),
        ("default var a var", "", &["a", ""]),
    ] {
        let o = option(&format!("name X type combo {line}"));
        assert_eq!(o.default.as_deref(), Some(default), "{line}");
        assert_eq!(o.vars, vars, "{line}");
    }
    let o = option("name max depth type spin default 3 min 1 max 9");
    assert_eq!((o.name.as_str(), o.min, o.max), ("max depth", Some(1), Some(9)));
    assert_eq!(option("name type type check default true").name, "type");
    let o = option("name Log type string default the default name");
    assert_eq!(o.default.as_deref(), Some("the default name"));
    assert_eq!(option("name Log type string default").default.as_deref(), Some(""));
    assert_eq!(option("name Go type button").default, None);
    assert_eq!(UciLine::parse("option name type check default true"), UciLine::Other);
}

#[test]
fn other_lines() {
    assert_eq!(UciLine::parse("Nodes searched: 20"), UciLine::PerftTotal(20));
    assert_eq!(UciLine::parse("nodes searched = 20"), UciLine::PerftTotal(20));
    assert_eq!(UciLine::parse("e2e4: 20"), UciLine::Other);
    assert_eq!(UciLine::parse(""), UciLine::Other);
    assert_eq!(
        UciLine::parse("bestmove e2e4 ponder e7e5"),
        UciLine::BestMove("e2e4".into(), Some("e7e5".into()))
    );
    assert_eq!(UciLine::parse("bestmove"), UciLine::BestMove(String::new(), None));
}

#[test]
fn shapes_of_moves() {
    for good in ["e2e4", "a7a8q", "0000"] {
        assert!(looks_like_move(good), "{good}");
    }
    for bad in ["", "e2", "e2e9", "i2e4", "e7e8k", "e7e8qq", "é2e4", "string"] {
        assert!(!looks_like_move(bad), "{bad}");
    }
}
