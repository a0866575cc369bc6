//! Counts by single steps: parses the lines of `cargo bench -p nucleus-steps -- --steps`.

use super::InstructionCounts;

/// Parses the lines; several outputs may follow each other.
pub fn read(text: &str, into: &mut InstructionCounts) -> Result<(), String> {
    for (index, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}: {line}", index + 1);
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |field: &str| field.parse::<u64>().map_err(|_| wrong("no number"));
        match fields[..] {
            ["count", id, count, units, elsewhere, repeats] => {
                let (count, units) = (number(count)?, number(units)?);
                number(elsewhere).and(number(repeats))?;
                if into.steps.insert(id.to_owned(), count).is_some() {
                    return Err(wrong("a second case of this id"));
                }
                let body = id.split('.').next().unwrap_or(id);
                if *into.units.entry(body.to_owned()).or_insert(units) != units {
                    return Err(wrong("other units than in another case of this body"));
                }
            }
            ["routine", id, name, count] => {
                let routines = into.routines.entry(id.to_owned()).or_default();
                *routines.entry(name.to_owned()).or_default() += number(count)?;
            }
            ["not-run", id, reason] => {
                into.not_run.insert(id.to_owned(), reason.to_owned());
            }
            ["left-out", id] => {
                into.left_out.insert(id.to_owned());
            }
            _ => return Err(wrong("not understood")),
        }
    }
    if into.steps.is_empty() && into.not_run.is_empty() {
        return Err("no case was counted".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counts_routines_and_cases_that_were_not_counted() {
        let text = "count\tscan.avx2\t5000\t74\t35\t0\nroutine\tscan.avx2\ta::b\t4990\n\
                    routine\tscan.avx2\tc\t10\nnot-run\tscan.avx512\tno level\nleft-out\tperft.popcnt\n";
        let mut counts = InstructionCounts::default();
        read(text, &mut counts).expect("lines");
        assert_eq!((counts.steps["scan.avx2"], counts.units["scan"]), (5000, 74));
        assert_eq!(counts.routines["scan.avx2"].values().sum::<u64>(), 5000);
        assert_eq!(counts.not_run["scan.avx512"], "no level");
        assert!(counts.left_out.contains("perft.popcnt"));
        for (text, message) in [
            ("left-out\ta.b\n", "no case was counted"),
            ("count\ta.b\tx\t1\t0\t0\n", "no number"),
            ("count\ta.b\t1\t1\n", "not understood"),
            ("count\ta.b\t1\t1\t0\t0\ncount\ta.b\t1\t1\t0\t0\n", "a second case"),
            ("count\ta.b\t1\t1\t0\t0\ncount\ta.c\t1\t2\t0\t0\n", "other units"),
        ] {
            let error = read(text, &mut InstructionCounts::default()).expect_err(message);
            assert!(error.contains(message), "{error}");
        }
    }
}
