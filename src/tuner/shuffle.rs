use nucleus_core::types::Random;

/// Shuffles items by the method of Fisher and Yates.
pub fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}
