//! The kernel level of a reference's build, from the instruction sets that the engine names.

use nucleus_core::kernels::Level;
use nucleus_harness::references::{is_generic, level_of_build};

#[test]
fn builds_of_stockfish() {
    for (flags, level) in [
        ("64bit SSE2", Some(Level::Portable)),
        ("64bit SSE41 SSSE3 SSE2 POPCNT", Some(Level::Popcnt)),
        ("64bit BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT", Some(Level::Avx2)),
        ("64bit VNNI AVX512 BMI2 AVX2 POPCNT", Some(Level::Avx512)),
        ("64bit POPCNT NEON_DOTPROD", Some(Level::Neon)),
        ("with love", None),
    ] {
        assert_eq!(level_of_build(flags), level, "{flags}");
    }
    let generic = |flags, usable: &[Level]| is_generic(flags, usable.iter().copied());
    assert_eq!(generic("64bit SSE2", &[Level::Portable, Level::Popcnt]), Some(true));
    assert_eq!(generic("64bit SSE2", &[Level::Portable]), Some(false));
    assert_eq!(generic("AVX512", &Level::ALL[..4]), Some(false));
    assert_eq!(generic("?", &Level::ALL), None);
    assert_eq!(generic("64bit NEON", &[Level::Portable, Level::Neon]), Some(false));
}
