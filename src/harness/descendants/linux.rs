//! Descendants by `/proc`.
//!
//! A process that loses its parent becomes a child of ours, since we ask the system for that (a
//! subreaper), and so stays in sight whatever session it has made for itself. A mark in the
//! environment tells whose it was when several engines run at the same time.

use std::collections::HashSet;
use std::io;
use std::process::Child;
use std::sync::Once;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions};

use super::{Ended, MARK, ProcessTracker};

/// Rounds of killing the remaining processes; between two of them new ones may be started.
const ROUNDS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(2);

/// A line of `/proc/PID/stat`.
#[derive(Debug, Clone)]
struct Process {
    id: u32,
    name: String,
    zombie: bool,
    parent: u32,
    group: u32,
    session: u32,
    start: u64,
}

impl Process {
    fn read(id: u32) -> Option<Self> {
        let stat = std::fs::read(format!("/proc/{id}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // A name may hold anything, brackets too; the last one closes it.
        let (head, tail) = stat.rsplit_once(')')?;
        let (_, name) = head.split_once('(')?;
        let fields: Vec<&str> = tail.split_whitespace().collect();
        let number = |place: usize| fields.get(place)?.parse().ok();
        Some(Self {
            id,
            name: name.chars().filter(|c| !c.is_control()).collect(),
            zombie: matches!(fields.first(), Some(&"Z" | &"X")),
            parent: number(1)?,
            group: number(2)?,
            session: number(3)?,
            start: fields.get(19)?.parse().ok()?,
        })
    }

    fn pid(&self) -> Option<Pid> {
        i32::try_from(self.id).ok().and_then(Pid::from_raw)
    }

    /// Returns the process's mark, none when it has thrown that away; an error when it cannot
    /// be read, or when it is just ending and has no memory any more.
    fn mark(&self) -> io::Result<Option<String>> {
        let environment = std::fs::read(format!("/proc/{}/environ", self.id))?;
        std::fs::read_link(format!("/proc/{}/exe", self.id))?;
        let mut variables = environment.split(|&byte| byte == 0);
        let start = format!("{MARK}=").into_bytes();
        let mark = variables.find_map(|variable| variable.strip_prefix(&start[..]));
        Ok(mark.map(|mark| String::from_utf8_lossy(mark).into_owned()))
    }

    fn key(&self) -> (u32, u64) {
        (self.id, self.start)
    }

    fn title(&self) -> String {
        format!("{} ({})", self.name, self.id)
    }
}

/// Adds the titles that are not there yet.
fn add(list: &mut Vec<String>, titles: impl Iterator<Item = String>) {
    for title in titles {
        if !list.contains(&title) {
            list.push(title);
        }
    }
}

fn processes() -> Vec<Process> {
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    ids.filter_map(Process::read).collect()
}

/// The processes of one engine, as far as they are known.
#[derive(Debug, Default)]
pub(super) struct TrackerState {
    /// Numbers and starting times of those seen so far; a number alone may be used again.
    seen: HashSet<(u32, u64)>,
    /// Processes of an unknown engine.
    strays: HashSet<(u32, u64)>,
}

impl TrackerState {
    pub(super) fn new() -> Self {
        static SUBREAPER: Once = Once::new();
        // Where the system refuses, marks and parents still find most.
        SUBREAPER.call_once(|| {
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        });
        Self::default()
    }

    /// Adds the children of those that have been seen, and theirs.
    fn grow(&mut self, all: &[Process]) {
        let mut size = usize::MAX;
        while size != self.seen.len() {
            size = self.seen.len();
            let parents: HashSet<u32> = self.seen.iter().map(|&(id, _)| id).collect();
            let children = all.iter().filter(|p| parents.contains(&p.parent));
            self.seen.extend(children.map(Process::key));
        }
    }
}

impl ProcessTracker {
    /// Nothing: the process is in its group, and pinned as the thread was that started it.
    pub(crate) fn adopt(&mut self, _child: &mut Child, _cores: &[u32]) -> io::Result<()> {
        Ok(())
    }

    /// Ends every process that this one has started, and theirs.
    pub(super) fn end_all() {
        let Some(ours) = Process::read(std::process::id()) else { return };
        for _ in 0..ROUNDS {
            let all = processes();
            let mut family = TrackerState { seen: [ours.key()].into(), ..Default::default() };
            family.grow(&all);
            family.seen.remove(&ours.key());
            let is_alive = |p: &&Process| !p.zombie && family.seen.contains(&p.key());
            let alive: Vec<Pid> = all.iter().filter(is_alive).filter_map(Process::pid).collect();
            if alive.is_empty() {
                return;
            }
            for pid in alive {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Records the engine's descendants; to be called while it still runs.
    pub(crate) fn look(&mut self, leader: u32) {
        let all = processes();
        self.state.seen.extend(all.iter().filter(|p| p.id == leader).map(Process::key));
        self.state.grow(&all);
        self.state.seen.retain(|&(id, _)| id != leader);
    }

    /// Returns the tracked processes that exist, zombies too.
    fn present(&mut self, leader: u32, ours: &Process) -> Vec<Process> {
        let all = processes();
        // Numbers that others have by now are no parents of anybody here.
        let there: HashSet<(u32, u64)> = all.iter().map(Process::key).collect();
        self.state.seen.retain(|process| there.contains(process));
        for process in &all {
            if self.state.seen.contains(&process.key()) {
                continue;
            }
            let at_home = process.session == ours.session;
            if at_home && process.group == leader {
                self.state.seen.insert(process.key());
            } else if process.parent == ours.id {
                match process.mark() {
                    Ok(Some(mark)) if mark != self.mark => continue,
                    Ok(Some(_)) => {}
                    // One of ours that is no engine's.
                    _ if at_home => continue,
                    Ok(None) if self.claims_strays => drop(self.state.strays.insert(process.key())),
                    // A zombie of any engine: it only has to be reaped.
                    Err(_) if process.zombie => {}
                    _ => continue,
                }
                self.state.seen.insert(process.key());
            }
        }
        self.state.grow(&all);
        all.into_iter().filter(|p| self.state.seen.contains(&p.key())).collect()
    }

    /// True if something is left that runs, once the engine has ended.
    pub(crate) fn has_left(&mut self, leader: u32) -> bool {
        Process::read(std::process::id())
            .is_some_and(|ours| self.present(leader, &ours).iter().any(|process| !process.zombie))
    }

    /// [`ProcessTracker::end`]; `None` when the system does not tell which processes there are.
    pub(super) fn end_listed(&mut self, leader: u32, killed: bool) -> Option<Ended> {
        let mut ended = Ended::default();
        let ours = Process::read(std::process::id())?;
        for _ in 0..ROUNDS {
            let present = self.present(leader, &ours);
            for zombie in present.iter().filter(|p| p.zombie && p.parent == ours.id) {
                let _ = rustix::process::waitpid(zombie.pid(), WaitOptions::NOHANG);
            }
            let alive: Vec<&Process> = present.iter().filter(|p| !p.zombie).collect();
            let (strays, own): (Vec<&Process>, Vec<&Process>) =
                alive.iter().partition(|p| self.state.strays.contains(&p.key()));
            let left = own.iter().filter(|p| !killed || p.group != leader);
            add(&mut ended.left, left.map(|p| p.title()));
            add(&mut ended.strays, strays.iter().map(|p| p.title()));
            for pid in alive.iter().filter_map(|p| p.pid()) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
            ended.survivors = alive.iter().map(|p| p.title()).collect();
            // A zombie that is not our child waits for a parent that is about to be ended.
            if present.is_empty() {
                break;
            }
            std::thread::sleep(PAUSE);
        }
        Some(ended)
    }
}
