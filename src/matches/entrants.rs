use std::path::Path;

use super::options::MatchOptions;
use crate::harness::compare_options::{CompareError, named_engine, split_option};
use crate::harness::engine_options::nearest;
use crate::harness::process::Launch;
use crate::harness::record::EngineRecord;
use crate::harness::references::EngineSpec;
use crate::kernels::{Level, Variant};
use crate::search::ProfileName;
use crate::text::{excerpt, is_name};

/// The name that stands for this program.
const OURS: &str = "nucleus";

/// The two engines with their options, as the command line has them; `program` is our own.
///
/// # Errors
/// A sentence for the user.
pub fn entrants(asked: &MatchOptions, program: &Path) -> Result<[EngineSpec; 2], String> {
    let [first, second] = &asked.engines;
    let mut specs = [entrant(first, program)?, entrant(second, program)?];
    if specs[0].record.name == specs[1].record.name {
        return Err(format!(
            "both engines are called `{0}`; give one another name, as in other={0}",
            specs[0].record.name
        ));
    }
    for text in &asked.option {
        let (engine, name, value) = split_option(text).map_err(sentence)?;
        let names = specs.each_ref().map(|spec| spec.record.name.clone());
        let Some(spec) = specs.iter_mut().find(|spec| spec.record.name == engine) else {
            let nearest = nearest(engine, &names.each_ref().map(String::as_str));
            return Err(format!("--option `{text}`: there is no engine `{engine}`; {nearest}"));
        };
        spec.record.options.push((name.to_owned(), value.to_owned()));
    }
    for spec in &mut specs {
        spec.describe_file();
    }
    Ok(specs)
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
        board: Some("matrix".to_owned()),
        ..EngineRecord::default()
    };
    for word in words.split(',').filter(|word| !word.is_empty()) {
        let (option, place) = if word.parse::<ProfileName>().is_ok() {
            ("Profile", &mut record.profile)
        } else if word.parse::<Level>().is_ok() {
            ("Level", &mut record.level)
        } else if word.parse::<Variant>().is_ok() {
            ("Variant", &mut record.variant)
        } else {
            return Err(format!("`{text}`: `{word}` is no profile, level or variant of ours"));
        };
        if let Some(other) = place.replace(word.to_owned()) {
            return Err(format!("`{text}`: `{other}` and `{word}` exclude each other"));
        }
        record.options.push((option.to_owned(), word.to_owned()));
    }
    let profile = record.profile.as_deref().unwrap_or("").parse().unwrap_or(ProfileName::default());
    if record.variant.as_deref() == Some(Variant::Asm.name()) && !profile.scans() {
        return Err(format!(
            "`{text}`: profile {profile} runs no assembly, so that it would run the same code as \
             without `asm`"
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
            ("nucleus:fast", "no profile, level or variant"),
            ("nucleus:axon,full", "exclude each other"),
            ("nucleus:full,asm", "would run the same code"),
            ("nucleus:asm", "would run the same code"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
