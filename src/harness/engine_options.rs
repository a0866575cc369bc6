//! Checks of option names and values against the options that an engine reported.

use super::engine::{Identity, RESEARCH};
use super::uci_line::OptionLine;

/// The maximum number of similar names suggested for an unknown one.
const NEAREST: usize = 3;
/// The minimum similarity of a suggested name, from 0 to 1.
const ALIKE: f64 = 0.7;

/// Lists the names most similar to an unknown one; all names if none is similar.
pub fn nearest(unknown: &str, names: &[&str]) -> String {
    let unknown = unknown.to_lowercase();
    let mut alike: Vec<(f64, &str)> = names
        .iter()
        .map(|&name| (strsim::jaro_winkler(&unknown, &name.to_lowercase()), name))
        .filter(|(alike, _)| *alike >= ALIKE)
        .collect();
    alike.sort_by(|a, b| b.0.total_cmp(&a.0));
    let quoted = |names: &[&str]| {
        names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    if names.is_empty() {
        "there is none".to_owned()
    } else if alike.is_empty() {
        format!("there are {}", quoted(names))
    } else {
        let names: Vec<&str> = alike.iter().take(NEAREST).map(|a| a.1).collect();
        format!("nearest: {}", quoted(&names))
    }
}

/// Returns an option of an engine and a value for it, both as the engine spells them.
///
/// # Errors
/// A sentence, if the engine has no such option or the value is invalid.
pub fn check(identity: &Identity, name: &str, value: &str) -> Result<(String, String), String> {
    let Some(option) = identity.option(name) else {
        let names: Vec<&str> = identity.options.iter().map(|o| o.name.as_str()).collect();
        return Err(format!("it has no option `{name}`; {}", nearest(name, &names)));
    };
    if value.chars().any(char::is_control) {
        return Err(format!("option `{name}`: a value is one line without control characters"));
    }
    // Records use one name for all versions of our engine.
    let name = option.name.strip_prefix(RESEARCH).unwrap_or(&option.name);
    let value = value_of(option, value).map_err(|what| format!("option `{name}` {what}"))?;
    Ok((name.to_owned(), value))
}

/// Returns the value as the engine spells it, or the reason that it is invalid.
fn value_of(option: &OptionLine, value: &str) -> Result<String, String> {
    match option.kind.as_str() {
        "check" => match value.to_lowercase() {
            word if word == "true" || word == "false" => Ok(word),
            _ => Err(format!("is true or false, not `{value}`")),
        },
        "spin" => {
            let range = match (option.min, option.max) {
                (Some(min), Some(max)) => format!("a whole number from {min} to {max}"),
                (Some(min), None) => format!("a whole number from {min}"),
                (None, Some(max)) => format!("a whole number up to {max}"),
                (None, None) => "a whole number".to_owned(),
            };
            let fits = |n: &i64| {
                option.min.is_none_or(|min| *n >= min) && option.max.is_none_or(|max| *n <= max)
            };
            let number = value.parse::<i64>().ok().filter(fits);
            number.map(|n| n.to_string()).ok_or_else(|| format!("is {range}, not `{value}`"))
        }
        "combo" => {
            let var = option.vars.iter().find(|var| var.eq_ignore_ascii_case(value));
            var.cloned()
                .ok_or_else(|| format!("is one of {}, not `{value}`", option.vars.join(", ")))
        }
        "button" if value.is_empty() => Ok(String::new()),
        "button" => Err(format!("is a button, which takes no value, not `{value}`")),
        // A string may be anything; nothing is known about types that UCI does not have.
        _ => Ok(value.to_owned()),
    }
}
