//! Engines given on the command line.

use nucleus_harness::compare_options::CompareError;
use nucleus_harness::given::engines;

#[test]
fn engines_that_cannot_be() {
    let given = |commands: &[&str], names: &[&str]| {
        let owned = |words: &[&str]| words.iter().map(|&w| w.to_owned()).collect::<Vec<_>>();
        let specs = engines(&owned(commands), &owned(names))?;
        Ok(specs.into_iter().map(|s| s.record.name).collect::<Vec<_>>())
    };
    let said = |commands: &[&str], names: &[&str]| match given(commands, names) {
        Err(CompareError::Usage(text)) => text,
        other => panic!("{other:?}"),
    };
    assert!(said(&["a/x"], &[]).contains("is no comparison"));
    assert!(said(&["a/x", "b/x"], &["1", "2", "3"]).contains("3 times, for 2 engines"));
    assert!(said(&["a/x", "b/x"], &["n", "n"]).contains("two engines `n`"));
    assert!(said(&["a/x", "b/x", "b/y", "c/y"], &[]).contains("two engines `b`"));
    assert!(said(&["a/x", "'open"], &[]).contains("quotation"));
    assert!(said(&["a/x", "y"], &["\u{7}"]).contains("all of them print"));
    assert_eq!(given(&["a/x -v", "b/x"], &["one"]).unwrap(), ["one", "b"]);
}
