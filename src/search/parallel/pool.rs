//! Threads that live as long as their owner and are parked while idle.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// A job for a thread, with access to the thread's state.
pub type PoolJob<S> = Box<dyn FnOnce(&mut S) + Send>;

/// A thread that runs one job after another with a state of its own. The thread is parked while it
/// has no job, and ends when this value is dropped.
pub struct JobThread<S> {
    jobs: Option<Sender<PoolJob<S>>>,
    handle: Option<JoinHandle<()>>,
}

impl<S: Default + 'static> JobThread<S> {
    /// Starts the thread, which creates its state.
    ///
    /// # Errors
    /// If the system cannot create more threads.
    pub fn spawn(name: String) -> io::Result<Self> {
        let (jobs, received): (_, Receiver<PoolJob<S>>) = channel();
        let handle = Builder::new().name(name).spawn(move || {
            let mut state = S::default();
            for job in received {
                job(&mut state);
            }
        })?;
        Ok(Self { jobs: Some(jobs), handle: Some(handle) })
    }

    /// Sends a job to the thread.
    ///
    /// # Errors
    /// Returns the job if the thread has ended, for example after a panic.
    pub fn run(&self, job: PoolJob<S>) -> Result<(), PoolJob<S>> {
        match &self.jobs {
            Some(jobs) => jobs.send(job).map_err(|unsent| unsent.0),
            None => Err(job),
        }
    }
}

impl<S> Drop for JobThread<S> {
    fn drop(&mut self) {
        // A closed channel ends the thread's loop.
        drop(self.jobs.take());
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// The value of a panic.
type Payload = Box<dyn Any + Send>;

/// Counts running jobs; the thread that waits for the last one is parked.
struct Latch {
    /// Number of running jobs, and the first panic among those that have ended.
    left: Mutex<(usize, Option<Payload>)>,
    ended: Condvar,
}

impl Latch {
    fn count_down(&self, panic: Option<Payload>) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        left.0 -= 1;
        if left.1.is_none() {
            left.1 = panic;
        }
        if left.0 == 0 {
            self.ended.notify_all();
        }
    }
}

/// Jobs that run in a pool. Dropping this value waits for them, too.
#[must_use = "the jobs are waited for when this is dropped"]
pub struct RunningJobs(Arc<Latch>);

impl RunningJobs {
    fn wait_for_all(&self) -> Option<Payload> {
        let left = self.0.left.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.0.ended.wait_while(left, |left| left.0 > 0);
        left.unwrap_or_else(PoisonError::into_inner).1.take()
    }

    /// Waits until all jobs have ended; by then the values that they captured are dropped.
    ///
    /// # Panics
    /// If a job panicked, with the job's message, since its work is incomplete.
    pub fn wait(self) {
        if let Some(panic) = self.wait_for_all() {
            resume_unwind(panic);
        }
    }
}

impl Drop for RunningJobs {
    fn drop(&mut self) {
        self.wait_for_all();
    }
}

/// A number of threads, each with a state that persists between jobs.
pub struct Pool<S> {
    threads: Vec<JobThread<S>>,
}

impl<S: Default + 'static> Pool<S> {
    /// Returns a pool without threads.
    pub const fn new() -> Self {
        Self { threads: Vec::new() }
    }

    /// Returns the number of threads.
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Starts or ends threads until there are `count`.
    ///
    /// # Errors
    /// If the system cannot create more; the existing ones are kept.
    pub fn resize(&mut self, count: usize) -> io::Result<()> {
        self.threads.truncate(count);
        while self.threads.len() < count {
            let name = format!("search {}", self.threads.len() + 1);
            self.threads.push(JobThread::spawn(name)?);
        }
        Ok(())
    }

    /// Runs a job on each of the first `count` threads; the job's argument is the thread's number, from 0.
    pub fn run<F>(&self, count: usize, job: F) -> RunningJobs
    where
        F: Fn(usize, &mut S) + Clone + Send + 'static,
    {
        let count = count.min(self.threads.len());
        let latch = Arc::new(Latch { left: Mutex::new((count, None)), ended: Condvar::new() });
        for (number, thread) in self.threads[..count].iter().enumerate() {
            let (job, seen) = (job.clone(), Arc::clone(&latch));
            let run = move |state: &mut S| {
                // The job and the values it shares are dropped before it counts as ended.
                let outcome = catch_unwind(AssertUnwindSafe(move || job(number, state)));
                seen.count_down(outcome.err());
            };
            if thread.run(Box::new(run)).is_err() {
                latch.count_down(Some(Box::new("a thread of the search has ended")));
            }
        }
        RunningJobs(latch)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{JobThread, Pool};

    #[test]
    fn states_last_from_job_to_job() {
        let mut pool = Pool::<usize>::new();
        pool.resize(3).unwrap();
        for round in 1..=4 {
            let sum = Arc::new(AtomicUsize::new(0));
            let seen = Arc::clone(&sum);
            let count = if round == 4 { 2 } else { 3 };
            pool.run(count, move |number, state| {
                *state += number + 1;
                seen.fetch_add(*state, Ordering::Relaxed);
            })
            .wait();
            let each: usize = (1..=count).sum();
            assert_eq!(sum.load(Ordering::Relaxed), each * round);
            assert_eq!(Arc::strong_count(&sum), 1, "the jobs hold nothing once they have ended");
        }
        pool.resize(1).unwrap();
        assert_eq!(pool.len(), 1);
    }

    #[test]
    fn a_panic_is_passed_on_and_the_thread_goes_on() {
        let mut pool = Pool::<()>::new();
        pool.resize(2).unwrap();
        let jobs = pool.run(2, |number, ()| assert_eq!(number, 0, "a panic that the test wants"));
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| jobs.wait()));
        let message = caught.unwrap_err();
        let message = message.downcast_ref::<String>().expect("a message");
        assert!(message.contains("a panic that the test wants"), "{message}");
        pool.run(2, |_, ()| {}).wait();
    }

    #[test]
    fn a_thread_that_panicked_says_so() {
        let thread = JobThread::<()>::spawn("test".to_owned()).unwrap();
        assert!(thread.run(Box::new(|()| panic!("a panic that the test wants"))).is_ok());
        while thread.run(Box::new(|()| {})).is_ok() {
            std::thread::yield_now();
        }
    }
}
