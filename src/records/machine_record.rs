//! The machine's part of a record: data alone; module `machine` of the harness fills it.

use serde::{Deserialize, Serialize};

/// The machine. Every field may be missing. Nothing private: no host name, user or path.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Machine {
    /// CPU name, e.g. `AMD Ryzen 9 7900X 12-Core Processor`.
    pub cpu: Option<String>,
    /// CPU vendor, e.g. `AuthenticAMD`.
    pub vendor: Option<String>,
    /// CPU family, extended family added.
    pub family: Option<u32>,
    /// CPU model, extended model added.
    pub model: Option<u32>,
    /// CPU stepping.
    pub stepping: Option<u32>,
    /// The microarchitecture's name when the record was written, if it was known then. Tables look
    /// it up anew, since the list of names grows.
    pub microarchitecture: Option<String>,
    /// Microcode revision, as the system prints it.
    pub microcode: Option<String>,
    /// Instruction sets that matter here, by the system's names, sorted.
    pub flags: Vec<String>,
    /// Instruction set architecture, e.g. `x86_64`.
    pub arch: Option<String>,
    /// Kernel levels this CPU can run, lowest first.
    pub levels: Vec<String>,
    /// Caches that the measuring core sees.
    pub caches: Vec<Cache>,
    /// Physical cores online.
    pub cores: Option<u32>,
    /// Logical processors online.
    pub threads: Option<u32>,
    /// True if two logical processors share a core.
    pub smt: Option<bool>,
    /// Frequency governor of the measuring core.
    pub governor: Option<String>,
    /// True if the clock may rise above its base.
    pub boost: Option<bool>,
    /// Highest clock of the measuring core that the system states, GHz.
    pub max_ghz: Option<f64>,
    /// Core clock measured at the start, GHz.
    pub clock_ghz: Option<f64>,
    /// The hypervisor, if the machine is virtual.
    pub hypervisor: Option<String>,
    /// Memory, bytes.
    pub memory_bytes: Option<u64>,
    /// Memory limit of the container, bytes.
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
    /// A sentence that says how the engines were pinned, or that they were not.
    pub affinity: Option<String>,
    /// Hardware counters: present, or why not.
    pub counting: Counting,
}

/// Availability of the hardware counters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Counting {
    /// Counters that can be read, by field name of [`super::record::SampleCounters`].
    pub present: Vec<String>,
    /// Reason that some counters are absent, and the cure, in one line.
    pub absence: Option<String>,
}

/// One cache.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Cache {
    /// 1, 2, 3 …
    pub level: u32,
    /// `data`, `instruction` or `unified`.
    pub kind: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Ways of associativity, 0 when unknown.
    pub ways: u32,
    /// Logical processors that share it, 0 when unknown.
    pub shared_by: u32,
}

/// The program's own source and compiler.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Source {
    /// Package version.
    pub version: String,
    /// Commit, abbreviated to 12 digits.
    pub commit: Option<String>,
    /// True if the tree had uncommitted changes.
    pub dirty: Option<bool>,
    /// Compiler, as `rustc --version` prints it.
    pub rustc: Option<String>,
    /// Extra compiler flags.
    pub rustflags: Option<String>,
    /// Target triple.
    pub target: Option<String>,
    /// `release` or `debug`.
    pub profile: Option<String>,
}
