//! Bits of a cell as text.

use nucleus_core::matrix::cell;
use nucleus_inspect::bits::{Group, LAYOUT, label};

#[test]
fn every_bit_is_laid_out_once() {
    let mut bits: Vec<u8> = LAYOUT.into_iter().flatten().collect();
    bits.sort_unstable();
    assert_eq!(bits, (0..32).collect::<Vec<u8>>());
}

#[test]
fn groups_are_the_masks_of_the_cell() {
    for group in Group::ALL {
        let mask = group.bits().fold(0, |mask, bit| mask | 1 << bit);
        assert_eq!(mask, group.mask(), "{group:?}");
    }
    for bit in 0..32 {
        // A bit's name contains the first four letters of its label, so that terms are consistent.
        let name = cell::BIT_NAMES[usize::from(bit)];
        let kind = label(bit).trim_end_matches([' ', '–', '|']);
        let stem = &kind[..kind.len().min(4)];
        let known = match bit {
            31 => name == "xfigure",
            _ => name.contains(stem),
        };
        assert!(known, "bit {bit}: {name} is labelled {kind}");
    }
}
