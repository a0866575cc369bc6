//! Tests of the table: spreading and clearing, the cache lines of its fields, too large sizes.

use super::*;
use nucleus_core::types::{Move, Score};

/// Returns keys that look random.
fn keys() -> impl Iterator<Item = u64> {
    (1..).map(|number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ number)
}

#[test]
fn what_is_known_moves_with_the_table() {
    let entry = |key: u64| TableEntry {
        best: Move(key as u16),
        score: (key >> 16) as Score,
        evaluation: 7,
        depth: 3,
        bound: TableBound::Exact,
        pv: key & 1 != 0,
    };
    let mut table = TranspositionTable::new(2).unwrap();
    let mut stored = 0;
    for key in keys() {
        table.store(key, entry(key));
        stored += 1;
        table.spread_out();
        if table.spread() == table.buckets.len() {
            break;
        }
    }
    assert!(stored > 2 * FIRST, "it spread after {stored} entries");
    // Full buckets have lost some entries; an entry that is found must be right.
    let found: Vec<_> = keys().take(stored).filter(|&key| table.probe(key).is_some()).collect();
    assert!(found.len() * 100 > stored * 95, "{} of {stored}", found.len());
    assert!(found.iter().all(|&key| table.probe(key) == Some(entry(key))));
    table.clear();
    assert_eq!(table.spread(), FIRST);
    assert!(table.buckets.iter().flat_map(|bucket| &bucket.0).all(TableSlot::is_free));
}

#[test]
fn parts_that_are_cleared_are_the_whole() {
    let entry = TableEntry {
        best: Move(7),
        score: 1,
        evaluation: 2,
        depth: 3,
        bound: TableBound::Exact,
        pv: true,
    };
    for parts in [1, 2, 3, 7] {
        let mut table = TranspositionTable::new(2).unwrap();
        for key in keys().take(20_000) {
            table.store(key, entry);
            table.spread_out();
        }
        let filled = |table: &TranspositionTable| {
            table.buckets.iter().flat_map(|bucket| &bucket.0).filter(|s| !s.is_free()).count()
        };
        assert!(filled(&table) > 10_000 && table.spread() == table.buckets.len());
        std::thread::scope(|scope| {
            for part in 0..parts {
                let table = &table;
                scope.spawn(move || table.clear_part(part, parts));
            }
        });
        table.restart();
        assert_eq!((filled(&table), table.spread(), table.age()), (0, FIRST, 0));
    }
}

#[test]
fn stores_write_no_line_that_probes_read() {
    let table = TranspositionTable::new(1).unwrap();
    let line = |address: usize| address / 128;
    let written = line(std::ptr::from_ref(&table.counters).addr());
    let read = [
        std::ptr::from_ref(&table.buckets).addr(),
        std::ptr::from_ref(&table.spread).addr(),
        std::ptr::from_ref(&table.age).addr(),
    ];
    assert!(read.iter().all(|&address| line(address) != written));
}

#[test]
fn more_memory_than_there_is_is_refused() {
    for megabytes in [usize::MAX, usize::MAX >> 20, 1 << 32] {
        let error = TranspositionTable::new(megabytes).err().expect("no machine has that");
        assert_eq!(error.megabytes, megabytes);
    }
}
