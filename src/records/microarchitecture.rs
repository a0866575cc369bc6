//! Names of microarchitectures: a table by family, model and stepping.
//!
//! The brand string does not identify a CPU, since a virtual machine may show any ("AMD EPYC" covers
//! every Zen). Vendor, family, model and stepping do. Sources: Intel's and AMD's lists of CPUID
//! signatures, the Linux kernel's `intel-family.h` and `amd.c`, and the part numbers in Arm's technical
//! reference manuals.

use std::ops::RangeInclusive;

const ANY: RangeInclusive<u32> = 0..=u32::MAX;

/// Ranges of models and of steppings within a family, and the name of the core.
type ModelRow = (RangeInclusive<u32>, RangeInclusive<u32>, &'static str);

const fn any(first: u32, last: u32, name: &'static str) -> ModelRow {
    (first..=last, ANY, name)
}

const fn one(model: u32, name: &'static str) -> ModelRow {
    any(model, model, name)
}

const fn stepped(model: u32, first: u32, last: u32, name: &'static str) -> ModelRow {
    (model..=model, first..=last, name)
}

/// Intel, family 6. Server cores that differ from the client cores of the same name have their own name;
/// hybrids are named after the product, since both types of core share the signature.
const INTEL_6: [ModelRow; 66] = [
    one(15, "Core"),
    one(22, "Core"),
    one(23, "Penryn"),
    one(29, "Penryn"),
    one(26, "Nehalem"),
    one(30, "Nehalem"),
    one(31, "Nehalem"),
    one(46, "Nehalem"),
    one(37, "Westmere"),
    one(44, "Westmere"),
    one(47, "Westmere"),
    one(42, "Sandy Bridge"),
    one(45, "Sandy Bridge-EP"),
    one(58, "Ivy Bridge"),
    one(62, "Ivy Bridge-EP"),
    one(60, "Haswell"),
    one(69, "Haswell"),
    one(70, "Haswell"),
    one(63, "Haswell-EP"),
    one(61, "Broadwell"),
    one(71, "Broadwell"),
    one(79, "Broadwell-EP"),
    one(86, "Broadwell-DE"),
    one(78, "Skylake"),
    one(94, "Skylake"),
    stepped(85, 0, 4, "Skylake-SP"),
    stepped(85, 5, 7, "Cascade Lake"),
    stepped(85, 10, 11, "Cooper Lake"),
    stepped(142, 0, 9, "Kaby Lake"),
    stepped(142, 10, 10, "Coffee Lake"),
    stepped(142, 11, 12, "Whiskey Lake"),
    stepped(158, 0, 9, "Kaby Lake"),
    stepped(158, 10, 13, "Coffee Lake"),
    any(165, 166, "Comet Lake"),
    one(102, "Cannon Lake"),
    any(125, 126, "Ice Lake"),
    one(106, "Ice Lake-SP"),
    one(108, "Ice Lake-D"),
    any(140, 141, "Tiger Lake"),
    one(167, "Rocket Lake"),
    one(138, "Lakefield"),
    one(151, "Alder Lake"),
    one(154, "Alder Lake"),
    one(183, "Raptor Lake"),
    one(186, "Raptor Lake"),
    one(191, "Raptor Lake"),
    one(170, "Meteor Lake"),
    one(172, "Meteor Lake"),
    one(189, "Lunar Lake"),
    one(181, "Arrow Lake"),
    any(197, 198, "Arrow Lake"),
    one(204, "Panther Lake"),
    // Sapphire Rapids, Emerald Rapids, Granite Rapids.
    one(143, "Golden Cove"),
    one(207, "Raptor Cove"),
    any(173, 174, "Redwood Cove"),
    // Efficiency cores only.
    one(55, "Silvermont"),
    one(77, "Silvermont"),
    one(76, "Airmont"),
    one(92, "Goldmont"),
    one(95, "Goldmont"),
    one(122, "Goldmont Plus"),
    one(134, "Tremont"),
    one(150, "Tremont"),
    one(156, "Tremont"),
    one(190, "Gracemont"),
    one(175, "Crestmont"),
];

/// AMD, family 21 (15h).
const AMD_21: [ModelRow; 6] = [
    any(0, 1, "Bulldozer"),
    one(2, "Piledriver"),
    any(16, 31, "Piledriver"),
    any(48, 63, "Steamroller"),
    any(96, 111, "Excavator"),
    any(112, 127, "Excavator"),
];

/// AMD, family 23 (17h).
const AMD_23: [ModelRow; 10] = [
    any(0, 7, "Zen"),
    one(8, "Zen+"),
    any(9, 23, "Zen"),
    one(24, "Zen+"),
    any(25, 47, "Zen"),
    any(48, 79, "Zen 2"),
    any(80, 95, "Zen"),
    any(96, 127, "Zen 2"),
    any(144, 145, "Zen 2"),
    any(160, 175, "Zen 2"),
];

/// AMD, family 25 (19h).
const AMD_25: [ModelRow; 4] =
    [any(0, 15, "Zen 3"), any(16, 31, "Zen 4"), any(32, 95, "Zen 3"), any(96, 175, "Zen 4")];

/// AMD, family 26 (1Ah).
const AMD_26: [ModelRow; 6] = [
    any(0, 47, "Zen 5"),
    any(64, 79, "Zen 5"),
    any(96, 127, "Zen 5"),
    any(80, 95, "Zen 6"),
    any(144, 175, "Zen 6"),
    any(192, 207, "Zen 6"),
];

/// Arm's own cores: the architecture version serves as family, the part number as model.
const ARM_8: [ModelRow; 23] = [
    one(0xd03, "Cortex-A53"),
    one(0xd05, "Cortex-A55"),
    one(0xd07, "Cortex-A57"),
    one(0xd08, "Cortex-A72"),
    one(0xd09, "Cortex-A73"),
    one(0xd0a, "Cortex-A75"),
    one(0xd0b, "Cortex-A76"),
    one(0xd0c, "Neoverse N1"),
    one(0xd0d, "Cortex-A77"),
    one(0xd40, "Neoverse V1"),
    one(0xd41, "Cortex-A78"),
    one(0xd44, "Cortex-X1"),
    one(0xd47, "Cortex-A710"),
    one(0xd48, "Cortex-X2"),
    one(0xd49, "Neoverse N2"),
    one(0xd4a, "Neoverse E1"),
    one(0xd4d, "Cortex-A715"),
    one(0xd4e, "Cortex-X3"),
    one(0xd4f, "Neoverse V2"),
    one(0xd83, "Neoverse V3AE"),
    one(0xd84, "Neoverse V3"),
    one(0xd8e, "Neoverse N3"),
    one(0xd46, "Cortex-A510"),
];

/// Apple's cores as Linux reports them, efficiency and performance cores.
const APPLE_8: [ModelRow; 12] = [
    one(0x022, "M1 Icestorm"),
    one(0x023, "M1 Firestorm"),
    one(0x024, "M1 Pro Icestorm"),
    one(0x025, "M1 Pro Firestorm"),
    one(0x028, "M1 Max Icestorm"),
    one(0x029, "M1 Max Firestorm"),
    one(0x032, "M2 Blizzard"),
    one(0x033, "M2 Avalanche"),
    one(0x034, "M2 Pro Blizzard"),
    one(0x035, "M2 Pro Avalanche"),
    one(0x038, "M2 Max Blizzard"),
    one(0x039, "M2 Max Avalanche"),
];

/// Ampere's own cores.
const AMPERE_8: [ModelRow; 2] = [one(0xac3, "Ampere-1"), one(0xac4, "Ampere-1A")];

const JAGUAR: [ModelRow; 2] = [any(0, 15, "Jaguar"), any(48, 63, "Puma")];

/// The rows of each vendor's families.
const FAMILIES: [(&str, u32, &[ModelRow]); 13] = [
    ("GenuineIntel", 6, &INTEL_6),
    ("AuthenticAMD", 16, &[any(0, 255, "K10")]),
    ("AuthenticAMD", 20, &[any(0, 255, "Bobcat")]),
    ("AuthenticAMD", 21, &AMD_21),
    ("AuthenticAMD", 22, &JAGUAR),
    ("AuthenticAMD", 23, &AMD_23),
    ("AuthenticAMD", 25, &AMD_25),
    ("AuthenticAMD", 26, &AMD_26),
    ("HygonGenuine", 24, &[any(0, 255, "Dhyana")]),
    // Codes of Arm implementers, as Linux prints them.
    ("0x41", 8, &ARM_8),
    ("0x46", 8, &[one(0x001, "A64FX")]),
    ("0x61", 8, &APPLE_8),
    ("0xc0", 8, &AMPERE_8),
];

/// Checks that no signature has two names.
const _: () = {
    let mut family = 0;
    while family < FAMILIES.len() {
        let rows = FAMILIES[family].2;
        let mut row = 0;
        while row < rows.len() {
            let (models, steppings, _) = &rows[row];
            assert!(*models.start() <= *models.end() && *steppings.start() <= *steppings.end());
            let mut other = 0;
            while other < row {
                assert!(are_apart(models, &rows[other].0) || are_apart(steppings, &rows[other].1));
                other += 1;
            }
            row += 1;
        }
        family += 1;
    }
};

const fn are_apart(one: &RangeInclusive<u32>, other: &RangeInclusive<u32>) -> bool {
    *one.end() < *other.start() || *other.end() < *one.start()
}

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

/// Returns the name of a microarchitecture; `None` if it is not in the table.
pub fn name(vendor: &str, family: u32, model: u32, stepping: Option<u32>) -> Option<&'static str> {
    let of_model = |row: &&ModelRow| row.0.contains(&model);
    // Without a stepping, only a model whose name does not depend on it is known.
    let of_stepping = |row: &&ModelRow| stepping.map_or(row.1 == ANY, |s| row.1.contains(&s));
    let of_family = |row: &&(&str, u32, &[ModelRow])| (row.0, row.1) == (vendor, family);
    let rows = FAMILIES.iter().find(of_family)?.2;
    rows.iter().filter(of_model).find(of_stepping).map(|row| row.2)
}
