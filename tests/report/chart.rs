//! Scenes of charts: nothing crosses the edge, no texts overlap, every record is shown.

use nucleus_records::record::{EngineRecord, Protocol, Summary, Workload};
use nucleus_report::chart::axis::Axis;
use nucleus_report::chart::sheet::{NARROW, WIDTH, colour, fit, wrap};
use nucleus_report::chart::whisker::Whisker;
use nucleus_report::chart::{Chart, all, cpus};
use nucleus_report::draw::font::CAPITAL_MIDDLE;
use nucleus_report::draw::font::width;
use nucleus_report::draw::{Anchor, Item, Scene, Text};
use nucleus_report::load::Loaded;

use crate::fixtures::{boards, cut_short, later, normal, older_schema, rename, sample, spread};

fn records() -> Vec<Loaded> {
    let mut records = vec![older_schema(), cut_short(), normal(), later(), boards()];
    // A name that is too long for a label column.
    records[1].record.engines[1].id_name =
        Some("An engine with a name of sixty letters, more or less".into());
    records
}

fn chart(records: &[Loaded], name: &str) -> Chart {
    all(records).into_iter().find(|chart| chart.name == name).expect("a chart")
}

fn texts(scene: &Scene) -> Vec<String> {
    words(scene).into_iter().map(|(text, _)| text).collect()
}

fn words(scene: &Scene) -> Vec<(String, [f64; 4])> {
    let boxed = scene.items.iter().filter_map(|item| match item {
        Item::Text(Text { at: [x, y], text, size, bold, anchor, .. }) => {
            let w = width(text, *size, *bold);
            let x = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - w / 2.0,
                Anchor::End => x - w,
            };
            let middle = y - size * CAPITAL_MIDDLE;
            Some((text.clone(), [x, middle - size * 0.4, x + w, middle + size * 0.4]))
        }
        _ => None,
    });
    boxed.collect()
}

#[test]
fn every_kind_of_chart_is_drawn() {
    let names: Vec<&str> = all(&records()).iter().map(|c| c.name).collect();
    assert_eq!(names, ["nps", "ratio", "levels", "cycles", "boards", "history"]);
    let alone: Vec<&str> = all(&[older_schema()]).iter().map(|c| c.name).collect();
    assert_eq!(alone, ["nps"], "no chart without figures");
}

#[test]
fn all_words_are_on_the_sheet_and_apart() {
    let all: Vec<Chart> = all(&records()).into_iter().chain(cpus(&records())).collect();
    for (chart, sheet) in all.iter().flat_map(|chart| [(chart, WIDTH), (chart, NARROW)]) {
        let scene = chart.scene(sheet);
        let words = words(&scene);
        for (i, (text, [x0, y0, x1, y1])) in words.iter().enumerate() {
            let inside = *x0 >= 0.0 && *x1 <= sheet && *y0 >= 0.0 && *y1 <= scene.height;
            assert!(inside, "{}: {text:?} hangs over the edge: {x0} {y0} {x1} {y1}", chart.name);
            for (other, [a0, b0, a1, b1]) in &words[i + 1..] {
                let apart = x1 <= a0 || a1 <= x0 || y1 <= b0 || b1 <= y0;
                assert!(apart, "{}: {text:?} lies on {other:?}", chart.name);
            }
        }
    }
}

#[test]
fn one_chart_shows_every_cpu_and_marks_what_is_not_a_full_measurement() {
    let nps = chart(&records(), "nps").svg();
    for expected in [
        "AMD Ryzen 9 9950X 16-Core Processor · start position, paper",
        "Intel(R) Core(TM) i7-8700 (cut short)",
        "unknown CPU (quick run)",
        "stockfish: Stockfish 15.1 (generic)",
        "4.40 M",
        "A node is a legal move",
    ] {
        assert!(nps.contains(expected), "no {expected:?}");
    }
    assert!(chart(&records(), "ratio").svg().contains("4.40 [4.33, 4.47]"));
}

#[test]
fn the_title_says_what_was_found() {
    let title = |records: &[Loaded], name| chart(records, name).title();
    let one = title(&[normal()], "nps");
    assert_eq!(one, "Nodes per second: 4.00 times Stockfish 15.1 (generic build) at the start");
    let two = title(&[normal(), cut_short()], "ratio");
    assert!(two.ends_with("2.50 to 4.00 times the references at the start"), "{two}");
    assert_eq!(
        title(&[normal()], "levels"),
        "The level ladder: our nodes per second by level: avx512 is 4.00 times portable at the start"
    );
    let mut equal = normal();
    for row in &mut equal.record.summaries {
        row.ratios.iter_mut().for_each(|r| (r.low, r.high) = (Some(0.99), Some(1.01)));
    }
    assert!(title(&[equal], "nps").contains("No difference from Stockfish 15.1"));
    assert_eq!(title(&[older_schema()], "nps"), "Nodes per second");
    assert!(chart(&[older_schema()], "nps").svg().contains("900 k (one block)"));
}

#[test]
fn perft_and_other_workloads_have_charts_with_their_samples() {
    let mut loaded = normal();
    let record = &mut loaded.record;
    let position = record.workloads[0].fen.clone();
    for (name, protocol, fen) in [
        ("start/perft", Protocol::Perft, position.as_str()),
        ("mine/timed", Protocol::Timed, "8/8/8/8/8/k7/8/K7 w - - 0 1"),
    ] {
        let workload = Workload {
            name: name.into(),
            protocol,
            fen: fen.into(),
            ..record.workloads[0].clone()
        };
        record.workloads.push(workload);
        let mut rows = record.summaries.clone();
        rows.retain(|row| row.workload == "start/paper");
        for row in rows {
            record
                .samples
                .extend([990_000, 1_010_000].map(|nodes| sample(&row.engine, name, 0, nodes)));
            record.summaries.push(Summary { workload: name.into(), ..row });
        }
    }
    for (name, heading) in
        [("perft", "start/perft, depth 10"), ("workloads", "mine/timed, depth 10")]
    {
        let chart = chart(std::slice::from_ref(&loaded), name);
        assert!(chart.svg().contains(heading), "{name}");
        // Our best level and the reference have two samples each, and the middle of a whisker.
        assert_eq!(circles(&chart), 2 * (2 + 1), "{name}");
    }
}

fn circles(chart: &Chart) -> usize {
    let scene = chart.scene(WIDTH);
    scene.items.iter().filter(|item| matches!(item, Item::Circle { .. })).count()
}

#[test]
fn a_ratio_has_its_blocks_as_dots() {
    let mut loaded = normal();
    for (block, ours) in [(0, 3_900_000), (1, 4_000_000), (2, 4_400_000)] {
        for (engine, nodes) in [("nucleus avx512", ours), ("stockfish", 1_000_000)] {
            loaded.record.samples.push(sample(engine, "start/paper", block, nodes));
        }
    }
    let chart = chart(&[loaded], "ratio");
    // A disc for the start and one for the mate, another for each whisker, and three blocks of the start.
    assert_eq!(circles(&chart), 2 * 2 + 3);
    assert!(chart.svg().contains("the dots"));
}

/// The last tick was once 10 for a point at 11.45.
#[test]
fn axes_end_on_round_ticks_and_no_point_lies_beyond() {
    for (axis, expected) in [
        (Axis::even(0.0, 8.9, 6), &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0][..]),
        (Axis::even(0.973, 1.031, 4), &[0.96, 0.98, 1.0, 1.02, 1.04]),
        (Axis::factors(0.9, 12.0), &[1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 20.0]),
        (Axis::factors(0.23, 1.92), &[0.3, 0.5, 0.7, 1.0, 2.0]),
        (Axis::factors(0.95, 1.05), &[0.94, 0.96, 0.98, 1.0, 1.02, 1.04, 1.06]),
    ] {
        assert_eq!(axis.ticks.len(), expected.len(), "{axis:?}");
        assert!(axis.ticks.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{axis:?}");
    }
    assert_eq!(Axis::factors(0.0009, 1100.0).ticks.len(), 8, "powers of ten");
    for high in [1e-3, 0.7, 1.01, 3.99, 4.0, 8.9, 10.0, 11.45, 99.0, 5.2e6, 1.2e9] {
        let factors = [1.01, 3.0, 12.0, 5e4].map(|below| Axis::factors(high / below, high));
        for axis in factors.into_iter().chain([Axis::even(0.0, high, 7)]) {
            let last = axis.ticks.last().copied().unwrap_or(0.0);
            let reaches = |end: f64, point: f64| end >= point * (1.0 - 1e-9);
            assert!(reaches(last, high) && reaches(axis.range.end, last), "{high}: {axis:?}");
            assert!((2..=15).contains(&axis.ticks.len()), "{high}: {axis:?}");
        }
    }
    // Values that cannot be shown have ticks nevertheless.
    for high in [0.0, -1.0, 1e-300, 1e300, f64::INFINITY, f64::NAN] {
        let axis = Axis::even(0.0, high, 7);
        assert!(axis.range.end > axis.range.start && !axis.ticks.is_empty(), "{high}: {axis:?}");
    }
}

#[test]
fn the_caption_says_how_many_threads_ran_and_where() {
    let caption = |records: &[Loaded]| all(records).remove(0).svg();
    let mut records = vec![normal()];
    records[0].record.settings.core = Some(3);
    assert!(caption(&records).contains("One thread, every engine in turn on the same core."));
    records[0].record.settings.threads = 2;
    let two = caption(&records);
    assert!(two.contains("2 threads, every engine in turn on the same 2 processors."));
    assert!(!two.contains("One thread") && two.contains("(2 threads)"), "{two}");
    // Two records of one CPU: the caption covers both.
    records.push(normal());
    let both = caption(&records);
    assert!(both.contains("One thread, or the number next to the CPU; every engine in turn."));
    assert!(both.contains("Processor (2 threads) ·") && both.contains("Processor ·"), "{both}");
}

/// The caption once described engines of which nothing is known.
#[test]
fn captions_define_a_node_for_the_engines_that_are_shown() {
    let mut third = normal();
    third.record.engines[2].id_name = Some("Clarity 7".into());
    let mut foreign = third.clone();
    foreign.record.engines.iter_mut().for_each(|engine| engine.ours = false);
    for (loaded, stockfish, expected) in [
        (normal(), true, "what Stockfish counts."),
        (third, false, "Other engines count in their own way."),
        (foreign, false, "need not be alike"),
    ] {
        let words = nucleus_report::node([&loaded]);
        assert!(words.contains(expected) && words.contains("Stockfish") == stockfish, "{words}");
        assert!(all(&[loaded]).remove(0).svg().contains(expected), "{words}");
    }
}

/// An interval of few blocks may be wider than the samples. It is drawn to the last sample, and an arrow
/// beyond the cap shows that it continues.
#[test]
fn a_whisker_ends_within_the_samples() {
    const WHY: &str = "An arrow: the 95 % interval of few samples extends beyond all of them";
    for (spread, is_open) in [(0.05, true), (0.2, false)] {
        let mut loaded = normal();
        for nps in loaded.record.summaries.iter_mut().filter_map(|row| row.nps.as_mut()) {
            (nps.low, nps.high) = (Some(nps.median * 0.9), Some(nps.median * 1.1));
        }
        let nodes = [1.0 - spread, 1.0, 1.0 + spread].map(|share| (4e6 * share) as u64);
        let samples = (0..).zip(nodes);
        let samples = samples.map(|(block, n)| sample("nucleus avx512", "start/paper", block, n));
        loaded.record.samples.extend(samples);
        let scene = all(&[loaded]).remove(0).scene(WIDTH);
        assert_eq!(texts(&scene).join(" ").contains(WHY), is_open);
        let hint = scene.items.iter().find_map(|item| match item {
            Item::Hint(hint) => Some(hint),
            _ => None,
        });
        assert_eq!(hint.expect("a row").ends_with("[3.60 M, 4.40 M]"), is_open, "{hint:?}");
        let dots = scene.items.iter().filter_map(|item| match item {
            Item::Circle { at, paint, .. } if paint.fill == Some(colour::DOT) => Some(*at),
            _ => None,
        });
        let dots: Vec<[f64; 2]> = dots.collect();
        let of_row = |at: &[f64; 2]| (at[1] - dots[0][1]).abs() < 8.0;
        let ends = scene.items.iter().filter_map(|item| match item {
            Item::Line { from, to, color: colour::INK, .. } => Some([*from, *to]),
            _ => None,
        });
        let ends: Vec<f64> =
            ends.filter(|ends| ends.iter().all(of_row)).flatten().map(|end| end[0]).collect();
        let is_arrow = |item: &&Item| match item {
            Item::Polyline { paint, .. } => paint.stroke.is_some_and(|s| s.0 == colour::INK),
            _ => false,
        };
        let arrows = scene.items.iter().filter(is_arrow).count();
        assert_eq!((dots.len(), ends.len(), arrows), (3, 6, if is_open { 2 } else { 0 }));
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let high = ends.iter().copied().fold(0.0, f64::max);
        // Coordinates are rounded to pixels of a fine screen.
        assert!(low > dots[0][0] - 0.6 && high < dots[2][0] + 0.6, "{low} {high}: {dots:?}");
        let at_the_last = (low - dots[0][0]).abs() < 0.6 && (high - dots[2][0]).abs() < 0.6;
        assert_eq!(at_the_last, is_open, "{low} {high}: {dots:?}");
    }
}

#[test]
fn a_whisker_has_its_value_and_no_more_than_samples_and_interval() {
    let within = Whisker::within((2.0, 8.0), 5.0, [4.0, 9.0]);
    assert_eq!((within.drawn, within.open()), ((4.0, 8.0), [true, false]));
    assert_eq!(within.interval, (2.0, 8.0), "what is stated stays");
    let none = Whisker::within((2.0, 8.0), 5.0, []);
    assert_eq!((none.drawn, none.is_open()), ((2.0, 8.0), false), "of samples nothing is known");
    let beside = Whisker::within((2.0, 8.0), 5.0, [6.0, 7.0]);
    assert_eq!((beside.drawn, beside.open()), ((5.0, 7.0), [true, true]));
}

/// A label once ended `stockfish-no-nnue: Stockfish 15.1, Use NNUE fal…`, without the option's value.
#[test]
fn a_long_label_has_several_lines_and_loses_nothing() {
    let mut loaded = normal();
    loaded.record.engines[2].options.push(("Use NNUE".into(), "false".into()));
    rename(&mut loaded.record, "stockfish", "stockfish-no-nnue");
    for sheet in [WIDTH, NARROW] {
        let texts = texts(&all(std::slice::from_ref(&loaded)).remove(0).scene(sheet)).join(" ");
        assert!(!texts.contains('…'), "{texts}");
        let full = "stockfish-no-nnue: Stockfish 15.1, Use NNUE false (generic)";
        assert!(texts.contains(full), "{texts}");
    }
}

/// A long name once took 20 seconds, because it was measured again after every dropped character.
#[test]
fn long_words_are_cut_and_long_lines_broken_at_once() {
    let begin = std::time::Instant::now();
    let name = "An engine of many words ".repeat(2_700);
    let cut = fit(&name, 13.0, false, 310.0);
    assert!(cut.ends_with('…') && width(&cut, 13.0, false) <= 310.0, "{cut}");
    assert!(width(&name[..cut.len() + 2], 13.0, false) > 300.0, "no room is wasted: {cut}");
    assert_eq!(fit("short", 13.0, false, 120.0), "short");
    assert_eq!(fit(&"i".repeat(60_000), 13.0, false, 0.0), "");
    let lines = wrap(&name, 13.0, false, 310.0);
    assert!((2..=12).contains(&lines.len()), "a text without end is cut");
    let lines = lines.into_iter().chain(wrap(&"w".repeat(60_000), 13.0, false, 310.0));
    assert!(lines.into_iter().all(|line| width(&line, 13.0, false) <= 310.0));
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}

#[test]
fn a_chart_has_no_more_rows_than_a_picture_can_show() {
    let mut loaded = normal();
    let record = &mut loaded.record;
    let row = record.summary("stockfish", "start/paper").expect("a row").clone();
    for number in 0..5_000 {
        let name = format!("reference {number}");
        record.engines.push(EngineRecord { name: name.clone(), ..record.engines[2].clone() });
        record.summaries.push(Summary { engine: name, ..row.clone() });
    }
    for chart in all(&[loaded]) {
        let scene = chart.scene(WIDTH);
        assert!(scene.height < 4_500.0, "{}: {}", chart.name, scene.height);
    }
    assert!(!all(&records()).remove(0).svg().contains("The tables have"));
}

/// Two profiles at one commit were once points of one line, which fell by 39 %.
#[test]
fn the_history_has_a_line_for_each_program_over_its_commits() {
    let of_full = |mut loaded: Loaded| {
        for engine in loaded.record.engines.iter_mut().filter(|engine| engine.ours) {
            engine.profile = Some("full".into());
        }
        for row in &mut loaded.record.summaries {
            row.nps = row.nps.map(|nps| spread(nps.median * 0.61));
        }
        loaded
    };
    let mut again = normal();
    again.record.started = "2026-11-21T12:00:00Z".into();
    for one_commit in [of_full(normal()), again.clone()] {
        assert!(all(&[normal(), one_commit]).iter().all(|chart| chart.name != "history"));
    }
    let records = [normal(), of_full(normal()), again, later(), of_full(later())];
    let drawn = texts(&chart(&records, "history").scene(WIDTH));
    let count = |label: &str| drawn.iter().filter(|text| *text == label).count();
    for (position, profile) in [("start position", "axon"), ("mate in 7", "full")] {
        assert_eq!(count(&format!("{profile} avx512: {position}, paper")), 1, "{drawn:?}");
    }
    assert_eq!(drawn.iter().filter(|text| text.contains(" avx512: ")).count(), 4, "{drawn:?}");
    assert_eq!(count("0123456"), 1, "each commit once: {drawn:?}");
}
