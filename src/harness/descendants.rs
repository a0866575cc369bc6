//! Processes that an engine leaves behind, those that have left its process group too: found, and
//! ended.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

#[cfg(not(any(
    all(target_os = "linux", not(nucleus_portable)),
    all(windows, not(nucleus_portable))
)))]
mod elsewhere;
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
mod linux;
#[cfg(all(windows, not(nucleus_portable)))]
mod windows;

#[cfg(not(any(
    all(target_os = "linux", not(nucleus_portable)),
    all(windows, not(nucleus_portable))
)))]
use elsewhere::NoProcesses as TrackerState;
#[cfg(all(target_os = "linux", not(nucleus_portable)))]
use linux::SeenProcesses as TrackerState;
#[cfg(all(windows, not(nucleus_portable)))]
use windows::JobState as TrackerState;

/// Result of ending the processes that an engine left behind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// There were some.
    pub any: bool,
    /// Those by name and number.
    pub left: Vec<String>,
    /// Further processes without a mark, by name and number: some engine's.
    pub strays: Vec<String>,
    /// Processes that could not be ended, by name and number.
    pub survivors: Vec<String>,
}

/// The processes of one engine.
#[derive(Debug)]
pub struct ProcessTracker {
    mark: String,
    state: TrackerState,
}

/// The variable of the environment that holds the mark.
pub const MARK: &str = "NUCLEUS_ENGINE";

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

/// Returns a mark that no other engine has, always of one length: the size of the environment moves an
/// engine's stack.
fn mark() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Relaxed);
    format!("{:010}.{number:010}", std::process::id())
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

impl Default for ProcessTracker {
    fn default() -> Self {
        Self::new()
    }
}

impl ProcessTracker {
    /// Returns this engine's mark.
    pub fn mark(&self) -> &str {
        &self.mark
    }
}

/// Keeps Ctrl-C from the process that a command starts: it is in a group of its own.
#[cfg(unix)]
pub fn set_apart(command: &mut std::process::Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Keeps Ctrl-C from the process that a command starts: it is in a group of its own.
#[cfg(windows)]
pub fn set_apart(command: &mut std::process::Command) {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    std::os::windows::process::CommandExt::creation_flags(command, CREATE_NEW_PROCESS_GROUP);
}

/// Nothing, where there are no groups.
#[cfg(not(any(unix, windows)))]
pub fn set_apart(_command: &mut std::process::Command) {}

#[cfg(not(all(windows, not(nucleus_portable))))]
impl ProcessTracker {
    /// Makes a command start its process in a group of its own, where there are groups: Ctrl-C reaches
    /// us alone, and its children can be ended with it.
    pub fn prepare(&self, command: &mut std::process::Command) {
        set_apart(command);
    }

    /// Nothing: the process is in its group, and pinned as the thread was that started it.
    ///
    /// # Errors
    /// None.
    pub fn adopt(
        &mut self,
        child: &mut std::process::Child,
        _cores: &[u32],
    ) -> std::io::Result<()> {
        self.state.add(child.id());
        Ok(())
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
        i32::try_from(leader)
            .ok()
            .and_then(Pid::from_raw)
            .is_some_and(|pid| kill_process_group(pid, signal).is_ok())
    }

    /// Nothing: without process groups and jobs an engine is not halted.
    #[cfg(not(unix))]
    pub fn order(&mut self, _leader: u32, _order: Order) -> bool {
        false
    }
}
