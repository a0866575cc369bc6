//! The normal distribution.

use nucleus_records::normal::{Z, normal_quantile, normal_share};

#[test]
fn the_normal_distribution() {
    let shares = [0.5, 0.841_344_746_068_543, 0.024_997_895_148_220, 0.975, 1.0, 0.0];
    for (x, share) in [0.0, 1.0, -1.96, Z, 9.0, -9.0].into_iter().zip(shares) {
        assert!((normal_share(x) - share).abs() < 1e-12, "{x}");
    }
    assert!((normal_quantile(0.975) - Z).abs() < 1e-9);
}
