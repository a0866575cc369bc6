//! Files of weights.

use std::path::Path;

use nucleus_core::eval::Values;
use nucleus_core::eval::table::TABLE;
use nucleus_engine::weights_file::{parse, read, write};

fn text() -> String {
    write(Values::compiled())
}

/// Returns the error message for an invalid text.
fn error(text: &str) -> String {
    parse(text, "some.toml").expect_err("a faulty file").to_string()
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(parse(&text(), "f").as_ref(), Ok(Values::compiled()));
    let mut rows = *Values::compiled().rows();
    for (value, row) in rows.iter_mut().zip(&TABLE) {
        *value = if row.tapered { row.range } else { [row.range[1]; 2] };
    }
    let changed = Values::new(rows);
    assert_eq!(parse(&write(&changed), "f").as_ref(), Ok(&changed));
    assert_ne!(&changed, Values::compiled());
}

#[test]
fn tables_and_dotted_names_are_the_same() {
    let text = text();
    let pairs: Vec<_> = text.lines().filter(|line| line.starts_with("pair.")).collect();
    assert_eq!(pairs.len(), 1);
    let moved = text.replace(pairs[0], "") + "[pair]\nbishops = [36, 64]\n";
    assert_eq!(parse(&moved, "f").as_ref(), Ok(Values::compiled()));
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let good = text();
    let line = |start: &str| {
        let found = good.lines().position(|line| line.starts_with(start));
        found.map(|line| line + 1).expect("the row is written")
    };
    let knight = line("mobility.knight");
    let with = |row: &str| {
        let old = good.lines().nth(knight - 1).expect("a line");
        good.replace(old, row)
    };
    let cases = [
        ("mobility.knigt = [4, 5]", "unknown row 'mobility.knigt'"),
        ("mobility.knight = 4", "expected [middlegame, endgame], each from 0 to 20"),
        ("mobility.knight = [4]", "expected [middlegame, endgame]"),
        ("mobility.knight = [4, 5, 6]", "expected [middlegame, endgame]"),
        ("mobility.knight = [4, 21]", "from 0 to 20"),
        ("mobility.knight = [-1, 4]", "from 0 to 20"),
        ("mobility.knight = [4, 5.5]", "from 0 to 20"),
        ("mobility.knight = \"4\"", "from 0 to 20"),
        ("mobility.knight = [99999999999999999999, 5]", "from 0 to 20"),
        ("mobility.knight = ", "expected a row"),
        ("mobility.knight.deep = [4, 5]", "unknown row 'mobility.knight.deep'"),
    ];
    for (row, expected) in cases {
        let found = error(&with(row));
        assert!(found.starts_with(&format!("some.toml, line {knight}: ")), "{row}: {found}");
        assert!(found.contains(expected), "{row}: {found}");
    }
    let pawn = line("material.pawn");
    let two = error(&good.replace("material.pawn = 100", "material.pawn = [100, 100]"));
    assert!(two.contains(&format!("line {pawn}: material.pawn: expected a whole number")), "{two}");
    let again = error(&format!("{good}mobility.knight = [4, 5]\n"));
    assert!(
        again.contains(&format!("line {}: duplicate key", good.lines().count() + 1)),
        "{again}"
    );
    assert_eq!(
        error(&with("")),
        "some.toml: expected all rows that are not 0; missing: mobility.knight"
    );
    let needed = TABLE.iter().filter(|row| row.value != [0, 0]).count();
    assert!(error("format = 1").ends_with(&format!("and {} more", needed - 1)));
    assert!(error(&good.replace("format = 1\n", "")).contains("expected a row format = 1"));
    assert!(error(&good.replace("format = 1\n", "format = 2\n")).contains("line 2: expected"));
    assert!(error("").contains("format = 1"));
    assert!(error("\u{0}\u{1}").contains("line 1"));
}

#[test]
fn files_that_cannot_be_read_are_errors() {
    for path in ["/", "/nowhere/weights.toml"] {
        let error = read(Path::new(path)).expect_err("no file").to_string();
        assert!(error.starts_with(path), "{error}");
    }
}
