use nucleus_core::kernels::{Choice, Level};
use nucleus_engine::uci::{BENCH_DEPTH, BENCH_DEPTHS, bench};
use nucleus_search::{EngineOptions, ParallelSearch, ProfileName, Statistics};

use super::print;
use super::searcher::SearcherOptions;

#[derive(clap::Args)]
pub struct BenchArgs {
    /// Search depth in plies
    #[arg(default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(depths()))]
    depth: u32,
    #[command(flatten)]
    searcher: SearcherOptions,
    /// Parallel search of several threads: ybw or lazy [default: as the profile does]
    #[arg(long, value_name = "HOW")]
    parallel: Option<ParallelSearch>,
    /// Print a JSON object
    #[arg(long)]
    json: bool,
    /// Print the signature of every profile on every board at every level and variant of this CPU;
    /// exit code 1 if a profile has different ones
    #[arg(long, conflicts_with_all = ["board", "json", "profile", "techniques", "threads"])]
    signatures: bool,
}

fn depths() -> std::ops::RangeInclusive<i64> {
    i64::from(*BENCH_DEPTHS.start())..=i64::from(*BENCH_DEPTHS.end())
}

pub fn run(args: &BenchArgs, choice: Choice) -> Result<(), String> {
    let searcher = &args.searcher;
    let mut options = searcher.engine(choice)?;
    if args.signatures {
        return signatures(args.depth, searcher, &options);
    }
    options.parallel = args.parallel;
    options.check_board()?;
    let (board, evaluation) = (options.board_type(), options.evaluation());
    let weights = searcher.weights.file.as_ref().map(|file| file.display().to_string());
    let threads = options.used_of(options.threads);
    let network = options.network.as_ref().map(|network| format!("{:016x}", network.hash()));
    let result = bench(args.depth, searcher.hash as usize, options, &mut |number, fen, nodes| {
        if !args.json {
            nucleus_base::tell!("{number:2}  {nodes:>10}  {fen}");
        }
    })
    .map_err(|e| e.to_string())?;
    let statistics = result.statistics;
    let seconds = result.time.as_secs_f64().max(1e-9);
    let per_node = |count: u64| count as f64 / statistics.nodes.max(1) as f64;
    let nps = statistics.nodes as f64 / seconds;
    if args.json {
        let value = serde_json::json!({
            "depth": args.depth,
            "board": board.name(),
            "level": choice.to_string(),
            "profile": searcher.profile.name(),
            "weights": weights,
            "network": network,
            "bound": evaluation.bound,
            "threads": threads,
            "nodes": statistics.nodes,
            "seconds": seconds,
            "nps": nps,
            "rebuilds": statistics.rebuilds,
            "evaluations": statistics.evaluations,
            "quiescence_nodes": statistics.quiescence_nodes,
            "splits": statistics.splits,
            "joins": statistics.joins,
            "lock_waits": statistics.lock_waits,
            "parks": statistics.parks,
        });
        return print(&format!("{value}\n"));
    }
    let cutoffs = statistics.cutoffs.max(1);
    let mut lines = vec![
        format!("board       {board}"),
        format!("level       {choice}"),
        format!("profile     {}", searcher.profile),
        match network {
            Some(hash) => format!("network     {hash}"),
            None => format!(
                "weights     {}, {}",
                weights.as_deref().unwrap_or("the profile's own"),
                evaluation.bound_words()
            ),
        },
        // Only a search with one thread visits the same tree every time.
        match threads {
            1 => format!("signature   {} nodes at depth {}", statistics.nodes, args.depth),
            threads => format!(
                "nodes       {} at depth {}, {threads} threads",
                statistics.nodes, args.depth
            ),
        },
        format!("speed       {:.2} M nodes/s in {seconds:.3} s", nps / 1e6),
        format!("rebuilds    {:.3} a node", per_node(statistics.rebuilds)),
        format!("evaluations {:.3} a node", per_node(statistics.evaluations)),
        format!("quiescence  {:.1} % of nodes", 100.0 * per_node(statistics.quiescence_nodes)),
        format!(
            "cut-offs    {:.1} % on the first move",
            100.0 * statistics.first_move_cutoffs as f64 / cutoffs as f64
        ),
        "A node is a legal move made in the search whose position is entered; null moves do not \
         count.\n"
            .to_owned(),
    ];
    if threads > 1 {
        let Statistics { splits, joins, lock_waits, parks, .. } = statistics;
        let line = format!(
            "sharing     {splits} split points, {joins} joined, {lock_waits} waits for a lock, \
             {parks} times parked"
        );
        lines.insert(lines.len() - 1, line);
    }
    print(&format!("{}\n{}", lines.join("\n"), result.for_scripts()))
}

/// Prints the table of signatures; fails if those of a profile differ.
fn signatures(depth: u32, searcher: &SearcherOptions, given: &EngineOptions) -> Result<(), String> {
    print(&format!("profile  board   level           nodes at depth {}\n", depth))?;
    let mut unlike = Vec::new();
    for profile in ProfileName::ALL {
        let mut first = None;
        let boards = Level::usable().flat_map(|level| {
            profile.boards().map(move |(board, variant)| (board, Choice { level, variant }))
        });
        for (board, choice) in boards {
            let options = EngineOptions {
                choice,
                board: Some(board),
                profile,
                network: searcher.network(profile),
                ..given.clone()
            };
            let result = bench(depth, searcher.hash as usize, options, &mut |_, _, _| {})
                .map_err(|error| error.to_string())?;
            let nodes = result.statistics.nodes;
            let name = profile.name();
            print(&format!("{name:<8} {board:<7} {:<15} {nodes}\n", choice.to_string()))?;
            if *first.get_or_insert(nodes) != nodes {
                unlike.push(format!("{name} on {board} at {choice}"));
            }
        }
    }
    if unlike.is_empty() {
        Ok(())
    } else {
        Err(format!("another signature than at level portable: {}", unlike.join(", ")))
    }
}
