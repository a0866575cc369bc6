//! Microarchitectures by family and model.

use nucleus_records::microarchitecture::name;

#[test]
fn known_signatures() {
    for (vendor, family, model, stepping, expected) in [
        ("GenuineIntel", 6, 207, 2, Some("Raptor Cove")),
        ("GenuineIntel", 6, 85, 7, Some("Cascade Lake")),
        ("GenuineIntel", 6, 85, 99, None),
        ("GenuineIntel", 6, 158, 10, Some("Coffee Lake")),
        ("GenuineIntel", 15, 207, 2, None),
        ("AuthenticAMD", 26, 2, 1, Some("Zen 5")),
        ("AuthenticAMD", 25, 1, 1, Some("Zen 3")),
        ("AuthenticAMD", 23, 1, 2, Some("Zen")),
        ("AuthenticAMD", 23, 8, 2, Some("Zen+")),
        ("AuthenticAMD", 23, 49, 0, Some("Zen 2")),
        ("AuthenticAMD", 6, 207, 2, None),
        ("0x41", 8, 0xd0c, 1, Some("Neoverse N1")),
        ("0x61", 8, 0x023, 17, Some("M1 Firestorm")),
        ("0x46", 8, 1, 0, Some("A64FX")),
        ("0x61", 8, 0xd0c, 1, None),
        ("", 0, 0, 0, None),
    ] {
        let found = name(vendor, family, model, Some(stepping));
        assert_eq!(found, expected, "{vendor} {family} {model} {stepping}");
    }
    assert_eq!(name("GenuineIntel", 6, 85, None), None, "three have this model");
    assert_eq!(name("GenuineIntel", 6, 207, None), Some("Raptor Cove"));
}

#[test]
fn families_of_one_name() {
    for model in [0, 15, 16, 255] {
        assert_eq!(name("AuthenticAMD", 16, model, Some(0)), Some("K10"));
        assert_eq!(name("AuthenticAMD", 20, model, None), Some("Bobcat"));
        assert_eq!(name("HygonGenuine", 24, model, None), Some("Dhyana"));
        assert_eq!(name("HygonGenuine", 23, model, None), None);
    }
    let jaguars = [15, 16, 47, 48, 63, 64].map(|model| name("AuthenticAMD", 22, model, None));
    assert_eq!(jaguars, [Some("Jaguar"), None, None, Some("Puma"), Some("Puma"), None]);
}
