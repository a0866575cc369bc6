//! Description of this machine and of a program's build. Values that the system hides stay `None`.

#[cfg(not(windows))]
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{affinity, clock, counters, load};
use nucleus_base::build_info::BuildInfo;
use nucleus_core::kernels::Level;
use nucleus_records::identity::CpuIdentity;
use nucleus_records::machine_record::{Cache, Machine, Source};

/// Instruction sets that distinguish CPUs for Nucleus, among hundreds that the system lists.
const FLAGS: &str = "abm asimd asimddp asimdhp atomics avx avx2 avx512_bitalg avx512_vbmi2 \
    avx512_vpopcntdq avx512bw avx512cd avx512dq avx512f avx512ifma avx512vbmi avx512vl bmi1 bmi2 erms \
    fma fsrm gfni i8mm lzcnt popcnt sse2 sse4_1 sse4_2 ssse3 sve sve2 svei8mm vaes";

/// Returns a description of the machine, as seen from the processor that will be measured on.
pub fn machine(core: Option<u32>) -> Machine {
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = |file: &str| read(format!("/sys/devices/system/cpu/cpu{}/{file}", core.unwrap_or(0)));
    let mut machine = Machine {
        arch: Some(std::env::consts::ARCH.to_owned()),
        levels: Level::usable().map(|level| level.name().to_owned()).collect(),
        caches: caches(core.unwrap_or(0)),
        cores: physical_cores(),
        threads: std::thread::available_parallelism()
            .ok()
            .map(|n| n.get() as u32)
            .max(u32::try_from(nucleus_base::processors::allowed().len()).ok())
            .max(online()),
        smt: read("/sys/devices/system/cpu/smt/active").map(|s| s == "1"),
        governor: cpu("cpufreq/scaling_governor"),
        boost: boost(),
        max_ghz: cpu("cpufreq/cpuinfo_max_freq")
            .and_then(|s| s.parse::<f64>().ok())
            .map(|khz| khz / 1e6),
        clock_ghz: Some(clock::measure_ghz(core)),
        hypervisor: None,
        memory_bytes: memory(),
        memory_limit_bytes: read("/sys/fs/cgroup/memory.max").and_then(|s| s.parse().ok()),
        os: os(),
        kernel: kernel(),
        clock_source: read("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        huge_pages: read("/sys/kernel/mm/transparent_hugepage/enabled").and_then(chosen),
        load_before: load::average(),
        load_after: None,
        affinity: None,
        counting: counters::probe(),
        ..identify(&cpuinfo)
    };
    #[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
    from_cpuid(&mut machine);
    if let Some(midr) = cpu("regs/identification/midr_el1").and_then(|text| hexadecimal(&text)) {
        from_midr(&mut machine, midr);
    } else if let Some(midr) = affinity::on_core(core, nucleus_core::kernels::midr) {
        from_midr(&mut machine, midr);
    }
    machine.microarchitecture =
        CpuIdentity::from_machine(&machine).microarchitecture().map(str::to_owned);
    machine
}

/// Returns the identity of the first processor from Linux's `cpuinfo`. An Arm core has no family,
/// model and stepping; its architecture, part number, and variant with revision serve instead.
fn identify(cpuinfo: &str) -> Machine {
    let value = |key: &str| {
        cpuinfo.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            (name.trim() == key).then(|| value.trim().to_owned())
        })
    };
    let number = |key: &str| {
        let text = value(key)?;
        match text.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        }
    };
    let revision = || Some(number("CPU variant")?.checked_mul(16)? + number("CPU revision")? % 16);
    Machine {
        cpu: value("model name"),
        vendor: value("vendor_id").or_else(|| value("CPU implementer")),
        family: number("cpu family").or_else(|| number("CPU architecture")),
        model: number("model").or_else(|| number("CPU part")),
        stepping: number("stepping").or_else(revision),
        microcode: value("microcode"),
        flags: flags(&value("flags").or_else(|| value("Features")).unwrap_or_default()),
        ..Machine::default()
    }
}

fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// Takes the identity from an Arm processor's own register (MIDR), which describes the measured
/// core of a heterogeneous machine. A `cpuinfo` without implementer belongs to another
/// architecture, which emulates this one.
fn from_midr(machine: &mut Machine, midr: u64) {
    let bits = |from: u32, count: u32| (midr >> from) as u32 & ((1 << count) - 1);
    if !machine.vendor.as_ref().is_some_and(|vendor| vendor.starts_with("0x")) {
        machine.cpu = None;
        machine.microcode = None;
        machine.flags = Vec::new();
        machine.hypervisor = Some("an emulator on another architecture".to_owned());
    }
    machine.vendor = Some(format!("{:#04x}", bits(24, 8)));
    // From version 8 on, this field refers to other registers.
    let version = bits(16, 4);
    machine.family = Some(if version == 0xf { 8 } else { version });
    machine.model = Some(bits(4, 12));
    machine.stepping = Some(bits(20, 4) * 16 + bits(0, 4));
}

/// Returns the source and compiler of a program for its records.
pub fn source(build: &BuildInfo) -> Source {
    let own = |value: Option<&str>| value.map(str::to_owned);
    Source {
        version: build.version.to_owned(),
        commit: own(build.commit),
        dirty: build.dirty.and_then(|dirty| dirty.parse().ok()),
        rustc: own(build.rustc),
        rustflags: own(build.rustflags),
        target: own(build.target),
        profile: own(build.profile),
    }
}

/// Returns a file's text, trimmed; `None` if the file is missing or empty.
fn read(path: impl AsRef<Path>) -> Option<String> {
    let text = fs::read_to_string(path).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// Returns the memory of this process in large pages, in MiB, if the system reports it (Linux).
pub fn large_pages() -> Option<u64> {
    let text = read("/proc/self/smaps_rollup")?;
    let size = text.lines().find_map(|line| line.strip_prefix("AnonHugePages:"))?;
    size.trim().strip_suffix(" kB")?.parse().ok().map(|kib: u64| kib >> 10)
}

/// Returns the word in brackets, such as `madvise` in `always [madvise] never`.
fn chosen(text: String) -> Option<String> {
    let (_, rest) = text.split_once('[')?;
    Some(rest.split_once(']')?.0.to_owned())
}

fn flags(all: &str) -> Vec<String> {
    FLAGS.split(' ').filter(|f| all.split(' ').any(|w| w == *f)).map(str::to_owned).collect()
}

/// Returns the number of elements of a list such as `0-3,8`.
fn count(list: &str) -> Option<u32> {
    list.trim()
        .split(',')
        .map(|part| match part.split_once('-') {
            Some((a, b)) => Some(b.parse::<u32>().ok()?.checked_sub(a.parse().ok()?)? + 1),
            None => part.parse::<u32>().ok().map(|_| 1),
        })
        .sum()
}

pub(super) fn online() -> Option<u32> {
    count(&read("/sys/devices/system/cpu/online")?)
}

#[cfg(windows)]
use super::windows::{machine_memory as memory, physical_cores};

#[cfg(not(windows))]
fn physical_cores() -> Option<u32> {
    let allowed = nucleus_base::processors::allowed();
    let cores: BTreeSet<u32> = allowed.into_iter().filter_map(load::physical).collect();
    (!cores.is_empty()).then_some(cores.len() as u32)
}

fn boost() -> Option<bool> {
    read("/sys/devices/system/cpu/cpufreq/boost")
        .map(|s| s == "1")
        .or_else(|| read("/sys/devices/system/cpu/intel_pstate/no_turbo").map(|s| s == "0"))
}

#[cfg(not(windows))]
fn memory() -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

fn os() -> Option<String> {
    let release = fs::read_to_string("/etc/os-release").ok();
    let name = release.as_deref().and_then(|text| {
        text.lines().find_map(|l| l.strip_prefix("PRETTY_NAME=")).map(|s| s.trim_matches('"'))
    });
    Some(name.unwrap_or(std::env::consts::OS).to_owned())
}

fn kernel() -> Option<String> {
    let name = read("/proc/sys/kernel/ostype")?;
    Some(format!("{name} {}", read("/proc/sys/kernel/osrelease")?))
}

fn caches(core: u32) -> Vec<Cache> {
    let mut caches = Vec::new();
    for index in 0.. {
        let folder = format!("/sys/devices/system/cpu/cpu{core}/cache/index{index}");
        let Some(level) = read(format!("{folder}/level")).and_then(|s| s.parse().ok()) else {
            break;
        };
        let number = |file| read(format!("{folder}/{file}")).and_then(|s| s.parse().ok());
        caches.push(Cache {
            level,
            kind: read(format!("{folder}/type")).unwrap_or_default().to_lowercase(),
            bytes: read(format!("{folder}/size")).and_then(|s| bytes(&s)).unwrap_or(0),
            ways: number("ways_of_associativity").unwrap_or(0),
            shared_by: read(format!("{folder}/shared_cpu_list"))
                .and_then(|s| count(&s))
                .unwrap_or(0),
        });
    }
    caches
}

/// Parses sizes such as `512K` and `32M` into bytes.
fn bytes(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1 << 10),
        b'M' => (&text[..text.len() - 1], 1 << 20),
        _ => (text, 1),
    };
    Some(digits.parse::<u64>().ok()? * factor)
}

/// Adds identity and caches from CPUID if the system did not report them, and detects a hypervisor.
#[cfg(all(target_arch = "x86_64", not(nucleus_portable)))]
fn from_cpuid(machine: &mut Machine) {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let text = |registers: &[u32]| {
        let bytes = registers.iter().flat_map(|register| register.to_le_bytes());
        let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    };
    let (first, features, last_extended) = (__cpuid(0), __cpuid(1), __cpuid(0x8000_0000).eax);
    let vendor = machine.vendor.get_or_insert_with(|| text(&[first.ebx, first.edx, first.ecx]));
    let is_amd = matches!(vendor.as_str(), "AuthenticAMD" | "HygonGenuine");
    if machine.cpu.is_none() && last_extended >= 0x8000_0004 {
        let parts = [0x8000_0002, 0x8000_0003, 0x8000_0004].map(__cpuid);
        machine.cpu = Some(text(&parts.map(|r| [r.eax, r.ebx, r.ecx, r.edx]).concat()));
    }
    let bits = |from: u32, count: u32| features.eax >> from & ((1 << count) - 1);
    let (family, model) = (bits(8, 4), bits(4, 4));
    let more = if matches!(family, 6 | 15) { bits(16, 4) << 4 } else { 0 };
    machine.family.get_or_insert(if family == 15 { 15 + bits(20, 8) } else { family });
    machine.model.get_or_insert(model + more);
    machine.stepping.get_or_insert(bits(0, 4));
    if features.ecx >> 31 == 1 {
        let own = __cpuid(0x4000_0000);
        let name = match text(&[own.ebx, own.ecx, own.edx]).as_str() {
            "KVMKVMKVM" => "KVM",
            "Microsoft Hv" => "Hyper-V",
            "VMwareVMware" => "VMware",
            "XenVMMXenVMM" => "Xen",
            "TCGTCGTCGTCG" => "QEMU",
            "bhyve bhyve" => "bhyve",
            "ACRNACRNACRN" => "ACRN",
            "QNXQVMBSQG" => "QNX",
            _ => "unknown",
        };
        machine.hypervisor = Some(name.to_owned());
    }
    let leaf = if is_amd { 0x8000_001d } else { 4 };
    if machine.caches.is_empty() && leaf <= if is_amd { last_extended } else { first.eax } {
        let listed = (0..16).map(|number| __cpuid_count(leaf, number));
        let cache = |r: std::arch::x86_64::CpuidResult| {
            let field = |from: u32, count: u32| u64::from(r.ebx >> from & ((1 << count) - 1)) + 1;
            Cache {
                level: r.eax >> 5 & 7,
                kind: ["data", "instruction", "unified"][(r.eax as usize & 31).min(3) - 1]
                    .to_owned(),
                bytes: field(22, 10) * field(12, 10) * field(0, 12) * (u64::from(r.ecx) + 1),
                ways: field(22, 10) as u32,
                shared_by: 0,
            }
        };
        machine.caches = listed.take_while(|r| r.eax & 31 != 0).map(cache).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that CPUID gives the identity and caches that the system lists.
    #[cfg(all(target_os = "linux", target_arch = "x86_64", not(nucleus_portable)))]
    #[test]
    fn cpuid_and_the_system_agree() {
        let mut by_cpuid = Machine::default();
        from_cpuid(&mut by_cpuid);
        let bytes = |m: &Machine| m.caches.iter().map(|c| c.bytes).collect::<Vec<_>>();
        let cpu = |m: &Machine| (m.cpu.clone(), m.family, m.model, m.stepping, bytes(m));
        assert_eq!(cpu(&by_cpuid), cpu(&machine(None)));
    }

    #[test]
    fn lists_and_sizes() {
        assert_eq!(count("0-3,8"), Some(5));
        assert_eq!(count("0"), Some(1));
        assert_eq!(count("3-x"), None);
        assert_eq!(bytes("512K"), Some(524_288));
        assert_eq!(bytes("32M"), Some(33_554_432));
        assert_eq!(chosen("always [madvise] never".into()).as_deref(), Some("madvise"));
    }

    #[test]
    fn cpus_as_the_system_lists_them() {
        let cpu = |cpuinfo: &str| {
            let m = identify(cpuinfo);
            (m.cpu, m.vendor, m.family, m.model, m.stepping)
        };
        let x86 = "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 207\n\
            model name\t: Intel(R) Xeon(R) Processor\nstepping\t: 2\n";
        let name = |s: &str| Some(s.to_owned());
        let xeon = name("Intel(R) Xeon(R) Processor");
        assert_eq!(cpu(x86), (xeon, name("GenuineIntel"), Some(6), Some(207), Some(2)));
        let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\n\
            CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n";
        assert_eq!(cpu(arm), (None, name("0x41"), Some(8), Some(0xd0c), Some(0x31)));
        assert_eq!(cpu("model: 0xz\n"), (None, None, None, None, None));
    }

    #[test]
    fn arm_cores_by_their_own_register() {
        let read = |vendor: Option<&str>, midr: &str| {
            let vendor = vendor.map(str::to_owned);
            let mut machine = Machine { vendor, cpu: Some("a".into()), ..Machine::default() };
            from_midr(&mut machine, hexadecimal(midr).unwrap());
            machine
        };
        let n1 = read(Some("0x41"), "0x00000000413fd0c1");
        assert_eq!((n1.family, n1.model, n1.stepping), (Some(8), Some(0xd0c), Some(0x31)));
        assert_eq!((n1.cpu.as_deref(), n1.hypervisor), (Some("a"), None));
        let emulated = read(Some("AuthenticAMD"), "0x414fd0c1");
        assert_eq!((emulated.cpu, emulated.vendor.as_deref()), (None, Some("0x41")));
        assert!(emulated.hypervisor.is_some());
    }
}
