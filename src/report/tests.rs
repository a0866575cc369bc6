//! Snapshots of tables made from small records.

use std::path::Path;

use super::fixtures::{cut_short, later, normal, older_schema};

#[test]
fn view() {
    let Ok(dir) = std::env::var("VIEW") else { return };
    let records = [older_schema(), cut_short(), normal(), later()];
    super::write_as(&records, Path::new(&dir), "report").unwrap();
}
