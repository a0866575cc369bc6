//! What games gave: of one, the line that ends it in the file; of all, the sums.

use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::Color;

/// What games gave.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GamesTally {
    /// Games, which are numbered from 1 without a gap.
    pub games: u32,
    /// White's wins, draws, Black's wins.
    pub results: [u64; 3],
    /// Their plies.
    pub plies: u64,
    /// Nodes of their searches.
    pub nodes: u64,
    /// Positions that were looked at, and the quiet ones among them.
    pub seen: [u64; 2],
    /// Positions that are in the file.
    pub positions: u64,
    /// Those that were there already.
    pub duplicates: u64,
}

impl GamesTally {
    /// Adds a game.
    pub fn add(&mut self, game: &GameLine) {
        let [kept, drawn, quiet, seen] = game.counts;
        self.games = game.number;
        self.results[game.place()] += 1;
        self.plies += game.plies;
        self.nodes += game.nodes;
        self.seen = [self.seen[0] + seen, self.seen[1] + quiet];
        self.positions += kept;
        self.duplicates += drawn.saturating_sub(kept);
    }
}

/// What the line that ends a game says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameLine {
    /// The game.
    pub number: u32,
    /// Its result.
    pub outcome: Outcome,
    /// Its plies.
    pub plies: u64,
    /// Nodes of its searches.
    pub nodes: u64,
    /// Positions that were new, drawn, quiet, looked at.
    pub counts: [u64; 4],
}

impl GameLine {
    /// The line, with why the game ended.
    pub fn text(&self, end: &str) -> String {
        let Self { number, outcome, plies, nodes, counts: [kept, drawn, quiet, seen] } = self;
        format!(
            "# game {number}: {outcome}, {end}, {plies} plies, {nodes} nodes, {kept} of {drawn} drawn of \
             {quiet} quiet of {seen}"
        )
    }

    /// Reads the line.
    pub fn parse(line: &str) -> Option<Self> {
        let (number, rest) = line.strip_prefix("# game ")?.split_once(": ")?;
        let outcome = Outcome::parse(rest.split(',').next()?)?;
        let word_before = |unit: &str| {
            let at = rest.find(&format!(" {unit}"))?;
            rest[..at].rsplit(' ').next()?.parse::<u64>().ok()
        };
        let counts = rest.rsplit(", ").next()?;
        let mut counts = counts.split(' ').filter_map(|word| word.parse().ok());
        let counts = [counts.next()?, counts.next()?, counts.next()?, counts.next()?];
        Some(Self {
            number: number.parse().ok()?,
            outcome,
            plies: word_before("plies")?,
            nodes: word_before("nodes")?,
            counts,
        })
    }

    /// The place of its outcome in a tally: White's wins, draws, Black's wins.
    pub fn place(&self) -> usize {
        match self.outcome {
            Outcome::Win(Color::White) => 0,
            Outcome::Win(Color::Black) => 2,
            Outcome::Draw | Outcome::Unknown => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_games_line_is_read_as_it_was_written() {
        let line = GameLine {
            number: 17,
            outcome: Outcome::Win(Color::Black),
            plies: 93,
            nodes: 412_345,
            counts: [11, 12, 30, 85],
        };
        for end in ["mate", "won by agreed scores", "fifty moves"] {
            assert_eq!(GameLine::parse(&line.text(end)), Some(line));
        }
        for text in ["# game", "# game 1: 1-0", "# game x: 1-0, mate, 3 plies, 4 nodes, 1 2 3 4"] {
            assert_eq!(GameLine::parse(text), None, "{text}");
        }
    }
}
