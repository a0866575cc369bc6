//! A map over items on all processors.

use nucleus_report::site::parallel::map;

#[test]
fn results_are_in_the_order_of_the_items() {
    let items: Vec<u64> = (0..1_000).collect();
    let squares: Vec<u64> = items.iter().map(|n| n * n).collect();
    assert_eq!(map(&items, |n| n * n), squares);
    assert!(map(&[] as &[u64], |n| n * n).is_empty());
}

#[test]
fn a_panic_is_passed_on() {
    let fails = |n: &u8| assert_ne!(*n, 7);
    assert!(std::panic::catch_unwind(|| map(&[1, 7, 9], fails)).is_err());
}
