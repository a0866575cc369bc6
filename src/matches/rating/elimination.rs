//! Approximate factors of a network of games, by which Newton's equations are solved in nearly linear
//! time however the players are linked.
//!
//! Players are eliminated one by one, those with the fewest opponents first. Eliminating one links all
//! of its neighbours, which would fill the matrix; instead each neighbour gets one link, drawn at random
//! so that the mean is that of all (Kyng and Sachdeva, Approximate Gaussian Elimination for Laplacians,
//! 2016). With one neighbour or two nothing is drawn, and the factors are exact: a ladder or a tree.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use nucleus_core::types::Random;

/// The seed of the draws: the same games give the same figures.
const SEED: u64 = 2016;
/// Distinct numbers that a draw has.
const DRAWS: usize = 1 << 40;

/// A link between two players and its weight.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link {
    /// The two players.
    pub ends: [usize; 2],
    /// The weight, not below zero.
    pub weight: f64,
}

/// A neighbour and the weight of the link to it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Neighbour {
    player: usize,
    weight: f64,
}

/// A player as it was eliminated.
#[derive(Clone, PartialEq, Debug)]
struct Eliminated {
    player: usize,
    /// The sum of its links; zero for the last of a group.
    pivot: f64,
    /// Its neighbours then, each with its share of the sum.
    shares: Vec<Neighbour>,
}

/// The factors of a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Elimination(Vec<Eliminated>);

impl Elimination {
    /// Eliminates all players.
    pub fn new(players: usize, links: impl Iterator<Item = Link>) -> Self {
        let mut random = Random::new(SEED);
        let mut neighbours: Vec<Vec<Neighbour>> = vec![Vec::new(); players];
        for Link { ends: [a, b], weight } in links {
            if weight > 0.0 && a != b {
                neighbours[a].push(Neighbour { player: b, weight });
                neighbours[b].push(Neighbour { player: a, weight });
            }
        }
        neighbours.iter_mut().for_each(merge);
        let mut degrees: Vec<usize> = neighbours.iter().map(Vec::len).collect();
        let mut queue: BinaryHeap<Reverse<(usize, usize)>> =
            degrees.iter().enumerate().map(|(player, &degree)| Reverse((degree, player))).collect();
        let mut gone = vec![false; players];
        let mut order = Vec::with_capacity(players);
        while let Some(Reverse((degree, player))) = queue.pop() {
            // Another entry has been made since for a player whose degree has changed.
            if gone[player] || degrees[player] != degree {
                continue;
            }
            gone[player] = true;
            let mut list = std::mem::take(&mut neighbours[player]);
            list.retain(|neighbour| !gone[neighbour.player]);
            merge(&mut list);
            list.sort_by(|a, b| a.weight.total_cmp(&b.weight).then(a.player.cmp(&b.player)));
            let pivot: f64 = list.iter().map(|neighbour| neighbour.weight).sum();
            list.iter().for_each(|neighbour| degrees[neighbour.player] -= 1);
            for [a, b] in draw(&list, pivot, &mut random) {
                for (one, other) in [(a, b), (b, a)] {
                    neighbours[one.player].push(other);
                    degrees[one.player] += 1;
                }
            }
            queue.extend(list.iter().map(|n| Reverse((degrees[n.player], n.player))));
            for neighbour in &mut list {
                neighbour.weight /= pivot;
            }
            order.push(Eliminated { player, pivot, shares: list });
        }
        Self(order)
    }

    /// Solves the equations of the factors for a right-hand side; the solution is one of many, which
    /// differ by a number that all players share.
    pub fn solve(&self, vector: &mut [f64]) {
        for Eliminated { player, pivot, shares } in &self.0 {
            let value = vector[*player];
            shares.iter().for_each(|share| vector[share.player] += share.weight * value);
            vector[*player] = if *pivot > 0.0 { value / pivot } else { 0.0 };
        }
        for Eliminated { player, shares, .. } in self.0.iter().rev() {
            let sum: f64 = shares.iter().map(|share| share.weight * vector[share.player]).sum();
            vector[*player] += sum;
        }
    }
}

/// Links to one player become one.
fn merge(list: &mut Vec<Neighbour>) {
    list.sort_by_key(|neighbour| neighbour.player);
    list.dedup_by(|later, first| {
        let same = later.player == first.player;
        if same {
            first.weight += later.weight;
        }
        same
    });
}

/// The links that take the place of a player's, the neighbours in the order of their weights: each
/// pair's end is its partner with the weight of the new link.
fn draw<'a>(
    list: &'a [Neighbour],
    pivot: f64,
    random: &'a mut Random,
) -> impl Iterator<Item = [Neighbour; 2]> + 'a {
    let mut sums = Vec::with_capacity(list.len());
    let mut sum = 0.0;
    for neighbour in list {
        sum += neighbour.weight;
        sums.push(sum);
    }
    (0..list.len().saturating_sub(1)).filter_map(move |place| {
        let rest = sum - sums[place];
        let drawn = (random.below(DRAWS) as f64 + 0.5) / DRAWS as f64;
        let goal = sums[place] + drawn * rest;
        let other = sums.partition_point(|&sum| sum < goal).clamp(place + 1, list.len() - 1);
        let weight = list[place].weight * rest / pivot;
        let end = |at: usize| Neighbour { player: list[at].player, weight };
        (weight > 0.0).then(|| [end(place), end(other)])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The product of the network's matrix with a vector.
    fn product(links: &[Link], vector: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; vector.len()];
        for &Link { ends: [a, b], weight } in links {
            product[a] += weight * (vector[a] - vector[b]);
            product[b] += weight * (vector[b] - vector[a]);
        }
        product
    }

    #[test]
    fn trees_and_rings_are_solved_exactly() {
        let link =
            |a: usize, b: usize| Link { ends: [a, b], weight: 0.1 + (a * 7 + b) as f64 % 3.0 };
        let ring: Vec<Link> = (0..50).map(|i| link(i, (i + 1) % 50)).collect();
        let tree: Vec<Link> = (1..50).map(|i| link(i, i / 3)).collect();
        let star: Vec<Link> = (1..50).map(|i| link(0, i)).collect();
        for links in [ring, tree, star] {
            let mut right: Vec<f64> = (0..50).map(|i| f64::from(i * i % 17)).collect();
            let mean = right.iter().sum::<f64>() / 50.0;
            right.iter_mut().for_each(|value| *value -= mean);
            let mut solved = right.clone();
            Elimination::new(50, links.iter().copied()).solve(&mut solved);
            for (found, wanted) in product(&links, &solved).iter().zip(&right) {
                assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
            }
        }
    }

    #[test]
    fn each_neighbour_but_the_last_gets_a_link_and_the_mean_is_right() {
        let list: Vec<Neighbour> = [1.0, 2.0, 3.0]
            .iter()
            .zip(0..)
            .map(|(&weight, player)| Neighbour { player, weight })
            .collect();
        let mut sums = [[0.0; 3]; 3];
        let mut random = Random::new(1);
        let rounds = 100_000;
        for _ in 0..rounds {
            let links: Vec<_> = draw(&list, 6.0, &mut random).collect();
            assert_eq!(links.len(), 2);
            for [a, b] in links {
                sums[a.player.min(b.player)][a.player.max(b.player)] += a.weight;
            }
        }
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let wanted = list[a].weight * list[b].weight / 6.0;
            let mean = sums[a][b] / f64::from(rounds);
            assert!((mean / wanted - 1.0).abs() < 0.02, "{a} {b}: {mean} {wanted}");
        }
    }
}
