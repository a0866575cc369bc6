use std::path::Path;

use super::options::MatchOptions;
use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Level, Variant};
use nucleus_core::text::{excerpt, is_name};
use nucleus_harness::compare_options::{CompareError, named_engine, split_option};
use nucleus_harness::engine_options::nearest;
use nucleus_harness::process::Launch;
use nucleus_harness::references::EngineSpec;
use nucleus_records::record::EngineRecord;
use nucleus_search::ProfileName;

/// The name that stands for this program.
const OURS: &str = "nucleus";

/// The engines with their options, as the command line has them; `program` is our own.
///
/// # Errors
/// A sentence for the user.
pub fn entrants(asked: &MatchOptions, program: &Path) -> Result<Vec<EngineSpec>, String> {
    read(&asked.engines, &asked.option, program)
}

fn read(engines: &[String], options: &[String], program: &Path) -> Result<Vec<EngineSpec>, String> {
    if engines.len() < 2 {
        return Err("a match is between two engines or more".to_owned());
    }
    let mut specs: Vec<EngineSpec> = Vec::new();
    for text in engines {
        let spec = entrant(text, program)?;
        if specs.iter().any(|other| other.record.name == spec.record.name) {
            return Err(format!(
                "two engines are called `{0}`; give one another name, as in other={0}",
                spec.record.name
            ));
        }
        specs.push(spec);
    }
    for text in options {
        let (engine, name, value) = split_option(text).map_err(sentence)?;
        let names: Vec<String> = specs.iter().map(|spec| spec.record.name.clone()).collect();
        let Some(spec) = specs.iter_mut().find(|spec| spec.record.name == engine) else {
            let nearest = nearest(engine, &names.iter().map(String::as_str).collect::<Vec<_>>());
            return Err(format!("--option `{text}`: there is no engine `{engine}`; {nearest}"));
        };
        spec.record.options.push((name.to_owned(), value.to_owned()));
    }
    for spec in &mut specs {
        name_board(&mut spec.record);
        spec.describe_file();
    }
    Ok(specs)
}

/// The board that an engine of ours runs on: the last that its options name, else its profile's.
fn name_board(record: &mut EngineRecord) {
    if !record.ours {
        return;
    }
    let last = |wanted: &str| {
        let mut options = record.options.iter().rev();
        options.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
    };
    let profile: ProfileName = last("Profile").and_then(|p| p.parse().ok()).unwrap_or_default();
    let chosen: Option<BoardType> = last("Board").and_then(|board| board.parse().ok());
    record.board = Some(chosen.unwrap_or_else(|| profile.board()).to_string());
}

fn sentence(error: CompareError) -> String {
    error.to_string()
}

/// `NAME=COMMAND`, `nucleus[:WORD,…]` or `NAME=nucleus[:WORD,…]`.
fn entrant(text: &str, program: &Path) -> Result<EngineSpec, String> {
    let (name, command) = match text.split_once('=') {
        Some((name, command)) => (Some(name), command),
        None => (None, text),
    };
    let words = match command.split_once(':') {
        Some((OURS, words)) => words,
        None if command == OURS => "",
        _ if name.is_some() => return named_engine(text).map_err(sentence),
        _ => return Err(format!("`{text}` is neither NAME=COMMAND nor {OURS}[:WORD,…]")),
    };
    let name = name.map_or_else(|| command.replace([':', ','], "-"), str::to_owned);
    if name.is_empty() {
        return Err(format!("`{text}` has no name before the ="));
    }
    if !is_name(&name) {
        return Err(format!("`{}`: a name is short, and all of it prints", excerpt(&name)));
    }
    let mut record = EngineRecord {
        name,
        ours: true,
        command: format!("{OURS} uci"),
        ..EngineRecord::default()
    };
    for word in words.split(',').filter(|word| !word.is_empty()) {
        let (option, place) = if word.parse::<ProfileName>().is_ok() {
            ("Profile", &mut record.profile)
        } else if word.parse::<Level>().is_ok() {
            ("Level", &mut record.level)
        } else if word.parse::<Variant>().is_ok() {
            ("Variant", &mut record.variant)
        } else if word.parse::<BoardType>().is_ok() {
            ("Board", &mut record.board)
        } else {
            let what = "profile, level, variant or board";
            return Err(format!("`{text}`: `{word}` is no {what} of ours"));
        };
        if let Some(other) = place.replace(word.to_owned()) {
            return Err(format!("`{text}`: `{other}` and `{word}` exclude each other"));
        }
        record.options.push((option.to_owned(), word.to_owned()));
    }
    let profile = record.profile.as_deref().unwrap_or("").parse().unwrap_or(ProfileName::default());
    let magic = record.board.as_deref() == Some(BoardType::Magic.name());
    if record.variant.as_deref() == Some(Variant::Asm.name()) && (magic || !profile.scans()) {
        let what = if magic { "the magic board" } else { &format!("profile {profile}") };
        return Err(format!(
            "`{text}`: {what} runs no assembly, so that it would run the same code as without `asm`"
        ));
    }
    let argv = vec![program.to_string_lossy().into_owned(), "uci".to_owned()];
    let launch = Launch { argv, ..Launch::default() };
    Ok(EngineSpec { record, launch, ..EngineSpec::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EngineSpec, String> {
        entrant(text, Path::new("/here/nucleus"))
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
            let specs = super::read(&engines, &option, Path::new("/here/nucleus")).unwrap();
            specs.into_iter().map(|spec| spec.record.board.unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(boards(["nucleus:full", "nucleus:umko"], &[]), ["matrix", "magic"]);
        assert_eq!(boards(["nucleus:full,magic", "nucleus:matrix,umko"], &[]), ["magic", "matrix"]);
        let option = ["a:Board=matrix", "b:board=magic"];
        assert_eq!(boards(["a=nucleus:umko", "b=nucleus"], &option), ["matrix", "magic"]);
        assert_eq!(boards(["a=nucleus", "b=nucleus"], &["b:Profile=umko"]), ["matrix", "magic"]);
    }

    #[test]
    fn others_by_command() {
        let toga = read("toga=/usr/games/toga2 -x").unwrap();
        assert_eq!((toga.record.name.as_str(), toga.record.ours), ("toga", false));
        assert_eq!(toga.launch.argv, ["/usr/games/toga2", "-x"]);
        // A path to another build of ours is a command, not the short form.
        assert!(!read("other=/there/nucleus").unwrap().record.ours);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, said) in [
            ("toga2", "neither NAME=COMMAND"),
            ("=toga2", "not NAME=COMMAND"),
            ("=nucleus", "has no name"),
            ("x=", "the command is empty"),
            ("x='a", "not closed"),
            ("nucleus:fast", "no profile, level, variant or board"),
            ("nucleus:axon,full", "exclude each other"),
            ("nucleus:full,asm", "would run the same code"),
            ("nucleus:asm", "would run the same code"),
            ("nucleus:axon,magic,asm", "the magic board runs no assembly"),
            ("nucleus:magic,matrix", "exclude each other"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
