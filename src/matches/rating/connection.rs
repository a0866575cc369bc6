use super::results::PairTally;

/// Returns the groups of players that are linked by games, the largest first.
pub fn groups(players: usize, tallies: &[PairTally]) -> Vec<Vec<usize>> {
    let neighbours = neighbours(players, tallies, |_| (true, true));
    let mut seen = vec![false; players];
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for start in 0..players {
        if !seen[start] {
            let mut group = reached(start, &neighbours, &mut seen);
            group.sort_unstable();
            groups.push(group);
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

/// Returns a group of players that scored nothing against the others, so that the likelihood puts it
/// infinitely far below them; `None` if there is no such group.
pub fn infinitely_below(players: usize, tallies: &[PairTally]) -> Option<Vec<usize>> {
    if players == 0 {
        return None;
    }
    let scored = |t: &PairTally| (t.wins + t.draws > 0.0, t.losses + t.draws > 0.0);
    let turned = |t: &PairTally| (t.losses + t.draws > 0.0, t.wins + t.draws > 0.0);
    let mut above = vec![false; players];
    // Players with a point against player 0, directly or through others, are not infinitely below it.
    reached(0, &neighbours(players, tallies, turned), &mut above);
    if above.iter().any(|&is| !is) {
        return Some((0..players).filter(|&player| !above[player]).collect());
    }
    let mut below = vec![false; players];
    reached(0, &neighbours(players, tallies, scored), &mut below);
    let group: Vec<usize> = (0..players).filter(|&player| below[player]).collect();
    (group.len() < players).then_some(group)
}

/// Returns the neighbours of each player; `leads` returns whether a pair's games link White to Black,
/// and Black to White.
fn neighbours(
    players: usize,
    tallies: &[PairTally],
    leads: impl Fn(&PairTally) -> (bool, bool),
) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); players];
    for tally in tallies {
        let (from_white, from_black) = leads(tally);
        if from_white {
            neighbours[tally.white].push(tally.black);
        }
        if from_black {
            neighbours[tally.black].push(tally.white);
        }
    }
    neighbours
}

/// Returns the players reachable from `start`, itself included, and marks them as seen.
fn reached(start: usize, neighbours: &[Vec<usize>], seen: &mut [bool]) -> Vec<usize> {
    let mut group = vec![start];
    seen[start] = true;
    let mut next = 0;
    while let Some(&player) = group.get(next) {
        for &other in &neighbours[player] {
            if !std::mem::replace(&mut seen[other], true) {
                group.push(other);
            }
        }
        next += 1;
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(white: usize, black: usize, [wins, draws, losses]: [f64; 3]) -> PairTally {
        PairTally { white, black, wins, draws, losses }
    }

    #[test]
    fn who_never_scored_is_infinitely_below() {
        let won = [1.0, 0.0, 0.0];
        assert_eq!(infinitely_below(2, &[tally(0, 1, won)]), Some(vec![1]));
        assert_eq!(infinitely_below(2, &[tally(1, 0, won)]), Some(vec![0]));
        assert_eq!(infinitely_below(2, &[tally(0, 1, [0.0, 1.0, 0.0])]), None);
        let ring = [tally(0, 1, won), tally(1, 2, won), tally(2, 0, won)];
        assert_eq!(infinitely_below(3, &ring), None);
        // Two strong players and two weak ones, equal within each pair.
        let classes = [
            tally(0, 1, [1.0, 0.0, 1.0]),
            tally(2, 3, [1.0, 0.0, 1.0]),
            tally(0, 2, won),
            tally(1, 3, won),
        ];
        assert_eq!(infinitely_below(4, &classes), Some(vec![2, 3]));
    }
}
