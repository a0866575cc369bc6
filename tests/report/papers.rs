//! Published figures compared with ours: lists and their schema, verdicts, tables.

use std::path::{Path, PathBuf};

use nucleus_records::envelope::read_file;
use nucleus_records::papers::{PaperEstimate, PaperRecord, Statistic};
use nucleus_report::papers::{
    FigureVerdict, OurFigure, OursSource, Paper, PaperName, PrintedFigure, VerdictKind, compare,
    markdown, summary, table,
};
use nucleus_report::table::TableCell;

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
            let words = row.verdict.reason.split_whitespace().count();
            assert!(words <= 25, "{id}: {words} words: put them into `reading`");
            // Two threads make a run differ from the next.
            if let Some(OursSource::Unit(unit)) = &row.figure.ours {
                let record: PaperRecord = read_file(&reports().join(&ours.record)).expect("it");
                let threads = record.commands.iter().any(|command| command.contains("--threads 2"));
                assert!(!threads || unit.by != Statistic::Exact, "{id}: two threads are not exact");
            }
        }
    }
    // A row for each paper and one for all, in which the kinds add up to the figures.
    let rows = summary(&papers).rows;
    let count = |cell: &TableCell| cell.words().parse::<usize>().expect("a count");
    let figures = papers.iter().map(|paper| paper.figures.len()).sum::<usize>();
    assert!(rows.len() == 5 && figures > 200 && count(&rows[4][1]) == figures);
    assert_eq!(rows[4][2..].iter().map(count).sum::<usize>(), figures);
    let words = markdown(&papers).split_whitespace().count();
    assert!(words <= 8_000, "{words} words");
}

#[test]
fn an_invalid_list_is_refused_with_its_figure() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("papers")).expect("a folder");
    let file = folder.path().join("papers/umko.toml");
    let head = "name = \"umko\"\ntitle = \"t\"\nauthors = \"a\"\n[[figure]]\nid = \"x\"\n";
    let rest = "place = \"p\"\nwhat = \"w\"\nprinted = \"1\"\n";
    for (more, expected) in [
        ("", "one of `ours`, `input`"),
        ("cannot = \"c\"\ninput = \"i\"", "is enough"),
        ("not-run = \"n\"", "needs its `hours`"),
        ("undecided = \"u\"", "that was measured"),
        (
            "not-run = \"n\"\nours = { unit = \"u\", series = \"s\", by = \"best\" }\nvalue = 1.0",
            "both",
        ),
        ("ours = { unit = \"u\", series = \"s\", by = \"best\" }", "no `value`"),
        ("ours = { unit = \"u\", series = \"s\", by = \"worst\" }", "ours"),
        ("cannot = \"c\"\nvalue = 2.0\nto = 1.0", "`to` is not above"),
        ("cannot = \"c\"\ncolour = \"red\"", "colour"),
    ] {
        std::fs::write(&file, format!("{head}{rest}{more}\n")).expect("written");
        let error = Paper::read(folder.path(), PaperName::Umko).expect_err(more).to_string();
        assert!(error.contains("umko.toml") && error.contains(expected), "{more}: {error}");
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
        estimate: PaperEstimate::new(5.0, interval, 8),
        complete: true,
        record: "papers/u.json".into(),
        commit: None,
        cpu: "x".into(),
    }
}

#[test]
fn verdicts_follow_from_the_interval() {
    use VerdictKind::{CannotBeTested, Differs, Input, NotDecided, NotPrinted, NotRun, Reproduced};
    let why = || Some("why".to_owned());
    let to_ten = PrintedFigure { to: Some(10.0), ..printed(6.0) };
    let least = PrintedFigure { least: true, ..printed(5.0) };
    let cannot = PrintedFigure { cannot: why(), ..printed(5.0) };
    let without = PrintedFigure { value: None, ..printed(5.0) };
    let input = PrintedFigure { input: why(), ..printed(5.0) };
    let undecided = PrintedFigure { undecided: why(), ..printed(5.0) };
    // The possible values follow from a range, from trials, from a hundred per cent, or from the printed value.
    let ranged = PrintedFigure { range: Some([-10.0, 10.0]), ..printed(5.0) };
    let of = PrintedFigure { of: Some(8.0), ..printed(5.0) };
    let share = PrintedFigure { unit: "%".into(), ..printed(5.0) };
    let run = |f: &PrintedFigure, from, to| FigureVerdict::new(f, Some(&ours(Some((from, to)))));
    for (figure, from, to, kind) in [
        (&printed(5.0), 4.0, 6.0, Reproduced),
        (&printed(4.0), 4.0, 6.0, Reproduced),
        (&printed(6.1), 4.0, 6.0, Differs),
        (&to_ten, 4.0, 6.5, Reproduced),
        (&to_ten, 10.5, 12.0, Differs),
        (&printed(5.0), 3.7, 6.3, NotDecided),
        (&printed(-5.0), -6.3, -3.7, NotDecided),
        (&printed(0.0), -0.1, 0.1, NotDecided),
        (&printed(0.0), 0.0, 0.0, Reproduced),
        // An interval that does not contain the printed value decides, however wide it is.
        (&printed(5.0), 6.0, 90.0, Differs),
        (&ranged, 0.0, 10.0, Reproduced),
        (&ranged, -1.0, 10.0, NotDecided),
        (&of, 3.0, 7.0, Reproduced),
        (&of, 2.9, 7.0, NotDecided),
        (&share, 0.0, 50.0, Reproduced),
        (&share, 0.0, 50.1, NotDecided),
        (&least, 5.0, 90.0, Reproduced),
        (&least, 4.0, 9.0, NotDecided),
        (&least, 2.0, 4.9, Differs),
        (&cannot, 4.0, 6.0, CannotBeTested),
        (&without, 4.0, 6.0, NotPrinted),
        (&input, 5.0, 5.0, Input),
        (&input, 5.5, 5.5, Differs),
        (&undecided, 4.0, 6.0, NotDecided),
        (&undecided, 6.0, 7.0, NotDecided),
    ] {
        assert_eq!(run(figure, from, to).kind, kind, "{figure:?} {from} {to}");
    }
    assert_eq!(FigureVerdict::new(&printed(5.0), Some(&ours(None))).kind, NotDecided);
    assert!([&printed(5.0), &without].iter().all(|f| FigureVerdict::new(f, None).kind == NotRun));
    let not_run = PrintedFigure { not_run: why(), hours: Some(9.0), ..printed(5.0) };
    assert_eq!(FigureVerdict::new(&not_run, None).reason, "why: 9 h");
    assert_eq!(FigureVerdict::new(&input, None).kind, Input);
    assert_eq!(run(&printed(9.0), 4.0, 6.0).reason, "the reason");
    let cut = OurFigure { complete: false, ..ours(Some((4.0, 6.0))) };
    assert!(FigureVerdict::new(&printed(5.0), Some(&cut)).reason.contains("not complete"));
    // Pairs that are known within bounds: equal by every pairing, by some, by none.
    let mut pairs = ours(Some((2.0, 6.0)));
    pairs.estimate.surely = Some((4.5, 5.5));
    let paired = [5.5, 5.6, 6.1].map(|value| {
        let figure = PrintedFigure { of: Some(8.0), ..printed(value) };
        FigureVerdict::new(&figure, Some(&pairs)).kind
    });
    assert_eq!(paired, [Reproduced, NotDecided, Differs]);
}
