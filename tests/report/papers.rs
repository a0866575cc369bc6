//! Published figures compared with ours: lists and their schema, verdicts, tables.

use std::path::{Path, PathBuf};

use nucleus_records::papers::PaperEstimate;
use nucleus_report::papers::{
    OurFigure, Paper, PaperName, PrintedFigure, Verdict, VerdictKind, compare, summary, table,
};

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports")
}

#[test]
fn lists_are_as_their_schema_says_and_have_a_row_for_every_figure() {
    let papers = PaperName::ALL.map(|name| compare(&reports(), name).expect("a list"));
    for paper in &papers {
        assert!(!paper.title.is_empty() && !paper.authors.is_empty(), "{}", paper.name);
        let list = Paper::read(&reports(), paper.name).expect("the list");
        assert_eq!(table(paper).rows.len(), list.figures.len());
        for row in &paper.figures {
            let id = &row.figure.id;
            let plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
            assert!(id.chars().all(plain), "{}: {id}", paper.name);
            assert!(row.figure.ours.is_none() || !row.figure.unit.is_empty(), "{id}: no unit");
            let Some(ours) = &row.ours else { continue };
            assert!(reports().join(&ours.record).is_file(), "{id}: {}", ours.record);
            assert!(ours.commit.is_some() && !ours.cpu.is_empty(), "{id}: no commit or CPU");
            let (low, high) = ours.estimate.interval.unwrap_or((f64::MIN, f64::MAX));
            assert!(low <= high, "{id}: {low} {high}");
            let differs = row.verdict.kind == VerdictKind::Differs;
            assert!(!differs || row.figure.differs.is_some(), "{id} differs without a reason");
        }
    }
    assert!(papers.iter().map(|paper| paper.figures.len()).sum::<usize>() > 60);
    assert_eq!(summary(&papers).rows.len(), 4);
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

/// Returns a published figure with this value.
fn printed(value: f64) -> PrintedFigure {
    let figure = format!(
        "id = 'x'\nplace = 'p'\nwhat = 'w'\nprinted = '{value}'\nvalue = {value:?}\ndiffers = 'the reason'"
    );
    toml::from_str(&figure).expect("a figure")
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
    let range = PrintedFigure { to: Some(10.0), ..printed(6.0) };
    let wide = PrintedFigure { widest: Some(1.0), ..printed(5.0) };
    let least = PrintedFigure { least: true, ..printed(5.0) };
    let cannot = PrintedFigure { cannot: Some("no".into()), ..printed(5.0) };
    let asked = PrintedFigure { value: None, ..printed(5.0) };
    for (figure, interval, kind) in [
        (&printed(5.0), Some((4.0, 6.0)), Reproduced),
        (&printed(4.0), Some((4.0, 6.0)), Reproduced),
        (&printed(6.1), Some((4.0, 6.0)), Differs),
        (&printed(5.0), None, NotDecided),
        (&range, Some((4.0, 6.5)), Reproduced),
        (&range, Some((10.5, 12.0)), Differs),
        (&wide, Some((4.0, 6.0)), NotDecided),
        (&wide, Some((6.0, 9.0)), Differs),
        (&least, Some((5.0, 9.0)), Reproduced),
        (&least, Some((4.0, 9.0)), NotDecided),
        (&least, Some((2.0, 4.9)), Differs),
        (&cannot, Some((4.0, 6.0)), CannotBeTested),
        (&asked, Some((4.0, 6.0)), NotPrinted),
    ] {
        let found = Verdict::of(figure, Some(&ours(interval))).kind;
        assert_eq!(found, kind, "{figure:?} {interval:?}");
    }
    assert!([&printed(5.0), &asked].iter().all(|f| Verdict::of(f, None).kind == NotDecided));
    assert_eq!(Verdict::of(&printed(9.0), Some(&ours(Some((4.0, 6.0))))).reason, "the reason");
    let cut = OurFigure { complete: false, ..ours(Some((4.0, 6.0))) };
    assert!(Verdict::of(&printed(5.0), Some(&cut)).reason.contains("not complete"));
}
