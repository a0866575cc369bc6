//! Levels of builds.

use nucleus_harness::levels::{LEVELS, is_generic, of_build_flags, usable};

#[test]
fn levels_are_nested() {
    let usable = usable();
    // One architecture's levels lie beside the other's.
    let among: Vec<_> = LEVELS.into_iter().filter(|level| usable.contains(level)).collect();
    assert_eq!(usable, among);
    assert_eq!(usable[0], LEVELS[0]);
    if std::env::consts::ARCH == "x86_64" {
        assert_eq!(usable, LEVELS[..usable.len()]);
    }
}

#[test]
fn builds_of_stockfish() {
    assert_eq!(of_build_flags("64bit SSE2"), Some("portable"));
    assert_eq!(of_build_flags("64bit SSE41 SSSE3 SSE2 POPCNT"), Some("popcnt"));
    assert_eq!(of_build_flags("64bit BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT"), Some("avx2"));
    assert_eq!(of_build_flags("64bit VNNI AVX512 BMI2 AVX2 POPCNT"), Some("avx512"));
    assert_eq!(of_build_flags("64bit POPCNT NEON_DOTPROD"), Some("neon"));
    assert_eq!(of_build_flags("with love"), None);
    assert_eq!(is_generic("64bit SSE2", &["portable", "popcnt"]), Some(true));
    assert_eq!(is_generic("64bit SSE2", &["portable"]), Some(false));
    assert_eq!(is_generic("AVX512", &LEVELS[..4]), Some(false));
    assert_eq!(is_generic("?", &LEVELS), None);
    assert_eq!(is_generic("64bit NEON", &["portable", "neon"]), Some(false));
}
