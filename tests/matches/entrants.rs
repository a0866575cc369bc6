//! The engines of a match, as given on the command line.

use std::path::Path;

use nucleus_harness::references::EngineSpec;
use nucleus_matches::entrants;

/// Parses an engine, with another one in the match.
fn read(text: &str) -> Result<EngineSpec, String> {
    let engines = [text, "other-than-it=x"].map(str::to_owned);
    Ok(entrants(&engines, &[], Path::new("/here/nucleus"))?.swap_remove(0))
}

#[test]
fn ourselves_in_short() {
    let plain = read("nucleus").unwrap();
    assert_eq!((plain.record.name.as_str(), plain.record.ours), ("nucleus", true));
    assert_eq!(plain.launch.argv, ["/here/nucleus", "uci"]);
    assert!(plain.record.options.is_empty());
    let old = read("old=nucleus:axon,portable").unwrap();
    assert_eq!(old.record.name, "old");
    let given = [("Profile", "axon"), ("Level", "portable")];
    assert_eq!(old.record.options, given.map(|(k, v)| (k.to_owned(), v.to_owned())));
    assert_eq!(read("nucleus:axon,asm").unwrap().record.name, "nucleus-axon-asm");
}

#[test]
fn the_board_is_the_profiles_unless_it_is_chosen() {
    let boards = |engines: [&str; 2], option: &[&str]| {
        let engines = engines.map(str::to_owned);
        let option: Vec<String> = option.iter().map(|&text| text.to_owned()).collect();
        let specs = entrants(&engines, &option, Path::new("/here/nucleus")).unwrap();
        specs.into_iter().map(|spec| spec.record.board.unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(boards(["nucleus:full", "nucleus:umko"], &[]), ["matrix", "magic"]);
    assert_eq!(boards(["nucleus:full,magic", "nucleus:matrix,umko"], &[]), ["magic", "matrix"]);
    let option = ["a:Board=matrix", "b:board=magic"];
    assert_eq!(boards(["a=nucleus:umko", "b=nucleus"], &option), ["matrix", "magic"]);
    assert_eq!(boards(["a=nucleus", "b=nucleus"], &["b:Profile=umko"]), ["matrix", "magic"]);
}

#[test]
fn bare_commands_have_the_names_of_their_files() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("a=b engine");
    std::fs::write(&odd, "").unwrap();
    let odd = odd.to_str().unwrap();
    let named = |engines: &[&str]| {
        let engines: Vec<String> = engines.iter().map(|&text| text.to_owned()).collect();
        let specs = entrants(&engines, &[], Path::new("/here/nucleus"));
        specs.map(|specs| specs.into_iter().map(|spec| spec.record.name).collect::<Vec<_>>())
    };
    for (engines, names) in [
        (["old/engine", "new/engine"], ["old", "new"]),
        (["./engine", "nucleus:axon"], ["engine", "nucleus-axon"]),
        (["toga2 -x", "./toga3 --hash=8"], ["toga2", "toga3"]),
        (["x=./engine", "./engine"], ["x", "engine"]),
        (["nucleus", odd], ["nucleus", "a=b engine"]),
        (["a/e", "a/e"], ["e-1", "e-2"]),
    ] {
        assert_eq!(named(&engines), Ok(names.map(str::to_owned).to_vec()), "{engines:?}");
    }
    let error = named(&["./nucleus", "nucleus"]).unwrap_err();
    assert!(error.contains("two engines are called `nucleus`"), "{error}");
    // The short form is our program even if a file of that name exists.
    let ours = read("nucleus").unwrap();
    assert_eq!(ours.launch.argv[0], "/here/nucleus");
}

#[test]
fn others_by_command() {
    let toga = read("toga=/usr/games/toga2 -x").unwrap();
    assert_eq!((toga.record.name.as_str(), toga.record.ours), ("toga", false));
    assert_eq!(toga.launch.argv, ["/usr/games/toga2", "-x"]);
    // A path to another build of ours is a command, not the short form.
    assert!(!read("other=/there/nucleus").unwrap().record.ours);
}
