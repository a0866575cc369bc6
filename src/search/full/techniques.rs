//! A switch for each technique of the selective search, to measure its effect.
//!
//! `--techniques` converts a list of switches to a set of parameters.

use crate::parameters::{CheckExtension, Margins, OFF, Parameters};

/// A technique and its parameters.
pub struct Technique {
    /// Name in a list of switches.
    pub name: &'static str,
    /// Copies the technique's values from another set.
    take: fn(&mut Parameters, &Parameters),
}

/// Values of each technique when it is on.
const ALL_ON: Parameters = Parameters {
    iid_depth: 4,
    probcut_depth: 5,
    recapture_depth: i32::MAX,
    passed_depth: i32::MAX,
    ..Parameters::TUNED
};

/// Values of each technique when it is off.
const ALL_OFF: Parameters = Parameters {
    null_move: false,
    iid_depth: OFF,
    iir_depth: OFF,
    probcut_depth: OFF,
    check_extension: CheckExtension::Off,
    forced_replies: 0,
    recapture_depth: 0,
    passed_depth: 0,
    late_reduction_depth: OFF,
    quiescence_checks: false,
    margins: Margins {
        reverse_depth: 0,
        singular_depth: OFF,
        late_depth: 0,
        futility_depth: -1,
        history_depth: -1,
        exchange_depth: 0,
        // With this margin, delta pruning skips no capture.
        delta: 1 << 20,
        ..Margins::TUNED
    },
    aspiration_depth: OFF,
    mate_share: 0,
    ..Parameters::TUNED
};

impl Technique {
    /// All techniques, in the order of the steps of a node.
    pub const ALL: [Self; 19] = [
        Self { name: "mate-search", take: |to, from| to.mate_share = from.mate_share },
        Self { name: "aspiration", take: |to, from| to.aspiration_depth = from.aspiration_depth },
        Self {
            name: "reverse-futility",
            take: |to, from| to.margins.reverse_depth = from.margins.reverse_depth,
        },
        Self { name: "null-move", take: |to, from| to.null_move = from.null_move },
        Self { name: "probcut", take: |to, from| to.probcut_depth = from.probcut_depth },
        Self { name: "internal-deepening", take: |to, from| to.iid_depth = from.iid_depth },
        Self { name: "internal-reduction", take: |to, from| to.iir_depth = from.iir_depth },
        Self {
            name: "singular",
            take: |to, from| to.margins.singular_depth = from.margins.singular_depth,
        },
        Self {
            name: "late-pruning",
            take: |to, from| to.margins.late_depth = from.margins.late_depth,
        },
        Self {
            name: "futility",
            take: |to, from| to.margins.futility_depth = from.margins.futility_depth,
        },
        Self {
            name: "history-pruning",
            take: |to, from| to.margins.history_depth = from.margins.history_depth,
        },
        Self {
            name: "exchange-pruning",
            take: |to, from| to.margins.exchange_depth = from.margins.exchange_depth,
        },
        Self { name: "check", take: |to, from| to.check_extension = from.check_extension },
        Self { name: "single-reply", take: |to, from| to.forced_replies = from.forced_replies },
        Self { name: "passed-pawn", take: |to, from| to.passed_depth = from.passed_depth },
        Self { name: "recapture", take: |to, from| to.recapture_depth = from.recapture_depth },
        Self {
            name: "late-reductions",
            take: |to, from| to.late_reduction_depth = from.late_reduction_depth,
        },
        Self { name: "delta", take: |to, from| to.margins.delta = from.margins.delta },
        Self {
            name: "quiescence-checks",
            take: |to, from| to.quiescence_checks = from.quiescence_checks,
        },
    ];

    /// Returns true if the technique is on in a set of parameters.
    pub fn is_on(&self, parameters: &Parameters) -> bool {
        let mut without = *parameters;
        (self.take)(&mut without, &ALL_OFF);
        without != *parameters
    }

    fn names() -> String {
        Self::ALL.map(|technique| technique.name).join(", ")
    }
}

/// Returns the tuned set after a list of switches and margins, such as `+probcut,late-base=4`.
///
/// # Errors
/// Returns a message if a word is neither a switch nor a margin, or a switch would change nothing.
pub fn switch_techniques(list: &str) -> Result<Parameters, String> {
    let mut parameters = Parameters::TUNED;
    for word in list.split(',').filter(|word| !word.is_empty()) {
        if let Some((name, value)) = word.split_once('=') {
            parameters.margins.set(name, value)?;
            continue;
        }
        let (on, name) = match (word.strip_prefix('+'), word.strip_prefix('-')) {
            (Some(name), _) => (true, name),
            (_, Some(name)) => (false, name),
            _ => return Err(format!("`{word}` begins with neither + nor -")),
        };
        let Some(technique) = Technique::ALL.iter().find(|technique| technique.name == name) else {
            return Err(format!("no technique `{name}`: there are {}", Technique::names()));
        };
        if technique.is_on(&parameters) == on {
            return Err(format!("{name} is {} already", if on { "on" } else { "off" }));
        }
        (technique.take)(&mut parameters, if on { &ALL_ON } else { &ALL_OFF });
    }
    Ok(parameters)
}

#[cfg(test)]
mod tests {
    use super::{ALL_OFF, ALL_ON, Technique, switch_techniques};
    use crate::parameters::Parameters;

    #[test]
    fn each_switch_changes_its_own_technique() {
        for technique in &Technique::ALL {
            assert!(technique.is_on(&ALL_ON), "{}", technique.name);
            assert!(!technique.is_on(&ALL_OFF), "{}", technique.name);
            let on = technique.is_on(&Parameters::TUNED);
            let sign = if on { '-' } else { '+' };
            let changed = switch_techniques(&format!("{sign}{}", technique.name)).unwrap();
            for other in &Technique::ALL {
                let expected = other.is_on(&Parameters::TUNED) != (other.name == technique.name);
                assert_eq!(other.is_on(&changed), expected, "{} {}", technique.name, other.name);
            }
        }
    }

    #[test]
    fn lists_are_read_or_refused() {
        assert_eq!(switch_techniques(""), Ok(Parameters::TUNED));
        let both = switch_techniques("+probcut,-null-move").unwrap();
        assert_eq!((both.probcut_depth, both.null_move), (ALL_ON.probcut_depth, false));
        assert_eq!(switch_techniques("late-base=5").unwrap().margins.late_base, 5);
        for (list, why) in [
            ("probcut", "neither + nor -"),
            ("+", "no technique ``"),
            ("+Probcut", "no technique `Probcut`"),
            ("-probcut", "off already"),
            ("+null-move", "on already"),
            ("+probcut,+probcut", "on already"),
            ("razor=2", "no margin `razor`: there are reverse-margin, "),
            ("late-base=0", "late-base: '0' is not a number from 1 to 20"),
            ("late-base=x", "late-base: 'x' is not a number from 1 to 20"),
        ] {
            let error = switch_techniques(list).unwrap_err();
            assert!(error.contains(why), "{list}: {error}");
        }
    }

    #[test]
    fn the_tuned_set_has_four_techniques_off() {
        let off = Technique::ALL.iter().filter(|technique| !technique.is_on(&Parameters::TUNED));
        let names: Vec<_> = off.map(|technique| technique.name).collect();
        let expected = ["probcut", "internal-deepening", "passed-pawn", "recapture"];
        assert_eq!(names, expected);
    }
}
