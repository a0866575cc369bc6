//! A list of tasks handed out to ranks, of whatever can be done in pieces elsewhere.

use std::collections::{BTreeMap, VecDeque};

/// Tasks that wait and tasks that ranks have. A task is handed out once, unless the rank that had
/// it is lost: then it waits again, in front of the others.
#[derive(Debug)]
pub struct TaskList<T> {
    waiting: VecDeque<(u64, T)>,
    out: BTreeMap<u64, (usize, T)>,
    next: u64,
}

impl<T> Default for TaskList<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), out: BTreeMap::new(), next: 0 }
    }
}

impl<T> TaskList<T> {
    /// Adds a task at the end; its number.
    pub fn add(&mut self, task: T) -> u64 {
        let id = self.next_id();
        self.waiting.push_back((id, task));
        id
    }

    /// Notes a task that was made for a rank; its number.
    pub fn give(&mut self, rank: usize, task: T) -> u64 {
        let id = self.next_id();
        self.out.insert(id, (rank, task));
        id
    }

    fn next_id(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Hands the next task out to a rank.
    pub fn hand_out(&mut self, rank: usize) -> Option<(u64, &T)> {
        let (id, task) = self.waiting.pop_front()?;
        let (_, task) = self.out.entry(id).insert_entry((rank, task)).into_mut();
        Some((id, task))
    }

    /// Takes a task off the list that this rank has done; none when the rank does not have it.
    pub fn done(&mut self, rank: usize, id: u64) -> Option<T> {
        self.out.get(&id).filter(|(has, _)| *has == rank)?;
        self.out.remove(&id).map(|(_, task)| task)
    }

    /// A task that this rank has.
    pub fn get(&self, rank: usize, id: u64) -> Option<&T> {
        self.out.get(&id).filter(|(has, _)| *has == rank).map(|(_, task)| task)
    }

    /// The tasks that a rank has, by their numbers.
    pub fn of(&self, rank: usize) -> impl Iterator<Item = (u64, &T)> + Clone {
        self.out.iter().filter(move |(_, (has, _))| *has == rank).map(|(&id, (_, task))| (id, task))
    }

    /// All tasks that ranks have: number, rank, task.
    pub fn out(&self) -> impl Iterator<Item = (u64, usize, &T)> {
        self.out.iter().map(|(&id, (rank, task))| (id, *rank, task))
    }

    /// All tasks that ranks have, to be changed: number, rank, task.
    pub fn out_mut(&mut self) -> impl Iterator<Item = (u64, usize, &mut T)> {
        self.out.iter_mut().map(|(&id, (rank, task))| (id, *rank, task))
    }

    /// Puts the tasks of a lost rank back in front, in their order; returns their number.
    pub fn lost(&mut self, rank: usize) -> usize {
        let ids: Vec<u64> = self.of(rank).map(|(id, _)| id).collect();
        for id in ids.iter().rev() {
            if let Some((_, task)) = self.out.remove(id) {
                self.waiting.push_front((*id, task));
            }
        }
        ids.len()
    }

    /// Takes the waiting tasks.
    pub fn take_waiting(&mut self) -> impl Iterator<Item = T> {
        self.waiting.drain(..).map(|(_, task)| task)
    }

    /// True when every task is done.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.out.is_empty()
    }
}
