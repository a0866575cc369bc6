use std::path::Path;

use crate::FileFault;

/// An integer option of an engine, to be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct IntegerOption {
    /// Name of the option in UCI.
    pub name: String,
    /// Value at the start of the tuning.
    pub start: f64,
    /// Lowest value that a player may have.
    pub least: f64,
    /// Highest value that a player may have.
    pub most: f64,
    /// Distance of either player from the value in the last step of the tuning. Choose a change that a few
    /// hundred games can just detect.
    pub step: f64,
}

impl IntegerOption {
    /// Rounds a value to the nearest integer within the limits.
    pub fn rounded(&self, value: f64) -> i64 {
        value.clamp(self.least, self.most).round() as i64
    }
}

/// Reads a file of options: lines of `NAME, START, MIN, MAX, STEP`. Ignores empty lines and those that begin
/// with #.
///
/// # Errors
/// If the file cannot be read, or at the first invalid line.
pub fn read_options(path: &Path) -> Result<Vec<IntegerOption>, FileFault> {
    let text = nucleus_base::files::read_to_string(path)
        .map_err(|error| FileFault::System { path: path.to_owned(), error })?;
    let invalid = |line: usize, reason: String| FileFault::Contents {
        path: path.to_owned(),
        place: format!("line {line}"),
        reason,
    };
    let mut options: Vec<IntegerOption> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let option = option_of(line).map_err(|what| invalid(index + 1, what))?;
        if options.iter().any(|other| other.name.eq_ignore_ascii_case(&option.name)) {
            return Err(invalid(index + 1, format!("`{}` is given twice", option.name)));
        }
        options.push(option);
    }
    if options.is_empty() {
        let text = "no option is named; a line is `NAME, START, MIN, MAX, STEP`".to_owned();
        return Err(invalid(1, text));
    }
    Ok(options)
}

/// Parses a line of the file.
fn option_of(line: &str) -> Result<IntegerOption, String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let &[name, start, least, most, step] = &fields[..] else {
        return Err(format!("{} fields: expected NAME, START, MIN, MAX, STEP", fields.len()));
    };
    if name.is_empty() || name.contains(['"', '=']) {
        return Err(format!("`{name}` is not the name of an option"));
    }
    let integer = |text: &str| {
        let number = text.parse::<i32>().map(f64::from);
        number.map_err(|_| format!("`{text}` is not an integer"))
    };
    let step: f64 = step.parse().map_err(|_| format!("`{step}` is not a number"))?;
    let option = IntegerOption {
        name: name.to_owned(),
        start: integer(start)?,
        least: integer(least)?,
        most: integer(most)?,
        step,
    };
    if option.least >= option.most || !(option.least..=option.most).contains(&option.start) {
        return Err(format!("{start} is not between {least} and {most}"));
    }
    // With a smaller distance both players would often have the same value.
    if !(0.5..=option.most - option.least).contains(&option.step) {
        return Err(format!("a step of {step}: expected 0.5 to {}", option.most - option.least));
    }
    Ok(option)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<IntegerOption>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("options");
        std::fs::write(&path, text).unwrap();
        read_options(&path)
            .map_err(|error| error.to_string().replace(&format!("{}", path.display()), "options"))
    }

    #[test]
    fn options_are_read_and_what_is_wrong_is_named() {
        let read_two =
            read("# ours\n\nFutility Margin, 90, 0, 300, 15\nDepth,4,-2,8,0.5\n").unwrap();
        assert_eq!(read_two.len(), 2);
        assert_eq!(read_two[0].name, "Futility Margin");
        let IntegerOption { start, least, most, step, .. } = read_two[1];
        assert_eq!([start, least, most, step], [4.0, -2.0, 8.0, 0.5]);
        assert_eq!(read_two[1].rounded(9.2), 8);
        assert_eq!(read_two[1].rounded(2.6), 3);
        for (text, expected) in [
            ("", "no option is named"),
            ("A, 1, 2, 3", "options, line 1: 4 fields"),
            ("\nA, 1.5, 0, 3, 1", "line 2: `1.5` is not an integer"),
            ("A, 5, 0, 3, 1", "5 is not between 0 and 3"),
            ("A, 0, 0, 0, 1", "0 is not between 0 and 0"),
            ("A, 1, 0, 3, 0.2", "a step of 0.2: expected 0.5 to 3"),
            ("A, 1, 0, 3, nan", "a step of NaN"),
            ("A, 1, 0, 3, 1\na, 1, 0, 3, 1", "line 2: `a` is given twice"),
            (", 1, 0, 3, 1", "`` is not the name"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }
}
