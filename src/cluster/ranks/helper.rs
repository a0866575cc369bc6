//! The engine of a rank that does not lead: it searches for other ranks in a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Thread;
use std::time::Duration;

use super::job::RankJob;
use super::local::{LocalSearch, RankGroup};
use nucleus_search::{EngineOptions, JobThread, SearchEngine};

/// Time limit for the end of a search.
const PATIENCE: Duration = Duration::from_secs(5);

/// The engine of a rank that does not lead, in a thread of its own.
pub struct Helper {
    thread: Option<JobThread<Option<SearchEngine>>>,
    news: Receiver<HelperNews>,
    tell: Sender<HelperNews>,
    /// Number of searches that are queued or running.
    busy: usize,
}

/// A message of the helper's thread.
pub enum HelperNews {
    /// The search of this number has begun.
    Begun(u32, Box<LocalSearch>),
    /// The search of this number cannot be shared, for this reason.
    Failed(u32, String),
    /// A search has ended.
    Ended,
}

impl Helper {
    /// Creates a helper without thread or engine; the first search starts both.
    pub fn new() -> Self {
        let (tell, news) = channel();
        Self { thread: None, news, tell, busy: 0 }
    }

    /// Returns the next message of the thread, if any.
    pub fn news(&mut self) -> Option<HelperNews> {
        let news = self.news.try_recv().ok()?;
        self.busy -= usize::from(matches!(news, HelperNews::Ended));
        Some(news)
    }

    /// Ends the thread. A search that has not begun yet ends as soon as it begins.
    pub fn end(&mut self) {
        while self.busy > 0 {
            match self.news.recv_timeout(PATIENCE) {
                Ok(HelperNews::Begun(_, search)) => search.finish(),
                Ok(HelperNews::Failed(..)) => {}
                Ok(HelperNews::Ended) => self.busy -= 1,
                // The thread hangs or has panicked; the process ends without waiting for it.
                Err(_) => return std::mem::forget(self.thread.take()),
            }
        }
        self.thread = None;
    }

    /// Begins to help, as one of `ranks` ranks, in search `number`. Wakes `listener` when the
    /// search begins and when it ends. Creates an engine with these options if there is none.
    pub fn begin(
        &mut self,
        ranks: usize,
        number: u32,
        engine: EngineOptions,
        job: RankJob,
        listener: Thread,
    ) {
        let tell = self.tell.clone();
        self.busy += 1;
        self.run(move |slot| {
            let begun = |search| {
                let _ = tell.send(HelperNews::Begun(number, Box::new(search)));
                listener.unpark();
            };
            if let Err(text) = help(slot, engine, job, ranks, begun) {
                let _ = tell.send(HelperNews::Failed(number, text));
            }
            let _ = tell.send(HelperNews::Ended);
            listener.unpark();
        });
    }

    /// Runs a job in the engine's thread, after its current one.
    fn run(&mut self, job: impl FnOnce(&mut Option<SearchEngine>) + Send + 'static) {
        if self.thread.is_none() {
            self.thread = JobThread::spawn("helper".to_owned()).ok();
        }
        let unsent = self.thread.as_ref().map(|thread| thread.run(Box::new(job)));
        if !matches!(unsent, Some(Ok(()))) {
            // A panic has ended the thread: the next search starts a new one.
            self.thread = None;
        }
    }

    /// Clears the engine's table and histories, after the current job.
    pub fn clear(&mut self) {
        self.run(|slot| {
            if let Some(engine) = slot {
                engine.clear();
            }
        });
    }
}

/// Helps in a search until it ends. The engine takes the search's table size and options, and keeps its own
/// level and techniques.
fn help(
    slot: &mut Option<SearchEngine>,
    options: EngineOptions,
    job: RankJob,
    ranks: usize,
    begun: impl FnOnce(LocalSearch),
) -> Result<(), String> {
    if slot.is_none() {
        *slot = Some(SearchEngine::new(job.hash, options).map_err(|error| error.to_string())?);
    }
    let Some(engine) = slot else { return Ok(()) };
    engine.resize(job.hash).map_err(|error| error.to_string())?;
    let EngineOptions { choice, techniques, .. } = engine.options;
    engine.options = EngineOptions { choice, techniques, ..job.options };
    // If the system cannot create all threads, the existing ones help.
    let _ = engine.start_threads();
    let search = RankGroup::new(engine.threads(), ranks);
    engine.help(job.setup, job.moves, search.group.clone(), |task| {
        begun(LocalSearch::new(search, task));
    });
    Ok(())
}
