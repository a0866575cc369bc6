//! A fleet: every host does one thing for itself, alone on it, and its files are gathered at rank 0.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::bytes::{ByteReader, ByteWriter};
use super::tasks::TaskList;
use super::transport::RankTransport;

/// Time that a rank sleeps between two polls, so that the host is free for what is measured.
const SLEEP: Duration = Duration::from_millis(20);
/// Interval at which a rank reports that it is there, and sends its changed files.
const SEND_EVERY: Duration = Duration::from_millis(1000);
/// Extension of the files that are gathered.
const EXTENSION: &str = "json";

/// A message between ranks of a fleet.
enum FleetMessage {
    /// The host of the sender.
    Host(String),
    /// Do it, or do not: another rank of the same host does.
    Work(bool),
    /// A file: its folder, name and content.
    File(String, String, Vec<u8>),
    /// The rank is done, or has failed for this reason.
    Done(Result<(), String>),
    /// The sender is there.
    Beat,
    /// All is gathered.
    Quit,
}

impl FleetMessage {
    fn write(&self) -> Vec<u8> {
        let mut out = ByteWriter::default();
        match self {
            Self::Host(name) => {
                out.u8(0);
                out.bytes(name.as_bytes());
            }
            Self::Work(works) => {
                out.u8(1);
                out.flag(*works);
            }
            Self::File(folder, name, bytes) => {
                out.u8(2);
                out.bytes(folder.as_bytes());
                out.bytes(name.as_bytes());
                out.bytes(bytes);
            }
            Self::Done(outcome) => {
                out.u8(3);
                out.flag(outcome.is_ok());
                out.bytes(outcome.as_ref().err().map_or("", |text| text).as_bytes());
            }
            Self::Beat => out.u8(4),
            Self::Quit => out.u8(5),
        }
        out.0
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let mut from = ByteReader(bytes);
        Some(match from.u8()? {
            0 => Self::Host(from.text()?.to_owned()),
            1 => Self::Work(from.flag()?),
            2 => {
                let (folder, name) = (from.text()?.to_owned(), from.text()?.to_owned());
                Self::File(folder, name, from.bytes()?.to_vec())
            }
            3 => {
                let (done, text) = (from.flag()?, from.text()?.to_owned());
                Self::Done(if done { Ok(()) } else { Err(text) })
            }
            4 => Self::Beat,
            5 => Self::Quit,
            _ => return None,
        })
    }
}

/// Result of a fleet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FleetEnd {
    /// The files that were gathered; at rank 0 alone.
    pub files: Vec<PathBuf>,
    /// Failures, with the host's name.
    pub faults: Vec<String>,
    /// The ranks that were lost.
    pub lost: Vec<usize>,
}

/// The work of a host: it writes JSON files into folders of this one.
pub type FleetWork = Box<dyn FnOnce(&Path) -> Result<(), String> + Send>;

/// One rank of a fleet.
pub struct Fleet<'a, T> {
    /// The messages to and from the others.
    pub transport: &'a mut T,
    /// The name of its host.
    pub host: String,
    /// Folder of the host's files.
    pub scratch: PathBuf,
    /// Folder where rank 0 gathers the files of all hosts.
    pub out: PathBuf,
    /// A rank that is silent for so long is lost.
    pub silence: Duration,
}

/// Rank 0's state of the others.
struct Gathering {
    hosts: BTreeMap<usize, String>,
    tasks: TaskList<String>,
    heard: Vec<Instant>,
    end: FleetEnd,
    files: BTreeSet<PathBuf>,
}

/// Work that runs beside the thread that has the messages.
struct RunningWork {
    outcome: Receiver<Result<(), String>>,
    sent: BTreeMap<PathBuf, Vec<u8>>,
}

impl<T: RankTransport> Fleet<'_, T> {
    /// Does the work once a host, and gathers; at ranks other than 0 until rank 0 says that all is
    /// gathered. `is_interrupted` ends it early, with what there is.
    pub fn run(mut self, work: FleetWork, is_interrupted: &dyn Fn() -> bool) -> FleetEnd {
        let (me, size) = (self.transport.rank(), self.transport.size());
        let now = Instant::now();
        let mut gathering = Gathering {
            hosts: BTreeMap::new(),
            tasks: TaskList::default(),
            heard: vec![now; size],
            end: FleetEnd::default(),
            files: BTreeSet::new(),
        };
        let (mut work, mut running) = (Some(work), None);
        let mut sent = None::<Instant>;
        let hello = FleetMessage::Host(self.host.clone());
        self.send_or_do(0, hello, &mut gathering, &mut work, &mut running);
        loop {
            while let Some((from, bytes)) = self.transport.receive() {
                gathering.heard[from] = Instant::now();
                match FleetMessage::read(&bytes) {
                    Some(FleetMessage::Quit) if from == 0 => return gathering.end,
                    Some(FleetMessage::Work(true)) if from == 0 => {
                        running = work.take().and_then(|work| self.begin(work));
                    }
                    Some(message) if me == 0 => {
                        self.gather(from, message, &mut gathering, &mut work, &mut running);
                    }
                    _ => {}
                }
            }
            let due = sent.is_none_or(|sent| sent.elapsed() >= SEND_EVERY);
            let done = running.as_ref().and_then(RunningWork::outcome);
            if due || done.is_some() {
                sent = Some(Instant::now());
                for file in self.new_files(running.as_mut()) {
                    self.send_or_do(0, file, &mut gathering, &mut work, &mut running);
                }
                let others = if me == 0 { 1..size } else { 0..1 };
                others.for_each(|to| self.transport.send(to, FleetMessage::Beat.write()));
            }
            if let Some(outcome) = done {
                running = None;
                let done = FleetMessage::Done(outcome);
                self.send_or_do(0, done, &mut gathering, &mut work, &mut running);
            }
            self.find_lost(&mut gathering);
            let all = gathering.hosts.len() + gathering.end.lost.len() >= size;
            let rank_0_lost = me > 0 && !gathering.end.lost.is_empty();
            let finished = me == 0 && all && gathering.tasks.is_done();
            if finished || rank_0_lost || is_interrupted() && running.is_none() {
                break;
            }
            std::thread::sleep(SLEEP);
        }
        if me == 0 {
            (1..size).for_each(|to| self.transport.send(to, FleetMessage::Quit.write()));
        }
        let unfinished: Vec<String> =
            gathering.tasks.out().map(|(_, _, host)| host.clone()).collect();
        for host in unfinished {
            gathering.end.faults.push(format!("{host}: cut short"));
        }
        gathering.end.files = gathering.files.into_iter().collect();
        gathering.end
    }

    /// Sends to rank 0, or takes it in when this is rank 0.
    fn send_or_do(
        &mut self,
        to: usize,
        message: FleetMessage,
        gathering: &mut Gathering,
        work: &mut Option<FleetWork>,
        running: &mut Option<RunningWork>,
    ) {
        if self.transport.rank() == to {
            self.gather(to, message, gathering, work, running);
        } else {
            self.transport.send(to, message.write());
        }
    }

    fn begin(&self, work: FleetWork) -> Option<RunningWork> {
        let (give, outcome) = channel();
        let scratch = self.scratch.clone();
        let begun = std::thread::Builder::new().name("fleet".to_owned()).spawn(move || {
            let _ = give.send(work(&scratch));
        });
        begun.ok().map(|_| RunningWork { outcome, sent: BTreeMap::new() })
    }

    /// Handles a message of a rank at rank 0.
    fn gather(
        &mut self,
        from: usize,
        message: FleetMessage,
        gathering: &mut Gathering,
        work: &mut Option<FleetWork>,
        running: &mut Option<RunningWork>,
    ) {
        match message {
            FleetMessage::Host(name) => {
                let first = gathering.hosts.values().all(|known| *known != name);
                gathering.hosts.insert(from, name.clone());
                if first {
                    gathering.tasks.give(from, name);
                }
                if from != self.transport.rank() {
                    self.transport.send(from, FleetMessage::Work(first).write());
                } else if first {
                    *running = work.take().and_then(|work| self.begin(work));
                }
            }
            FleetMessage::File(folder, name, bytes) => {
                let host = gathering.hosts.get(&from).cloned().unwrap_or_default();
                match keep(&self.out, [&folder, &host, &name], &bytes) {
                    Ok(path) => drop(gathering.files.insert(path)),
                    Err(fault) => gathering.end.faults.push(format!("{host}: {fault}")),
                }
            }
            FleetMessage::Done(outcome) => {
                let id = gathering.tasks.of(from).map(|(id, _)| id).next();
                let host = id.and_then(|id| gathering.tasks.done(from, id));
                if let (Some(host), Err(fault)) = (host, outcome) {
                    gathering.end.faults.push(format!("{host}: {fault}"));
                }
            }
            FleetMessage::Work(_) | FleetMessage::Beat | FleetMessage::Quit => {}
        }
    }

    /// The files that are new or have changed since this was last asked.
    fn new_files(&self, running: Option<&mut RunningWork>) -> Vec<FleetMessage> {
        let Some(running) = running else { return Vec::new() };
        let mut found = Vec::new();
        for folder in entries(&self.scratch) {
            for file in entries(&folder) {
                let right = file.extension().is_some_and(|ending| ending == EXTENSION);
                let Some(bytes) = right.then(|| fs::read(&file).ok()).flatten() else { continue };
                if running.sent.get(&file) == Some(&bytes) {
                    continue;
                }
                running.sent.insert(file.clone(), bytes.clone());
                let name =
                    |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
                if let (Some(folder), Some(name)) = (name(&folder), name(&file)) {
                    found.push(FleetMessage::File(folder, name, bytes));
                }
            }
        }
        found
    }

    /// Names the ranks that have fallen silent.
    fn find_lost(&self, gathering: &mut Gathering) {
        let me = self.transport.rank();
        let others = if me == 0 { 1..self.transport.size() } else { 0..1 };
        for rank in others {
            let silent = gathering.heard[rank].elapsed() >= self.silence;
            if silent && !gathering.end.lost.contains(&rank) {
                gathering.end.lost.push(rank);
                let host = gathering.hosts.remove(&rank).unwrap_or_default();
                gathering.tasks.lost(rank);
                gathering.tasks.take_waiting().for_each(drop);
                gathering
                    .end
                    .faults
                    .push(format!("rank {rank} {host}: lost, nothing was heard of it"));
            }
        }
    }
}

impl RunningWork {
    /// Returns the result, if the work has ended.
    fn outcome(&self) -> Option<Result<(), String>> {
        match self.outcome.try_recv() {
            Ok(outcome) => Some(outcome),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("the measurement failed".to_owned())),
        }
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(folder) else { return Vec::new() };
    found.flatten().map(|entry| entry.path()).collect()
}

/// Writes a file that a rank sent, as `OUT/FOLDER/HOST-NAME`.
fn keep(out: &Path, [folder, host, name]: [&str; 3], bytes: &[u8]) -> Result<PathBuf, String> {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    if ![folder, host, name].into_iter().all(plain) {
        return Err("it sent a file whose name is none".to_owned());
    }
    let folder = out.join(folder);
    let path = folder.join(format!("{host}-{name}"));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
    written.map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::super::channel::channels;
    use super::*;

    fn work(text: &'static str, outcome: Result<(), String>) -> FleetWork {
        Box::new(move |scratch| {
            let folder = scratch.join("cpu");
            fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
            fs::write(folder.join("record.json"), text).map_err(|e| e.to_string())?;
            fs::write(folder.join("chart.svg"), text).map_err(|e| e.to_string())?;
            outcome
        })
    }

    #[test]
    fn every_host_works_once_and_what_fails_is_named() {
        let place = tempfile::tempdir().unwrap();
        let hosts = ["one", "two", "one", "three"];
        let ends = channels(hosts.len()).into_iter().enumerate();
        let run = |(rank, mut transport): (usize, _)| {
            let scratch = place.path().join(format!("scratch{rank}"));
            let out = place.path().join("out");
            std::thread::spawn(move || {
                if rank == 3 {
                    // It says where it is, and no more.
                    let name = FleetMessage::Host("three".to_owned());
                    RankTransport::send(&mut transport, 0, name.write());
                    return FleetEnd::default();
                }
                let silence = Duration::from_millis(2500);
                let host = hosts[rank].to_owned();
                let fault = Err("no reference".to_owned());
                let done = if rank == 1 { fault } else { Ok(()) };
                let text = ["of one", "of two", "of one again", ""][rank];
                let fleet = Fleet { transport: &mut transport, host, scratch, out, silence };
                fleet.run(work(text, done), &|| false)
            })
        };
        let threads: Vec<_> = ends.map(run).collect();
        let ends: Vec<FleetEnd> = threads.into_iter().map(|t| t.join().unwrap()).collect();
        let FleetEnd { files, faults, lost } = &ends[0];
        let out = place.path().join("out/cpu");
        assert_eq!(files, &[out.join("one-record.json"), out.join("two-record.json")]);
        assert_eq!(fs::read_to_string(&files[0]).unwrap(), "of one", "another rank's is not taken");
        assert_eq!(fs::read_to_string(&files[1]).unwrap(), "of two");
        assert_eq!(lost, &[3]);
        let lost = "rank 3 three: lost, nothing was heard of it";
        assert_eq!(faults, &["two: no reference", lost]);
        assert!(ends[1].files.is_empty() && ends[2].lost.is_empty());
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        let place = tempfile::tempdir().unwrap();
        for names in
            [["..", "h", "x.json"], ["a/b", "h", "x.json"], ["a", "h", "../x"], ["a", "", "x"]]
        {
            assert!(keep(place.path(), names, b"x").is_err(), "{names:?}");
        }
        assert!(keep(place.path(), ["a", "h", "x.json"], b"x").is_ok());
    }
}
