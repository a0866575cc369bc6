//! Names of engines given on the command line.

use nucleus_harness::given::names_of;

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
