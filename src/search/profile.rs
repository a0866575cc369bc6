use std::fmt;
use std::str::FromStr;

/// What a searcher does beyond alpha-beta; a type, so that what is off costs nothing.
pub trait Profile: Send + Sync + 'static {
    /// Its name.
    const NAME: ProfileName;
    /// True when moves may be reduced, extended and pruned.
    const SELECTIVE: bool;
}

/// The paper's searcher: full width, null move with R = 2, no extensions, no reductions (our
/// reading of Axon II, section VI).
pub struct Axon;

impl Profile for Axon {
    const NAME: ProfileName = ProfileName::Axon;
    const SELECTIVE: bool = false;
}

/// The player: everything that measures well.
pub struct Full;

impl Profile for Full {
    const NAME: ProfileName = ProfileName::Full;
    const SELECTIVE: bool = true;
}

/// The profiles by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum ProfileName {
    /// The paper's benchmark searcher.
    Axon,
    /// The complete searcher.
    #[default]
    Full,
}

impl ProfileName {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Axon, Self::Full];

    /// The name used in options, tables and records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Axon => "axon",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ProfileName {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|profile| profile.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("unknown profile '{name}': expected one of axon, full"))
    }
}
