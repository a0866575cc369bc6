use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The game's number, from 1.
    pub number: u32,
    /// The index of the game's opening in the order of openings.
    pub opening: usize,
    /// The indices of the two engines, the lower one first.
    pub pair: [usize; 2],
    /// The engine with White: 0 for the first of the pair, 1 for the second.
    pub white: usize,
}

/// The games still to be played, handed out to threads in pairs.
#[derive(Debug)]
pub struct Schedule(Mutex<VecDeque<Vec<Slot>>>);

/// Returns the two engines that play the game with this number.
pub fn pair_of(number: u32, encounters: &[[usize; 2]]) -> [usize; 2] {
    let pair = (number.max(1) - 1) as usize / 2;
    encounters.get(pair % encounters.len().max(1)).copied().unwrap_or([0, 1])
}

impl Schedule {
    /// Creates the schedule of `games` games over `openings` openings, without those already played. Games
    /// 1 and 2 share an opening, and the first engine has White in game 1; and so on. Every pairing plays
    /// an opening before the next opening is used.
    pub fn new(
        games: u32,
        encounters: &[[usize; 2]],
        openings: usize,
        played: &HashSet<u32>,
    ) -> Self {
        let mut pairs: VecDeque<Vec<Slot>> = VecDeque::new();
        for pair in 0..games.div_ceil(2) {
            let round = pair as usize / encounters.len().max(1);
            let slots: Vec<Slot> = [2 * pair + 1, 2 * pair + 2]
                .into_iter()
                .filter(|number| *number <= games && !played.contains(number))
                .map(|number| Slot {
                    number,
                    opening: round % openings.max(1),
                    pair: pair_of(number, encounters),
                    white: usize::from(number % 2 == 0),
                })
                .collect();
            if !slots.is_empty() {
                pairs.push_back(slots);
            }
        }
        Self(Mutex::new(pairs))
    }

    /// Returns the next pair of games, or the remaining one of a pair.
    pub fn next(&self) -> Option<Vec<Slot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(schedule: &Schedule) -> Vec<(u32, usize, usize)> {
        std::iter::from_fn(|| schedule.next())
            .flatten()
            .map(|slot| (slot.number, slot.opening, slot.white))
            .collect()
    }

    #[test]
    fn pairs_share_an_opening_with_colours_exchanged() {
        let expected = [(1, 0, 0), (2, 0, 1), (3, 1, 0), (4, 1, 1), (5, 0, 0)];
        let two = [[0, 1]];
        assert_eq!(all(&Schedule::new(5, &two, 2, &HashSet::new())), expected);
        assert_eq!(
            all(&Schedule::new(5, &two, 2, &HashSet::from([1, 3, 4]))),
            [expected[1], expected[4]]
        );
        assert_eq!(all(&Schedule::new(2, &two, 2, &HashSet::from([1, 2]))), []);
    }

    #[test]
    fn every_encounter_has_an_opening_before_the_next_one_comes() {
        let schedule = Schedule::new(12, &[[0, 1], [0, 2], [1, 2]], 9, &HashSet::new());
        let slots: Vec<Slot> = std::iter::from_fn(|| schedule.next()).flatten().collect();
        let seen: Vec<_> = slots.iter().step_by(2).map(|s| (s.pair, s.opening)).collect();
        assert_eq!(
            seen,
            [([0, 1], 0), ([0, 2], 0), ([1, 2], 0), ([0, 1], 1), ([0, 2], 1), ([1, 2], 1)]
        );
    }
}
