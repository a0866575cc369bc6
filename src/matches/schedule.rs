use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Its number, from 1.
    pub number: u32,
    /// The place of its opening in the order.
    pub opening: usize,
    /// The engine that has White.
    pub white: usize,
}

/// Games that are still to be played, pair by pair, handed out to threads.
#[derive(Debug)]
pub struct Schedule(Mutex<VecDeque<Vec<Slot>>>);

impl Schedule {
    /// So many games over so many openings, without those that have been played. Games 1 and 2
    /// are of one opening, the first engine has White in game 1; and so on.
    pub fn new(games: u32, openings: usize, played: &HashSet<u32>) -> Self {
        let mut pairs: VecDeque<Vec<Slot>> = VecDeque::new();
        for pair in 0..games.div_ceil(2) {
            let slots: Vec<Slot> = [2 * pair + 1, 2 * pair + 2]
                .into_iter()
                .filter(|number| *number <= games && !played.contains(number))
                .map(|number| Slot {
                    number,
                    opening: pair as usize % openings.max(1),
                    white: usize::from(number % 2 == 0),
                })
                .collect();
            if !slots.is_empty() {
                pairs.push_back(slots);
            }
        }
        Self(Mutex::new(pairs))
    }

    /// The next pair, or what is left of one.
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
        assert_eq!(all(&Schedule::new(5, 2, &HashSet::new())), expected);
        assert_eq!(
            all(&Schedule::new(5, 2, &HashSet::from([1, 3, 4]))),
            [expected[1], expected[4]]
        );
        assert_eq!(all(&Schedule::new(2, 2, &HashSet::from([1, 2]))), []);
    }
}
