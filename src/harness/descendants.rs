//! A tracker of an engine's processes, which pauses them and ends those that the engine leaves
//! behind, even if they left its process group.

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

#[cfg(not(any(windows, all(target_os = "linux", not(nucleus_portable)))))]
mod elsewhere;
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
mod linux;
#[cfg(windows)]
mod windows;

#[cfg(not(any(windows, all(target_os = "linux", not(nucleus_portable)))))]
use elsewhere::TrackerState;
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
use linux::TrackerState;
#[cfg(windows)]
use windows::TrackerState;

/// The processes that an engine left behind, by name and id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Processes that were ended; a description if the system does not name them.
    pub left: Vec<String>,
    /// Processes without a mark, of an unknown engine, that were ended too.
    pub strays: Vec<String>,
    /// Processes that could not be ended.
    pub survivors: Vec<String>,
}

/// Tracks the processes of one engine.
#[derive(Debug)]
pub struct ProcessTracker {
    mark: String,
    /// `true` to end orphans without a mark; `false` for process 1 of a container, the parent of
    /// all orphans.
    pub claims_strays: bool,
    state: TrackerState,
}

/// The environment variable with the mark, which identifies the engine that a process belongs to.
const MARK: &str = "NUCLEUS_ENGINE";

/// A command to all processes of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Stop until [`Order::Continue`].
    Stop,
    /// Continue after [`Order::Stop`].
    Continue,
    /// End at once (`SIGKILL`).
    Kill,
}

/// `true` once the program ends all processes that it started.
pub static ENDING: AtomicBool = AtomicBool::new(false);

/// Ends all processes that were started, and the program. A thread whose engine ends meanwhile
/// waits and reports nothing.
pub fn end_program(code: u8) -> ! {
    ENDING.store(true, Relaxed);
    ProcessTracker::end_all();
    std::process::exit(i32::from(code))
}

/// Protects the command's process from Ctrl-C by a process group of its own.
pub fn set_apart(command: &mut Command) {
    cfg_select! {
        windows => windows::set_apart(command, 0),
        _ => _ = std::os::unix::process::CommandExt::process_group(command, 0),
    }
}

impl Default for ProcessTracker {
    /// Returns a tracker without processes, with a unique mark. All marks have the same length,
    /// because the size of the environment shifts an engine's stack.
    fn default() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let mark = format!("{:010}.{number:010}", std::process::id());
        Self { mark, claims_strays: std::process::id() != 1, state: TrackerState::new() }
    }
}

impl ProcessTracker {
    /// Makes a command start its process with the mark and in its own group, which Ctrl-C does not reach and
    /// which can be ended as a whole. On Windows the process is suspended until the tracker adopts it.
    pub fn prepare(&self, command: &mut Command) {
        command.env(MARK, &self.mark);
        cfg_select! {
            windows => windows::set_apart(command, windows::CREATE_SUSPENDED),
            _ => set_apart(command),
        }
    }

    /// Ends the remaining processes after the engine has exited and was waited for. With `killed`,
    /// processes that were killed with the engine are not reported.
    pub fn end(&mut self, leader: u32, killed: bool) -> Ended {
        self.end_listed(leader, killed).unwrap_or_else(|| {
            // The group can be ended even if it cannot be listed.
            let any = self.order(leader, Order::Kill) && !killed;
            let left = any.then(|| "this system does not name them".to_owned());
            Ended { left: left.into_iter().collect(), ..Ended::default() }
        })
    }

    /// Signals the process group of `leader`, which may have exited. The group has all processes
    /// that the engine started, unless they left it. Returns `true` if there were any.
    #[cfg(unix)]
    pub fn order(&mut self, leader: u32, order: Order) -> bool {
        use rustix::process::{Pid, Signal, kill_process_group};
        let signal = match order {
            Order::Stop => Signal::STOP,
            Order::Continue => Signal::CONT,
            Order::Kill => Signal::KILL,
        };
        let leader = i32::try_from(leader).ok().and_then(Pid::from_raw);
        leader.is_some_and(|pid| kill_process_group(pid, signal).is_ok())
    }
}
