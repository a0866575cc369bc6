use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::types::named;

nucleus_base::named_enum! {
    /// The instruction sets in order: a CPU with one of them has the earlier ones of its
    /// architecture.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    #[non_exhaustive]
    pub enum Level {
        /// Safe Rust, for every target.
        Portable = "portable",
        /// x86-64-v2: SSE4.2 and POPCNT.
        Popcnt = "popcnt",
        /// AVX2 with BMI1, BMI2, LZCNT and FMA.
        Avx2 = "avx2",
        /// The bundle AVX-512 F, BW, DQ, VL, VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI.
        Avx512 = "avx512",
        /// Advanced SIMD, which every AArch64 CPU has.
        Neon = "neon",
    }
}

/// An unknown name of a level, variant or board, as a message.
#[derive(Debug, PartialEq, Eq)]
pub struct LevelError(pub(crate) String);

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LevelError {}

impl Level {
    /// Returns the highest level of this CPU; detected once.
    pub fn detected() -> Self {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(detect)
    }

    /// Returns the levels of this CPU, lowest first.
    pub fn usable() -> impl Iterator<Item = Self> {
        Self::built().filter(|level| level.is_usable())
    }

    /// Returns the levels of the architecture of this build, lowest first.
    pub fn built() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|level| level.is_built())
    }

    /// Returns true if this CPU has the level.
    pub fn is_usable(self) -> bool {
        self.is_built() && self <= Self::detected()
    }

    /// Returns true if the architecture of this build has the level.
    pub const fn is_built(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Popcnt | Self::Avx2 | Self::Avx512 => {
                cfg!(all(target_arch = "x86_64", not(nucleus_portable)))
            }
            Self::Neon => cfg!(all(target_arch = "aarch64", not(nucleus_portable))),
        }
    }
}

/// Returns the highest level whose features the CPU has: those of [`crate::for_each_level`].
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
fn detect() -> Level {
    let popcnt = is_x86_feature_detected!("sse3")
        && is_x86_feature_detected!("ssse3")
        && is_x86_feature_detected!("sse4.1")
        && is_x86_feature_detected!("sse4.2")
        && is_x86_feature_detected!("popcnt");
    let avx2 = popcnt
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("fma");
    let avx512 = avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("gfni");
    Level::ALL[usize::from(popcnt) + usize::from(avx2) + usize::from(avx512)]
}

/// Returns the highest level whose features the CPU has.
#[cfg(all(target_arch = "aarch64", not(nucleus_portable)))]
fn detect() -> Level {
    if std::arch::is_aarch64_feature_detected!("neon") { Level::Neon } else { Level::Portable }
}

/// Returns the only level of builds for other architectures or with `nucleus_portable`.
#[cfg(not(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(nucleus_portable))))]
fn detect() -> Level {
    Level::Portable
}

/// Proof that the CPU has a level, by the level's number; only detection makes it.
#[derive(Clone, Copy, Debug)]
pub struct LevelToken<const LEVEL: usize>(());

impl<const LEVEL: usize> LevelToken<LEVEL> {
    /// Returns the token if the CPU has every feature of the level.
    pub fn detect() -> Option<Self> {
        Level::ALL[LEVEL].is_usable().then_some(Self(()))
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        named("level", "auto, ", &Self::ALL, name).map_err(LevelError)
    }
}

nucleus_base::named_enum! {
    /// Origin of a level's routines: compiled intrinsics, or hand-written assembly.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
    #[non_exhaustive]
    pub enum Variant {
        /// Rust with intrinsics.
        #[default]
        Intrinsics = "intrinsics",
        /// The routines of `asm/`, if the level has them.
        Asm = "asm",
    }
}

impl Variant {
    /// Returns the variants of this build: assembly exists for x86, x86-64 and AArch64.
    pub fn usable() -> impl Iterator<Item = Self> {
        let assembly = cfg!(all(
            any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"),
            not(nucleus_portable)
        ));
        Self::ALL.into_iter().filter(move |&variant| variant == Self::Intrinsics || assembly)
    }
}

impl FromStr for Variant {
    type Err = LevelError;

    fn from_str(name: &str) -> Result<Self, LevelError> {
        named("variant", "", &Self::ALL, name).map_err(LevelError)
    }
}

/// The level and variant to run with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Choice {
    /// Level, at most the CPU's highest.
    pub level: Level,
    /// Requested variant; routines without assembly use intrinsics.
    pub variant: Variant,
}

impl Choice {
    /// Returns the best choice for this CPU.
    pub fn best() -> Self {
        Self { level: Level::detected(), variant: Variant::Intrinsics }
    }

    /// Returns the given level and variant, clamped to those of the CPU and the build.
    pub fn clamped(level: Level, variant: Variant) -> Self {
        let variant = Variant::usable().find(|&usable| usable == variant).unwrap_or_default();
        let level = Level::usable().take_while(|&usable| usable <= level).last();
        Self { level: level.unwrap_or(Level::Portable), variant }
    }

    /// Returns the choice forced by `NUCLEUS_LEVEL` and `NUCLEUS_VARIANT`, or the best; with a
    /// notice if the CPU lacks the requested level.
    ///
    /// # Errors
    /// If a variable is not the name of a level or variant.
    pub fn from_environment() -> Result<(Self, Option<String>), LevelError> {
        let read = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
        let variant = read("NUCLEUS_VARIANT").map_or(Ok(Variant::Intrinsics), |v| v.parse())?;
        let level = match read("NUCLEUS_LEVEL") {
            Some(name) if name.eq_ignore_ascii_case("auto") => Level::detected(),
            Some(name) => name.parse()?,
            None => Level::detected(),
        };
        let choice = Self::clamped(level, variant);
        Ok((choice, choice.clamp_notice(level)))
    }

    /// Returns the notice for the user if `level` is above this choice's level.
    pub fn clamp_notice(self, level: Level) -> Option<String> {
        (level > self.level)
            .then(|| format!("level {level} is not available on this CPU, using {}", self.level))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.variant {
            Variant::Intrinsics => write!(f, "{}", self.level),
            Variant::Asm => write!(f, "{}+asm", self.level),
        }
    }
}
