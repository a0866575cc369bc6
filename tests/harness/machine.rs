//! Descriptions of the machine and of the source contain nothing private.

use nucleus_base::build_info::BuildInfo;
use nucleus_harness::machine::{machine, source};

#[test]
fn nothing_private_is_recorded() {
    let text = serde_json::to_string(&(machine(None), source(&BuildInfo::default()))).unwrap();
    for private in ["HOME", "USER", "HOSTNAME", "PWD"] {
        if let Ok(value) = std::env::var(private)
            && value.len() > 4
        {
            assert!(!text.contains(&value), "{private} is in the record");
        }
    }
}
