//! The order of engines in a block.

use nucleus_harness::campaign::palindrome;

#[test]
fn blocks_are_palindromes_with_a_rotated_start() {
    assert_eq!(palindrome(3, 0, 0), [0, 1, 2, 2, 1, 0]);
    assert_eq!(palindrome(3, 1, 0), [1, 2, 0, 0, 2, 1]);
    assert_eq!(palindrome(3, 0, u64::MAX), palindrome(3, (u64::MAX % 3) as u32, 0));
    assert_eq!(palindrome(0, 4, 9), [] as [usize; 0]);
    for engines in 1..6 {
        for block in 0..10 {
            let order = palindrome(engines, block, 17);
            for engine in 0..engines {
                let places: usize = (0..order.len()).filter(|&i| order[i] == engine).sum();
                assert_eq!(places, order.len() - 1, "equal mean place");
            }
        }
    }
}
