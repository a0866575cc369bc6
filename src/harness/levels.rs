//! The kernel levels that a CPU can run, and how an engine's build compares with them.

use nucleus_core::kernels::Level;

/// The levels, lowest first.
pub const LEVELS: [&str; 5] = ["portable", "popcnt", "avx2", "avx512", "neon"];

/// The levels that this CPU, and its system, can run, lowest first.
pub fn usable() -> Vec<&'static str> {
    Level::usable().map(Level::name).collect()
}

/// The level that the instruction sets in Stockfish's `compiler` answer amount to, e.g.
/// `64bit VNNI AVX512 BMI2 AVX2 SSE41 SSSE3 SSE2 POPCNT`; `None` when it names none.
pub fn of_build_flags(flags: &str) -> Option<&'static str> {
    let has = |name: &str| {
        flags
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| word.eq_ignore_ascii_case(name))
    };
    if has("NEON") {
        Some("neon")
    } else if ["AVX512", "AVX512ICL", "VNNI512", "VNNI"].iter().any(|f| has(f)) {
        Some("avx512")
    } else if ["AVX2", "AVXVNNI", "BMI2"].iter().any(|f| has(f)) {
        Some("avx2")
    } else if has("POPCNT") {
        Some("popcnt")
    } else if ["64bit", "32bit", "SSE2", "SSE", "MMX"].iter().any(|f| has(f)) {
        Some("portable")
    } else {
        None
    }
}

/// True if a build with these instruction sets is below the best that this CPU can run.
pub fn is_generic(flags: &str, usable: &[&str]) -> Option<bool> {
    let rank = |level: &str| LEVELS.iter().position(|&l| l == level);
    let built = rank(of_build_flags(flags)?)?;
    let best = usable.iter().filter_map(|l| rank(l)).max()?;
    Some(built < best)
}
