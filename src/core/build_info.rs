//! The source and compiler that a program was built from.

/// The source and compiler of a program, as its build script found them; absent where that could
/// not be found out, as in a source archive without git.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BuildInfo {
    /// The package's version.
    pub version: &'static str,
    /// The commit, 12 hexadecimal digits.
    pub commit: Option<&'static str>,
    /// `true` when files differ from that commit.
    pub dirty: Option<&'static str>,
    /// The compiler's version.
    pub rustc: Option<&'static str>,
    /// The compiler's flags.
    pub rustflags: Option<&'static str>,
    /// The target's triple.
    pub target: Option<&'static str>,
    /// The profile: `release`, `debug`.
    pub profile: Option<&'static str>,
    /// The optimisation level.
    pub opt_level: Option<&'static str>,
}

/// Returns the [`BuildInfo`](crate::build_info::BuildInfo) of the package that calls it, whose
/// build script sets the variables `NUCLEUS_…`.
#[macro_export]
macro_rules! build_info {
    () => {
        $crate::build_info::BuildInfo {
            version: env!("CARGO_PKG_VERSION"),
            commit: option_env!("NUCLEUS_COMMIT"),
            dirty: option_env!("NUCLEUS_DIRTY"),
            rustc: option_env!("NUCLEUS_RUSTC"),
            rustflags: option_env!("NUCLEUS_RUSTFLAGS"),
            target: option_env!("NUCLEUS_TARGET"),
            profile: option_env!("NUCLEUS_PROFILE"),
            opt_level: option_env!("NUCLEUS_OPT_LEVEL"),
        }
    };
}
