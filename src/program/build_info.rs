//! The source and compiler of the program, from its build script.

use nucleus_base::build_info::BuildInfo;

/// Source and compiler of the program.
pub const BUILD: BuildInfo = BuildInfo {
    version: env!("CARGO_PKG_VERSION"),
    commit: option_env!("NUCLEUS_COMMIT"),
    dirty: option_env!("NUCLEUS_DIRTY"),
    rustc: option_env!("NUCLEUS_RUSTC"),
    rustflags: option_env!("NUCLEUS_RUSTFLAGS"),
    target: option_env!("NUCLEUS_TARGET"),
    profile: option_env!("NUCLEUS_PROFILE"),
    opt_level: option_env!("NUCLEUS_OPT_LEVEL"),
};
