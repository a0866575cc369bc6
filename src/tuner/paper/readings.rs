//! Measurements of the questions that the paper leaves open: the positions that its own players
//! solve under each reading, and that random ones solve.

use super::evolution::random_player;
use super::players::{Solved, score};
use super::tree::{Leaf, SearchForest};
use nucleus_core::eval::paper29::{PAPER_COUNT, PAPER_ROWS, Paper29, PaperPreset, PaperWeights};
use nucleus_core::types::Random;
use nucleus_draw::{Rgb, Scene};
use nucleus_report::chart::lines::{ChartLine, ChartPanel, LineChart, PanelAxis, Point};
use nucleus_report::chart::sheet::{WIDTH, colour};
use nucleus_report::table::{Table, TableCell, left, right};

/// A reading of a question that the paper leaves open.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PaperReading {
    /// Mobility weights are worth a square, not the most squares that a piece can have.
    pub mobility_by_square: bool,
    /// Divisor of the king's sums, in points.
    pub king_units: f32,
    /// The queen's mobility.
    pub queen: i32,
}

/// Number of positions solved under a reading.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReadingScore {
    /// The reading.
    pub reading: PaperReading,
    /// Evaluation of the leaves of a 1-ply search.
    pub leaf: Leaf,
    /// By random players on average.
    pub random: f64,
    /// By the best of twenty random players, on average.
    pub random_best: f64,
    /// By the paper's evolved player.
    pub evolved: u32,
    /// By the paper's refined player.
    pub refined: u32,
}

/// Random players of a reading: ten populations.
const POPULATIONS: usize = 10;
/// The paper's population.
const POPULATION: usize = 20;

/// The readings that are compared.
pub fn all_readings() -> Vec<PaperReading> {
    let mut readings = Vec::new();
    for mobility_by_square in [false, true] {
        for king_units in [1e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6] {
            for queen in [0, 40, 72] {
                readings.push(PaperReading { mobility_by_square, king_units, queen });
            }
        }
    }
    readings
}

impl PaperReading {
    /// Returns the divisor of each weight.
    fn units(&self) -> [f32; PAPER_COUNT] {
        PAPER_ROWS.map(|row| {
            if row.name.ends_with(".mobility") && self.mobility_by_square {
                1.0
            } else if matches!(row.name, "king.defenders" | "king.attackers") {
                self.king_units
            } else {
                row.units
            }
        })
    }

    /// A player under this reading.
    fn player(&self, mut weights: PaperWeights) -> Paper29 {
        if let Some(queen) = weights.last_mut() {
            *queen = self.queen;
        }
        Paper29::with_units(weights, &self.units())
    }

    /// Returns the number of positions solved under this reading.
    pub fn score(&self, forest: &SearchForest, leaf: Leaf, seed: u64) -> ReadingScore {
        let mut random = Random::new(seed);
        let mut players: Vec<Paper29> = (0..POPULATIONS * POPULATION)
            .map(|_| self.player(random_player(&mut random)))
            .collect();
        for preset in [PaperPreset::Evolved, PaperPreset::Refined] {
            players.push(self.player(preset.weights()));
        }
        let solved: Vec<u32> = score(forest, &players).iter().map(Solved::count).collect();
        let (random, papers) = solved.split_at(POPULATIONS * POPULATION);
        let mean = |sum: u32, count: usize| f64::from(sum) / count as f64;
        let bests = random.chunks(POPULATION).filter_map(|chunk| chunk.iter().max());
        ReadingScore {
            reading: *self,
            leaf,
            random: mean(random.iter().sum(), random.len()),
            random_best: mean(bests.sum(), POPULATIONS),
            evolved: papers.first().copied().unwrap_or_default(),
            refined: papers.last().copied().unwrap_or_default(),
        }
    }
}

/// A player on the chart: name, colour, and its number of solved positions.
type ShownPlayer = (&'static str, Rgb, fn(&ReadingScore) -> f64);

/// Returns a panel for each 1-ply search: positions solved by the unit of the king's sums, mobility
/// by its share of the most and the queen's at 0, as it is decided.
pub fn readings_chart(scores: &[ReadingScore], positions: usize) -> Scene {
    let shown: [ShownPlayer; 4] = [
        ("best of 20 random", colour::GREEN, |score| score.random_best),
        ("random, average", colour::GREY, |score| score.random),
        ("paper's EP", colour::BLUE, |score| f64::from(score.evolved)),
        ("paper's EP+HJ", colour::VERMILLION, |score| f64::from(score.refined)),
    ];
    let panel = |leaf: Leaf| {
        let decided = |score: &&ReadingScore| {
            let PaperReading { mobility_by_square, queen, .. } = score.reading;
            score.leaf == leaf && !mobility_by_square && queen == 0
        };
        let of_leaf: Vec<&ReadingScore> = scores.iter().filter(decided).collect();
        let line = |&(name, colour, solved): &ShownPlayer| {
            let value = |score: &&ReadingScore| 1000.0 * solved(score) / positions.max(1) as f64;
            let points = of_leaf.iter().map(value).enumerate();
            let points = points.map(|(at, value)| Point { at, value, interval: None }).collect();
            let hollow = name.starts_with("paper");
            ChartLine { name: name.to_owned(), colour, hollow, joined: true, points }
        };
        ChartPanel {
            heading: format!("1-ply search: {leaf}"),
            commits: of_leaf.iter().map(|s| format!("{:.0}", s.reading.king_units)).collect(),
            lines: shown.iter().map(line).collect(),
            axis: PanelAxis::FromZero,
            marks: Vec::new(),
        }
    };
    LineChart {
        title: "Readings of the paper: positions solved by the unit of the king's sums".into(),
        subtitle:
            "Positions of 1,000 where a 1-ply search plays the grandmaster's move; below, what \
                   the king's two sums are divided by."
                .into(),
        panels: Leaf::PAPER.into_iter().map(panel).collect(),
        footnote: "Of ten populations of 20 random players the average and the best of each; the \
                   paper has 187 and 208 for these, 328 for EP and 483 for EP+HJ."
            .into(),
    }
    .scene(WIDTH)
}

/// The scores as a table, beside the paper's figures.
pub fn readings_table(scores: &[ReadingScore], positions: usize) -> Table {
    let columns = vec![
        left("leaf", "1-ply search"),
        left("mobility", "mobility"),
        right("king_units", "king's sums divided by"),
        right("queen", "queen's mobility"),
        right("random", "random players"),
        right("random_best", "best of 20"),
        right("ep", "paper's EP"),
        right("ep_hj", "paper's EP+HJ"),
    ];
    let mut table = Table::new("readings", "Readings of the paper", columns);
    let one = |value: f64| format!("{value:.1}");
    let whole = |value: f64| format!("{value:.0}");
    for score in scores {
        let ReadingScore { reading, leaf, .. } = *score;
        let mobility = if reading.mobility_by_square { "a square" } else { "share of the most" };
        table.push(vec![
            TableCell::text(leaf.name()),
            TableCell::text(mobility),
            TableCell::number(Some(f64::from(reading.king_units)), whole),
            TableCell::number(Some(f64::from(reading.queen)), whole),
            TableCell::number(Some(score.random), one),
            TableCell::number(Some(score.random_best), one),
            TableCell::number(Some(f64::from(score.evolved)), whole),
            TableCell::number(Some(f64::from(score.refined)), whole),
        ]);
    }
    table.notes.push(format!(
        "Positions solved of {positions}. The paper has 187 for the average and 208 for the best \
         player of generation 0, 328 for EP and 483 for EP+HJ, each of 1,000."
    ));
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_draw::Item;

    #[test]
    fn the_chart_has_a_panel_for_each_search_and_a_point_for_each_unit() {
        let score = |leaf: Leaf, reading: PaperReading| ReadingScore {
            reading,
            leaf,
            random: 90.0,
            random_best: 110.0,
            evolved: 120,
            refined: 100,
        };
        let scores: Vec<ReadingScore> = Leaf::PAPER
            .into_iter()
            .flat_map(|leaf| all_readings().into_iter().map(move |reading| score(leaf, reading)))
            .collect();
        assert_eq!(scores.len(), 3 * 42);
        let scene = readings_chart(&scores, 500);
        let said = |text: &str| {
            let is = |item: &&Item| matches!(item, Item::Text(own) if own.text == text);
            scene.items.iter().filter(is).count()
        };
        assert_eq!(said("paper's EP+HJ"), 3);
        assert_eq!(said("1-ply search: static"), 1);
        // A ring has the ground behind it, which is no mark of its own.
        let marks = scene.items.iter().filter(
            |item| matches!(item, Item::Circle { paint, .. } if paint.fill != Some(colour::PAPER)),
        );
        assert_eq!(
            marks.count(),
            3 * 4 * (7 + 1),
            "seven units of the king's sums, and the legend"
        );
    }
}
