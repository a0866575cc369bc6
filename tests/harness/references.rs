//! Rows of engines in a comparison: our boards and variants, public commands and options, networks.

use std::path::Path;

use nucleus_core::board::BoardType;
use nucleus_harness::references::{ours, ours_on, refuse_same_code};
use nucleus_harness::uci_line::OptionLine;
use nucleus_harness::{compare_options::engine, engine::Identity};

#[test]
fn rows_that_run_the_same_code_are_refused() {
    let ours = |level, variant, profile| ours(Path::new("/here/nucleus"), level, variant, profile);
    let pair = |profile| [ours("avx2", None, profile), ours("avx2", Some("asm"), profile)];
    // On the matrix board only the scanner has an assembly variant, and only profile axon runs it.
    assert_eq!(refuse_same_code(&pair("axon")), Ok(()));
    let refused = refuse_same_code(&pair("full")).unwrap_err();
    assert_eq!(refused, "nucleus-avx2 and nucleus-avx2-asm would run the same code");
    let levels = [ours("avx2", None, "full"), ours("portable", None, "full")];
    assert_eq!(refuse_same_code(&levels), Ok(()));
}

#[test]
fn a_profile_runs_on_its_board() {
    let board = |profile| {
        let spec = ours(Path::new("/here/nucleus"), "avx2", None, profile);
        let set = spec.record.options.into_iter().find(|(name, _)| name == "Board").unwrap().1;
        assert_eq!(spec.record.board.as_deref(), Some(set.as_str()));
        (spec.record.name, set)
    };
    let pair = |name: &str, board: &str| (name.to_owned(), board.to_owned());
    assert_eq!(board("axon"), pair("nucleus-avx2", "matrix"));
    assert_eq!(board("full"), pair("nucleus-avx2", "matrix"));
    assert_eq!(board("umko"), pair("nucleus-avx2-magic", "magic"));
}

#[test]
fn a_row_for_each_board() {
    let on = |board, variant| ours_on(board, Path::new("/here/nucleus"), "avx2", variant, "axon");
    let rows = [on(BoardType::Matrix, None), on(BoardType::Magic, None)];
    let names: Vec<&str> = rows.iter().map(|spec| spec.record.name.as_str()).collect();
    assert_eq!(names, ["nucleus-avx2", "nucleus-avx2-magic"]);
    assert_eq!(rows[1].record.board.as_deref(), Some("magic"));
    assert!(rows[1].record.options.contains(&("Board".to_owned(), "magic".to_owned())));
    assert_eq!(refuse_same_code(&rows), Ok(()));
    // The magic board has no scanner, so no assembly either.
    let same = [on(BoardType::Magic, None), on(BoardType::Magic, Some("asm"))];
    assert!(refuse_same_code(&same).is_err());
}

#[test]
fn commands_without_directories() {
    let spec = engine("x", "'/home/me/my engine' --net /secret/net.nn -a");
    assert_eq!(spec.unwrap().record.command, "my engine --net net.nn -a");
}

#[test]
fn files_of_options_without_folders() {
    let mut spec = engine("x", "x").unwrap();
    let file = if cfg!(windows) { r"C:\nets\a.net" } else { "/nets/a.net" };
    let set = [("EvalFile", file), ("Hash", "16"), ("Style", "a/b")];
    spec.record.options = set.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
    let values: Vec<String> =
        spec.public_record().options.into_iter().map(|(_, value)| value).collect();
    assert_eq!(values, ["a.net", "16", "a/b"]);
    assert_eq!(spec.record.options[0].1, file, "the engine receives the full path");
}

#[test]
fn a_reference_names_its_networks() {
    let option = |name: &str, kind: &str, default: &str| OptionLine {
        name: name.into(),
        kind: kind.into(),
        default: Some(default.into()),
        ..OptionLine::default()
    };
    let identity = Identity {
        options: vec![
            option("Use NNUE", "check", "true"),
            option("EvalFile", "string", "nn-c288c895ea92.nnue"),
            option("EvalFileSmall", "string", "nn-37f18f62d772.nnue"),
        ],
        ..Identity::default()
    };
    let network_of = |ours: bool, identity: &Identity, set: &[(&str, &str)]| {
        let mut spec = engine("engine", "engine").unwrap();
        let set = set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        (spec.record.ours, spec.record.options) = (ours, set.collect());
        spec.describe_engine(identity, &[]);
        spec.record.network
    };
    let network = |set: &[(&str, &str)]| network_of(false, &identity, set);
    let both = "nn-c288c895ea92.nnue, nn-37f18f62d772.nnue";
    assert_eq!(network(&[]).as_deref(), Some(both));
    let given = [("evalfile", "/home/me/other.nnue")];
    assert_eq!(network(&given).as_deref(), Some("other.nnue, nn-37f18f62d772.nnue"));
    assert_eq!(network(&[("Use NNUE", "false")]), None);
    // Our engine has a network only in profile full, and there only if it does not evaluate by hand.
    let identity = Identity {
        options: vec![
            option("Profile", "combo", "full"),
            option("EvalFile", "string", "built-in"),
            option("Research Evaluation", "combo", "network"),
        ],
        ..Identity::default()
    };
    for (set, expected) in [
        (&[("Profile", "full")][..], Some("built-in")),
        (&[("Profile", "full"), ("EvalFile", "/home/me/a.net")], Some("a.net")),
        (&[("Profile", "full"), ("Evaluation", "classical")], None),
        (&[("Profile", "axon")], None),
    ] {
        assert_eq!(network_of(true, &identity, set).as_deref(), expected, "{set:?}");
    }
}
