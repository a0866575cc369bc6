//! Whether an engine has an option, and whether a value is one that it announced.

use super::engine::Identity;
use super::uci_line::OptionLine;

/// Names at most that stand beside one that is not there.
const NEAREST: usize = 3;
/// How alike a name must be to be shown, from 0 to 1.
const ALIKE: f64 = 0.7;

/// The names most like one that is not there; all of them when none is like it.
pub fn nearest(wanted: &str, names: &[&str]) -> String {
    let wanted = wanted.to_lowercase();
    let mut alike: Vec<(f64, &str)> = names
        .iter()
        .map(|&name| (strsim::jaro_winkler(&wanted, &name.to_lowercase()), name))
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

/// An option of an engine and a value for it, both as the engine spells them.
///
/// # Errors
/// A sentence, when the engine has no such option or announced that it does not take the value.
pub fn check(identity: &Identity, name: &str, value: &str) -> Result<(String, String), String> {
    let Some(option) = identity.option(name) else {
        let names: Vec<&str> = identity.options.iter().map(|o| o.name.as_str()).collect();
        return Err(format!("it has no option `{name}`; {}", nearest(name, &names)));
    };
    if value.chars().any(char::is_control) {
        return Err(format!("option `{name}`: a value is one line without control characters"));
    }
    let value =
        value_of(option, value).map_err(|what| format!("option `{}` {what}", option.name))?;
    Ok((option.name.clone(), value))
}

/// The value as the engine spells it, or what is wrong with it.
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
        // A string is what it is; of a type that UCI does not have nothing is known.
        _ => Ok(value.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::uci_line::UciLine;
    use super::*;

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
        for (name, value, said) in [
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
            assert!(error.contains(said), "{name}={value}: {error}");
        }
        let none = check(&Identity::default(), "Hash", "1").unwrap_err();
        assert_eq!(none, "it has no option `Hash`; there is none");
    }
}
