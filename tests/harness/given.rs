//! Engines given on the command line.

use nucleus_harness::compare_options::CompareError;
use nucleus_harness::given::{engines, names_of};

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

fn names(paths: &[&str]) -> Vec<String> {
    names_of(&paths.iter().map(|&path| path.to_owned()).collect::<Vec<_>>())
}

#[test]
fn names_are_those_of_files_or_of_the_folders_that_differ() {
    assert_eq!(names(&["old/engine", "new/engine"]), ["old", "new"]);
    assert_eq!(names(&["a/fast", "b/slow.exe"]), ["fast", "slow"]);
    assert_eq!(names(&["/x/old/src/engine", "/x/new/src/engine"]), ["old", "new"]);
    assert_eq!(names(&["./engine", "new/engine"]), ["engine", "new"]);
    assert_eq!(names(&["a/engine", "a/engine", "b/other"]), ["engine-1", "engine-2", "other"]);
    assert_eq!(names(&["a/x", "b/x", "b/y", "c/y"]), ["a", "b", "b", "c"]);
}
