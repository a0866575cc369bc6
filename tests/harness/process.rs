//! Splitting commands as a shell does.

use nucleus_harness::fault::FaultKind;
use nucleus_harness::process::Launch;

#[test]
fn commands_are_split_as_a_shell_does() {
    let launch = Launch::from_command("'/a b/engine' --x \"y z\"").unwrap();
    assert_eq!(launch.argv, ["/a b/engine", "--x", "y z"]);
    assert_eq!(Launch::from_command("'open").unwrap_err().kind, FaultKind::BadCommand);
    assert_eq!(Launch::from_command("  ").unwrap_err().kind, FaultKind::BadCommand);
    assert_eq!(Launch::from_command("''").unwrap_err().kind, FaultKind::BadCommand);
}
