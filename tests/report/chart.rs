//! Scenes checked before they are drawn: nothing hangs over the edge, no words lie on others,
//! every record is in them.

use nucleus_records::record::{Protocol, Sample, Summary, Workload};
use nucleus_report::chart::axis::Axis;
use nucleus_report::chart::sheet::{NARROW, WIDTH, colour, fit, wrap};
use nucleus_report::chart::whisker::Whisker;
use nucleus_report::chart::{Chart, all, quoted};
use nucleus_report::draw::font::CAPITAL_MIDDLE;
use nucleus_report::draw::font::width;
use nucleus_report::draw::{Anchor, Item, Scene, Text};
use nucleus_report::load::Loaded;

use crate::fixtures::{boards, cut_short, later, normal, older_schema, spread};

fn records() -> Vec<Loaded> {
    let mut records = vec![older_schema(), cut_short(), normal(), later(), boards()];
    // A name that no label column has room for.
    records[1].record.engines[1].id_name =
        Some("An engine with a name of sixty letters, more or less".into());
    records
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
    assert!(quoted(&[older_schema()]).is_none(), "nothing of ours beside what is quoted");
}

#[test]
fn all_words_are_on_the_sheet_and_apart() {
    let all: Vec<Chart> = all(&records()).into_iter().chain(quoted(&records())).collect();
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
    let nps = all(&records()).remove(0).svg();
    for wanted in [
        "AMD Ryzen 9 9950X 16-Core Processor · start position, paper",
        "Intel(R) Core(TM) i7-8700 (cut short)",
        "unknown CPU (quick run)",
        "stockfish: Stockfish 15.1 (generic)",
        "4.40 M",
        "A node is a legal move",
    ] {
        assert!(nps.contains(wanted), "no {wanted:?}");
    }
    let ratio: Vec<Chart> = all(&records()).into_iter().filter(|c| c.name == "ratio").collect();
    let svg = ratio[0].svg();
    assert!(!svg.contains("Quoted") && svg.contains("4.40 [4.33, 4.47]"));
    let paper = quoted(&records()).expect("a chart").svg();
    assert!(paper.contains("Quoted, not measured by us") && paper.contains("4.40 [4.33, 4.47]"));
}

#[test]
fn the_title_says_what_was_found() {
    let title = |records: &[Loaded], name: &str| {
        all(records).into_iter().find(|c| c.name == name).expect("a chart").title()
    };
    let one = title(&[normal()], "nps");
    assert_eq!(one, "Nodes per second: 4.00 times Stockfish 15.1 (generic build) at the start");
    assert!(
        title(&[normal(), cut_short()], "ratio")
            .ends_with("2.50 to 4.00 times the references at the start")
    );
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
    assert!(all(&[older_schema()]).remove(0).svg().contains("900 k (one block)"));
}

#[test]
fn perft_and_other_workloads_have_charts_with_their_samples() {
    let mut loaded = normal();
    let record = &mut loaded.record;
    for (from, to, protocol) in [
        ("start/paper", "start/perft", Protocol::Perft),
        ("mate7/paper", "mine/timed", Protocol::Timed),
    ] {
        let workload = record.workload(from).expect("a workload").clone();
        let fen = if protocol == Protocol::Perft {
            workload.fen.clone()
        } else {
            "8/8/8/8/8/k7/8/K7 w - - 0 1".into()
        };
        record.workloads.push(Workload { name: to.into(), protocol, fen, ..workload });
        let rows: Vec<_> =
            record.summaries.iter().filter(|s| s.workload == from).cloned().collect();
        for row in rows {
            for nps in [990_000, 1_010_000] {
                let (engine, workload) = (row.engine.clone(), to.to_owned());
                let sample = Sample {
                    engine,
                    workload,
                    nodes: Some(nps),
                    seconds: 1.0,
                    ..Sample::default()
                };
                record.samples.push(sample);
            }
            record.summaries.push(Summary { workload: to.into(), ..row });
        }
    }
    let charts = all(&[loaded]);
    for (name, heading) in
        [("perft", "start/perft, depth 10"), ("workloads", "mine/timed, depth 13")]
    {
        let svg = charts.iter().find(|c| c.name == name).expect("a chart").svg();
        assert!(svg.contains(heading), "{name}");
        // Ours at its best level and the reference: two samples each, and the middle of a whisker.
        assert_eq!(svg.matches("<circle").count(), 2 * (2 + 1), "{name}");
    }
}

#[test]
fn a_ratio_has_its_blocks_as_dots() {
    let mut loaded = normal();
    for (block, ours) in [(0, 3_900_000), (1, 4_000_000), (2, 4_400_000)] {
        for (engine, nodes) in [("nucleus avx512", ours), ("stockfish", 1_000_000)] {
            loaded.record.samples.push(Sample {
                engine: engine.into(),
                workload: "start/paper".into(),
                block,
                nodes: Some(nodes),
                seconds: 1.0,
                ..Sample::default()
            });
        }
    }
    let svg = |name: &str| {
        let chart = all(std::slice::from_ref(&loaded)).into_iter().find(|c| c.name == name);
        chart.expect("a chart").svg()
    };
    // The discs of the start and of the mate, each over that of its whisker, and three blocks of the
    // start.
    assert_eq!(svg("ratio").matches("<circle").count(), 2 * 2 + 3);
    assert!(svg("ratio").contains("the dots"));
}

#[test]
fn factors_have_an_axis_of_factors() {
    assert_eq!(Axis::factors(0.9, 12.0).ticks, [1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 20.0]);
    assert_eq!(Axis::factors(0.0009, 1100.0).ticks.len(), 8, "powers of ten");
    let below = Axis::factors(0.23, 1.92).ticks;
    assert!((below[0] - 0.3).abs() < 1e-9, "{below:?}");
    let near = Axis::factors(0.95, 1.05);
    assert!(near.logarithmic && near.ticks.len() >= 3, "{near:?}");
    assert!(near.ticks.iter().any(|tick| (tick - 1.0).abs() < 1e-9), "{near:?}");
}

/// The last tick was 10 for a point at 11.45.
#[test]
fn no_point_lies_beyond_the_last_tick() {
    for high in [1e-3, 0.7, 1.01, 3.99, 4.0, 8.9, 10.0, 11.45, 99.0, 5.2e6, 1.2e9] {
        for axis in [
            Axis::even(0.0, high, 7),
            Axis::factors(high / 1.01, high),
            Axis::factors(high / 3.0, high),
            Axis::factors(high / 12.0, high),
            Axis::factors(high / 5e4, high),
        ] {
            let last = axis.ticks.last().copied().unwrap_or(0.0);
            assert!(
                last >= high * (1.0 - 1e-9) && axis.range.end >= last * (1.0 - 1e-9),
                "{high}: {axis:?}"
            );
            assert!((2..=15).contains(&axis.ticks.len()), "{high}: {axis:?}");
        }
    }
}

#[test]
fn an_axis_of_what_cannot_be_shown_has_ticks_all_the_same() {
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
    // Both of one CPU: neither stands for the other.
    records.push(normal());
    let both = caption(&records);
    assert!(both.contains("One thread, or as many as stand beside the CPU; every engine in turn."));
    assert!(both.contains("Processor (2 threads) ·") && both.contains("Processor ·"), "{both}");
}

#[test]
fn the_svg_brings_its_font_and_is_well_formed_at_its_head() {
    let svg = all(&[normal()]).remove(0).svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
    let head = document.root_element();
    assert_eq!(head.attribute("width"), Some("900"));
    assert!(head.attribute("viewBox").is_some_and(|area| area.starts_with("0 0 900 ")));
    assert!(head.children().any(|node| node.has_tag_name("title")));
    assert_eq!(svg.matches("@font-face").count(), 2);
    assert!(svg.contains("prefers-color-scheme:dark"));
    assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
}

#[test]
fn axes_have_round_ticks() {
    let near = |axis: &Axis, wanted: &[f64]| {
        let pairs = axis.ticks.iter().zip(wanted);
        assert!(
            axis.ticks.len() == wanted.len()
                && pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-9),
            "{axis:?}"
        );
    };
    near(&Axis::even(0.0, 8.9, 6), &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
    near(&Axis::even(0.0, 1.0, 6), &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    near(&Axis::even(0.973, 1.031, 4), &[0.96, 0.98, 1.0, 1.02, 1.04]);
}

/// They said it of engines of which nothing is known.
#[test]
fn what_a_node_is_is_said_of_the_engines_that_are_shown() {
    let said = |loaded: Loaded| all(&[loaded]).remove(0).svg();
    assert!(said(normal()).contains("what Stockfish counts."));
    let mut third = normal();
    for engine in &mut third.record.engines {
        if engine.reference {
            engine.id_name = Some("Clarity 7".into());
        }
    }
    let text = said(third);
    assert!(!text.contains("what Stockfish counts."), "{text}");
    assert!(text.contains("Other engines count in their own way."), "{text}");
    let mut foreign = normal();
    for engine in &mut foreign.record.engines {
        (engine.ours, engine.id_name) = (false, Some("Clarity 7".into()));
    }
    let words = nucleus_report::node([&foreign]);
    assert!(words.contains("need not be alike") && !words.contains("Stockfish"), "{words}");
}

/// From few blocks an interval may be wider than they are apart: it is drawn to the last sample, and
/// an arrow beyond the cap says that it goes on.
#[test]
fn a_whisker_ends_within_the_samples() {
    const WHY: &str = "An arrow: the 95 % interval of few samples goes on beyond all of them";
    let with = |spread: f64| {
        let mut loaded = normal();
        for row in &mut loaded.record.summaries {
            let nps = row.nps.as_mut().expect("a speed");
            (nps.low, nps.high) = (Some(nps.median * 0.9), Some(nps.median * 1.1));
        }
        for (block, share) in [(0, -spread), (1, 0.0), (2, spread)] {
            loaded.record.samples.push(Sample {
                engine: "nucleus avx512".into(),
                workload: "start/paper".into(),
                block,
                nodes: Some((4e6 * (1.0 + share)) as u64),
                seconds: 1.0,
                ..Sample::default()
            });
        }
        all(&[loaded]).remove(0).scene(WIDTH)
    };
    for (spread, is_open) in [(0.05, true), (0.2, false)] {
        let scene = with(spread);
        let text: Vec<String> = words(&scene).into_iter().map(|(text, _)| text).collect();
        assert_eq!(text.join(" ").contains(WHY), is_open, "{text:?}");
        let hint = |item: &Item| match item {
            Item::Hint(hint) => Some(hint.clone()),
            _ => None,
        };
        let hint = scene.items.iter().find_map(hint).expect("a row");
        assert_eq!(hint.ends_with("[3.60 M, 4.40 M]"), is_open, "{hint}");
        let dots: Vec<[f64; 2]> = scene
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Circle { at, paint, .. } if paint.fill == Some(colour::DOT) => Some(*at),
                _ => None,
            })
            .collect();
        assert_eq!(dots.len(), 3);
        let lines: Vec<[[f64; 2]; 2]> = scene
            .items
            .iter()
            .filter_map(|item| match item {
                Item::Line { from, to, color, .. } if *color == colour::INK => Some([*from, *to]),
                _ => None,
            })
            .filter(|ends| ends.iter().all(|end| (end[1] - dots[0][1]).abs() < 8.0))
            .collect();
        let arrow = |item: &&Item| matches!(item, Item::Polyline { paint, .. } if paint.stroke.is_some_and(|s| s.0 == colour::INK));
        let arrows = scene.items.iter().filter(arrow).count();
        assert_eq!((lines.len(), arrows), (3, if is_open { 2 } else { 0 }), "{lines:?}");
        let low = lines.iter().flatten().map(|end| end[0]).fold(f64::INFINITY, f64::min);
        let high = lines.iter().flatten().map(|end| end[0]).fold(0.0, f64::max);
        // Places are whole pixels of a fine screen.
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

/// `stockfish-no-nnue: Stockfish 15.1, Use NNUE fal…`, which says neither true nor false.
#[test]
fn a_long_label_has_several_lines_and_loses_nothing() {
    let mut loaded = normal();
    loaded.record.engines[2].name = "stockfish-no-nnue".into();
    loaded.record.engines[2].options.push(("Use NNUE".into(), "false".into()));
    for row in &mut loaded.record.summaries {
        if row.engine == "stockfish" {
            row.engine = "stockfish-no-nnue".into();
        }
    }
    for sheet in [WIDTH, NARROW] {
        let scene = all(std::slice::from_ref(&loaded)).remove(0).scene(sheet);
        let words: Vec<String> = words(&scene).into_iter().map(|(text, _)| text).collect();
        assert!(!words.iter().any(|text| text.contains('…')), "{words:?}");
        let whole = "stockfish-no-nnue: Stockfish 15.1, Use NNUE false (generic)";
        assert!(words.join(" ").contains(whole), "{words:?}");
    }
}

#[test]
fn long_words_are_cut_and_long_lines_broken() {
    let cut = fit("Intel(R) Xeon(R) Platinum 8488C", 13.0, false, 120.0);
    assert!(cut.ends_with('…') && width(&cut, 13.0, false) <= 120.0, "{cut}");
    assert_eq!(fit("short", 13.0, false, 120.0), "short");
    let lines = wrap("one two three four five six seven eight", 13.0, false, 100.0);
    assert!(lines.len() > 1 && lines.iter().all(|l| width(l, 13.0, false) <= 100.0), "{lines:?}");
    assert!(width("mmm", 13.0, true) > width("mmm", 13.0, false), "the weights differ");
}

#[test]
fn a_name_without_end_is_fitted_at_once() {
    // Measured again after every dropped character this took 20 seconds for an eighth of it.
    let begin = std::time::Instant::now();
    let name = "An engine of many words ".repeat(2_700);
    let cut = fit(&name, 13.0, false, 310.0);
    assert!(cut.ends_with('…') && width(&cut, 13.0, false) <= 310.0, "{cut}");
    assert!(width(&name[..cut.len() + 2], 13.0, false) > 300.0, "no room is wasted: {cut}");
    assert_eq!(fit(&"i".repeat(60_000), 13.0, false, 0.0), "");
    assert!(wrap(&name, 13.0, false, 310.0).len() <= 12, "a text without end is cut");
    assert!(
        wrap(&"w".repeat(60_000), 12.0, false, 844.0)
            .iter()
            .all(|l| width(l, 12.0, false) <= 844.0)
    );
    assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
}

#[test]
fn a_chart_has_no_more_rows_than_a_picture_can_show() {
    let mut loaded = normal();
    let record = &mut loaded.record;
    for number in 0..5_000 {
        let mut other = record.engines[2].clone();
        other.name = format!("reference {number}");
        let mut row = record.summary("stockfish", "start/paper").expect("a row").clone();
        row.engine.clone_from(&other.name);
        record.engines.push(other);
        record.summaries.push(row);
    }
    for chart in all(&[loaded]) {
        let scene = chart.scene(WIDTH);
        assert!(scene.height < 4_500.0, "{}: {}", chart.name, scene.height);
    }
    let nps = all(&records()).remove(0).svg();
    assert!(!nps.contains("more rows stand"));
}

#[test]
fn a_hostile_name_leaves_the_svg_well_formed() {
    let mut loaded = normal();
    loaded.record.engines[2].id_name =
        Some("</text><script>alert(1)</script>\x1b[31m\0\u{202e}&\u{ffff}\"'".into());
    for chart in all(&[loaded]) {
        let svg = chart.svg();
        let document = roxmltree::Document::parse(&svg).expect("well-formed XML");
        assert!(document.descendants().all(|node| !node.has_tag_name("script")), "{}", chart.name);
    }
}

/// Two profiles at one commit were points of one line, which fell by 39 %.
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
    let texts = |records: &[Loaded]| -> Vec<String> {
        let charts = all(records);
        let history = charts.iter().find(|chart| chart.name == "history");
        let words = history.map(|chart| words(&chart.scene(WIDTH))).unwrap_or_default();
        words.into_iter().map(|(text, _)| text).collect()
    };
    assert_eq!(texts(&[normal(), of_full(normal())]), [""; 0], "one commit is no history");
    let mut again = normal();
    again.record.started = "2026-11-21T12:00:00Z".into();
    assert_eq!(texts(&[normal(), again.clone()]), [""; 0]);
    let drawn = texts(&[normal(), of_full(normal()), again, later(), of_full(later())]);
    for (position, profile) in [("start position", "axon"), ("mate in 7", "full")] {
        let name = format!("{position}, paper, nucleus avx512 {profile}");
        assert_eq!(drawn.iter().filter(|text| **text == name).count(), 1, "{name}: {drawn:?}");
    }
    assert_eq!(drawn.iter().filter(|text| text.contains("nucleus avx512")).count(), 4, "{drawn:?}");
    // Each commit once.
    assert_eq!(drawn.iter().filter(|text| *text == "0123456").count(), 1, "{drawn:?}");
}
