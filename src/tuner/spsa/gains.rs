use nucleus_core::types::Random;

use super::options::IntegerOption;

/// Exponent with which the distance of the two players falls over the steps.
const GAMMA: f64 = 0.101;
/// Exponent with which the movement of a value falls over the steps.
const ALPHA: f64 = 0.602;
/// Offset of the step number, as a share of all steps; it limits the first movements.
const BEFORE: f64 = 0.1;

/// Options of a tuning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SpsaOptions {
    /// Number of steps of the tuning.
    pub steps: u32,
    /// Movement of a value in the last step of the tuning, per game that one player wins more than
    /// the other, in units of [`IntegerOption::step`].
    pub rate: f64,
    /// Seed of the directions and the openings.
    pub seed: u64,
}

/// The distance and the movement of a step of the tuning, in units of [`IntegerOption::step`].
///
/// Both fall as powers of the step's number (Spall's 0.101 and 0.602). They end at 1 and the rate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gains {
    /// Distance of either player from the values.
    pub distance: f64,
    /// Movement of the values per game that one player wins more.
    pub movement: f64,
}

impl Gains {
    /// Returns the gains of a step, counted from 1.
    pub fn new(options: &SpsaOptions, step: u32) -> Self {
        let (steps, step) = (f64::from(options.steps), f64::from(step));
        let distance = (steps / step).powf(GAMMA);
        let before = BEFORE * steps;
        let movement = options.rate * ((before + steps) / (before + step)).powf(ALPHA);
        // The gradient is the difference of results divided by that of values.
        Self { distance, movement: movement / distance }
    }
}

/// Returns the direction of each option in a step: 1 or −1.
pub fn directions(seed: u64, step: u32, options: usize) -> Vec<f64> {
    let mut random = Random::new(Random::new(seed ^ u64::from(step) << 32).bits());
    (0..options).map(|_| if random.bits() & 1 == 1 { 1.0 } else { -1.0 }).collect()
}

/// Returns the values of the two players of a step.
pub fn players(
    options: &[IntegerOption],
    values: &[f64],
    directions: &[f64],
    gains: Gains,
) -> [Vec<i64>; 2] {
    [1.0, -1.0].map(|sign| {
        let all = options.iter().zip(values).zip(directions);
        let one = |((option, value), direction): ((&IntegerOption, &f64), &f64)| {
            option.rounded(value + sign * direction * gains.distance * option.step)
        };
        all.map(one).collect()
    })
}

/// Moves the values after a step, given how many games more the first player won than the second.
pub fn advance(
    options: &[IntegerOption],
    values: &mut [f64],
    directions: &[f64],
    gains: Gains,
    won_by: f64,
) {
    for ((option, value), direction) in options.iter().zip(values).zip(directions) {
        let moved = *value + direction * gains.movement * won_by * option.step;
        *value = moved.clamp(option.least, option.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: SpsaOptions = SpsaOptions { steps: 1_000, rate: 0.02, seed: 1 };

    #[test]
    fn gains_fall_to_what_was_asked_for() {
        let (first, middle, last) =
            (Gains::new(&OPTIONS, 1), Gains::new(&OPTIONS, 500), Gains::new(&OPTIONS, 1_000));
        assert!((last.distance - 1.0).abs() < 1e-12 && (last.movement - 0.02).abs() < 1e-12);
        assert!(first.distance > middle.distance && middle.distance > 1.0);
        assert!(first.movement > middle.movement && middle.movement > 0.02);
        assert!(first.movement < 0.1, "{first:?}");
    }

    #[test]
    fn directions_are_drawn_anew_for_each_step() {
        let all: Vec<f64> = (1..=500).flat_map(|step| directions(1, step, 4)).collect();
        let up = all.iter().filter(|&&direction| direction > 0.0).count();
        assert!((900..1_100).contains(&up), "{up}");
        assert_eq!(directions(1, 7, 4), directions(1, 7, 4));
        assert_ne!(directions(1, 7, 64), directions(2, 7, 64));
    }

    #[test]
    fn players_lie_on_both_sides_and_within_the_limits() {
        let option = |start: f64| IntegerOption {
            name: "A".to_owned(),
            start,
            least: 0.0,
            most: 100.0,
            step: 10.0,
        };
        let options = [option(50.0), option(95.0)];
        let mut values = vec![50.0, 95.0];
        let gains = Gains { distance: 1.0, movement: 0.5 };
        let both = players(&options, &values, &[1.0, -1.0], gains);
        assert_eq!(both, [vec![60, 85], vec![40, 100]]);
        advance(&options, &mut values, &[1.0, -1.0], gains, -2.0);
        assert_eq!(values, [40.0, 100.0]);
    }
}
