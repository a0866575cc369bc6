//! The network as a model to train; it keeps the last pass.

use nucleus_core::kernels::portable;
use nucleus_core::types::{Random, Score};
use rayon::prelude::*;

use super::batch::{BatchGradient, ShownPosition};
use super::features::ActiveInputs;
use super::gradient::Activations;
use super::load::TrainingSet;
use super::options::NetworkOptions;
use super::position::TrainingPosition;
use super::quantise::{WIDEST, narrow};
use crate::train::{TrainedModel, cross_entropy, expected, least_at};

/// A network to train on positions.
pub struct NetworkModel<'a> {
    set: &'a TrainingSet,
    options: &'a NetworkOptions,
    batch: BatchGradient,
    /// Centipawns per unit of the logistic function.
    pub scale: f64,
    /// Held-out loss of the hand-written evaluation, with the scale that minimises it.
    pub by_hand: f64,
}

impl<'a> NetworkModel<'a> {
    /// Creates a network before its first step.
    pub fn new(set: &'a TrainingSet, options: &'a NetworkOptions) -> Self {
        let results = set.held_out.iter().map(|position| position.result);
        let pairs: Vec<_> = set.by_hand.iter().copied().zip(results).collect();
        Self {
            set,
            options,
            batch: BatchGradient::new(options.shape),
            scale: options.scale.unwrap_or_else(|| fitted_scale(&set.training)),
            by_hand: mean_loss(&pairs, scale_of(&pairs)),
        }
    }

    /// Returns the mean held-out loss with respect to the games' results.
    pub fn held_out_loss(&self, parameters: &[f32]) -> f64 {
        /// Positions in a partial sum.
        const PART: usize = 1_024;
        let shape = self.options.shape;
        let network = shape.parts(parameters);
        let losses = self.set.held_out.par_chunks(PART).map(|positions| {
            let mut activations = Activations::new(shape.hidden);
            let mut active = ActiveInputs::new(shape.input_set);
            let losses = positions.iter().map(|position| {
                active.read(portable::Token, position, false);
                let value = activations.value(&network, &active);
                cross_entropy(f64::from(value), f64::from(position.result) / 2.0)
            });
            losses.sum::<f64>()
        });
        let losses: Vec<f64> = losses.collect();
        losses.iter().sum::<f64>() / self.set.held_out.len().max(1) as f64
    }
}

/// Returns a position's target: a mix of its game's result and of its score's expected result.
fn target(position: &TrainingPosition, result_share: f64, scale: f64) -> f64 {
    let result = f64::from(position.result) / 2.0;
    result_share * result + (1.0 - result_share) * expected(f64::from(position.score) / scale)
}

/// Returns the centipawns per unit of the logistic function for which the scores predict the results best.
fn fitted_scale(positions: &[TrainingPosition]) -> f64 {
    // A sample suffices to fit one number.
    let step = positions.len().div_ceil(1 << 18).max(1);
    let pairs = positions.iter().step_by(step).map(|position| (position.score, position.result));
    scale_of(&pairs.collect::<Vec<_>>())
}

/// Returns the scale with the least loss, which is convex in 1/scale.
fn scale_of(pairs: &[(Score, u8)]) -> f64 {
    1.0 / least_at([1.0 / 4_000.0, 1.0 / 20.0], 1e-6, |inverse| mean_loss(pairs, 1.0 / inverse))
}

/// Returns the mean cross entropy of results, predicted by scores.
fn mean_loss(pairs: &[(Score, u8)], scale: f64) -> f64 {
    let losses = pairs
        .iter()
        .map(|&(score, result)| cross_entropy(f64::from(score) / scale, f64::from(result) / 2.0));
    losses.sum::<f64>() / pairs.len().max(1) as f64
}

/// Returns true if a pass mirrors a position, about every other pass.
fn is_mirrored(seed: u64, pass: u32, position: u32) -> bool {
    let key = seed ^ u64::from(pass) << 32 ^ u64::from(position);
    Random::new(key.wrapping_mul(0xd6e8_feb8_6659_fd93)).bits() & 1 == 1
}

impl TrainedModel for NetworkModel<'_> {
    const LOSSES: [&'static str; 3] = ["training", "held_out", "by_hand"];
    const BEST_COUNTS: bool = false;

    fn identity(&self) -> String {
        let TrainingSet { training, held_out, .. } = self.set;
        let NetworkOptions { passes: _, shape, result_share, scale, mirror } = self.options;
        format!(
            "network of {} and {} positions {:016x}, {shape:?}, {result_share}, {scale:?}, {mirror}",
            training.len(),
            held_out.len(),
            self.set.hash()
        )
    }

    fn positions(&self) -> usize {
        self.set.training.len()
    }

    fn start(&self) -> Vec<f32> {
        self.options.shape.random(self.options.passes.seed)
    }

    fn gradient(
        &mut self,
        parameters: &[f32],
        pass: u32,
        positions: &[u32],
        gradient: &mut [f32],
    ) -> f64 {
        let NetworkOptions { passes, result_share, mirror, .. } = *self.options;
        let (training, scale) = (&self.set.training, self.scale);
        let shown = |place: usize| {
            let index = positions[place];
            let position = &training[index as usize];
            let mirrored = mirror && is_mirrored(passes.seed, pass, index);
            ShownPosition { position, mirrored, target: target(position, result_share, scale) }
        };
        self.batch.sum(parameters, positions.len(), shown, gradient)
    }

    fn bound(&self, parameters: &mut [f32]) {
        parameters.iter_mut().for_each(|weight| *weight = weight.clamp(-WIDEST, WIDEST));
    }

    fn end_pass(&self, parameters: &mut [f32]) {
        narrow(self.options.shape, parameters);
    }

    fn losses(&self, parameters: &[f32], training: f64) -> [f64; 3] {
        [training, self.held_out_loss(parameters), self.by_hand]
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::NetworkShape;
    use super::*;
    use crate::train::{PassOptions, TrainingContext, TrainingState, train};
    use nucleus_core::board::{Board, RulesBoard, Setup};
    use nucleus_core::eval::network::InputSet;
    use nucleus_core::movegen::legal_moves;
    use nucleus_core::notation::pgn::Outcome;
    use nucleus_core::types::Color;
    use nucleus_harness::progress::Silent;
    use std::sync::atomic::AtomicBool;

    /// Returns positions of random games, each with a random result.
    fn set(count: usize) -> TrainingSet {
        let mut random = Random::new(1);
        let start = RulesBoard::new(&Setup::start(), portable::Token);
        let (mut board, mut training) = (start, Vec::new());
        while training.len() < count + 100 {
            let moves = legal_moves(&board);
            if moves.is_empty() || board.state().fullmove > 60 {
                board = start;
                continue;
            }
            board = board.after(moves[random.below(moves.len())]);
            let won = Color::ALL[random.below(2)];
            let score = if won == board.side() { 300 } else { -300 };
            training.push(TrainingPosition::new(&board, score as Score, Outcome::Win(won)));
        }
        let held_out = training.split_off(count);
        TrainingSet { training, held_out, ..TrainingSet::default() }
    }

    fn options() -> NetworkOptions {
        let shape = NetworkShape { input_set: InputSet::Pieces, hidden: 32 };
        let passes = NetworkOptions::default().passes;
        let passes = PassOptions { epochs: 3, batch: 64, ..passes };
        NetworkOptions { passes, shape, scale: Some(170.0), ..NetworkOptions::default() }
    }

    fn options_with(input_set: InputSet) -> NetworkOptions {
        NetworkOptions { shape: NetworkShape { input_set, hidden: 32 }, ..options() }
    }

    fn trained(set: &TrainingSet, options: &NetworkOptions, threads: usize) -> TrainingState {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (interrupt, progress) = (AtomicBool::new(false), &mut Silent);
            let context = TrainingContext { interrupt: &interrupt, progress, checkpoint: None };
            train(&mut NetworkModel::new(set, options), &options.passes, context)
        })
        .unwrap()
        .state
    }

    /// Random results can only be memorised, which shows that the gradient points the right way.
    #[test]
    fn a_few_thousand_positions_are_learnt_by_heart() {
        let set = set(2_000);
        for input_set in [InputSet::Pieces, InputSet::Guarded, InputSet::Cells] {
            // With cells, five times as many inputs are active, and all move together.
            let rate = if input_set == InputSet::Cells { 2e-3 } else { 1e-2 };
            let mut options =
                NetworkOptions { result_share: 1.0, mirror: false, ..options_with(input_set) };
            options.passes = PassOptions { epochs: 60, rate, decay: 0.0, ..options.passes };
            let state = trained(&set, &options, 2);
            let [first, ..] = state.curve[0];
            let [last, held_out, _] = state.curve[59];
            let highest = if input_set == InputSet::Pieces { 0.8 } else { 0.85 };
            assert!((0.6..highest).contains(&first), "{input_set:?} {first}");
            let learnt = if input_set == InputSet::Cells { 0.1 } else { 0.05 };
            assert!(last < learnt, "{input_set:?} {last}");
            assert!(held_out > 0.7, "nothing was to be learnt for these: {held_out}");
        }
    }

    #[test]
    fn the_same_network_for_any_number_of_threads() {
        let set = set(1_000);
        let once = trained(&set, &options(), 1);
        for threads in [2, 5] {
            assert_eq!(trained(&set, &options(), threads), once);
        }
        let mut other = options();
        other.passes.seed = 2;
        assert_ne!(trained(&set, &other, 1).parameters, once.parameters);
        for input_set in [InputSet::Guarded, InputSet::Cells, InputSet::MirroredPieces] {
            let mut options = options_with(input_set);
            options.passes.epochs = 1;
            assert_eq!(trained(&set, &options, 3), trained(&set, &options, 1), "{input_set:?}");
        }
    }

    #[test]
    fn weights_stay_where_integers_hold_them() {
        let mut options = options();
        options.passes.rate = 0.5;
        let state = trained(&set(500), &options, 1);
        let widest = state.parameters.iter().fold(0.0, |most, value| value.abs().max(most));
        assert_eq!(widest, WIDEST);
    }

    #[test]
    fn the_scale_of_the_results_is_found() {
        let mut random = Random::new(1);
        let positions: Vec<_> = (0..40_000)
            .map(|_| {
                let score = random.below(801) as Score - 400;
                let won = random.unit() < expected(f64::from(score) / 170.0);
                TrainingPosition { score, result: u8::from(won) * 2, ..Default::default() }
            })
            .collect();
        let scale = fitted_scale(&positions);
        assert!((scale - 170.0).abs() < 6.0, "{scale}");
        // Half the values give half the scale and the same loss.
        let by_hand = positions.iter().map(|position| position.score / 2).collect();
        let set = TrainingSet { held_out: positions.clone(), by_hand, ..TrainingSet::default() };
        let pairs: Vec<_> = positions.iter().map(|p| (p.score, p.result)).collect();
        let by_hand = NetworkModel::new(&set, &options()).by_hand;
        assert!((by_hand - mean_loss(&pairs, scale)).abs() < 1e-3, "{by_hand}");
    }

    #[test]
    fn half_of_all_positions_are_mirrored_and_not_always_the_same() {
        let mirrored = |pass| (0..10_000).filter(move |&index| is_mirrored(1, pass, index));
        assert!((4_800..5_200).contains(&mirrored(0).count()));
        let both = mirrored(0).filter(|&index| is_mirrored(1, 1, index)).count();
        assert!((2_300..2_700).contains(&both), "{both}");
    }
}
