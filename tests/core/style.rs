//! Styles of play: the weights that each changes.

use nucleus_core::eval::table::{COUNT, TABLE};
use nucleus_core::eval::{Style, Values};

/// Prefixes of the rows that `Style::AntiGrandmaster` changes.
const AGAINST_PEOPLE: &str = "trade.pieces mobility.rank mobility.file mobility.bishop \
    development.open_file development.half_open_file pawns.phalanx pawns.supported pawns.doubled \
    king.storm_near king.storm_far king.open_file king.shield_near king.danger_ passed.rank_ pawns.isolated";

#[test]
fn every_change_names_a_row_and_changes_it() {
    let base = Values::compiled();
    let styled = Style::AntiGrandmaster.values(base).unwrap();
    let names = || AGAINST_PEOPLE.split(' ');
    for name in names() {
        let rows = (0..COUNT).filter(|&row| TABLE[row].name.starts_with(name));
        let changed = rows.filter(|&row| styled.rows()[row] != base.rows()[row]).count();
        assert!(changed > 0, "{name}");
    }
    for (row, (styled, plain)) in TABLE.iter().zip(styled.rows().iter().zip(base.rows())) {
        let named = names().any(|name| row.name.starts_with(name));
        assert!(named || styled == plain, "{} is changed, too", row.name);
    }
    assert!(Style::Normal.values(base).is_none());
}
