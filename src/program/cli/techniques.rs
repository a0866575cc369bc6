use nucleus_search::{Parameters, Technique, switch_techniques};

use super::print;

/// Techniques that are switched on or off in profile `full`.
#[derive(clap::Args)]
pub struct TechniquesOption {
    /// Techniques of profile full to switch, as in +razoring,-null-move; `nucleus techniques` prints
    /// them
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, value_parser = switch_techniques)]
    techniques: Option<Parameters>,
}

impl TechniquesOption {
    /// The parameters with the techniques switched; `None` where the profile plays as it does.
    pub const fn get(&self) -> Option<Parameters> {
        self.techniques
    }
}

/// Prints the switch of each technique as `--techniques` takes it, one a line.
pub fn run() -> Result<(), String> {
    let switch = |technique: &Technique| {
        let sign = if technique.is_on(&Parameters::TUNED) { '-' } else { '+' };
        format!("{sign}{}\n", technique.name)
    };
    print(&Technique::ALL.iter().map(switch).collect::<String>())
}
