//! Names of microarchitectures: by vendor, family, model and stepping.
//!
//! The brand string does not identify a CPU, since a virtual machine may show any ("AMD EPYC" covers
//! every Zen). Vendor, family, model and stepping do. Sources: Intel's and AMD's lists of CPUID
//! signatures, the Linux kernel's `intel-family.h` and `amd.c`, and the part numbers in Arm's technical
//! reference manuals.

/// Returns the name of an implementer of Arm's architecture by its code in MIDR, as Linux prints it;
/// `None` for an unknown code.
pub fn implementer(code: &str) -> Option<&'static str> {
    Some(match code {
        "0x41" => "Arm",
        "0x42" => "Broadcom",
        "0x43" => "Cavium",
        "0x46" => "Fujitsu",
        "0x48" => "HiSilicon",
        "0x4e" => "NVIDIA",
        "0x51" => "Qualcomm",
        "0x53" => "Samsung",
        "0x61" => "Apple",
        "0x6d" => "Microsoft",
        "0xc0" => "Ampere",
        _ => return None,
    })
}

/// Returns the name of a microarchitecture; `None` if it is not known.
pub fn name(vendor: &str, family: u32, model: u32, stepping: Option<u32>) -> Option<&'static str> {
    match (vendor, family) {
        ("GenuineIntel", 6) => intel(model, stepping),
        ("AuthenticAMD", _) => amd(family, model),
        ("HygonGenuine", 24) if model <= 255 => Some("Dhyana"),
        (_, 8) => arm(vendor, model),
        _ => None,
    }
}

/// Returns the name of an Intel core of family 6. Server cores that differ from the client cores of
/// the same name have their own name. Hybrids are named after the product, since both types of core
/// share the signature. Without a stepping, returns `None` if the name depends on the stepping.
fn intel(model: u32, stepping: Option<u32>) -> Option<&'static str> {
    Some(match (model, stepping) {
        (15 | 22, _) => "Core",
        (23 | 29, _) => "Penryn",
        (26 | 30 | 31 | 46, _) => "Nehalem",
        (37 | 44 | 47, _) => "Westmere",
        (42, _) => "Sandy Bridge",
        (45, _) => "Sandy Bridge-EP",
        (58, _) => "Ivy Bridge",
        (62, _) => "Ivy Bridge-EP",
        (60 | 69 | 70, _) => "Haswell",
        (63, _) => "Haswell-EP",
        (61 | 71, _) => "Broadwell",
        (79, _) => "Broadwell-EP",
        (86, _) => "Broadwell-DE",
        (78 | 94, _) => "Skylake",
        (85, Some(0..=4)) => "Skylake-SP",
        (85, Some(5..=7)) => "Cascade Lake",
        (85, Some(10..=11)) => "Cooper Lake",
        (142 | 158, Some(0..=9)) => "Kaby Lake",
        (142, Some(10)) | (158, Some(10..=13)) => "Coffee Lake",
        (142, Some(11..=12)) => "Whiskey Lake",
        (165 | 166, _) => "Comet Lake",
        (102, _) => "Cannon Lake",
        (125 | 126, _) => "Ice Lake",
        (106, _) => "Ice Lake-SP",
        (108, _) => "Ice Lake-D",
        (140 | 141, _) => "Tiger Lake",
        (167, _) => "Rocket Lake",
        (138, _) => "Lakefield",
        (151 | 154, _) => "Alder Lake",
        (183 | 186 | 191, _) => "Raptor Lake",
        (170 | 172, _) => "Meteor Lake",
        (189, _) => "Lunar Lake",
        (181 | 197 | 198, _) => "Arrow Lake",
        (204, _) => "Panther Lake",
        // Sapphire Rapids, Emerald Rapids, Granite Rapids.
        (143, _) => "Golden Cove",
        (207, _) => "Raptor Cove",
        (173 | 174, _) => "Redwood Cove",
        // Efficiency cores only.
        (55 | 77, _) => "Silvermont",
        (76, _) => "Airmont",
        (92 | 95, _) => "Goldmont",
        (122, _) => "Goldmont Plus",
        (134 | 150 | 156, _) => "Tremont",
        (190, _) => "Gracemont",
        (175, _) => "Crestmont",
        _ => return None,
    })
}

fn amd(family: u32, model: u32) -> Option<&'static str> {
    Some(match (family, model) {
        (16, 0..=255) => "K10",
        (20, 0..=255) => "Bobcat",
        (21, 0..=1) => "Bulldozer",
        (21, 2 | 16..=31) => "Piledriver",
        (21, 48..=63) => "Steamroller",
        (21, 96..=127) => "Excavator",
        (22, 0..=15) => "Jaguar",
        (22, 48..=63) => "Puma",
        (23, 0..=7 | 9..=23 | 25..=47 | 80..=95) => "Zen",
        (23, 8 | 24) => "Zen+",
        (23, 48..=79 | 96..=127 | 144..=145 | 160..=175) => "Zen 2",
        (25, 0..=15 | 32..=95) => "Zen 3",
        (25, 16..=31 | 96..=175) => "Zen 4",
        (26, 0..=47 | 64..=79 | 96..=127) => "Zen 5",
        (26, 80..=95 | 144..=175 | 192..=207) => "Zen 6",
        _ => return None,
    })
}

/// Returns the name of a core of Arm's architecture 8. Apple's efficiency and performance cores
/// have different part numbers.
fn arm(implementer: &str, part: u32) -> Option<&'static str> {
    Some(match (implementer, part) {
        ("0x41", 0xd03) => "Cortex-A53",
        ("0x41", 0xd05) => "Cortex-A55",
        ("0x41", 0xd07) => "Cortex-A57",
        ("0x41", 0xd08) => "Cortex-A72",
        ("0x41", 0xd09) => "Cortex-A73",
        ("0x41", 0xd0a) => "Cortex-A75",
        ("0x41", 0xd0b) => "Cortex-A76",
        ("0x41", 0xd0c) => "Neoverse N1",
        ("0x41", 0xd0d) => "Cortex-A77",
        ("0x41", 0xd40) => "Neoverse V1",
        ("0x41", 0xd41) => "Cortex-A78",
        ("0x41", 0xd44) => "Cortex-X1",
        ("0x41", 0xd47) => "Cortex-A710",
        ("0x41", 0xd48) => "Cortex-X2",
        ("0x41", 0xd49) => "Neoverse N2",
        ("0x41", 0xd4a) => "Neoverse E1",
        ("0x41", 0xd4d) => "Cortex-A715",
        ("0x41", 0xd4e) => "Cortex-X3",
        ("0x41", 0xd4f) => "Neoverse V2",
        ("0x41", 0xd83) => "Neoverse V3AE",
        ("0x41", 0xd84) => "Neoverse V3",
        ("0x41", 0xd8e) => "Neoverse N3",
        ("0x41", 0xd46) => "Cortex-A510",
        ("0x46", 0x001) => "A64FX",
        ("0x61", 0x022) => "M1 Icestorm",
        ("0x61", 0x023) => "M1 Firestorm",
        ("0x61", 0x024) => "M1 Pro Icestorm",
        ("0x61", 0x025) => "M1 Pro Firestorm",
        ("0x61", 0x028) => "M1 Max Icestorm",
        ("0x61", 0x029) => "M1 Max Firestorm",
        ("0x61", 0x032) => "M2 Blizzard",
        ("0x61", 0x033) => "M2 Avalanche",
        ("0x61", 0x034) => "M2 Pro Blizzard",
        ("0x61", 0x035) => "M2 Pro Avalanche",
        ("0x61", 0x038) => "M2 Max Blizzard",
        ("0x61", 0x039) => "M2 Max Avalanche",
        ("0xc0", 0xac3) => "Ampere-1",
        ("0xc0", 0xac4) => "Ampere-1A",
        _ => return None,
    })
}
