//! Selection of processors, and threads that stay on them.

use nucleus_harness::affinity::{choose, select};
use nucleus_harness::load::CoreState;

fn state(core: u32, speed: u64, busy: f64) -> CoreState {
    CoreState { core, speed, busy, physical: core }
}

#[test]
fn the_least_loaded_of_the_fastest_kind() {
    let states = [state(0, 1000, 0.5), state(1, 1000, 0.01), state(2, 400, 0.0)];
    assert_eq!(choose(&states, 1), [1]);
    assert_eq!(choose(&states, 3), [1, 0, 2]);
    assert_eq!(choose(&states, 4), [1, 0, 2], "there are no more");
    assert_eq!(choose(&[state(0, 1000, 0.0), state(1, 1000, 0.0)], 1), [1]);
    assert_eq!(choose(&[state(0, 1000, 0.0), state(1, 950, 0.0)], 1), [1]);
    assert_eq!(choose(&[], 1), [] as [u32; 0]);
}

#[test]
fn threads_share_no_core_while_there_is_another() {
    let pair = |core: u32, busy: f64| CoreState { physical: core % 2, ..state(core, 1, busy) };
    let states = [pair(0, 0.3), pair(1, 0.0), pair(2, 0.4), pair(3, 0.0)];
    assert_eq!(choose(&states, 2), [3, 0]);
    assert_eq!(choose(&states, 4), [3, 0, 1, 2]);
}

#[cfg(all(target_os = "linux", not(nucleus_portable)))]
#[test]
fn a_thread_is_where_it_was_put() {
    use nucleus_base::processors::{allowed, pin_current_thread};
    use nucleus_harness::affinity::on_core;

    for core in allowed() {
        let there = on_core(Some(core), allowed);
        assert_eq!(there, [core]);
    }
    assert!(select(&[100_000], 1).is_err());
    let all = allowed();
    let pinned = std::thread::spawn(|| {
        pin_current_thread(&allowed()).unwrap();
        allowed()
    });
    assert_eq!(pinned.join().unwrap(), all);
    let first = all[0];
    assert!(select(&[first, first], 1).unwrap_err().contains("named twice"));
    assert_eq!(select(&[first], 1).unwrap().cores, [first]);
}
