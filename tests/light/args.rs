//! Arguments of a comparison.

use clap::Parser;
use nucleus_build_info::BuildInfo;
use nucleus_core::profiles::ProfileName;
use nucleus_harness::compare_options::CompareOptions;
use nucleus_light::command::Tool;
use nucleus_light::compare::CompareArgs;

const TOOL: Tool = Tool {
    build: BuildInfo::UNKNOWN,
    has_engine: true,
    png: None,
    check_record: |_| Err("none".to_owned()),
    matrix_page: None,
};

#[derive(Parser)]
struct TestLine {
    #[command(flatten)]
    args: CompareArgs,
}

fn parse(words: &[&str]) -> Result<CompareOptions, clap::Error> {
    TestLine::try_parse_from([&["x"], words].concat()).map(|c| c.args.options(&TOOL))
}

#[test]
fn modes_and_plans() {
    let quick = parse(&["--quick"]).unwrap();
    assert!(quick.plan().budget.unwrap() < 60.0);
    assert_eq!((quick.plan().rounds, quick.plan().fewest), (3, 3));
    let short = parse(&["--quick", "--time-limit", "5s"]).unwrap().plan();
    assert_eq!((short.fewest, short.budget), (1, Some(5.0)), "a time that is given holds");
    assert_eq!(parse(&[]).unwrap().plan().rounds, 6);
    assert_eq!(parse(&["--full"]).unwrap().plan().rounds, 10);
    let own = parse(&["--rounds", "2", "--time", "0.1"]).unwrap().plan();
    assert_eq!((own.rounds, own.seconds, own.budget), (2, 0.1, None));
    let boards = parse(&["--boards"]).unwrap();
    assert_eq!((boards.plan().warmup, boards.plan().rounds), (0, 6));
    assert_eq!(boards.profiles().unwrap(), ProfileName::ALL);
    assert_eq!(parse(&[]).unwrap().profiles().unwrap(), [ProfileName::Axon]);
}

#[test]
fn bad_numbers_are_refused() {
    for words in [
        ["--rounds", "0"],
        ["--time", "0"],
        ["--time", "NaN"],
        ["--hash", "0"],
        ["--threads", "0"],
        ["--threads", "1,0"],
        ["--profile", "x"],
    ] {
        assert!(parse(&words).is_err(), "{words:?}");
    }
    assert!(parse(&["--quick", "--full"]).is_err());
    assert!(parse(&["--boards", "--engine", "x=y"]).is_err());
}
