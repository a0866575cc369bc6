//! Positions that are read from a file, and the workload of a set.

use std::fs;
use std::path::Path;

use nucleus_harness::positions::{NamedPosition, read, workload};
use nucleus_records::record::Protocol;
use nucleus_records::workloads::START;

fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my set.epd");
    fs::write(&path, text).unwrap();
    (folder, path)
}

#[test]
fn epd_and_fen_lines() {
    let kings = "4k3/8/8/8/8/8/8/4K2R w K -";
    let (_folder, path) = file(&format!("{START}\n\n{kings} bm O-O; id \"kings\";\n"));
    let all = read(&path, None, 1).unwrap();
    assert_eq!(all[0], NamedPosition { name: "line 1".into(), fen: START.into() });
    assert_eq!(
        (all[1].name.as_str(), all[1].fen.as_str()),
        ("kings", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    );
    let set = workload(&path, &all, Some("nodes  500"), 2.0).unwrap();
    assert_eq!((set.name.as_str(), set.limit.as_str()), ("my-set/set", "nodes 500"));
    assert_eq!((set.fens.len(), set.protocol), (2, Protocol::Set));
    assert_eq!(workload(&path, &all, None, 2.0).unwrap().limit, "movetime 1000");
    assert_eq!(workload(&path, &all, None, 0.01).unwrap().limit, "movetime 50");
    assert!(workload(&path, &all, Some("mate 3"), 1.0).is_err());
}

#[test]
fn what_is_no_position_is_left_out() {
    let chess960 = "4k3/8/8/8/8/8/8/RK5R w HA - 0 1";
    for text in ["", "9/8 w - -\n", chess960] {
        let (_folder, path) = file(text);
        let error = read(&path, None, 1).unwrap_err().to_string();
        assert!(error.contains("no position in it"), "{error}");
    }
    let (_folder, path) = file(&format!("{chess960}\n{START}\n9/8 w - -\n{START}\n"));
    assert_eq!(read(&path, None, 1).unwrap().len(), 2);
    assert!(read(Path::new("/no/such/file"), None, 1).is_err());
    let (_folder, path) = file(&format!("{START}\n"));
    let error = read(&path, Some(2), 1).unwrap_err().to_string();
    assert!(error.contains("cannot sample 2 of 1 positions"), "{error}");
}
