//! The kernel level of an engine's build, and how it compares with those that a CPU can run.

use nucleus_core::kernels::Level;

/// The level that the instruction sets in Stockfish's `compiler` answer amount to, e.g.
/// `64bit VNNI AVX512 BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT`; `None` when it names none.
pub fn of_build_flags(flags: &str) -> Option<Level> {
    let has = |name: &str| {
        flags
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word.eq_ignore_ascii_case(name))
    };
    if has("NEON") {
        Some(Level::Neon)
    } else if ["AVX512", "AVX512ICL", "VNNI512", "VNNI"].iter().any(|f| has(f)) {
        Some(Level::Avx512)
    } else if ["AVX2", "AVXVNNI", "BMI2"].iter().any(|f| has(f)) {
        Some(Level::Avx2)
    } else if has("POPCNT") {
        Some(Level::Popcnt)
    } else if ["64bit", "32bit", "SSE2", "SSE", "MMX"].iter().any(|f| has(f)) {
        Some(Level::Portable)
    } else {
        None
    }
}

/// True if a build with these instruction sets is below the best of the levels that a CPU can run.
pub fn is_generic(flags: &str, usable: impl Iterator<Item = Level>) -> Option<bool> {
    Some(of_build_flags(flags)? < usable.max()?)
}
