//! The machine's part of a record: plain data, which module `machine` of the harness fills in.

use serde::{Deserialize, Serialize};

/// The machine. Any field may be missing. None has private data: no host name, user name or path.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Machine {
    /// CPU name, e.g. `AMD Ryzen 9 7900X 12-Core Processor`.
    pub cpu: Option<String>,
    /// CPU vendor, e.g. `AuthenticAMD`; of an Arm core its implementer's code.
    pub vendor: Option<String>,
    /// CPU family, extended family added.
    pub family: Option<u32>,
    /// CPU model, extended model added.
    pub model: Option<u32>,
    /// CPU stepping, or an Arm core's variant and revision.
    pub stepping: Option<u32>,
    /// The microarchitecture's name, if it was known when the record was written. Tables look it up again,
    /// since the list of names grows.
    pub microarchitecture: Option<String>,
    /// Microcode revision, as the system prints it.
    pub microcode: Option<String>,
    /// Instruction sets that matter for Nucleus, by the system's names, sorted.
    pub flags: Vec<String>,
    /// Instruction set architecture, e.g. `x86_64`.
    pub arch: Option<String>,
    /// Kernel levels this CPU can run, lowest first.
    pub levels: Vec<String>,
    /// Caches of the core that was measured on.
    pub caches: Vec<Cache>,
    /// Physical cores online.
    pub cores: Option<u32>,
    /// Logical processors online.
    pub threads: Option<u32>,
    /// `true` if two logical processors share a core.
    pub smt: Option<bool>,
    /// Frequency governor of the measuring core.
    pub governor: Option<String>,
    /// `true` if the clock may exceed its base frequency.
    pub boost: Option<bool>,
    /// Maximum clock of the measuring core as reported by the system, GHz.
    pub max_ghz: Option<f64>,
    /// Core clock measured at the start, GHz.
    pub clock_ghz: Option<f64>,
    /// The hypervisor, if the machine is virtual.
    pub hypervisor: Option<String>,
    /// Main memory in bytes.
    pub memory_bytes: Option<u64>,
    /// The container's memory limit in bytes.
    pub memory_limit_bytes: Option<u64>,
    /// Operating system, e.g. `Debian GNU/Linux 12 (bookworm)`.
    pub os: Option<String>,
    /// Operating system kernel and its release.
    pub kernel: Option<String>,
    /// The kernel's clock source.
    pub clock_source: Option<String>,
    /// Policy of transparent huge pages.
    pub huge_pages: Option<String>,
    /// One-minute load average before the run.
    pub load_before: Option<f64>,
    /// One-minute load average after the run.
    pub load_after: Option<f64>,
    /// A sentence on how the engines were pinned, or why they were not.
    pub affinity: Option<String>,
    /// The available hardware counters, and the reason for missing ones.
    pub counting: Counting,
}

/// Availability of the hardware counters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Counting {
    /// Counters that can be read, by field name of [`super::record::SampleCounters`].
    pub present: Vec<String>,
    /// The reason that some counters are missing, and the remedy, in one line.
    pub absence: Option<String>,
}

/// A cache of the CPU.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Cache {
    /// The cache level: 1, 2, 3 …
    pub level: u32,
    /// `data`, `instruction` or `unified`.
    pub kind: String,
    /// The size in bytes.
    pub bytes: u64,
    /// The associativity in ways, 0 if unknown.
    pub ways: u32,
    /// The number of logical processors that share it, 0 if unknown.
    pub shared_by: u32,
}

/// The source and compiler of the program that wrote the record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Source {
    /// The package version, e.g. `0.3.0`.
    pub version: String,
    /// The commit, abbreviated to 12 digits.
    pub commit: Option<String>,
    /// `true` if the tree had uncommitted changes.
    pub dirty: Option<bool>,
    /// The compiler, as `rustc --version` prints it.
    pub rustc: Option<String>,
    /// Additional compiler flags (`RUSTFLAGS`).
    pub rustflags: Option<String>,
    /// The target triple, e.g. `x86_64-unknown-linux-gnu`.
    pub target: Option<String>,
    /// The Cargo profile: `release` or `debug`.
    pub profile: Option<String>,
}
