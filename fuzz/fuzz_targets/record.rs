//! Any text is rejected as a record, or is equal after it is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nucleus_records::record::Record;

fuzz_target!(|text: &str| {
    if let Ok(record) = Record::from_json(text) {
        let written = record.to_json();
        let again = Record::from_json(&written).expect("what we write we read");
        assert_eq!(again.to_json(), written);
    }
});
