//! A search by several ranks over channels: mates, legal moves, limits, and ranks that are lost.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nucleus_cluster::ranks::{
    ChannelTransport, ClusterClient, CommunicationOptions, CommunicationThread, RankNotice,
    RankTransport, SessionEnd, channels,
};
use nucleus_core::board::{Board, RulesBoard, Setup};
use nucleus_core::kernels::portable;
use nucleus_core::movegen::legal_moves;
use nucleus_core::types::Move;
use nucleus_core::types::score::mate_moves;
use nucleus_search::{EngineOptions, Limits, ProfileName, SearchEngine, SearchOutcome, Signals};

const MIDDLE: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";
/// Positions, their mates in moves (negative: the side to move is mated), and a depth that finds them.
const MATES: [(&str, i32, u32); 3] = [
    ("kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1", -1, 9),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 22),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 11),
];

/// A transport that delays messages, and falls silent when its rank is dead, like a killed process.
struct TestTransport {
    inner: ChannelTransport,
    delay: Duration,
    /// Received messages with the times at which they are delivered.
    late: VecDeque<(Instant, (usize, Vec<u8>))>,
    dead: Arc<AtomicBool>,
}

impl RankTransport for TestTransport {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn size(&self) -> usize {
        self.inner.size()
    }

    fn never_hangs(&self) -> bool {
        self.inner.never_hangs()
    }

    fn send(&mut self, to: usize, message: Vec<u8>) {
        if !self.dead.load(Ordering::Relaxed) {
            self.inner.send(to, message);
        }
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let due = Instant::now() + self.delay;
        self.late.extend(std::iter::from_fn(|| self.inner.receive()).map(|message| (due, message)));
        let (_, message) = self.late.pop_front_if(|late| late.0 <= Instant::now())?;
        Some(message).filter(|_| !self.dead.load(Ordering::Relaxed))
    }
}

/// Ranks in threads of this process; the test's thread has the engine of rank 0.
struct Cluster {
    engine: SearchEngine,
    client: Arc<ClusterClient>,
    threads: Vec<JoinHandle<SessionEnd>>,
    /// A flag for each rank, which makes the rank dead.
    dead: Vec<Arc<AtomicBool>>,
    notices: Arc<std::sync::Mutex<Vec<RankNotice>>>,
}

impl Cluster {
    fn new(ranks: usize, delay: Duration, options: EngineOptions) -> Self {
        let mut ends: Vec<ChannelTransport> = channels(ranks);
        let dead: Vec<Arc<AtomicBool>> = (0..ranks).map(|_| Arc::default()).collect();
        let notices = Arc::new(std::sync::Mutex::new(Vec::new()));
        let settings = CommunicationOptions {
            silence: Duration::from_secs(4),
            ..CommunicationOptions::new(EngineOptions::default())
        };
        let mut threads = Vec::new();
        let (give, take) = channel();
        for rank in (0..ranks).rev() {
            let (inner, dead) = (ends.pop().unwrap(), Arc::clone(&dead[rank]));
            let end = TestTransport { inner, delay, late: VecDeque::new(), dead };
            let (settings, give) = (settings.clone(), give.clone());
            let reported = Arc::clone(&notices);
            let notice = move |notice| reported.lock().unwrap().push(notice);
            threads.push(std::thread::spawn(move || {
                if rank > 0 {
                    return CommunicationThread::helper(end, settings, |_| {}).run();
                }
                let (thread, client) = CommunicationThread::leader(end, settings, notice);
                give.send(client).unwrap();
                thread.run()
            }));
        }
        let client = Arc::new(take.recv().unwrap());
        let distributed = Some(client.clone() as Arc<_>);
        let engine = SearchEngine::new(8, EngineOptions { distributed, ..options }).unwrap();
        Self { engine, client, threads, dead, notices }
    }

    fn search(&mut self, fen: &str, limits: &Limits) -> SearchOutcome {
        self.search_until(fen, limits, &Signals::default())
    }

    fn search_until(&mut self, fen: &str, limits: &Limits, signals: &Signals) -> SearchOutcome {
        let setup = Setup::from_fen(fen).unwrap();
        let outcome = self.engine.search(&setup, &[], limits, signals, &mut |_| {});
        for line in &outcome.lines {
            assert_playable(fen, &line.moves);
        }
        outcome
    }

    /// Ends the session and returns each rank's outcome, rank 0 last.
    fn quit(self) -> Vec<SessionEnd> {
        self.client.quit();
        self.threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    }
}

/// Checks that the variation has moves and that all are legal.
fn assert_playable(fen: &str, moves: &[Move]) {
    let mut board = RulesBoard::new(&Setup::from_fen(fen).unwrap(), portable::Token);
    assert!(!moves.is_empty());
    for &chess_move in moves {
        let list = legal_moves(&board);
        assert!(list.contains(&chess_move), "{fen}: {chess_move} in {moves:?}");
        board = board.after(chess_move);
    }
}

fn plain(profile: ProfileName, threads: usize) -> EngineOptions {
    EngineOptions { profile, threads, ..EngineOptions::default() }
}

#[test]
fn mates_are_exact_with_two_and_three_ranks() {
    for (ranks, threads) in [(2, 1), (2, 2), (3, 1)] {
        for profile in ProfileName::ALL {
            let mut cluster = Cluster::new(ranks, Duration::ZERO, plain(profile, threads));
            for (fen, mate, depth) in MATES {
                // Profile axon takes longer for the deepest mate.
                let depth = if profile == ProfileName::Axon { depth.min(8) } else { depth };
                let outcome = cluster.search(fen, &Limits::depth(depth));
                let what = format!("{profile}, {ranks} ranks, {threads} threads: {fen}");
                assert_eq!(mate_moves(outcome.lines[0].score), Some(mate), "{what}");
                cluster.engine.clear();
            }
            assert!(cluster.quit().iter().all(|end| end.lost.is_empty()));
        }
    }
}

/// The nodes of other ranks are counted, moves are shared, and table entries are sent.
#[test]
fn work_is_shared_and_counted() {
    let mut cluster = Cluster::new(2, Duration::ZERO, plain(ProfileName::Full, 1));
    let outcome = cluster.search(MIDDLE, &Limits::depth(17));
    assert_eq!(outcome.depth, 17);
    assert!(outcome.statistics.splits > 0, "nothing was split: {:?}", outcome.statistics);
    let ends = cluster.quit();
    let [helper, leader] = &ends[..] else { panic!("{ends:?}") };
    assert!(leader.counts.sent > 50 && helper.counts.sent > 50, "{ends:?}");
    // The leader misses at most two messages: acknowledgements sent after its last one.
    let unheard = helper.counts.sent - leader.counts.received;
    assert!(unheard <= 2, "{ends:?}");
    let unheard_bytes = helper.counts.bytes_sent - leader.counts.bytes_received;
    assert!(unheard_bytes <= unheard * 20, "{ends:?}");
    assert!(helper.counts.bytes_sent > 10_000, "no entries were sent: {ends:?}");
    assert!(leader.counts.waits > 0 && leader.lost.is_empty());
}

/// After the tables of all ranks are cleared, as by `ucinewgame`, further searches complete.
#[test]
fn games_follow_each_other() {
    let mut cluster = Cluster::new(3, Duration::ZERO, plain(ProfileName::Full, 2));
    for round in 0..6 {
        cluster.engine.options.profile = ProfileName::ALL[round % ProfileName::ALL.len()];
        let outcome = cluster.search(MIDDLE, &Limits::depth(8));
        assert_eq!(outcome.depth, 8);
        cluster.engine.clear();
    }
    // No legal move, then a position with hardly any tree.
    let mate = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
    let setup = Setup::from_fen(mate).unwrap();
    let none =
        cluster.engine.search(&setup, &[], &Limits::depth(3), &Signals::default(), &mut |_| {});
    assert!(none.lines.is_empty());
    assert_eq!(cluster.search(MIDDLE, &Limits::depth(1)).depth, 1);
    assert!(cluster.quit().iter().all(|end| end.lost.is_empty()));
}

#[test]
fn limits_and_signals_end_a_search_everywhere() {
    let mut cluster = Cluster::new(2, Duration::ZERO, plain(ProfileName::Full, 1));
    let nodes = Limits { nodes: Some(60_000), ..Limits::default() };
    let outcome = cluster.search(MIDDLE, &nodes);
    let counted = outcome.statistics.nodes;
    // The other rank may search further nodes between two messages about its counts.
    assert!((60_000..600_000).contains(&counted), "{counted} nodes");
    let time = Limits { movetime: Some(Duration::from_millis(300)), ..Limits::default() };
    assert!(cluster.search(MIDDLE, &time).time >= Duration::from_millis(250));
    let endless = Limits { infinite: true, ..Limits::default() };
    let signals = Signals::default();
    let (stop, start) = (signals.clone(), Instant::now());
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(400));
        stop.stop();
    });
    cluster.search_until(MIDDLE, &endless, &signals);
    assert!(start.elapsed() >= Duration::from_millis(400));
    stopper.join().unwrap();
    cluster.quit();
}

#[test]
fn a_slow_network_changes_no_answer() {
    let mut cluster = Cluster::new(2, Duration::from_millis(3), plain(ProfileName::Full, 1));
    let (fen, mate, depth) = MATES[2];
    let outcome = cluster.search(fen, &Limits::depth(depth));
    assert_eq!(mate_moves(outcome.lines[0].score), Some(mate));
    assert_eq!(cluster.search(MIDDLE, &Limits::depth(10)).depth, 10);
    cluster.quit();
}

/// Several variations and a restricted root are kept, although the other ranks know of neither.
#[test]
fn lines_and_chosen_moves_are_kept() {
    let options = EngineOptions { multipv: 3, ..plain(ProfileName::Full, 1) };
    let mut cluster = Cluster::new(2, Duration::ZERO, options);
    let first = |outcome: &SearchOutcome| -> Vec<Move> {
        outcome.lines.iter().map(|line| line.moves[0]).collect()
    };
    let three = first(&cluster.search(MIDDLE, &Limits::depth(8)));
    assert!(three.len() == 3 && three[0] != three[1] && three[1] != three[2]);
    cluster.engine.options.multipv = 1;
    let limits = Limits { search_moves: vec![three[2]], ..Limits::depth(9) };
    assert_eq!(first(&cluster.search(MIDDLE, &limits)), [three[2]]);
    assert!(cluster.quit().iter().all(|end| end.lost.is_empty()));
}

/// The tasks of a rank that dies during a search are searched by the others.
#[test]
fn a_rank_that_dies_is_named_and_the_search_goes_on() {
    for ranks in [2, 3] {
        let mut cluster = Cluster::new(ranks, Duration::ZERO, plain(ProfileName::Full, 1));
        let dead = Arc::clone(&cluster.dead[1]);
        let killer = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(500));
            dead.store(true, Ordering::Relaxed);
        });
        let long = Limits { movetime: Some(Duration::from_secs(9)), ..Limits::default() };
        let outcome = cluster.search(MIDDLE, &long);
        killer.join().unwrap();
        assert!(outcome.depth > 5);
        let named = |notice: &RankNotice| matches!(notice, RankNotice::Lost(1, _));
        assert!(cluster.notices.lock().unwrap().iter().any(named), "{ranks} ranks");
        // Later searches run without the dead rank.
        let after = cluster.search(MIDDLE, &Limits::depth(9));
        assert_eq!(after.depth, 9);
        // The dead rank receives nothing, and ends once it has not heard from rank 0 for long enough.
        let ends = cluster.quit();
        assert_eq!(ends.last().unwrap().lost, [1]);
    }
}

/// A rank that sends an invalid message counts as lost.
#[test]
fn nonsense_is_no_message() {
    let mut ends = channels(2).into_iter();
    let (leads, mut stranger) = (ends.next().unwrap(), ends.next().unwrap());
    stranger.send(0, vec![99, 1, 2]);
    let notices = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&notices);
    let settings = CommunicationOptions::new(EngineOptions::default());
    let (thread, client) = CommunicationThread::leader(leads, settings, move |notice| {
        seen.lock().unwrap().push(notice)
    });
    let quitter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        client.quit();
    });
    assert_eq!(thread.run().lost, [1]);
    quitter.join().unwrap();
    let text = notices.lock().unwrap()[0].to_string();
    assert_eq!(text, "rank 1 is lost: it sent what cannot be read");
}
