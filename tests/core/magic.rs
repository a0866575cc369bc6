//! Slider attacks by magic and by PEXT look-ups, compared with rays.

use nucleus_core::board::magic::{Lookup, Magics, Slider, blocker_mask};
use nucleus_core::kernels::{Kernel, portable};
use nucleus_core::types::{Bitboard, Square};

/// Calls `check` for every square with every set of blockers: 107,648 cases.
fn every_case(mut check: impl FnMut(Slider, Square, Bitboard, Bitboard)) {
    let mut cases = 0;
    for slider in Slider::ALL {
        for square in Square::all() {
            let mask = blocker_mask(slider, square);
            let mut blockers = 0;
            loop {
                check(slider, square, blockers, slider.attacks(square, blockers));
                cases += 1;
                blockers = blockers.wrapping_sub(mask) & mask;
                if blockers == 0 {
                    break;
                }
            }
        }
    }
    assert_eq!(cases, 107_648);
}

/// Compares look-ups with rays, also with irrelevant squares filled.
fn check<K: Kernel, L: Lookup<K>>(kernel: K) {
    every_case(|slider, square, blockers, attacks| {
        let rest = !blocker_mask(slider, square);
        for occupied in [blockers, blockers | square.bit(), blockers | rest] {
            let found = L::attacks(kernel, slider, square, occupied);
            assert_eq!(found, attacks, "{slider:?} on {square}, {occupied:#x}");
        }
    });
}

#[test]
fn magics_find_what_the_rays_say() {
    check::<_, Magics>(portable::Token);
}

#[test]
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
fn pext_finds_what_the_rays_say() {
    use nucleus_core::board::magic::Pext;
    use nucleus_core::kernels::{avx2, avx512};
    let (avx2, avx512) = (avx2::Token::detect(), avx512::Token::detect());
    if avx2.is_none() {
        println!("skipped: the CPU has no BMI2");
    }
    avx2.into_iter().for_each(check::<_, Pext>);
    avx512.into_iter().for_each(check::<_, Pext>);
}

/// Checks the rays themselves, square by square.
#[test]
fn rays_end_at_the_first_blocker() {
    let steps = |slider| match slider {
        Slider::Bishop => [(1, 1), (1, -1), (-1, 1), (-1, -1)],
        Slider::Rook => [(1, 0), (-1, 0), (0, 1), (0, -1)],
    };
    every_case(|slider, square, blockers, attacks| {
        let mut expected = 0;
        for (files, ranks) in steps(slider) {
            let (mut file, mut rank) = (square.file() as i8, square.rank() as i8);
            loop {
                (file, rank) = (file + files, rank + ranks);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let bit = Square::at(file as u8, rank as u8).bit();
                expected |= bit;
                if blockers & bit != 0 {
                    break;
                }
            }
        }
        assert_eq!(attacks, expected, "{slider:?} on {square}, {blockers:#x}");
    });
}
