//! The options of the player: strength, style, analysis, and the chances printed with scores.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use nucleus_core::eval::Style;
use nucleus_search::{ELO_RANGE, EngineOptions, FULL_SKILL, Handicap, StrengthStep};

/// Player options that a GUI can set.
#[derive(Clone, Debug)]
pub struct PlayerOptions {
    /// True to play at `elo`, from the option `UCI_LimitStrength`.
    pub limit_strength: bool,
    /// Strength in Elo, from the option `UCI_Elo`.
    pub elo: u32,
    /// Strength as a level, from the option `Skill Level`.
    pub skill: u32,
    /// The requested seed; 0 for a new one in each game.
    seed: u64,
    /// Seed of the deliberate errors in this game.
    game_seed: u64,
    /// Style of play, from the option `Style`.
    pub style: Style,
    /// True to print the chances of a win, a draw and a loss with each score (`UCI_ShowWDL`).
    pub show_chances: bool,
    /// True if the GUI analyses; the engine then uses full strength, no contempt and no book.
    pub analyse: bool,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        let [_, top] = ELO_RANGE;
        Self {
            limit_strength: false,
            elo: top,
            skill: FULL_SKILL,
            seed: 0,
            game_seed: fresh_seed(),
            style: Style::Normal,
            show_chances: false,
            analyse: false,
        }
    }
}

/// Returns a seed that differs each time.
pub fn fresh_seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_nanos() as u64
}

impl PlayerOptions {
    /// Sets the seed from the option `Strength Seed`, also for the current game.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.begin_game();
    }

    /// Begins a game. Its deliberate errors differ from those of the last game, unless a seed was requested.
    pub fn begin_game(&mut self) {
        self.game_seed = if self.seed == 0 { fresh_seed() } else { self.seed };
    }

    /// Returns the handicap for play below full strength. `UCI_LimitStrength` has precedence over
    /// `Skill Level`; an analysis has full strength.
    fn handicap(&self) -> Option<Handicap> {
        if self.analyse {
            return None;
        }
        let limited = self.limit_strength.then(|| StrengthStep::of_elo(self.elo));
        let step = limited.or_else(|| StrengthStep::of_skill(self.skill))?;
        Some(Handicap { step, seed: self.game_seed })
    }

    /// Returns the engine options for this player.
    pub fn applied(&self, engine: &EngineOptions) -> EngineOptions {
        let mut options = engine.clone();
        options.handicap = self.handicap();
        if self.analyse {
            options.contempt = 0;
        } else {
            options.contempt += self.style.contempt();
        }
        if let Some(values) = self.style.values(options.values()) {
            // A style changes weights, which a network does not have.
            options.weights = Some(Arc::new(values));
            options.network = None;
        }
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::option_table::set;
    use crate::uci::options::UciOptions;

    fn player(steps: &[(&str, &str)]) -> EngineOptions {
        let mut options = UciOptions::new(EngineOptions::default());
        for (name, value) in steps {
            set(&mut options, name, value).unwrap();
        }
        options.player.applied(&options.engine)
    }

    fn elo(set: &[(&str, &str)]) -> Option<u32> {
        player(set).handicap.map(|handicap| handicap.step.elo)
    }

    #[test]
    fn strength_is_limited_by_rating_before_skill() {
        assert_eq!(elo(&[]), None);
        assert_eq!(elo(&[("UCI_Elo", "1500")]), None, "limited by nothing");
        let limited = [("UCI_LimitStrength", "true"), ("UCI_Elo", "1500"), ("Skill Level", "3")];
        assert_eq!(elo(&limited), Some(1500));
        assert_eq!(elo(&[("Skill Level", "0")]), Some(ELO_RANGE[0]));
        assert_eq!(elo(&[("Skill Level", "0"), ("UCI_AnalyseMode", "true")]), None);
    }

    #[test]
    fn a_seed_chooses_the_errors() {
        let seed = |value| {
            let set = [("Skill Level", "5"), ("Strength Seed", value)];
            player(&set).handicap.map(|handicap| handicap.seed)
        };
        assert_eq!(seed("7"), Some(7));
        assert!(seed("0").is_some_and(|seed| seed > 1 << 32), "from the clock");
    }

    #[test]
    fn a_style_brings_weights_and_contempt() {
        let styled = player(&[("Style", "anti-grandmaster")]);
        assert!(styled.weights.is_some() && styled.contempt == Style::AntiGrandmaster.contempt());
        let analysed = player(&[("Style", "anti-grandmaster"), ("UCI_AnalyseMode", "true")]);
        assert_eq!(analysed.contempt, 0);
    }
}
