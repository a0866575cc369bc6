//! Options checked against those that an engine offers.

use nucleus_harness::engine::Identity;
use nucleus_harness::engine_options::check;
use nucleus_harness::uci_line::UciLine;

fn identity() -> Identity {
    let lines = [
        "option name Hash type spin default 16 min 1 max 1024",
        "option name Threads type spin default 1 min 1",
        "option name Style type combo default calm var Calm var Very Wild",
        "option name Own Book type check default false",
        "option name Clear Hash type button",
        "option name EvalFile type string default <empty>",
    ];
    let options = lines.map(|line| match UciLine::parse(line) {
        UciLine::Option(option) => option,
        other => panic!("{other:?}"),
    });
    Identity { options: options.into(), ..Identity::default() }
}

#[test]
fn what_the_engine_takes() {
    for (name, value, spelt) in [
        ("hash", "064", ("Hash", "64")),
        ("Hash", "1024", ("Hash", "1024")),
        ("Threads", "4096", ("Threads", "4096")),
        ("style", "very wild", ("Style", "Very Wild")),
        ("own book", "TRUE", ("Own Book", "true")),
        ("Clear Hash", "", ("Clear Hash", "")),
        ("EvalFile", "a b.nnue", ("EvalFile", "a b.nnue")),
        ("EvalFile", "", ("EvalFile", "")),
    ] {
        let spelt = (spelt.0.to_owned(), spelt.1.to_owned());
        assert_eq!(check(&identity(), name, value), Ok(spelt), "{name}={value}");
    }
}

#[test]
fn what_it_does_not_take() {
    for (name, value, expected) in [
        ("Hash", "banana", "option `Hash` is a whole number from 1 to 1024, not `banana`"),
        ("Hash", "0", "not `0`"),
        ("Hash", "1025", "not `1025`"),
        ("Hash", "", "not ``"),
        ("Hash", "99999999999999999999", "not `99999999999999999999`"),
        ("Threads", "0", "a whole number from 1, not `0`"),
        ("Style", "tame", "one of Calm, Very Wild, not `tame`"),
        ("Own Book", "yes", "true or false, not `yes`"),
        ("Clear Hash", "now", "a button"),
        ("EvalFile", "x\nquit", "control characters"),
        ("Hsh", "16", "no option `Hsh`; nearest: `Hash`"),
        ("Level", "foo", "no option `Level`; there are `Hash`, `Threads`"),
        ("UCI_Xyz", "1", "no option `UCI_Xyz`; there are `Hash`, `Threads`, `Style`"),
    ] {
        let error = check(&identity(), name, value).unwrap_err();
        assert!(error.contains(expected), "{name}={value}: {error}");
    }
    let none = check(&Identity::default(), "Hash", "1").unwrap_err();
    assert_eq!(none, "it has no option `Hash`; there is none");
}
