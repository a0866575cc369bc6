//! Titles and folders of CPUs.

use nucleus_records::identity::CpuIdentity;
use nucleus_records::record::Machine;

fn cpu(brand: &str, vendor: &str, numbers: [u32; 3]) -> CpuIdentity {
    let [family, model, stepping] = numbers.map(Some);
    CpuIdentity::from_machine(&Machine {
        cpu: Some(brand.into()),
        vendor: Some(vendor.into()),
        family,
        model,
        stepping,
        ..Machine::default()
    })
}

#[test]
fn titles_and_folders() {
    // Name; vendor; family, model and stepping; title; folder.
    for row in [
        "AMD EPYC|AuthenticAMD|26 2 1|AMD EPYC (Zen 5, 26-2-1)|amd-epyc-zen5-26-2-1",
        "AMD EPYC|AuthenticAMD|26 222 1|AMD EPYC (family 26, model 222, stepping 1)|\
         amd-epyc-family26-model222-stepping1",
        "Intel(R) Xeon(R)  Processor|GenuineIntel|6 207 2|\
         Intel(R) Xeon(R) Processor (Raptor Cove, 6-207-2)|intel-xeon-raptor-cove-6-207-2",
        "Intel(R) Core(TM) i7-4770K CPU @ 3.50GHz|GenuineIntel|6 60 3|\
         Intel(R) Core(TM) i7-4770K CPU @ 3.50GHz (Haswell, 6-60-3)|\
         intel-core-i7-4770k-haswell-6-60-3",
        "AMD Ryzen 7 2700X Eight-Core Processor|AuthenticAMD|23 8 2|\
         AMD Ryzen 7 2700X Eight-Core Processor (Zen+, 23-8-2)|\
         amd-ryzen-7-2700x-eight-core-zen-plus-23-8-2",
        "|0x41|8 3340 49|Arm (Neoverse N1, 8-3340-49)|arm-neoverse-n1-8-3340-49",
        "|0x61|8 35 17|Apple (M1 Firestorm, 8-35-17)|apple-m1-firestorm-8-35-17",
        "../..||1 2 3|../.. (family 1, model 2, stepping 3)|family1-model2-stepping3",
    ] {
        let [brand, vendor, numbers, title, folder] =
            row.split('|').collect::<Vec<_>>().try_into().expect("five columns");
        let numbers: Vec<u32> = numbers.split(' ').map(|n| n.parse().expect("a number")).collect();
        let cpu = cpu(brand, vendor, numbers.try_into().expect("three numbers"));
        assert_eq!((cpu.title().as_str(), cpu.folder().as_str()), (title, folder));
    }
    let nothing = CpuIdentity::from_machine(&Machine::default());
    assert_eq!((nothing.title(), nothing.folder()), ("unknown CPU".into(), "unknown".into()));
}

#[test]
fn each_number_makes_another_cpu() {
    let zen = cpu("AMD EPYC", "AuthenticAMD", [25, 1, 1]);
    assert_eq!(zen, cpu("AMD  EPYC ", "AuthenticAMD", [25, 1, 1]));
    for other in [
        cpu("AMD EPYC", "AuthenticAMD", [26, 1, 1]),
        cpu("AMD EPYC", "AuthenticAMD", [25, 17, 1]),
        cpu("AMD EPYC", "AuthenticAMD", [25, 1, 2]),
        cpu("AMD EPYC", "HygonGenuine", [25, 1, 1]),
        cpu("AMD EPYC 7763", "AuthenticAMD", [25, 1, 1]),
    ] {
        assert_ne!(zen, other);
        assert_ne!(zen.title(), other.title());
    }
}
