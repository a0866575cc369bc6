//! The thread of a rank that speaks with the others: it alone sends and receives.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use super::door::{ClusterDoor, RankNotice, SpeakerOrder};
use super::helper::{Helper, HelperNews};
use super::job;
use super::message::{LARGEST, Message};
use super::search::{Mail, RankSearch};
use super::transport::{RankTransport, TransportCounts};
use crate::search::{EngineOptions, RankJob, Statistics};

/// The shortest and the longest sleep of a speaker with nothing to do while a search runs, and
/// between searches. It never spins: ranks may share processors with the threads that search.
const SHORT: Duration = Duration::from_micros(60);
const LONG: Duration = Duration::from_micros(250);
const BETWEEN: Duration = Duration::from_millis(2);
/// How long a speaker stays awake after the last message while a thread here waits for work: nobody
/// needs the processor then.
const AWAKE: Duration = Duration::from_millis(2);
/// How long the leading rank waits for the others at the end of a search.
const LATE: Duration = Duration::from_millis(200);

/// How a speaker works.
#[derive(Clone, Debug)]
pub struct SpeakerOptions {
    /// A rank that is silent for so long is lost.
    pub silence: Duration,
    /// The engine of this rank: its level.
    pub engine: EngineOptions,
}

impl SpeakerOptions {
    /// With this engine; a rank is lost after two seconds.
    pub fn new(engine: EngineOptions) -> Self {
        Self { silence: Duration::from_secs(2), engine }
    }
}

/// How a session of a rank ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpeakerEnd {
    /// The ranks that were lost.
    pub lost: Vec<usize>,
    /// What was sent and received.
    pub counts: TransportCounts,
}

/// The thread of a rank that speaks with the others.
pub struct Speaker<T> {
    transport: T,
    options: SpeakerOptions,
    me: usize,
    size: usize,
    orders: Option<Receiver<SpeakerOrder>>,
    notice: Box<dyn Fn(RankNotice) + Send>,
    heard: Vec<Instant>,
    lost: Vec<bool>,
    spoken: Instant,
    counts: TransportCounts,
    search: Option<RankSearch>,
    /// The number of the last search.
    number: u32,
    /// The leading rank's engine waits for the end of a search: who has to say so yet.
    closing: Option<(Sender<()>, Vec<bool>, Instant)>,
    helper: Helper,
    over: bool,
}

impl<T: RankTransport> Speaker<T> {
    /// The speaker of the rank that leads, and the door to it for the rank's engine. `notice` is
    /// told what a user should know.
    pub fn leader(
        transport: T,
        options: SpeakerOptions,
        notice: impl Fn(RankNotice) + Send + 'static,
    ) -> (Self, ClusterDoor) {
        let (orders, received) = channel();
        let door = ClusterDoor::new(transport.size(), orders, std::thread::current());
        (Self::new(transport, options, Some(received), notice), door)
    }

    /// The speaker of another rank.
    pub fn helper(
        transport: T,
        options: SpeakerOptions,
        notice: impl Fn(RankNotice) + Send + 'static,
    ) -> Self {
        Self::new(transport, options, None, notice)
    }

    fn new(
        transport: T,
        options: SpeakerOptions,
        orders: Option<Receiver<SpeakerOrder>>,
        notice: impl Fn(RankNotice) + Send + 'static,
    ) -> Self {
        let (me, size) = (transport.rank(), transport.size());
        let now = Instant::now();
        Self {
            transport,
            options,
            me,
            size,
            orders,
            notice: Box::new(notice),
            heard: vec![now; size],
            lost: vec![false; size],
            spoken: now,
            counts: TransportCounts::default(),
            search: None,
            number: 0,
            closing: None,
            helper: Helper::new(),
            over: false,
        }
    }

    /// Speaks until the session is over, in the thread that the transport belongs to. At the rank
    /// that leads it has to be the thread that made this.
    pub fn run(mut self) -> SpeakerEnd {
        self.tell_all(&Message::Hello(greeting()));
        let mut sleep = SHORT;
        let mut spoken = Instant::now();
        while !self.over {
            if self.turn() {
                sleep = SHORT;
                spoken = Instant::now();
                continue;
            }
            if self.search.as_ref().is_some_and(RankSearch::is_waited) && spoken.elapsed() < AWAKE {
                std::thread::yield_now();
                continue;
            }
            self.counts.waits += 1;
            std::thread::park_timeout(sleep);
            let longest =
                if self.search.is_some() || self.closing.is_some() { LONG } else { BETWEEN };
            sleep = (sleep * 2).min(longest);
        }
        if let Some(search) = &self.search {
            search.finish();
        }
        while self.transport.keeps_messages() {
            self.transport.receive();
            std::thread::sleep(SHORT);
        }
        self.helper.end();
        let lost = (0..self.size).filter(|&rank| self.lost[rank]).collect();
        SpeakerEnd { lost, counts: self.counts }
    }

    /// Does what there is to do; false when there was nothing.
    fn turn(&mut self) -> bool {
        let mut busy = self.obey_orders();
        while let Some((from, bytes)) = self.transport.receive() {
            busy = true;
            self.counts.received += 1;
            self.counts.bytes_received += bytes.len() as u64;
            if from < self.size && !self.lost[from] {
                self.heard[from] = Instant::now();
                match Message::read(&bytes) {
                    Some(message) => self.obey(from, message),
                    None => self.lose(from, "it sent what cannot be read"),
                }
            }
        }
        while let Some(news) = self.helper.news() {
            busy = true;
            self.hear_helper(news);
        }
        busy |= self.step_search();
        self.keep_in_touch();
        busy
    }

    fn obey_orders(&mut self) -> bool {
        let Some(orders) = &self.orders else { return false };
        let orders: Vec<SpeakerOrder> = orders.try_iter().collect();
        let any = !orders.is_empty();
        for order in orders {
            match order {
                SpeakerOrder::Begin(begun) => {
                    let (job, bridge) = *begun;
                    self.number += 1;
                    let there = (self.me, self.size);
                    self.search = Some(RankSearch::new(self.number, there, bridge, &self.lost));
                    self.tell_all(&Message::Begin(self.number, job::write(&job)));
                }
                SpeakerOrder::End(ended) => self.close_search(ended),
                SpeakerOrder::Clear => self.tell_all(&Message::Clear),
                SpeakerOrder::Quit => {
                    self.tell_all(&Message::Quit);
                    self.over = true;
                }
            }
        }
        any
    }

    /// The search has ended here: the others are told, and waited for.
    fn close_search(&mut self, ended: Sender<()>) {
        self.tell_all(&Message::End(self.number));
        let mut missing: Vec<bool> = self.lost.iter().map(|lost| !lost).collect();
        missing[self.me] = false;
        self.closing = Some((ended, missing, Instant::now()));
    }

    fn obey(&mut self, from: usize, message: Message) {
        match message {
            Message::Hello(words) if words != greeting() => {
                self.lose(from, &format!("it is another version: {words}"));
            }
            Message::Hello(_) | Message::Beat => {}
            Message::Begin(number, job) if from == 0 => {
                self.number = number;
                match job::read(&job) {
                    Ok(job) => self.begin_helping(number, job),
                    Err(fault) => self.send(0, &Message::Fault(number, fault)),
                }
            }
            Message::End(number) if from == 0 && number == self.number => {
                let mut counts = Box::<Statistics>::default();
                if let Some(search) = self.search.take() {
                    search.finish();
                    counts = search.counts();
                }
                // A search that has not begun here yet ends when it does.
                self.number = 0;
                self.send(0, &Message::Done(number, counts));
            }
            Message::Clear if from == 0 => self.helper.clear(),
            Message::Quit => self.over = true,
            Message::Fault(number, text) => {
                (self.notice)(RankNotice::Unable(from, text));
                if let Some(search) = self.search.as_mut().filter(|s| s.number == number) {
                    search.exclude(from);
                }
            }
            Message::Task(number, ..)
            | Message::Result(number, ..)
            | Message::Refused(number, ..)
            | Message::Cancel(number, ..)
            | Message::Bound(number, ..)
            | Message::Waiting(number, ..)
            | Message::Entries(number, ..)
            | Message::Path(number, ..)
            | Message::Counts(number, ..)
            | Message::Done(number, ..) => {
                let done = matches!(message, Message::Done(..));
                let mut mail = Mail::new();
                match self.search.as_mut().filter(|search| search.number == number) {
                    Some(search) => search.obey(from, message, &mut mail),
                    // It has not begun here yet, or has ended.
                    None => mail.extend(refusal(from, &message)),
                }
                self.post(mail);
                if let Some((_, missing, _)) = &mut self.closing
                    && done
                    && number == self.number
                {
                    missing[from] = false;
                }
            }
            // What only rank 0 may say.
            Message::Begin(..) | Message::End(_) | Message::Clear => {}
        }
    }

    fn step_search(&mut self) -> bool {
        let mut mail = Mail::new();
        if let Some(search) = &mut self.search {
            search.step(&mut mail);
        }
        let busy = !mail.is_empty();
        self.post(mail);
        if let Some((ended, missing, since)) = self.closing.take() {
            let waits = (0..self.size).any(|rank| missing[rank] && !self.lost[rank]);
            if waits && since.elapsed() < LATE {
                self.closing = Some((ended, missing, since));
            } else {
                self.search = None;
                let _ = ended.send(());
            }
        }
        busy
    }

    /// Says that this rank is there, and finds those that are not.
    fn keep_in_touch(&mut self) {
        let silence = self.options.silence;
        if self.spoken.elapsed() >= silence / 8 {
            self.tell_all(&Message::Beat);
        }
        for rank in 0..self.size {
            if rank != self.me && !self.lost[rank] && self.heard[rank].elapsed() >= silence {
                let text = format!("nothing was heard of it for {} ms", silence.as_millis());
                self.lose(rank, &text);
            }
        }
    }

    /// A rank is lost; the others go on without it, but not without rank 0.
    fn lose(&mut self, rank: usize, why: &str) {
        self.lost[rank] = true;
        (self.notice)(RankNotice::Lost(rank, why.to_owned()));
        if let Some(search) = &mut self.search {
            search.lose(rank);
        }
        self.over |= rank == 0;
    }

    fn begin_helping(&mut self, number: u32, job: RankJob<EngineOptions>) {
        self.helper.begin((self.me, self.size), number, self.options.engine.clone(), job);
    }

    fn hear_helper(&mut self, news: HelperNews) {
        match news {
            HelperNews::Begun(number, bridge) if number == self.number => {
                let there = (self.me, self.size);
                self.search = Some(RankSearch::new(number, there, bridge, &self.lost));
            }
            HelperNews::Begun(_, bridge) => bridge.finish(),
            HelperNews::Ended => {}
            HelperNews::Failed(number, text) => self.send(0, &Message::Fault(number, text)),
        }
    }

    fn post(&mut self, mail: Mail) {
        for (to, message) in mail {
            self.send(to, &message);
        }
    }

    fn tell_all(&mut self, message: &Message) {
        self.spoken = Instant::now();
        for to in 0..self.size {
            if to != self.me {
                self.send(to, message);
            }
        }
    }

    fn send(&mut self, to: usize, message: &Message) {
        let bytes = message.write();
        if self.lost[to] || bytes.len() > LARGEST {
            return;
        }
        self.counts.sent += 1;
        self.counts.bytes_sent += bytes.len() as u64;
        self.transport.send(to, bytes);
    }
}

/// What a rank says first: its version.
fn greeting() -> String {
    format!("nucleus {}", env!("CARGO_PKG_VERSION"))
}

/// The answer to a task of a search that does not run here.
fn refusal(to: usize, message: &Message) -> Option<(usize, Message)> {
    match message {
        Message::Task(number, id, ..) => Some((to, Message::Refused(*number, *id, false))),
        _ => None,
    }
}
