//! Tables as Markdown, CSV and JSON.

use nucleus_report::format::count;
use nucleus_report::table::{Table, TableCell, data, left, right};

fn table() -> Table {
    let columns = vec![left("cpu", "CPU"), right("nps", "NPS"), data("low"), right("none", "?")];
    let mut table = Table::new("t", "Speed", columns);
    table.push(vec![
        TableCell::text("A|B, \"C\""),
        TableCell::number(Some(1234.5), count),
        TableCell::number(Some(0.5), |v| v.to_string()),
        TableCell::Missing,
    ]);
    table.notes.push("A *note* of `x`.".into());
    table
}

#[test]
fn markdown_escapes_aligns_and_drops_empty_columns() {
    let expected = "## Speed\n\n\
        | CPU       |   NPS |\n\
        | --------- | ----: |\n\
        | A\\|B, \"C\" | 1,235 |\n\
        \nA \\*note\\* of \\`x\\`.\n";
    assert_eq!(table().markdown(), expected);
}

#[test]
fn marks_are_seen_in_markdown_alone_and_formulas_are_defused() {
    let mut table = Table::new("t", "T", vec![left("a", "A"), left("b", "B")]);
    table.push(vec![TableCell::marked("quoted", "*quoted*"), TableCell::text("=1+*2*")]);
    assert!(table.markdown().ends_with("| *quoted* | \\=1+\\*2\\* |\n"), "{}", table.markdown());
    assert_eq!(table.csv(), "a,b\nquoted,'=1+*2*\n");
    assert_eq!(table.json()["rows"][0]["b"], "=1+*2*");
}

#[test]
fn csv_and_json_keep_every_column_unrounded() {
    assert_eq!(table().csv(), "cpu,nps,low,none\n\"A|B, \"\"C\"\"\",1234.5,0.5,\n");
    let row = &table().json()["rows"][0];
    assert_eq!(row["nps"], 1234.5);
    assert!(row["none"].is_null());
    assert_eq!(table().json()["notes"][0], "A *note* of `x`.");
}

#[test]
fn integers_are_integers_in_json() {
    let shown = |value: f64| {
        let mut table = Table::new("t", "T", vec![right("a", "A")]);
        table.push(vec![TableCell::number(Some(value), |v| v.to_string())]);
        table.json()["rows"][0]["a"].to_string()
    };
    let integers = [0.0, -0.0, 1.0, 1_781_550.0, -3.0, 9_007_199_254_740_992.0].map(shown);
    assert_eq!(integers, ["0", "0", "1", "1781550", "-3", "9007199254740992"]);
    assert_eq!([0.5, -1.25, 1e300].map(shown), ["0.5", "-1.25", "1e+300"]);
}
