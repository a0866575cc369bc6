//! Tables and charts of a run, beside the paper's.

use super::evolution::{CurvePoint, EvolutionRun, best_run};
use super::refine::Refinement;
use nucleus_core::eval::paper29::{PAPER_ROWS, PaperWeights};
use nucleus_draw::Scene;
use nucleus_report::chart::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use nucleus_report::chart::rows::{BarRow, RowGroup, RowMark, Rows};
use nucleus_report::chart::sheet::{WIDTH, colour};
use nucleus_report::table::{Table, TableCell, left, right};

/// Points of a curve that are drawn, at most.
const MOST_POINTS: usize = 21;

/// Positions that the paper's players solve, of 1,000: the average and the best of generation 0,
/// those of generation 200, after Hooke-Jeeves in training and in the test.
mod paper {
    pub const FIRST_AVERAGE: f64 = 187.0;
    pub const FIRST_BEST: f64 = 208.0;
    pub const EVOLVED: f64 = 328.0;
    pub const REFINED: f64 = 483.0;
    pub const REFINED_TEST: f64 = 479.0;
}

fn one(value: f64) -> String {
    format!("{value:.1}")
}

fn whole(value: f64) -> String {
    format!("{value:.0}")
}

/// A value of so many positions as it would be of 1,000.
fn of_thousand(value: f64, positions: usize) -> f64 {
    1000.0 * value / positions.max(1) as f64
}

/// The mean of some values and the spread between runs, its standard deviation.
fn spread(values: &[f64]) -> (f64, Option<f64>) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (values.len() > 1).then(|| (squares / (count - 1.0)).sqrt()))
}

/// Returns the table of the runs, and the chart of the best one (the paper's figure 1).
pub fn evolution_page(runs: &[EvolutionRun]) -> Option<(Table, Scene)> {
    let best = best_run(runs)?;
    let columns = vec![
        left("what", "positions solved, of 1,000"),
        right("paper", "the paper"),
        right("best", "best run"),
        right("mean", "mean of runs"),
        right("deviation", "standard deviation"),
    ];
    let mut table = Table::new("ep", "Evolution", columns);
    let mut row = |what: &str, printed: Option<f64>, figure: &dyn Fn(&EvolutionRun) -> f64| {
        let positions = best.settings.positions;
        let values: Vec<f64> = runs.iter().map(|run| of_thousand(figure(run), positions)).collect();
        let (mean, deviation) = spread(&values);
        table.push(vec![
            TableCell::text(what),
            TableCell::number(printed, whole),
            TableCell::number(Some(of_thousand(figure(best), positions)), one),
            TableCell::number(Some(mean), one),
            TableCell::number(deviation, one),
        ]);
    };
    let first = |run: &EvolutionRun| run.curve.first().copied();
    let last = |run: &EvolutionRun| run.curve.last().copied();
    let average = |point: Option<CurvePoint>| point.map_or(0.0, |point| point.average);
    let top = |point: Option<CurvePoint>| point.map_or(0.0, |point| f64::from(point.best));
    let of_mean = |point: Option<CurvePoint>| point.map_or(0.0, |p| f64::from(p.mean_weights));
    row("generation 0, average", Some(paper::FIRST_AVERAGE), &|run| average(first(run)));
    row("generation 0, best", Some(paper::FIRST_BEST), &|run| top(first(run)));
    row("generation 0, the mean of all weights", None, &|run| of_mean(first(run)));
    row("last generation, average", Some(paper::EVOLVED), &|run| average(last(run)));
    row("last generation, best", Some(paper::EVOLVED), &|run| top(last(run)));
    let settings = &best.settings;
    let searches: u64 = runs.iter().map(|run| run.searches).sum();
    let seconds: f64 = runs.iter().map(|run| run.seconds).sum();
    table.notes.push(format!(
        "{} runs, {} players, {} generations, b = {}, seed {}, 1-ply search: {}. {} searches in \
         {seconds:.1} s, {:.0} a second. Solved by some player of some run: {} of {} positions.",
        runs.len(),
        settings.population,
        settings.generations,
        settings.b,
        settings.seed,
        settings.leaf,
        searches,
        searches as f64 / seconds.max(1e-9),
        ever_solved(runs),
        settings.positions,
    ));
    Some((table, curve(best)))
}

/// Returns the number of positions that at least one player of at least one run solved.
fn ever_solved(runs: &[EvolutionRun]) -> usize {
    let mut numbers: Vec<usize> = runs.iter().flat_map(|run| run.ever_solved.clone()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len()
}

/// The chart of a run, generation by generation.
fn curve(run: &EvolutionRun) -> Scene {
    let last = run.curve.len().saturating_sub(1);
    let every = last.div_ceil(MOST_POINTS - 1).max(1);
    let mut shown: Vec<usize> = (0..=last).step_by(every).collect();
    if shown.last() != Some(&last) {
        shown.push(last);
    }
    let positions = run.settings.positions;
    let line = |name: &str, colour, hollow, figure: &dyn Fn(&CurvePoint) -> f64| {
        let value = |generation: &usize| {
            run.curve.get(*generation).map_or(0.0, |p| of_thousand(figure(p), positions))
        };
        let points = shown.iter().map(value).enumerate();
        let points = points.map(|(at, value)| Point { at, value, interval: None }).collect();
        ChartLine { name: name.to_owned(), colour, hollow, joined: true, points }
    };
    // Nothing is known between the ends, so that no line joins them.
    let paper = |name: &str, colour, first: f64| {
        let ends = [(0, first), (shown.len().saturating_sub(1), paper::EVOLVED)];
        let points = ends.map(|(at, value)| Point { at, value, interval: None }).to_vec();
        ChartLine { name: name.to_owned(), colour, hollow: true, joined: false, points }
    };
    let mut lines = vec![
        line("best", colour::BLUE, false, &|point| f64::from(point.best)),
        line("average", colour::VERMILLION, false, &|point| point.average),
        line("mean weights", colour::GREEN, false, &|point| f64::from(point.mean_weights)),
    ];
    if run.is_complete() {
        lines.push(paper("best, paper", colour::BLUE, paper::FIRST_BEST));
        lines.push(paper("average, paper", colour::VERMILLION, paper::FIRST_AVERAGE));
    }
    let chart = LineChart {
        title: "Evolution: positions solved from generation to generation".into(),
        subtitle: "Positions of 1,000 where a 1-ply search plays the grandmaster's move: the best \
                   player, all players on average, a player with the mean of all weights."
            .into(),
        panels: vec![ChartPanel {
            heading: format!("Run {}, seed {}", run.run, run.settings.seed),
            commits: shown.iter().map(usize::to_string).collect(),
            lines,
            axis: PanelAxis::FromZero,
            marks: Vec::new(),
        }],
        footnote:
            "Rings: of the paper's figure 1 the ends alone are known, which its text prints: 187 \
                   and 208 at generation 0, 328 at generation 200."
                .into(),
    };
    chart.scene(WIDTH)
}

/// Returns the table of refinements, and a histogram of positions solved (after the paper's section
/// V.A).
pub fn refinement_page(
    runs: &[EvolutionRun],
    refinements: &[Refinement],
) -> Option<(Table, Scene)> {
    let best = refinements
        .iter()
        .reduce(|best, next| if next.end.solved > best.end.solved { next } else { best })?;
    let run = best_run(runs)?;
    let positions = run.settings.positions;
    let columns = vec![
        right("set", "set"),
        right("of_set", "solved of the set"),
        right("positions", "positions of the set"),
        right("training_before", "training, before"),
        right("training", "training, after"),
        right("test_before", "test, before"),
        right("test", "test, after"),
        right("moved", "weights changed"),
        right("evaluations", "evaluations"),
    ];
    let mut table = Table::new("hj", "Hooke-Jeeves", columns);
    for refinement in refinements {
        let changed = refinement.start.weights.iter().zip(&refinement.end.weights);
        let changed = changed.filter(|(before, after)| before != after).count();
        let figures = [
            refinement.set as f64,
            f64::from(refinement.solved_of_set),
            refinement.positions.len() as f64,
            f64::from(refinement.start.solved),
            f64::from(refinement.end.solved),
            f64::from(refinement.start_test),
            f64::from(refinement.end_test),
            changed as f64,
            refinement.evaluations as f64,
        ];
        table.push(figures.map(|figure| TableCell::number(Some(figure), whole)).to_vec());
    }
    let [step, reduction, least] = best.settings.steps;
    let objective = format!(
        "positions drawn from the {} {}",
        best.settings.candidates,
        best.settings.climbed.words()
    );
    let ties = if best.settings.ties { ", steps that are as good taken" } else { "" };
    table.notes.push(format!(
        "Δ = {step}, α = {reduction}, ε = {least} (maximum norm){ties}, seed {}; the objective: \
         {objective}. {positions} training and {} test positions. The paper has 328 of 1,000 \
         before and 483 after in training, 479 in the test.",
        best.settings.seed, best.settings.test_positions
    ));
    Some((table, histogram(run, best)))
}

/// Bars of positions solved, ours beside the paper's.
fn histogram(run: &EvolutionRun, refined: &Refinement) -> Scene {
    let (training, test) = (run.settings.positions, refined.settings.test_positions);
    let first = run.curve.first();
    let stages: [(&str, f64, Option<f64>); 6] = [
        (
            "generation 0, average",
            of_thousand(first.map_or(0.0, |point| point.average), training),
            Some(paper::FIRST_AVERAGE),
        ),
        (
            "generation 0, best",
            of_thousand(first.map_or(0.0, |point| f64::from(point.best)), training),
            Some(paper::FIRST_BEST),
        ),
        (
            "EP, training",
            of_thousand(f64::from(refined.start.solved), training),
            Some(paper::EVOLVED),
        ),
        ("EP, test", of_thousand(f64::from(refined.start_test), test), None),
        (
            "EP+HJ, training",
            of_thousand(f64::from(refined.end.solved), training),
            Some(paper::REFINED),
        ),
        ("EP+HJ, test", of_thousand(f64::from(refined.end_test), test), Some(paper::REFINED_TEST)),
    ];
    let groups = stages.into_iter().map(|(heading, ours, printed)| {
        let row = |label: &str, value: f64, ours: bool| BarRow {
            label: label.to_owned(),
            colour: if ours { colour::BLUE } else { colour::GREY },
            mark: if ours { RowMark::Bar } else { RowMark::Ring },
            value,
            interval: None,
            dots: Vec::new(),
            figure: whole(value),
        };
        let mut rows = vec![row("ours", ours, true)];
        rows.extend(printed.map(|value| row("the paper", value, false)));
        RowGroup { heading: heading.to_owned(), rows }
    });
    let chart = Rows {
        found: None,
        logarithmic: false,
        title: "Positions solved".into(),
        subtitle: "Positions of 1,000 where a 1-ply search plays the grandmaster's move.".into(),
        axis: "positions solved, of 1,000".into(),
        tick: whole,
        baseline: None,
        groups: groups.collect(),
        footnote: format!(
            "{training} training and {test} test positions, from different games. A random \
             player is one of generation 0; EP the best player of the last generation; EP+HJ what \
             Hooke-Jeeves made of it."
        ),
    };
    chart.scene(WIDTH)
}

/// The weights beside the paper's tables I and II.
pub fn weights_table(evolved: &PaperWeights, refined: Option<&PaperWeights>) -> Table {
    let columns = vec![
        left("weight", "weight"),
        left("symbol", "in the paper"),
        right("low", "lower bound"),
        right("high", "upper bound"),
        right("paper_ep", "EP, paper"),
        right("ep", "EP, ours"),
        right("paper_ep_hj", "EP+HJ, paper"),
        right("ep_hj", "EP+HJ, ours"),
    ];
    let mut table = Table::new("weights", "Weights", columns);
    for (index, row) in PAPER_ROWS.iter().enumerate() {
        let number = |value: Option<i32>| TableCell::number(value.map(f64::from), whole);
        table.push(vec![
            TableCell::text(row.name),
            TableCell::text(row.symbol),
            number(Some(row.range[0])),
            number(Some(row.range[1])),
            number(Some(row.evolved)),
            number(evolved.get(index).copied()),
            number(Some(row.refined)),
            number(refined.and_then(|weights| weights.get(index)).copied()),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::super::evolution::{EvolutionOptions, EvolutionSettings, VirtualPlayer};
    use super::*;
    use nucleus_core::eval::paper29::PaperPreset;
    use nucleus_draw::Item;

    /// The paper prints the ends of its curves; a line would claim what was between them.
    #[test]
    fn the_paper_s_end_points_are_not_joined() {
        let EvolutionOptions { population, b, seed, leaf, .. } = EvolutionOptions::default();
        let positions_sha256 = String::new();
        let settings = EvolutionSettings {
            population,
            generations: 4,
            b,
            seed,
            leaf,
            positions: 1000,
            positions_sha256,
        };
        let player = VirtualPlayer { weights: PaperPreset::Evolved.weights(), solved: 300 };
        let point =
            |place: u32| CurvePoint { best: 200 + place, average: 180.0, mean_weights: 190 };
        let run = EvolutionRun {
            schema: EvolutionRun::SCHEMA,
            settings,
            run: 0,
            players: vec![player.clone()],
            first_best: player,
            curve: (0..5).map(point).collect(),
            ever_solved: Vec::new(),
            searches: 0,
            seconds: 1.0,
        };
        let scene = curve(&run);
        let long = scene.items.iter().filter(|item| match item {
            Item::Polyline { points, .. } => points.len() == 5,
            Item::Line { from, to, color, .. } => {
                (from[0] - to[0]).abs() > 100.0 && *color != colour::GRID
            }
            _ => false,
        });
        assert_eq!(long.count(), 3, "the best, the average, the mean of all weights");
        let rings = scene
            .items
            .iter()
            .filter(|item| matches!(item, Item::Circle { paint, .. } if paint.stroke.is_some()));
        assert_eq!(rings.count(), 2 * 2 + 2, "two ends of two curves, and the legend");
    }
}
