//! The message loop of a rank: it sends messages and handles received ones.

use std::sync::Weak;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::Thread;
use std::time::{Duration, Instant};

use super::client::{ClientRequest, RankNotice};
use super::flow_control::{FlowControl, FlowLimit};
use super::helper::{Helper, HelperNews};
use super::helpers::MessagePoller;
use super::local::LocalSearch;
use super::message::{LARGEST, Message, SearchMessage};
use super::search::{Mail, RankSearch};
use super::transport::{RankTransport, TransportCounts};
use nucleus_search::EngineOptions;

/// Shortest sleep of a communication thread without work.
pub const SHORT: Duration = Duration::from_micros(60);
/// Time for which the leading rank waits for the others at the end of a search.
const LATE: Duration = Duration::from_millis(200);

/// Options of a rank's communication.
#[derive(Clone, Debug)]
pub struct CommunicationOptions {
    /// Time without a message after which a rank counts as lost.
    pub silence: Duration,
    /// Options of this rank's engine. Every search takes the level and the techniques from them.
    pub engine: EngineOptions,
}

impl CommunicationOptions {
    /// Creates options with this engine and two seconds of silence.
    pub fn new(engine: EngineOptions) -> Self {
        Self { silence: Duration::from_secs(2), engine }
    }
}

/// The outcome of a rank's session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionEnd {
    /// Numbers of the lost ranks.
    pub lost: Vec<usize>,
    /// Numbers of messages sent and received.
    pub counts: TransportCounts,
}

/// The event that a message loop waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageLoopState {
    /// No event: the session is over.
    Over,
    /// The next search.
    Idle,
    /// Results of the search threads, which poll meanwhile if they may.
    Searching,
    /// A message of another rank, without which a thread of this rank has no work.
    WaitingForRank,
    /// The end of a search at the other ranks.
    Closing,
}

/// The message loop of a rank: it sends messages and handles received ones. One thread at a time
/// runs it.
pub struct MessageLoop<T> {
    transport: T,
    options: CommunicationOptions,
    me: usize,
    size: usize,
    requests: Option<Receiver<ClientRequest>>,
    notice: Box<dyn Fn(RankNotice) + Send>,
    heard: Vec<Instant>,
    flows: Vec<FlowControl>,
    lost: Vec<bool>,
    spoken: Instant,
    counts: TransportCounts,
    search: Option<RankSearch>,
    /// Number of the last search.
    number: u32,
    /// Set while the leading rank's engine waits for the end of a search: where to report it, the
    /// ranks that have not confirmed it, and since when.
    closing: Option<(Sender<()>, Vec<bool>, Instant)>,
    helper: Helper,
    /// The communication thread, which search threads and the helper wake.
    pub thread: Thread,
    /// The poller for the search threads.
    poller: Option<Weak<dyn MessagePoller>>,
    over: bool,
}

impl<T: RankTransport> MessageLoop<T> {
    /// Creates the loop of the calling thread's rank, which leads if there are `requests`.
    pub fn new(
        transport: T,
        options: CommunicationOptions,
        requests: Option<Receiver<ClientRequest>>,
        notice: Box<dyn Fn(RankNotice) + Send>,
    ) -> Self {
        let (me, size) = (transport.rank(), transport.size());
        let limit =
            if transport.never_hangs() { FlowLimit::IN_MEMORY } else { FlowLimit::OVER_NETWORK };
        let now = Instant::now();
        Self {
            transport,
            options,
            me,
            size,
            requests,
            notice,
            heard: vec![now; size],
            flows: (0..size).map(|_| FlowControl::new(limit)).collect(),
            lost: vec![false; size],
            spoken: now,
            counts: TransportCounts::default(),
            search: None,
            number: 0,
            closing: None,
            helper: Helper::new(),
            thread: std::thread::current(),
            poller: None,
            over: false,
        }
    }

    /// Sets the poller for the search threads.
    pub fn share(self, poller: Weak<dyn MessagePoller>) -> Self {
        Self { poller: Some(poller), ..self }
    }

    /// Returns true if search threads may poll.
    pub fn may_be_polled(&self) -> bool {
        self.transport.never_hangs()
    }

    /// Sends this rank's version to the others.
    pub fn greet(&mut self) {
        self.tell_all(&Message::Hello(greeting()));
    }

    /// Returns the event to wait for.
    pub fn state(&self) -> MessageLoopState {
        let search = self.search.as_ref();
        match search {
            _ if self.over => MessageLoopState::Over,
            Some(search) if search.local.is_waited() => MessageLoopState::WaitingForRank,
            _ if self.closing.is_some() => MessageLoopState::Closing,
            Some(_) => MessageLoopState::Searching,
            None => MessageLoopState::Idle,
        }
    }

    /// Ends the loop, and the search and the helper of this rank.
    pub fn end(&mut self) -> SessionEnd {
        if let Some(search) = self.search.take() {
            search.local.finish();
        }
        self.helper.end();
        let lost = (0..self.size).filter(|&rank| self.lost[rank]).collect();
        SessionEnd { lost, counts: self.counts }
    }

    /// Handles pending requests and messages; returns false if there were none.
    pub fn run_once(&mut self) -> bool {
        let mut busy = self.serve_requests();
        while let Some((from, bytes)) = self.transport.receive() {
            busy = true;
            self.counts.received += 1;
            self.counts.bytes_received += bytes.len() as u64;
            if from < self.size && !self.lost[from] {
                self.heard[from] = Instant::now();
                match Message::read(&bytes) {
                    Some(Message::Beat(count)) => self.note_arrived(from, count),
                    Some(message) => {
                        if self.flows[from].receive(bytes.len()) {
                            self.beat(from);
                        }
                        self.obey(from, message);
                    }
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

    fn serve_requests(&mut self) -> bool {
        let Some(requests) = &self.requests else { return false };
        let requests: Vec<ClientRequest> = requests.try_iter().collect();
        let any = !requests.is_empty();
        for request in requests {
            match request {
                ClientRequest::Begin(begun) => {
                    let (job, search) = *begun;
                    self.number += 1;
                    self.begin_search(search);
                    self.tell_all(&Message::Begin(self.number, job.into()));
                }
                ClientRequest::End(ended) => self.close_search(ended),
                ClientRequest::Clear => self.tell_all(&Message::Clear),
                ClientRequest::Quit => {
                    self.tell_all(&Message::Quit);
                    self.over = true;
                }
            }
        }
        any
    }

    /// Ends the search at the other ranks; [`Self::step_search`] waits for their answers.
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
            Message::Hello(_) | Message::Beat(_) => {}
            Message::Begin(number, job) if from == 0 => {
                self.number = number;
                match job.read() {
                    Ok(job) => {
                        let engine = self.options.engine.clone();
                        self.helper.begin(self.size, number, engine, job, self.thread.clone());
                    }
                    Err(error) => self.send(0, &Message::Fault(number, error)),
                }
            }
            Message::End(number) if from == 0 && number == self.number => {
                let mut counts = [0; 12];
                if let Some(search) = self.search.take() {
                    search.local.finish();
                    counts = search.counts();
                }
                // If the search has not begun at this rank yet, it ends as soon as it begins.
                self.number = 0;
                self.send(0, &Message::Search(number, SearchMessage::Done(counts)));
            }
            Message::Clear if from == 0 => self.helper.clear(),
            Message::Quit => self.over = true,
            Message::Fault(number, text) => {
                (self.notice)(RankNotice::Unable(from, text));
                if let Some(search) = self.search.as_mut().filter(|s| s.number == number) {
                    search.exclude(from);
                }
            }
            Message::Search(number, message) => self.obey_in_search(from, number, message),
            // Only rank 0 may send these.
            Message::Begin(..) | Message::End(_) | Message::Clear => {}
        }
    }

    fn obey_in_search(&mut self, from: usize, number: u32, message: SearchMessage) {
        let done = matches!(message, SearchMessage::Done(_));
        let mut mail = Mail::new();
        match self.search.as_mut().filter(|search| search.number == number) {
            Some(search) => search.obey(from, message, &mut mail),
            // The search has not begun at this rank yet, or has ended.
            None => {
                if let SearchMessage::Task(id, ..) = message {
                    mail.push((from, SearchMessage::Refused(id, false)));
                }
            }
        }
        self.post(number, mail);
        if let Some((_, missing, _)) = &mut self.closing
            && done
            && number == self.number
        {
            missing[from] = false;
        }
    }

    fn step_search(&mut self) -> bool {
        let mut mail = Mail::new();
        let mut number = self.number;
        if let Some(search) = &mut self.search {
            number = search.number;
            search.step(&mut mail, |rank| self.flows[rank].room());
        }
        let busy = !mail.is_empty();
        self.post(number, mail);
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

    /// Acknowledges a rank's messages.
    fn beat(&mut self, to: usize) {
        let count = self.flows[to].tell();
        self.send(to, &Message::Beat(count));
    }

    /// Handles an acknowledgement, and sends the messages held back for it.
    fn note_arrived(&mut self, from: usize, count: u64) {
        self.flows[from].note_arrived(count);
        while let Some(bytes) = self.flows[from].next_held() {
            self.send_now(from, bytes);
        }
    }

    /// Sends a regular sign of life, and detects lost ranks.
    fn keep_in_touch(&mut self) {
        let silence = self.options.silence;
        if self.spoken.elapsed() >= silence / 8 {
            self.spoken = Instant::now();
            let me = self.me;
            (0..self.size).filter(|&rank| rank != me).for_each(|rank| self.beat(rank));
        }
        for rank in 0..self.size {
            if rank != self.me && !self.lost[rank] && self.heard[rank].elapsed() >= silence {
                let text = format!("nothing was heard of it for {} ms", silence.as_millis());
                self.lose(rank, &text);
            }
        }
    }

    /// Marks a rank as lost. The others continue without it, unless it is rank 0.
    fn lose(&mut self, rank: usize, why: &str) {
        self.lost[rank] = true;
        (self.notice)(RankNotice::Lost(rank, why.to_owned()));
        if let Some(search) = &mut self.search {
            search.lose(rank);
        }
        self.over |= rank == 0;
    }

    /// Handles the beginning of a search at this rank.
    fn begin_search(&mut self, search: LocalSearch) {
        if let Some(poller) = &self.poller {
            search.set_poller(Weak::clone(poller));
        }
        self.search = Some(RankSearch::new(self.number, self.me, search, &self.lost));
    }

    fn hear_helper(&mut self, news: HelperNews) {
        match news {
            HelperNews::Begun(number, search) if number == self.number => {
                self.begin_search(*search);
            }
            HelperNews::Begun(_, search) => search.finish(),
            HelperNews::Ended => {}
            HelperNews::Failed(number, text) => self.send(0, &Message::Fault(number, text)),
        }
    }

    /// Sends messages about the search of this number.
    fn post(&mut self, number: u32, mail: Mail) {
        for (to, message) in mail {
            self.send(to, &Message::Search(number, message));
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
        if self.lost[to] {
            return;
        }
        let bytes = message.write();
        if bytes.len() > LARGEST {
            return;
        }
        match message {
            // Flow control does not hold back `Quit`, which ends the session, or `Beat`, which
            // frees the receiver's credit.
            Message::Quit | Message::Beat(_) => self.send_now(to, bytes),
            _ => {
                if let Some(bytes) = self.flows[to].pass(bytes) {
                    self.send_now(to, bytes);
                }
            }
        }
    }

    fn send_now(&mut self, to: usize, bytes: Vec<u8>) {
        self.counts.sent += 1;
        self.counts.bytes_sent += bytes.len() as u64;
        self.transport.send(to, bytes);
    }
}

/// Returns a rank's first message: its version.
fn greeting() -> String {
    format!("nucleus {}", env!("CARGO_PKG_VERSION"))
}
