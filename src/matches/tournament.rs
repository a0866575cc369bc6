use serde::{Deserialize, Serialize};

nucleus_core::named_enum! {
    /// The pairings of a match.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
    #[serde(rename_all = "kebab-case")]
    pub enum Tournament {
        /// Each engine plays each other one.
        #[default]
        RoundRobin = "round robin",
        /// The first engine plays each other one.
        Gauntlet = "gauntlet",
    }
}

impl Tournament {
    /// The pairs of engines that play, the lower number first.
    pub fn encounters(self, engines: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Self::RoundRobin => engines,
            Self::Gauntlet => engines.min(1),
        };
        (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encounters() {
        let [round, gauntlet] = [Tournament::RoundRobin, Tournament::Gauntlet];
        assert_eq!(round.encounters(2), [[0, 1]]);
        assert_eq!(gauntlet.encounters(2), [[0, 1]]);
        assert_eq!(round.encounters(4), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(gauntlet.encounters(4), [[0, 1], [0, 2], [0, 3]]);
    }
}
