use std::path::Path;

use nucleus_base::text::{excerpt, is_name};
use nucleus_core::board::BoardType;
use nucleus_core::kernels::{Level, Variant};
use nucleus_harness::compare_options::{meant, named_engine};
use nucleus_harness::given;
use nucleus_harness::progress::RunError;
use nucleus_harness::references::EngineSpec;
use nucleus_records::record::EngineRecord;
use nucleus_search::ProfileName;

/// The command name that means this program.
const OURS: &str = "nucleus";

/// Returns the engines with their options, parsed from the command line; `program` is our executable.
///
/// # Errors
/// A sentence for the user.
pub fn entrants(
    engines: &[String],
    options: &[String],
    program: &Path,
) -> Result<Vec<EngineSpec>, String> {
    if engines.len() < 2 {
        return Err("a match is between two engines or more".to_owned());
    }
    let bare: Vec<String> = engines.iter().filter(|text| is_bare(text)).cloned().collect();
    let mut bare_names = given::names_of(&bare).into_iter();
    let mut specs: Vec<EngineSpec> = Vec::new();
    for text in engines {
        let bare_name = if is_bare(text) { bare_names.next() } else { None };
        let spec = match bare_name {
            Some(name) => given::engine(&name, text).map_err(sentence)?,
            None => entrant(text, program)?,
        };
        if specs.iter().any(|other| other.record.name == spec.record.name) {
            return Err(format!(
                "two engines are called `{0}`; give one another name, as in other=COMMAND",
                spec.record.name
            ));
        }
        specs.push(spec);
    }
    for text in options {
        let (places, name, value) = meant(text, &specs).map_err(sentence)?;
        for place in places {
            specs[place].record.options.push((name.to_owned(), value.to_owned()));
        }
    }
    for spec in &mut specs {
        name_board(&mut spec.record);
        spec.describe_file();
    }
    Ok(specs)
}

/// Returns engines' own limits as words of `go`, from texts such as `toga:depth=6`.
///
/// # Errors
/// A sentence for the user.
pub fn own_limits(texts: &[String], specs: &[EngineSpec]) -> Result<Vec<(String, String)>, String> {
    let parsed = |text: &String| {
        let (engine, limit) = text.rsplit_once(':')?;
        let (name, number) = limit.split_once('=')?;
        let number: u64 = number.parse().ok().filter(|&number| number > 0)?;
        let known = matches!(name, "depth" | "nodes")
            && specs.iter().any(|spec| spec.record.name == engine);
        known.then(|| (engine.to_owned(), format!("{name} {number}")))
    };
    let names: Vec<_> = specs.iter().map(|spec| spec.record.name.as_str()).collect();
    let form = format!("not ENGINE:depth=N or ENGINE:nodes=N of an engine: {}", names.join(", "));
    let limit = |text| parsed(text).ok_or_else(|| format!("--own-limit `{text}`: {form}"));
    texts.iter().map(limit).collect()
}

/// Records the board of an engine of ours: that of its last option `Board`, or its profile's default.
fn name_board(record: &mut EngineRecord) {
    if !record.ours {
        return;
    }
    let last = |option: &str| {
        let mut options = record.options.iter().rev();
        options.find(|(name, _)| name.eq_ignore_ascii_case(option)).map(|(_, value)| value)
    };
    let profile: ProfileName = last("Profile").and_then(|p| p.parse().ok()).unwrap_or_default();
    let chosen: Option<BoardType> = last("Board").and_then(|board| board.parse().ok());
    record.board = Some(chosen.unwrap_or_else(|| profile.board()).to_string());
}

fn sentence(error: RunError) -> String {
    error.to_string()
}

/// Returns `true` for a command without `NAME=`, except `nucleus[:…]`: a file or a shell command.
fn is_bare(text: &str) -> bool {
    let ours = text == OURS || text.starts_with("nucleus:");
    let before = text.split_once('=').map(|(before, _)| before);
    !ours && (given::is_file(text) || before.is_none_or(|before| before.contains(['/', '\\'])))
}

/// Parses `NAME=COMMAND`, `nucleus[:WORD,…]` or `NAME=nucleus[:WORD,…]`.
fn entrant(text: &str, program: &Path) -> Result<EngineSpec, String> {
    let (name, command) = match text.split_once('=') {
        Some((name, command)) => (Some(name), command),
        None => (None, text),
    };
    let words = match command.split_once(':') {
        Some((OURS, words)) => words,
        None if command == OURS => "",
        _ => return named_engine(text).map_err(sentence),
    };
    let name = name.map_or_else(|| command.replace([':', ','], "-"), str::to_owned);
    if name.is_empty() {
        return Err(format!("`{text}` has no name before the ="));
    }
    if !is_name(&name) {
        return Err(format!("`{}`: a name is short, and all of it prints", excerpt(&name)));
    }
    let mut record = EngineRecord { name, ..EngineRecord::default() };
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
    Ok(EngineSpec::of_this_program(program, record))
}
