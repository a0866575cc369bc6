//! The selection of the worst warnings.

use nucleus_report::warnings::shown;

#[test]
fn the_worst_five_are_shown_and_the_rest_counted() {
    let mut all: Vec<String> =
        (0..9).map(|n| format!("x on y: NPS spread {n}.5 %, above 5 %")).collect();
    all.push("something else".into());
    all.push("sf on start: an answer was wrong".into());
    all.push("the load was 3.0 before the run".into());
    let (worst, besides) = shown(all.clone(), false);
    assert_eq!(besides, 7);
    assert_eq!(worst[0], "sf on start: an answer was wrong");
    assert_eq!(worst[1], "the load was 3.0 before the run");
    assert_eq!(worst[2], "x on y: NPS spread 8.5 %, above 5 %");
    assert_eq!(shown(all.clone(), true), (all, 0));
    assert_eq!(shown(vec!["b".into(), "a".into()], false), (vec!["b".into(), "a".into()], 0));
}
