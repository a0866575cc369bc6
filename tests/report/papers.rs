//! Published figures beside ours: the lists as their schema has them, verdicts, tables.

use std::path::{Path, PathBuf};

use nucleus_records::papers::PaperEstimate;
use nucleus_report::papers::{
    OurFigure, Paper, PaperName, PrintedFigure, Verdict, VerdictKind, compare, summary, table,
};

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports")
}

#[test]
fn the_lists_are_as_their_schema_says() {
    let mut count = 0;
    for name in PaperName::ALL {
        let paper = Paper::read(&reports(), name).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(!paper.title.is_empty() && !paper.authors.is_empty(), "{name}");
        for figure in &paper.figures {
            let id = &figure.id;
            let plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            assert!(id.chars().all(plain), "{name}: {id}");
            assert!(figure.ours.is_none() || !figure.unit.is_empty(), "{name}: {id}: no unit");
        }
        count += paper.figures.len();
    }
    println!("printed figures: {count}");
    assert!(count > 60, "{count}");
}

#[test]
fn a_list_at_fault_is_refused_with_its_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("papers")).expect("a folder");
    let file = folder.path().join("papers/umko.toml");
    let head = "name = \"umko\"\ntitle = \"t\"\nauthors = \"a\"\n[[figure]]\nid = \"x\"\n";
    let rest = "place = \"p\"\nwhat = \"w\"\nprinted = \"1\"\n";
    for (more, said) in [
        ("", "either `ours` or `cannot`"),
        (
            "cannot = \"c\"\nours = { unit = \"u\", series = \"s\", by = \"best\" }\nvalue = 1.0",
            "both",
        ),
        ("ours = { unit = \"u\", series = \"s\", by = \"best\" }", "no `value`"),
        ("ours = { unit = \"u\", series = \"s\", by = \"worst\" }", "ours"),
        ("cannot = \"c\"\nvalue = 2.0\nto = 1.0", "`to` is not above"),
        ("cannot = \"c\"\ncolour = \"red\"", "colour"),
        (
            "value = 1.0\nours = { record = \"r.json\", figure = \"ratio\", engine = \"e\", workload = \"w\" }",
            "`reference`",
        ),
    ] {
        std::fs::write(&file, format!("{head}{rest}{more}\n")).expect("written");
        let fault = Paper::read(folder.path(), PaperName::Umko).expect_err(more).to_string();
        assert!(fault.contains("umko.toml") && fault.contains(said), "{more}: {fault}");
    }
    std::fs::write(&file, format!("{head}{rest}cannot = \"c\"\n")).expect("written");
    assert!(Paper::read(folder.path(), PaperName::Umko).is_ok());
}

/// A figure printed as this number.
fn printed(value: f64) -> PrintedFigure {
    PrintedFigure {
        id: "x".into(),
        place: "p".into(),
        what: "w".into(),
        printed: value.to_string(),
        value: Some(value),
        to: None,
        unit: "u".into(),
        of: None,
        least: false,
        widest: None,
        reading: String::new(),
        cannot: None,
        differs: Some("the reason".into()),
        ours: None,
        also: Vec::new(),
    }
}

fn ours(interval: Option<(f64, f64)>) -> OurFigure {
    OurFigure {
        estimate: PaperEstimate { value: 5.0, interval, count: 8 },
        complete: true,
        record: "papers/u.json".into(),
        commit: None,
        cpu: "x".into(),
    }
}

#[test]
fn verdicts_follow_from_the_interval() {
    use VerdictKind::{CannotBeTested, Differs, NotDecided, NotPrinted, Reproduced};
    let kind = |figure: &PrintedFigure, interval| Verdict::of(figure, Some(&ours(interval))).kind;
    assert_eq!(kind(&printed(5.0), Some((4.0, 6.0))), Reproduced);
    assert_eq!(kind(&printed(4.0), Some((4.0, 6.0))), Reproduced, "an end belongs to it");
    assert_eq!(kind(&printed(6.1), Some((4.0, 6.0))), Differs);
    assert_eq!(kind(&printed(5.0), None), NotDecided);
    assert_eq!(Verdict::of(&printed(5.0), None).kind, NotDecided);
    assert_eq!(Verdict::of(&printed(9.0), Some(&ours(Some((4.0, 6.0))))).reason, "the reason");
    let range = PrintedFigure { to: Some(10.0), ..printed(6.0) };
    assert_eq!(kind(&range, Some((4.0, 6.5))), Reproduced);
    assert_eq!(kind(&range, Some((10.5, 12.0))), Differs);
    let wide = PrintedFigure { widest: Some(1.0), ..printed(5.0) };
    assert_eq!(kind(&wide, Some((4.0, 6.0))), NotDecided);
    assert_eq!(kind(&wide, Some((6.0, 9.0))), Differs, "wide, and beside it");
    let least = PrintedFigure { least: true, ..printed(5.0) };
    assert_eq!(kind(&least, Some((5.0, 9.0))), Reproduced);
    assert_eq!(kind(&least, Some((4.0, 9.0))), NotDecided);
    assert_eq!(kind(&least, Some((2.0, 4.9))), Differs);
    let cannot = PrintedFigure { cannot: Some("no".into()), ..printed(5.0) };
    assert_eq!(kind(&cannot, Some((4.0, 6.0))), CannotBeTested);
    let asked = PrintedFigure { value: None, ..printed(5.0) };
    assert_eq!(kind(&asked, Some((4.0, 6.0))), NotPrinted);
    assert_eq!(Verdict::of(&asked, None).kind, NotDecided);
    let cut = OurFigure { complete: false, ..ours(Some((4.0, 6.0))) };
    assert!(Verdict::of(&printed(5.0), Some(&cut)).reason.contains("not complete"));
}

#[test]
fn tables_have_a_row_for_every_figure_and_every_ours_its_record() {
    let papers: Vec<_> = PaperName::ALL
        .into_iter()
        .map(|name| compare(&reports(), name).unwrap_or_else(|fault| panic!("{fault}")))
        .collect();
    for paper in &papers {
        let list = Paper::read(&reports(), paper.name).expect("the list");
        assert_eq!(table(paper).rows.len(), list.figures.len());
        for row in &paper.figures {
            let id = &row.figure.id;
            let Some(ours) = &row.ours else { continue };
            assert!(reports().join(&ours.record).is_file(), "{id}: {}", ours.record);
            assert!(ours.commit.is_some() && !ours.cpu.is_empty(), "{id}: no commit or CPU");
            let (low, high) = ours.estimate.interval.unwrap_or((f64::MIN, f64::MAX));
            assert!(low <= high, "{id}: {low} {high}");
            let differs = row.verdict.kind == VerdictKind::Differs;
            assert!(!differs || row.figure.differs.is_some(), "{id} differs without a reason");
        }
    }
    assert_eq!(summary(&papers).rows.len(), 4);
}
