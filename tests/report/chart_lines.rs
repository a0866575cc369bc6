//! Names at the ends of lines.

use nucleus_report::chart::lines::apart;

#[test]
fn names_do_not_cover_each_other() {
    assert_eq!(apart(&[50.0, 10.0], 16.0, [0.0, 100.0]), [50.0, 10.0], "far enough apart");
    assert_eq!(apart(&[50.0, 50.0, 50.0], 16.0, [0.0, 100.0]), [50.0, 66.0, 82.0]);
    assert_eq!(apart(&[100.0, 95.0, 20.0], 16.0, [0.0, 100.0]), [100.0, 84.0, 20.0]);
}
