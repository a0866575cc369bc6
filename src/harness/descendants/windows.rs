//! Tracking of descendants with a Windows job, which contains every process that an engine starts.

use std::io;
use std::os::windows::io::AsHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;

use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;
pub(super) use windows_sys::Win32::System::Threading::CREATE_SUSPENDED;

use super::{Ended, Order, ProcessTracker};
use crate::windows::{JobObject, resume, suspend, threads, title};

/// The number of rounds of waiting for ended processes.
const ROUNDS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(2);

/// The processes of one engine.
#[derive(Debug)]
pub(super) struct TrackerState {
    job: Option<JobObject>,
    /// The ids of suspended threads.
    halted: Vec<u32>,
}

impl TrackerState {
    pub(super) fn new() -> Self {
        // Without a job the engine itself can still be ended.
        Self { job: JobObject::new().ok(), halted: Vec::new() }
    }
}

/// Makes a command start its process in its own group, which Ctrl-C does not reach.
pub(super) fn set_apart(command: &mut Command, more: u32) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP | more);
}

impl ProcessTracker {
    /// Does nothing: the system ends a job together with the program that created it.
    pub(super) fn end_all() {}

    /// Adopts a process that was just started: pins it to the processors, if any, and resumes it.
    ///
    /// # Errors
    /// If it cannot be pinned; it is then ended.
    pub(crate) fn adopt(&mut self, child: &mut Child, cores: &[u32]) -> io::Result<()> {
        if let Some(job) = &self.state.job {
            let _ = job.add(child.as_handle());
        }
        if !cores.is_empty()
            && let Err(error) = nucleus_base::processors::pin_process(child.as_handle(), cores)
        {
            let _ = child.kill();
            let _ = child.wait();
            return Err(error);
        }
        for thread in threads(child.id()) {
            resume(thread);
        }
        Ok(())
    }

    /// Suspends, resumes or ends the processes; returns `true` if there were any.
    pub(crate) fn order(&mut self, _leader: u32, order: Order) -> bool {
        let Some(job) = &self.state.job else { return false };
        let present = job.processes().unwrap_or_default();
        match order {
            // A thread that is suspended twice must be resumed twice.
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

    /// Returns `true` if a process of the job still runs after the engine has exited.
    pub(crate) fn has_left(&mut self, leader: u32) -> bool {
        let present = self.state.job.as_ref().and_then(|job| job.processes().ok());
        present.is_some_and(|present| present.iter().any(|&process| process != leader))
    }

    /// Does nothing: the job contains all processes.
    pub(crate) fn look(&mut self, _leader: u32) {}

    /// Implements [`ProcessTracker::end`]; `None` if the system does not list processes.
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
