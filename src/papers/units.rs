use super::evolution::{DRAWS, Evolution};
use super::unit::Unit;
use super::{depths, dual, evaluation, games, levels, log, quiescence, rating, suites};
use nucleus_tuner::paper::Leaf;

/// Units of evolution: draws with all plies, without openings, with each book, with another
/// population.
fn evolutions() -> Vec<Unit> {
    let all = Evolution {
        name: "ep-draws",
        what: "figure 1 and table II: eight draws of three runs, then Hooke-Jeeves",
        from_ply: 0,
        one_a_game: true,
        book: None,
        runs: 3,
        population: 20,
        leaf: Leaf::default(),
        weights: true,
        draws: DRAWS,
    };
    let three = Evolution { weights: false, ..all.clone() };
    vec![
        Evolution {
            name: "ep-late",
            what: "figure 1 from the seventeenth ply on",
            from_ply: 16,
            one_a_game: false,
            ..three.clone()
        }
        .unit(),
        Evolution {
            name: "ep-book-gnuchess",
            what: "the first experiment with an opening book of 180,358 entries",
            book: Some("gnuchess_book.bin"),
            ..three.clone()
        }
        .unit(),
        Evolution {
            name: "ep-book-karballo",
            what: "the first experiment with an opening book of 31,467 entries",
            book: Some("karballo_book_small.bin"),
            ..three.clone()
        }
        .unit(),
        Evolution {
            name: "ep-population-50",
            what: "future work: 50 players",
            population: 50,
            ..three.clone()
        }
        .unit(),
        Evolution {
            name: "ep-pawns",
            what: "future work: pawns on the seventh row in quiescence",
            leaf: Leaf::Pawns,
            ..three
        }
        .unit(),
        all.clone().unit(),
        Evolution {
            name: "ep-printed",
            what: "table II: positions solved by the weights that the paper prints",
            ..all.clone()
        }
        .printed(),
        Evolution {
            name: "ep-ranking",
            what: "future work: a linear ranking support vector machine on the 29 features",
            ..all.clone()
        }
        .ranked(),
        Evolution {
            name: "ep-readings",
            what: "the questions that the paper leaves open: positions solved under each reading",
            from_ply: 16,
            one_a_game: false,
            draws: 1,
            ..all.clone()
        }
        .readings(),
        Evolution {
            name: "ep-objectives",
            what: "Hooke-Jeeves on positions chosen otherwise, and with steps that are as good",
            ..all.clone()
        }
        .objectives(),
        Evolution {
            name: "ep-runs-30",
            what: "the paper's 30 runs, on the first draw",
            runs: 30,
            draws: 1,
            weights: false,
            ..all
        }
        .unit(),
    ]
}

/// All units, in the order in which they are made: the short ones that nothing disturbs first.
pub fn all() -> Vec<Unit> {
    let mut units = vec![evaluation::unit(), log::unit(), log::weights()];
    units.extend(evolutions());
    units.extend([quiescence::unit(), games::table_iii(), depths::unit(), games::table_iv()]);
    units.push(games::generation_0());
    units.extend([levels::unit(), dual::unit(), rating::unit()]);
    units.extend(suites::units());
    units
}

/// The units of these names, in the order of all; all of a paper, or all, without names.
///
/// # Errors
/// A sentence that names a unit that there is not.
pub fn named(
    paper: Option<nucleus_report::papers::PaperName>,
    names: &[String],
) -> Result<Vec<Unit>, String> {
    let units = all();
    if let Some(name) = names.iter().find(|name| units.iter().all(|unit| unit.name != **name)) {
        let known: Vec<&str> = units.iter().map(|unit| unit.name.as_str()).collect();
        return Err(format!("there is no unit `{name}`; there are {}", known.join(", ")));
    }
    let wanted = |unit: &Unit| {
        paper.is_none_or(|paper| unit.paper == paper)
            && (names.is_empty() || names.contains(&unit.name))
    };
    Ok(units.into_iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_steps_have_names_of_their_own_and_no_step_lasts_above_an_hour() {
        let units = all();
        for (at, unit) in units.iter().enumerate() {
            assert!(units[..at].iter().all(|other| other.name != unit.name), "{}", unit.name);
            for (at, step) in unit.steps.iter().enumerate() {
                assert!(unit.steps[..at].iter().all(|other| other.name != step.name));
                assert!(step.seconds <= 3600.0, "{}: {}", unit.name, step.name);
            }
        }
        let fault = named(None, &["none".to_owned()]).err().expect("no such unit");
        assert!(fault.contains("`none`") && fault.contains("ep-draws"), "{fault}");
    }
}
