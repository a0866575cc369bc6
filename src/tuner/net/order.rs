//! The order of positions in a pass, and which of them are mirrored.

use nucleus_core::types::Random;

/// The order of a pass: seed and pass decide it.
pub fn order(positions: usize, seed: u64, epoch: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..positions as u32).collect();
    let mut random = Random::new(Random::new(seed ^ u64::from(epoch) << 40).bits());
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}

/// True when a pass shows a position mirrored: each in about every other pass.
pub fn is_mirrored(seed: u64, epoch: u32, position: u32) -> bool {
    let key = seed ^ u64::from(epoch) << 32 ^ u64::from(position);
    Random::new(key.wrapping_mul(0xd6e8_feb8_6659_fd93)).bits() & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_its_turn() {
        let first = order(1_000, 1, 0);
        assert_eq!(order(1_000, 1, 0), first);
        assert_ne!(order(1_000, 1, 1), first);
        assert_ne!(order(1_000, 2, 0), first);
        let mut sorted = first.clone();
        sorted.sort_unstable();
        assert!(sorted.iter().copied().eq(0..1_000));
        assert!(first.iter().take(500).filter(|&&index| index < 500).count() < 300, "{first:?}");
        assert!(order(0, 1, 0).is_empty());
    }

    #[test]
    fn half_of_all_positions_are_mirrored_and_not_always_the_same() {
        let mirrored = |epoch| (0..10_000).filter(move |&index| is_mirrored(1, epoch, index));
        assert!((4_800..5_200).contains(&mirrored(0).count()));
        let both = mirrored(0).filter(|&index| is_mirrored(1, 1, index)).count();
        assert!((2_300..2_700).contains(&both), "{both}");
    }
}
