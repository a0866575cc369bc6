use serde::{Deserialize, Serialize};

nucleus_base::named_enum! {
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
    /// Returns the pairs of engines that play each other, as indices, the lower one first.
    pub fn encounters(self, engines: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Self::RoundRobin => engines,
            Self::Gauntlet => engines.min(1),
        };
        (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect()
    }
}
