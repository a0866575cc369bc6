use std::str::FromStr;

use serde::{Deserialize, Serialize};

use nucleus_core::types::Color;
use nucleus_harness::uci_line::UciScore;

/// The rule that a side loses once it reports a lost score for several moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ResignRule {
    /// The score, in centipawns below zero, that counts as lost.
    pub centipawns: u32,
    /// Consecutive moves of that side.
    pub moves: u32,
}

/// The rule that a game is drawn once both sides report an even score for several moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DrawRule {
    /// The largest distance from zero, in centipawns, that counts as even.
    pub centipawns: u32,
    /// Consecutive moves of each side.
    pub moves: u32,
    /// The first move number at which the rule may end a game.
    pub from: u32,
}

/// The adjudication rules of a match; by default there are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Adjudication {
    /// The rule for resigning.
    pub resign: Option<ResignRule>,
    /// The rule for draws.
    pub draw: Option<DrawRule>,
    /// The length, in plies, at which a game is drawn.
    pub max_plies: Option<u32>,
}

/// Parses comma-separated numbers, `A,B,C`.
fn numbers<const N: usize>(text: &str, form: &str) -> Result<[u32; N], String> {
    let read: Result<Vec<u32>, _> = text.split(',').map(u32::from_str).collect();
    read.ok()
        .and_then(|numbers| numbers.try_into().ok())
        .filter(|numbers: &[u32; N]| numbers[1] > 0)
        .ok_or_else(|| format!("`{text}` is not {form}, whole numbers, MOVES at least 1"))
}

impl ResignRule {
    /// Parses `CP,MOVES`.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn parse(text: &str) -> Result<Self, String> {
        let [centipawns, moves] = numbers(text, "CP,MOVES")?;
        Ok(Self { centipawns, moves })
    }
}

impl DrawRule {
    /// Parses `CP,MOVES,FROM`.
    ///
    /// # Errors
    /// If the text has another form.
    pub fn parse(text: &str) -> Result<Self, String> {
        let [centipawns, moves, from] = numbers(text, "CP,MOVES,FROM")?;
        Ok(Self { centipawns, moves, from })
    }
}

/// The verdict of the adjudication rules on a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameVerdict {
    /// The given side resigns.
    Resigned(Color),
    /// Both sides report an even score.
    Even,
    /// The game reached [`Adjudication::max_plies`].
    TooLong,
}

/// Tracks the scores of a game and applies the adjudication rules.
#[derive(Debug)]
pub struct Watch {
    rules: Adjudication,
    lost: [u32; 2],
    even: [u32; 2],
}

impl Watch {
    /// Begins a game under these rules.
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, lost: [0; 2], even: [0; 2] }
    }

    /// Records the score that `side` reported, from its own view, with its move, after which the
    /// game has `plies` plies. Returns the verdict, if a rule ends the game at move `move_number`.
    pub fn judge(
        &mut self,
        side: Color,
        score: Option<UciScore>,
        plies: u32,
        move_number: u32,
    ) -> Option<GameVerdict> {
        // A mate exceeds every centipawn score.
        let value = score.map(|score| match score {
            UciScore::Cp(centipawns) => i64::from(centipawns),
            UciScore::Mate(moves) if moves > 0 => i64::MAX,
            UciScore::Mate(_) => i64::MIN,
        });
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            let lost = value.is_some_and(|value| value <= -i64::from(rule.centipawns));
            count(&mut self.lost[side.index()], lost);
            if self.lost[side.index()] >= rule.moves {
                return Some(GameVerdict::Resigned(side));
            }
        }
        if let Some(rule) = self.rules.draw {
            let limit = i64::from(rule.centipawns);
            let even = value.is_some_and(|value| (-limit..=limit).contains(&value));
            count(&mut self.even[side.index()], even);
            let long_enough = self.even.iter().all(|&moves| moves >= rule.moves);
            if long_enough && move_number >= rule.from {
                return Some(GameVerdict::Even);
            }
        }
        (self.rules.max_plies.is_some_and(|most| plies >= most)).then_some(GameVerdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_unbroken_row_of_lost_scores_resigns() {
        let rules = Adjudication { resign: ResignRule::parse("600,2").ok(), ..Default::default() };
        let mut watch = Watch::new(rules);
        let mut judge = |side, score| watch.judge(side, Some(score), 1, 1);
        assert_eq!(judge(Color::White, UciScore::Cp(-600)), None);
        assert_eq!(judge(Color::Black, UciScore::Cp(-900)), None);
        assert_eq!(judge(Color::White, UciScore::Cp(-599)), None);
        assert_eq!(judge(Color::White, UciScore::Cp(-700)), None);
        assert_eq!(
            judge(Color::White, UciScore::Mate(-3)),
            Some(GameVerdict::Resigned(Color::White))
        );
    }

    #[test]
    fn even_scores_of_both_draw_from_a_move_on() {
        let rules = Adjudication { draw: DrawRule::parse("10,1,40").ok(), ..Default::default() };
        let mut watch = Watch::new(rules);
        assert_eq!(watch.judge(Color::White, Some(UciScore::Cp(5)), 70, 36), None);
        assert_eq!(watch.judge(Color::Black, Some(UciScore::Cp(-10)), 71, 36), None);
        assert_eq!(watch.judge(Color::White, None, 80, 41), None, "no score is not an even one");
        assert_eq!(
            watch.judge(Color::White, Some(UciScore::Cp(0)), 82, 42),
            Some(GameVerdict::Even)
        );
    }

    #[test]
    fn long_games_end_only_where_it_was_asked_for() {
        let mut watch = Watch::new(Adjudication::default());
        assert_eq!(watch.judge(Color::White, Some(UciScore::Mate(-1)), 9999, 5000), None);
        let mut watch = Watch::new(Adjudication { max_plies: Some(4), ..Default::default() });
        assert_eq!(watch.judge(Color::White, None, 3, 2), None);
        assert_eq!(watch.judge(Color::Black, None, 4, 3), Some(GameVerdict::TooLong));
    }
}
