//! Wins, draws and losses of a proof, beside the paper's figure 2.

use nucleus_draw::Scene;
use nucleus_matches::rating::GameResults;
use nucleus_report::chart::rows::{BarRow, RowGroup, RowMark, Rows};
use nucleus_report::chart::sheet::{WIDTH, colour};

/// Wins, draws and losses of Chessmaster at 2500 against the paper's players: the first two as its
/// text prints them, the last from the 200 games without a point in its table IV.
const PAPER: [(&str, [u32; 3]); 3] =
    [("ep-hj", [68, 118, 14]), ("ep", [158, 28, 14]), ("generation-0", [200, 0, 0])];

/// Wins, draws and losses of one player against another; none when they did not play.
fn between(results: &GameResults, player: &str, opponent: &str) -> Option<[u32; 3]> {
    let (player, opponent) = (results.find(player)?, results.find(opponent)?);
    let mut counts = [0; 3];
    for tally in results.tallies() {
        let [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(|n| n as u32);
        let own = match (tally.white, tally.black) {
            pair if pair == (player, opponent) => [wins, draws, losses],
            pair if pair == (opponent, player) => [losses, draws, wins],
            _ => continue,
        };
        counts.iter_mut().zip(own).for_each(|(count, own)| *count += own);
    }
    (counts.iter().sum::<u32>() > 0).then_some(counts)
}

fn percent(value: f64) -> String {
    format!("{value:.0} %")
}

/// The rows of two players: won, drawn, lost, each a share of their games.
fn group(heading: String, ours: [u32; 3], paper: Option<[u32; 3]>) -> RowGroup {
    let rows = (0..3).flat_map(|place| {
        let row = |label: &str, counts: [u32; 3], ours: bool| {
            let games = counts.iter().sum::<u32>().max(1);
            let share = 100.0 * f64::from(counts[place]) / f64::from(games);
            BarRow {
                label: label.to_owned(),
                colour: if ours { colour::BLUE } else { colour::GREY },
                mark: if ours { RowMark::Bar } else { RowMark::Ring },
                value: share,
                interval: None,
                dots: Vec::new(),
                figure: format!("{} of {games}", counts[place]),
            }
        };
        let mut rows = vec![row(["won", "drawn", "lost"][place], ours, true)];
        rows.extend(paper.map(|counts| row("the paper", counts, false)));
        rows
    });
    RowGroup { heading, rows: rows.collect() }
}

/// The chart of the games so far: of the reference against each player, as the paper's figure 2 has
/// it, or of each two players.
pub fn proof_chart(results: &GameResults, reference: Option<&str>) -> Scene {
    let pairs: Vec<(&str, &str)> = match reference {
        Some(reference) => PAPER.iter().map(|&(player, _)| (reference, player)).collect(),
        None => vec![("ep-hj", "ep"), ("ep-hj", "generation-0"), ("ep", "generation-0")],
    };
    let groups = pairs.into_iter().filter_map(|(player, opponent)| {
        let ours = between(results, player, opponent)?;
        let paper = PAPER.iter().find(|(name, _)| reference.is_some() && *name == opponent);
        Some(group(format!("{player} against {opponent}"), ours, paper.map(|&(_, counts)| counts)))
    });
    let footnote = match reference {
        Some(_) => {
            "The paper's figure 2: Chessmaster at 2500 against its three players, 200 games each. \
             Its text prints the first two; that the last lost all its games, its table IV."
        }
        None => "Of its second experiment the paper prints no wins, draws and losses.",
    };
    Rows {
        title: "Wins, draws and losses".into(),
        subtitle: "Of the player that is named first, in per cent of the games of the two.".into(),
        axis: "per cent of the games".into(),
        tick: percent,
        baseline: None,
        found: None,
        logarithmic: false,
        groups: groups.collect(),
        footnote: footnote.into(),
    }
    .scene(WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nucleus_core::notation::pgn::Outcome;
    use nucleus_core::types::Color;
    use nucleus_draw::Item;

    fn words(scene: &Scene) -> Vec<String> {
        let texts = scene.items.iter().filter_map(|item| match item {
            Item::Text(text) => Some(text.text.clone()),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn games_are_counted_from_the_first_player_whatever_its_colour() {
        let mut results = GameResults::default();
        for (white, black, outcome) in [
            ("reference", "ep", Outcome::Win(Color::White)),
            ("ep", "reference", Outcome::Win(Color::Black)),
            ("ep", "reference", Outcome::Draw),
            ("reference", "ep", Outcome::Win(Color::Black)),
        ] {
            results.add(white, black, outcome).expect("two players");
        }
        assert_eq!(between(&results, "reference", "ep"), Some([2, 1, 1]));
        assert_eq!(between(&results, "ep", "reference"), Some([1, 1, 2]));
        assert_eq!(between(&results, "reference", "ep-hj"), None);
        let said = words(&proof_chart(&results, Some("reference")));
        for figure in ["reference against ep", "2 of 4", "158 of 200", "28 of 200", "14 of 200"] {
            assert!(said.iter().any(|text| text == figure), "{figure}: {said:?}");
        }
        assert!(!said.iter().any(|text| text.contains("68 of 200")), "nobody played ep-hj");
        let said = words(&proof_chart(&results, None));
        assert!(!said.iter().any(|text| text.contains("of 200")), "{said:?}");
    }

    /// 83 % and 24 % draws of 600 games are what the paper's table IV has for Chessmaster.
    #[test]
    fn the_paper_s_figure_is_its_table() {
        let [wins, draws, losses] =
            [0, 1, 2].map(|place| PAPER.iter().map(|(_, counts)| counts[place]).sum::<u32>());
        assert_eq!(wins + draws + losses, 600);
        assert_eq!((f64::from(draws) / 6.0).round(), 24.0);
        assert_eq!(((f64::from(wins) + 0.5 * f64::from(draws)) / 6.0).round(), 83.0);
    }
}
