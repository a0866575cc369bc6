//! What searches for others at a rank that does not lead: an engine in a thread of its own.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Thread;
use std::time::Duration;

use nucleus_search::{EngineOptions, JobThread, RankJob, SearchEngine, SplitBridge};

/// How long the end of a search is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// What searches for others at a rank that does not lead: an engine in a thread of its own.
pub struct Helper {
    thread: Option<JobThread<Option<SearchEngine>>>,
    news: Receiver<HelperNews>,
    tell: Sender<HelperNews>,
    /// Searches that were begun, or are to be, and have not ended.
    busy: usize,
}

/// What the thread says that searches for others.
pub enum HelperNews {
    /// The search of this number has begun.
    Begun(u32, SplitBridge),
    /// It cannot be shared, and why.
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

    /// The next of what the thread says.
    pub fn news(&mut self) -> Option<HelperNews> {
        let news = self.news.try_recv().ok()?;
        self.busy -= usize::from(matches!(news, HelperNews::Ended));
        Some(news)
    }

    /// Ends the thread; a search that has not begun yet ends when it does.
    pub fn end(&mut self) {
        while self.busy > 0 {
            match self.news.recv_timeout(PATIENCE) {
                Ok(HelperNews::Begun(_, bridge)) => bridge.finish(),
                Ok(HelperNews::Failed(..)) => {}
                Ok(HelperNews::Ended) => self.busy -= 1,
                // It hangs or has panicked: the process ends without it.
                Err(_) => return std::mem::forget(self.thread.take()),
            }
        }
        self.thread = None;
    }

    /// Begins to help in the search of this number, as this rank of so many; `speaker` is woken when
    /// it has begun.
    pub fn begin(
        &mut self,
        there: (usize, usize),
        number: u32,
        (engine, job): (EngineOptions, RankJob<EngineOptions>),
        speaker: Thread,
    ) {
        let tell = self.tell.clone();
        self.busy += 1;
        self.run(move |slot| {
            if let Err(text) = help(slot, engine, job, (there, number), &tell, &speaker) {
                let _ = tell.send(HelperNews::Failed(number, text));
            }
            let _ = tell.send(HelperNews::Ended);
            speaker.unpark();
        });
    }

    /// Does something in the thread that has the engine, after what it does now.
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

    /// Forgets everything learnt, after what is done now.
    pub fn clear(&mut self) {
        self.run(|slot| {
            if let Some(engine) = slot {
                engine.clear();
            }
        });
    }
}

/// Helps in a search until it ends.
fn help(
    slot: &mut Option<SearchEngine>,
    options: EngineOptions,
    job: RankJob<EngineOptions>,
    (there, number): ((usize, usize), u32),
    tell: &Sender<HelperNews>,
    speaker: &Thread,
) -> Result<(), String> {
    if slot.is_none() {
        *slot = Some(SearchEngine::new(job.hash, options).map_err(|fault| fault.to_string())?);
    }
    let Some(engine) = slot else { return Ok(()) };
    let begun = |bridge| {
        let _ = tell.send(HelperNews::Begun(number, bridge));
        speaker.unpark();
    };
    engine.help(job, there, begun).map_err(|fault| fault.to_string())
}
