//! Searches, and pondering on the opponent's time.

use std::time::{Duration, Instant};

use super::super::connection::EngineEvent;
use super::super::task_clock::TaskClock;
use super::limits::IN_A_SEARCH;
use super::{Engine, Fault, FaultKind, Info, Search, UciLine, counters};

/// The interval at which an uncounted search checks for its end.
const FILLER_GLANCE: Duration = Duration::from_millis(1);

impl Engine {
    /// Searches with `limit`, the arguments of `go`. `watch` receives every info line, with the
    /// seconds since `go`. Sends `stop` after `limit_time`.
    ///
    /// # Errors
    /// If the engine exits, is silent, or had to be stopped ([`FaultKind::TooSlow`]).
    pub fn go(
        &mut self,
        limit: &str,
        limit_time: Duration,
        watch: impl FnMut(&Info, f64),
    ) -> Result<Search, Fault> {
        self.search(&format!("go {limit}"), limit_time, watch)
    }

    fn search(
        &mut self,
        command: &str,
        limit_time: Duration,
        mut watch: impl FnMut(&Info, f64),
    ) -> Result<Search, Fault> {
        let mut search = Search::default();
        let clock = self.connection.task_clock();
        let began = clock.as_ref().and_then(TaskClock::nanoseconds);
        let before = self.connection.counters();
        let start = Instant::now();
        self.send(command)?;
        let mut read = |line: &str, at: Instant| match UciLine::parse(line) {
            UciLine::Info(info) => {
                let seconds = at.saturating_duration_since(start).as_secs_f64();
                search.take(&info, seconds);
                if info.nodes.is_some() {
                    let now = clock.as_ref().and_then(TaskClock::nanoseconds);
                    search.nodes_nanoseconds = now.zip(began).map(|(now, began)| now - began);
                }
                watch(&info, seconds);
                None
            }
            UciLine::BestMove(best, ponder) => Some((best, ponder, at)),
            _ => None,
        };
        let done =
            self.read_until(start + limit_time, IN_A_SEARCH, "while it searched", &mut read)?;
        let Some((bestmove, ponder, at)) = done else {
            let seconds = limit_time.as_secs_f64();
            let after_stop = self.timeouts.stop.as_secs_f64();
            self.send("stop")?;
            let deadline = Instant::now() + self.timeouts.stop;
            let late = self.read_until(deadline, IN_A_SEARCH, "after `stop`", &mut read)?;
            let (kind, message) = match late {
                Some(_) => {
                    (FaultKind::TooSlow, format!("`{command}` was stopped after {seconds:.1} s"))
                }
                None => (
                    FaultKind::Silent,
                    format!(
                        "no bestmove to `{command}` in {seconds:.1} s, nor in {after_stop:.1} s \
                         after `stop`"
                    ),
                ),
            };
            return Err(Fault::new(kind, message));
        };
        if let (Some(before), Some(after)) = (before, self.connection.counters()) {
            search.counters = counters::between(&before, &after);
        }
        search.seconds = at.saturating_duration_since(start).as_secs_f64();
        search.bestmove = bestmove;
        search.ponder = ponder;
        Ok(search)
    }

    /// Searches until the end or until `enough` returns `true`; ignores the answer.
    ///
    /// # Errors
    /// If it exits, or does not answer `stop` in time.
    pub fn search_until(&mut self, limit: &str, enough: &dyn Fn() -> bool) -> Result<(), Fault> {
        self.send(&format!("go {limit}"))?;
        let mut deadline = None;
        loop {
            match self.connection.receive(FILLER_GLANCE) {
                EngineEvent::Line(line, _) => {
                    if matches!(UciLine::parse(&line), UciLine::BestMove(..)) {
                        return Ok(());
                    }
                }
                EngineEvent::Timeout => {}
                EngineEvent::Closed => {
                    return Err(Fault::exited(self.connection.exit(), "while it searched"));
                }
            }
            if deadline.is_none() && enough() {
                self.send("stop")?;
                deadline = Some(Instant::now() + self.timeouts.stop);
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Err(Fault::no_answer(FaultKind::Silent, "stop", self.timeouts.stop));
            }
        }
    }

    /// Sends `ponderhit`, since the expected reply was played. The search begun with `go ponder`
    /// continues as a normal one, and its time counts from now.
    ///
    /// # Errors
    /// As [`Engine::go`].
    pub fn ponder_hit(&mut self, limit_time: Duration) -> Result<Search, Fault> {
        self.search("ponderhit", limit_time, |_, _| {})
    }

    /// Stops a search, such as one begun with `go ponder`, and ignores its answer.
    ///
    /// # Errors
    /// If it exits or does not answer.
    pub fn stop(&mut self) -> Result<(), Fault> {
        self.send("stop")?;
        let deadline = Instant::now() + self.timeouts.stop;
        let answered = self.read_until(deadline, IN_A_SEARCH, "after `stop`", |line, _| {
            matches!(UciLine::parse(line), UciLine::BestMove(..)).then_some(())
        })?;
        answered.ok_or_else(|| Fault::no_answer(FaultKind::Silent, "stop", self.timeouts.stop))
    }
}
