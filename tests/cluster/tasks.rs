//! Lists of tasks.

use nucleus_cluster::ranks::TaskList;

#[test]
fn every_task_is_done_once_also_when_ranks_are_lost() {
    let mut list = TaskList::default();
    let ids: Vec<u64> = ["a", "b", "c", "d"].map(|task| list.add(task)).to_vec();
    assert_eq!(list.hand_out(1), Some((ids[0], &"a")));
    assert_eq!(list.hand_out(2), Some((ids[1], &"b")));
    assert_eq!(list.hand_out(1), Some((ids[2], &"c")));
    assert_eq!(list.done(2, ids[0]), None, "rank 2 does not have it");
    assert_eq!(list.of(1).map(|(id, _)| id).collect::<Vec<_>>(), [ids[0], ids[2]]);
    assert_eq!(list.lost(1), 2);
    assert_eq!(list.done(1, ids[0]), None, "it was taken away");
    let rest: Vec<_> = std::iter::from_fn(|| list.hand_out(2).map(|(_, task)| *task)).collect();
    assert_eq!(rest, ["a", "c", "d"]);
    assert!(!list.is_done());
    for id in ids {
        assert!(list.done(2, id).is_some());
    }
    assert!(list.is_done() && list.lost(2) == 0);
}
