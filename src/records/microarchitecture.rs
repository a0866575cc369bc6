//! Microarchitectures by name: the table of families, models and steppings.
//!
//! A brand string does not tell a CPU, since a virtual machine may show any ("AMD EPYC" is all
//! Zens). Vendor, family, model and stepping do. Sources: Intel's and AMD's own lists of CPUID
//! signatures, and what the Linux kernel's `intel-family.h` and `amd.c` make of them; Arm's part
//! numbers from the technical reference manuals.

use std::ops::RangeInclusive;

/// Any stepping.
const ANY: RangeInclusive<u32> = 0..=u32::MAX;

/// Models and steppings of one family, and their name.
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

/// Intel, family 6. Servers whose cores differ from the client's of the same name say so; hybrids
/// are called by their product, since their two kinds of core share the signature.
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
    // Small cores alone.
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

/// Arm's own cores: the architecture stands for the family, the part number for the model.
const ARM_8: [ModelRow; 15] = [
    one(0xd03, "Cortex-A53"),
    one(0xd05, "Cortex-A55"),
    one(0xd08, "Cortex-A72"),
    one(0xd0b, "Cortex-A76"),
    one(0xd0c, "Neoverse N1"),
    one(0xd40, "Neoverse V1"),
    one(0xd41, "Cortex-A78"),
    one(0xd44, "Cortex-X1"),
    one(0xd47, "Cortex-A710"),
    one(0xd48, "Cortex-X2"),
    one(0xd49, "Neoverse N2"),
    one(0xd4d, "Cortex-A715"),
    one(0xd4e, "Cortex-X3"),
    one(0xd4f, "Neoverse V2"),
    one(0xd84, "Neoverse V3"),
];

/// The rows of a vendor's family.
fn rows(vendor: &str, family: u32) -> &'static [ModelRow] {
    const K10: [ModelRow; 1] = [any(0, 255, "K10")];
    const BOBCAT: [ModelRow; 1] = [any(0, 255, "Bobcat")];
    const JAGUAR: [ModelRow; 2] = [any(0, 15, "Jaguar"), any(48, 63, "Puma")];
    const DHYANA: [ModelRow; 1] = [any(0, 255, "Dhyana")];
    match (vendor, family) {
        ("GenuineIntel", 6) => &INTEL_6,
        ("AuthenticAMD", 16) => &K10,
        ("AuthenticAMD", 20) => &BOBCAT,
        ("AuthenticAMD", 21) => &AMD_21,
        ("AuthenticAMD", 22) => &JAGUAR,
        ("AuthenticAMD", 23) => &AMD_23,
        ("AuthenticAMD", 25) => &AMD_25,
        ("AuthenticAMD", 26) => &AMD_26,
        ("HygonGenuine", 24) => &DHYANA,
        // The implementer code of Arm Limited, as Linux prints it.
        ("0x41", 8) => &ARM_8,
        _ => &[],
    }
}

/// The name of a microarchitecture; `None` for one that is not in the table.
pub fn name(vendor: &str, family: u32, model: u32, stepping: Option<u32>) -> Option<&'static str> {
    let of_model = |row: &&ModelRow| row.0.contains(&model);
    // Without a stepping only a model that needs none is known.
    let of_stepping = |row: &&ModelRow| stepping.map_or(row.1 == ANY, |s| row.1.contains(&s));
    rows(vendor, family).iter().filter(of_model).find(of_stepping).map(|row| row.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_signatures() {
        for (vendor, family, model, stepping, expected) in [
            ("GenuineIntel", 6, 207, 2, Some("Raptor Cove")),
            ("GenuineIntel", 6, 143, 8, Some("Golden Cove")),
            ("GenuineIntel", 6, 85, 4, Some("Skylake-SP")),
            ("GenuineIntel", 6, 85, 7, Some("Cascade Lake")),
            ("GenuineIntel", 6, 85, 11, Some("Cooper Lake")),
            ("GenuineIntel", 6, 85, 99, None),
            ("GenuineIntel", 6, 106, 6, Some("Ice Lake-SP")),
            ("GenuineIntel", 6, 158, 9, Some("Kaby Lake")),
            ("GenuineIntel", 6, 158, 10, Some("Coffee Lake")),
            ("GenuineIntel", 6, 151, 2, Some("Alder Lake")),
            ("GenuineIntel", 15, 207, 2, None),
            ("AuthenticAMD", 26, 2, 1, Some("Zen 5")),
            ("AuthenticAMD", 26, 68, 0, Some("Zen 5")),
            ("AuthenticAMD", 25, 97, 2, Some("Zen 4")),
            ("AuthenticAMD", 25, 17, 1, Some("Zen 4")),
            ("AuthenticAMD", 25, 1, 1, Some("Zen 3")),
            ("AuthenticAMD", 25, 33, 0, Some("Zen 3")),
            ("AuthenticAMD", 23, 1, 2, Some("Zen")),
            ("AuthenticAMD", 23, 8, 2, Some("Zen+")),
            ("AuthenticAMD", 23, 49, 0, Some("Zen 2")),
            ("AuthenticAMD", 23, 113, 0, Some("Zen 2")),
            ("AuthenticAMD", 6, 207, 2, None),
            ("0x41", 8, 0xd0c, 1, Some("Neoverse N1")),
            ("", 0, 0, 0, None),
        ] {
            let found = name(vendor, family, model, Some(stepping));
            assert_eq!(found, expected, "{vendor} {family} {model} {stepping}");
        }
        assert_eq!(name("GenuineIntel", 6, 85, None), None, "three have this model");
        assert_eq!(name("GenuineIntel", 6, 207, None), Some("Raptor Cove"));
    }

    #[test]
    fn no_signature_has_two_names() {
        for (vendor, families) in
            [("GenuineIntel", 6..=6), ("AuthenticAMD", 16..=26), ("0x41", 8..=8)]
        {
            for rows in families.map(|family| rows(vendor, family)) {
                for (i, (models, steppings, name)) in rows.iter().enumerate() {
                    assert!(models.start() <= models.end() && steppings.start() <= steppings.end());
                    for (other_models, other_steppings, other) in &rows[..i] {
                        let apart = models.end() < other_models.start()
                            || other_models.end() < models.start()
                            || steppings.end() < other_steppings.start()
                            || other_steppings.end() < steppings.start();
                        assert!(apart, "{vendor}: {name} and {other}");
                    }
                }
            }
        }
    }
}
