//! Players of limited strength.

use nucleus_search::{ELO_RANGE, FULL_SKILL, Handicap, LADDER, Limits, StrengthStep};

#[test]
fn the_ladder_rises_in_all_it_has() {
    for pair in LADDER.windows(2) {
        let [low, high] = pair else { unreachable!() };
        assert!(low.elo < high.elo && low.nodes < high.nodes && low.depth <= high.depth);
        assert!(low.noise > high.noise);
    }
}

#[test]
fn strengths_between_steps_lie_between_them() {
    for step in LADDER {
        assert_eq!(StrengthStep::of_elo(step.elo), step);
    }
    for pair in LADDER.windows(2) {
        let [low, high] = pair else { unreachable!() };
        let between = StrengthStep::of_elo(low.elo.midpoint(high.elo));
        assert!((low.nodes + 1..high.nodes).contains(&between.nodes), "{between:?}");
        assert!((low.depth..=high.depth).contains(&between.depth), "{between:?}");
        assert!((high.noise + 1..low.noise).contains(&between.noise), "{between:?}");
    }
    assert_eq!(StrengthStep::of_elo(0), LADDER[0]);
    assert_eq!(StrengthStep::of_elo(9_999), LADDER[7]);
}

#[test]
fn skill_levels_rise_to_full_strength() {
    let elo = |level| StrengthStep::of_skill(level).map(|step| step.elo);
    assert_eq!((elo(0), elo(FULL_SKILL)), (Some(ELO_RANGE[0]), None));
    assert!((1..FULL_SKILL).all(|level| elo(level) > elo(level - 1)));
}

#[test]
fn the_requested_strength_is_never_exceeded() {
    let handicap = Handicap { step: LADDER[3], seed: 1 };
    let limits = handicap.limit(&Limits { nodes: Some(10), ..Limits::depth(2) });
    assert_eq!((limits.nodes, limits.depth), (Some(10), Some(2)));
    let limits = handicap.limit(&Limits { infinite: true, ..Limits::default() });
    let StrengthStep { nodes, depth, .. } = LADDER[3];
    assert_eq!((limits.nodes, limits.depth), (Some(nodes), Some(depth)));
}
