//! The kinds of records that this program writes, told apart by their fields.

use serde::Deserialize;
use serde::de::IgnoredAny;

/// The fields that identify a kind; their content is ignored.
#[derive(Deserialize)]
struct Marks {
    scaling: Option<IgnoredAny>,
    reproduce: Option<IgnoredAny>,
    games_wanted: Option<IgnoredAny>,
    suites: Option<IgnoredAny>,
    white_advantage: Option<IgnoredAny>,
    schema: Option<IgnoredAny>,
    machine: Option<IgnoredAny>,
}

nucleus_base::named_enum! {
    /// Kind of a JSON record, by the program that wrote it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RecordKind {
        /// `nucleus compare`.
        Compare = "a comparison",
        /// `nucleus compare --threads 1,2,4`.
        Threads = "a run over numbers of threads",
        /// `nucleus reproduce`.
        Reproduce = "published figures measured anew",
        /// `nucleus match`.
        Match = "a match",
        /// `nucleus suite`.
        Suite = "a run over test suites",
        /// `nucleus rate --json`.
        Ratings = "ratings",
        /// `nucleus cpu --json`.
        Machine = "a machine",
    }
}

impl RecordKind {
    /// Returns the kind of a file by the fields that no other kind has; none for a file that is no
    /// record.
    pub fn of(content: &str) -> Option<Self> {
        let marks: Marks = serde_json::from_str(content).ok()?;
        let found = [
            (marks.scaling, Self::Threads),
            (marks.reproduce, Self::Reproduce),
            (marks.games_wanted, Self::Match),
            (marks.suites, Self::Suite),
            (marks.white_advantage, Self::Ratings),
            (marks.schema, Self::Compare),
            (marks.machine, Self::Machine),
        ];
        found.into_iter().find(|(field, _)| field.is_some()).map(|(_, kind)| kind)
    }

    /// The name of its schema in docs/schemas, without the ending.
    pub const fn schema(self) -> &'static str {
        match self {
            Self::Compare => "compare",
            Self::Threads => "threads",
            Self::Reproduce => "reproduce",
            Self::Match => "match",
            Self::Suite => "suite",
            Self::Ratings => "rate",
            Self::Machine => "machine",
        }
    }
}
