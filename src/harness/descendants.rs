//! Processes that an engine leaves behind, those that have left its process group too: found, and
//! ended.

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

/// Processes that an engine left behind, by name and number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// Those that were ended; words in their place where the system does not name them.
    pub left: Vec<String>,
    /// Further processes without a mark, some engine's, that were ended too.
    pub strays: Vec<String>,
    /// Processes that could not be ended.
    pub survivors: Vec<String>,
}

/// The processes of one engine.
#[derive(Debug)]
pub struct ProcessTracker {
    mark: String,
    /// True if it ends orphans without a mark; process 1 of a container is the parent of all orphans.
    pub claims_strays: bool,
    state: TrackerState,
}

/// The variable of the environment that holds the mark.
const MARK: &str = "NUCLEUS_ENGINE";

/// An order to all processes of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Halt.
    Stop,
    /// Go on.
    Continue,
    /// End.
    Kill,
}

/// True once the program ends all that it has started.
pub static ENDING: AtomicBool = AtomicBool::new(false);

/// Ends everything that was started, and the program; a thread whose engine ends meanwhile waits, and
/// reports nothing.
pub fn end_program(code: u8) -> ! {
    ENDING.store(true, Relaxed);
    ProcessTracker::end_all();
    std::process::exit(i32::from(code))
}

/// Keeps Ctrl-C from the process that a command starts: it is in a group of its own.
pub fn set_apart(command: &mut Command) {
    cfg_select! {
        windows => windows::set_apart(command, 0),
        _ => _ = std::os::unix::process::CommandExt::process_group(command, 0),
    }
}

impl Default for ProcessTracker {
    /// Returns a tracker without processes, with a mark that no other engine has, always of one length: the
    /// size of the environment moves an engine's stack.
    fn default() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Relaxed);
        let mark = format!("{:010}.{number:010}", std::process::id());
        Self { mark, claims_strays: std::process::id() != 1, state: TrackerState::new() }
    }
}

impl ProcessTracker {
    /// Makes a command start its process with the mark, and in a group of its own: Ctrl-C reaches us alone,
    /// and its children can be ended with it. On Windows it is halted until the tracker adopts it.
    pub fn prepare(&self, command: &mut Command) {
        command.env(MARK, &self.mark);
        cfg_select! {
            windows => windows::set_apart(command, windows::CREATE_SUSPENDED),
            _ => set_apart(command),
        }
    }

    /// Ends whatever is left once the engine has ended and has been waited for; those that were `killed` with
    /// it are not worth a word.
    pub fn end(&mut self, leader: u32, killed: bool) -> Ended {
        self.end_listed(leader, killed).unwrap_or_else(|| {
            // Its group is what can be ended without seeing it.
            let any = self.order(leader, Order::Kill) && !killed;
            let left = any.then(|| "this system does not name them".to_owned());
            Ended { left: left.into_iter().collect(), ..Ended::default() }
        })
    }

    /// Gives an order to the process group that a process leads or has led: what an engine starts
    /// belongs to it, unless it leaves. True when something was left.
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
