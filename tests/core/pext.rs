//! CPUs with a fast PEXT.

use nucleus_core::kernels::is_pext_fast;

/// Compares with the CPU that Linux reports: AMD's are fast from Zen 3, family 19h, on.
#[test]
fn amd_is_fast_from_zen_3_on() {
    let text = std::fs::read_to_string("/proc/cpuinfo").expect("the CPUs");
    let field = |name: &str| {
        let line = text.lines().find(|line| line.trim_end().starts_with(name)).expect(name);
        line.split_once(':').expect("a value").1.trim().to_owned()
    };
    let has_bmi2 = field("flags").split(' ').any(|flag| flag == "bmi2");
    let family: u32 = field("cpu family").parse().expect("a number");
    let is_microcoded = match field("vendor_id").as_str() {
        "HygonGenuine" => true,
        "AuthenticAMD" => family < 0x19,
        _ => false,
    };
    assert_eq!(is_pext_fast(), has_bmi2 && !is_microcoded);
}
