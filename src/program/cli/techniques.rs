use nucleus_search::{ParameterSet, Technique, Tuned};

use super::print;

/// Prints the switch of each technique as `--techniques` takes it, one a line.
pub fn run() -> Result<(), String> {
    let switch = |technique: &Technique| {
        let sign = if technique.is_on(&Tuned::PARAMETERS) { '-' } else { '+' };
        format!("{sign}{}\n", technique.name)
    };
    print(&Technique::ALL.iter().map(switch).collect::<String>())
}
