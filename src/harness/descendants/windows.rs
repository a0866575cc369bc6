//! Descendants by a job of Windows, to which whatever an engine starts belongs.

use std::io;
use std::os::windows::io::AsHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;
pub(super) use windows_sys::Win32::System::Threading::CREATE_SUSPENDED;

use super::{Ended, Order, ProcessTracker};
use crate::windows::{Job, resume, suspend, threads, title};

/// Rounds of waiting for what was ended.
const ROUNDS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(2);

/// The processes of one engine.
#[derive(Debug)]
pub(super) struct TrackerState {
    job: Option<Job>,
    /// Threads that were halted.
    halted: Vec<u32>,
}

impl TrackerState {
    pub(super) fn new() -> Self {
        // Where the system refuses, the engine itself is ended all the same.
        Self { job: Job::new().ok(), halted: Vec::new() }
    }
}

/// Makes a command start its process in a group of its own, which Ctrl-C does not reach.
pub(super) fn set_apart(command: &mut Command, more: u32) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP | more);
}

impl ProcessTracker {
    /// Nothing: the system ends a job with the program that made it.
    pub(super) fn end_all() {}

    /// Takes a process that was just started, pins it to processors if there are any, and lets it run.
    ///
    /// # Errors
    /// When it cannot be pinned; it is then ended.
    pub(crate) fn adopt(&mut self, child: &mut Child, cores: &[u32]) -> io::Result<()> {
        if let Some(job) = &self.state.job {
            let _ = job.add(child.as_handle());
        }
        if !cores.is_empty()
            && let Err(fault) = nucleus_base::processors::pin_process(child.as_handle(), cores)
        {
            let _ = child.kill();
            let _ = child.wait();
            return Err(fault);
        }
        for thread in threads(child.id()) {
            resume(thread);
        }
        Ok(())
    }

    /// Halts, lets go on or ends the processes; true when there were some.
    pub(crate) fn order(&mut self, _leader: u32, order: Order) -> bool {
        let Some(job) = &self.state.job else { return false };
        let present = job.processes().unwrap_or_default();
        match order {
            // A thread that is halted twice has to be let go twice.
            Order::Stop if self.state.halted.is_empty() => {
                let all = present.iter().flat_map(|&process| threads(process));
                self.state.halted = all.filter(|&thread| suspend(thread)).collect();
            }
            Order::Stop => {}
            Order::Continue => self.state.halted.drain(..).for_each(|thread| _ = resume(thread)),
            Order::Kill => job.end(),
        }
        !present.is_empty()
    }

    /// True if something is left that runs, once the engine has ended.
    pub(crate) fn has_left(&mut self, leader: u32) -> bool {
        let present = self.state.job.as_ref().and_then(|job| job.processes().ok());
        present.is_some_and(|present| present.iter().any(|&process| process != leader))
    }

    /// Nothing: the job has seen them all.
    pub(crate) fn look(&mut self, _leader: u32) {}

    /// [`ProcessTracker::end`]; `None` when the system does not tell which processes there are.
    pub(super) fn end_listed(&mut self, leader: u32, killed: bool) -> Option<Ended> {
        let job = self.state.job.as_ref()?;
        let mut ended = Ended::default();
        for _ in 0..ROUNDS {
            let mut present = job.processes().ok()?;
            present.retain(|&process| process != leader);
            ended.survivors = present.iter().map(|&process| title(process)).collect();
            if present.is_empty() {
                break;
            }
            for title in ended.survivors.iter().filter(|_| !killed) {
                if !ended.left.contains(title) {
                    ended.left.push(title.clone());
                }
            }
            job.end();
            std::thread::sleep(PAUSE);
        }
        Some(ended)
    }
}
