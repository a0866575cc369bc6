//! Tracking of descendants with `/proc`.
//!
//! This program is a subreaper: a process whose parent exits becomes its child, and so stays
//! visible in whatever session it has created. A mark in the environment identifies the engine when
//! several run at the same time.

use std::collections::HashSet;
use std::io;
use std::process::Child;
use std::sync::Once;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions};

use super::{Ended, MARK, ProcessTracker};

/// The number of rounds of killing the remaining processes; new ones may start in between.
const ROUNDS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(2);

/// The fields of `/proc/PID/stat` that are used.
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
        // A name may contain any character, even brackets; the last bracket closes it.
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

    /// Returns the process's mark, or `None` if it has removed it. Fails if the environment cannot
    /// be read, or the process is exiting and has no memory any more.
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

/// The known processes of one engine.
#[derive(Debug, Default)]
pub(super) struct TrackerState {
    /// The ids and start times of processes seen so far; an id alone may be reused.
    seen: HashSet<(u32, u64)>,
    /// Processes of an unknown engine.
    strays: HashSet<(u32, u64)>,
}

impl TrackerState {
    pub(super) fn new() -> Self {
        static SUBREAPER: Once = Once::new();
        // If the system refuses, marks and parents still find most processes.
        SUBREAPER.call_once(|| {
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        });
        Self::default()
    }

    /// Adds the descendants of the processes seen.
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
    /// Does nothing: the process is already in its group, and inherits the pinning.
    pub(crate) fn adopt(&mut self, _child: &mut Child, _cores: &[u32]) -> io::Result<()> {
        Ok(())
    }

    /// Ends every process that this program started, and their descendants.
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

    /// Records the engine's descendants; must be called while it still runs.
    pub(crate) fn look(&mut self, leader: u32) {
        let all = processes();
        self.state.seen.extend(all.iter().filter(|p| p.id == leader).map(Process::key));
        self.state.grow(&all);
        self.state.seen.retain(|&(id, _)| id != leader);
    }

    /// Tracks further processes of the engine; returns the tracked ones that exist, with zombies.
    fn present(&mut self, leader: u32, ours: &Process) -> Vec<Process> {
        let all = processes();
        // Ended processes are forgotten, so that a process that reuses an id is not taken for a parent.
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
                    // A child of ours that belongs to no engine.
                    _ if at_home => continue,
                    Ok(None) if self.claims_strays => drop(self.state.strays.insert(process.key())),
                    // A zombie of any engine only has to be reaped.
                    Err(_) if process.zombie => {}
                    _ => continue,
                }
                self.state.seen.insert(process.key());
            }
        }
        self.state.grow(&all);
        all.into_iter().filter(|p| self.state.seen.contains(&p.key())).collect()
    }

    /// Returns `true` if a tracked process still runs after the engine has exited.
    pub(crate) fn has_left(&mut self, leader: u32) -> bool {
        Process::read(std::process::id())
            .is_some_and(|ours| self.present(leader, &ours).iter().any(|process| !process.zombie))
    }

    /// Implements [`ProcessTracker::end`]; `None` if the system does not list processes.
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
            // A zombie with another parent waits for that parent, which is about to be ended.
            if present.is_empty() {
                break;
            }
            std::thread::sleep(PAUSE);
        }
        Some(ended)
    }
}
