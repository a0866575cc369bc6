//! Parsing the rules of adjudication.

use nucleus_matches::{DrawRule, ResignRule};

#[test]
fn rules_are_read() {
    assert_eq!(ResignRule::parse("600,3"), Ok(ResignRule { centipawns: 600, moves: 3 }));
    let draw = DrawRule { centipawns: 10, moves: 8, from: 40 };
    assert_eq!(DrawRule::parse("10,8,40"), Ok(draw));
    for bad in ["", "600", "600,0", "600,3,1", "-1,3", "a,b"] {
        assert!(ResignRule::parse(bad).is_err(), "{bad}");
    }
    assert!(DrawRule::parse("10,8").is_err());
}
