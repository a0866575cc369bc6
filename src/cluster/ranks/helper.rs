//! An engine in a thread of its own that searches for other ranks, at a rank that does not lead.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Thread;
use std::time::Duration;

use super::job::RankJob;
use super::local::{LocalSearch, RankGroup};
use nucleus_search::{EngineOptions, JobThread, SearchEngine};

/// Time limit for the end of a search.
const PATIENCE: Duration = Duration::from_secs(5);

/// An engine in a thread of its own that searches for other ranks, at a rank that does not lead.
pub struct Helper {
    thread: Option<JobThread<Option<SearchEngine>>>,
    news: Receiver<HelperNews>,
    tell: Sender<HelperNews>,
    /// Searches that were begun, or are to be, and have not ended.
    busy: usize,
}

/// A message of the helper's thread.
pub enum HelperNews {
    /// The search of this number has begun.
    Begun(u32, Box<LocalSearch>),
    /// The search cannot be shared, for this reason.
    Failed(u32, String),
    /// The thread has done with one.
    Ended,
}

impl Helper {
    /// Nothing to do yet.
    pub fn new() -> Self {
        let (tell, news) = channel();
        Self { thread: None, news, tell, busy: 0 }
    }

    /// Returns the next message of the thread.
    pub fn news(&mut self) -> Option<HelperNews> {
        let news = self.news.try_recv().ok()?;
        self.busy -= usize::from(matches!(news, HelperNews::Ended));
        Some(news)
    }

    /// Ends the thread; a search that has not begun yet ends when it does.
    pub fn end(&mut self) {
        while self.busy > 0 {
            match self.news.recv_timeout(PATIENCE) {
                Ok(HelperNews::Begun(_, search)) => search.finish(),
                Ok(HelperNews::Failed(..)) => {}
                Ok(HelperNews::Ended) => self.busy -= 1,
                // It hangs or has panicked: the process ends without it.
                Err(_) => return std::mem::forget(self.thread.take()),
            }
        }
        self.thread = None;
    }

    /// Begins to help in the search of this number, among so many ranks; `listener` is woken when it has
    /// begun. An engine that is not there yet is made with these options.
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

    /// Runs a job in the thread that has the engine, after its current one.
    fn run(&mut self, job: impl FnOnce(&mut Option<SearchEngine>) + Send + 'static) {
        if self.thread.is_none() {
            self.thread = JobThread::spawn("helper".to_owned()).ok();
        }
        let unsent = self.thread.as_ref().map(|thread| thread.run(Box::new(job)));
        if !matches!(unsent, Some(Ok(()))) {
            // A thread that a panic has ended: the next search gets a new one.
            self.thread = None;
        }
    }

    /// Forgets everything learnt, after the current job.
    pub fn clear(&mut self) {
        self.run(|slot| {
            if let Some(engine) = slot {
                engine.clear();
            }
        });
    }
}

/// Helps in a search until it ends. The table's size and the options become the search's; the level and
/// the techniques stay.
fn help(
    slot: &mut Option<SearchEngine>,
    options: EngineOptions,
    job: RankJob,
    ranks: usize,
    begun: impl FnOnce(LocalSearch),
) -> Result<(), String> {
    if slot.is_none() {
        *slot = Some(SearchEngine::new(job.hash, options).map_err(|fault| fault.to_string())?);
    }
    let Some(engine) = slot else { return Ok(()) };
    engine.resize(job.hash).map_err(|fault| fault.to_string())?;
    let EngineOptions { choice, techniques, .. } = engine.options;
    engine.options = EngineOptions { choice, techniques, ..job.options };
    // With fewer threads than asked for it is help all the same.
    let _ = engine.start_threads();
    let search = RankGroup::new(engine.threads(), ranks);
    engine.help(job.setup, job.moves, search.group.clone(), |task| {
        begun(LocalSearch::new(search, task));
    });
    Ok(())
}
