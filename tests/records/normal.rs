//! The normal distribution.

use nucleus_records::normal::{Z, normal_quantile, normal_share};

#[test]
fn the_normal_distribution() {
    for (x, share) in [
        (0.0, 0.5),
        (1.0, 0.841_344_746_068_543),
        (-1.96, 0.024_997_895_148_220),
        (Z, 0.975),
        (9.0, 1.0),
        (-9.0, 0.0),
    ] {
        assert!((normal_share(x) - share).abs() < 1e-12, "{x}");
    }
    assert!((normal_quantile(0.975) - Z).abs() < 1e-9);
}
