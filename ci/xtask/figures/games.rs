//! Matches with other engines, the effect of each technique of profile `full`, the rating ladder.

use nucleus_matches::{Interval, MatchRecord, ScoreEstimate};
use nucleus_search::{LADDER, Parameters, Technique};

use super::job::{Job, path_of, reference, stockfish};
use super::sheet::Sheet;
use super::suites::solved_cell;
use crate::run::{Fault, Session, command, holds, need};

fn percent(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{:.1} %", 100.0 * value))
}

/// Formats an Elo difference with its interval; an infinite end is shown by its sign.
fn elo_cell(result: &ScoreEstimate) -> String {
    let Interval { value, low, high } = result.elo;
    let elo = |value: Option<f64>, sign: char| {
        value.map_or_else(|| format!("{sign}∞"), |value| format!("{value:+.0}")).replace('-', "−")
    };
    let sign = if result.points.value > Some(0.5) { '+' } else { '−' };
    format!("{} ({} … {})", elo(value, sign), elo(low, '−'), elo(high, '+'))
}

/// Formats the numbers of game pairs by the first engine's points: 0, ½, 1, 1½ and 2.
fn pairs_cell(result: &ScoreEstimate) -> String {
    result.pairs.map(|count| count.to_string()).join("-")
}

/// Returns arguments of `nucleus match`: the words of the line, then `more`.
fn arguments(line: &str, more: &[&str]) -> Vec<String> {
    line.split_whitespace().chain(more.iter().copied()).map(str::to_owned).collect()
}

/// Returns the highest rating to which this Stockfish can be limited.
fn highest(engine: &str) -> Option<u32> {
    let mut session = Session::start(&mut command(engine)).ok()?;
    session.send("uci\n");
    session.until("uciok");
    let option = session.heard.iter().find(|line| line.starts_with("option name UCI_Elo "))?;
    option.rsplit(" max ").next()?.split(' ').next()?.parse().ok()
}

/// Plays matches with Toga II, GNU Chess and two limits of Stockfish, 100 ms per move.
pub fn matches(job: &Job) -> Result<Sheet, Fault> {
    let games = job.settings.games.unwrap_or(200);
    let limit = format!("--games {games} --movetime 100");
    let mut sheet = Sheet::new(
        "against | won | drawn | lost | score | 95 % interval | Elo difference | our errors | pairs",
    );
    let mut missing = Vec::new();
    let mut play = |name: &str, opponent: &str, options: &[&str]| -> Result<(), Fault> {
        let ours = format!("nucleus={} uci", job.program.display());
        let record = job.play(name, &arguments(&limit, &[&[&ours, opponent], options].concat()))?;
        let result = record.result.ok_or("no game was played")?;
        let calls = record.engines[1].id_name.clone().unwrap_or_else(|| "–".to_owned());
        let is_ours =
            |game: &&nucleus_matches::GameRecord| game.reason.is_fault() && game.loser() == Some(0);
        let errors = record.games.iter().filter(is_ours).count();
        let points = result.points;
        sheet.push([
            format!("{name} ({calls})"),
            result.score.wins.to_string(),
            result.score.draws.to_string(),
            result.score.losses.to_string(),
            percent(points.value),
            format!("{} … {}", percent(points.low), percent(points.high)),
            elo_cell(&result),
            errors.to_string(),
            pairs_cell(&result),
        ]);
        Ok(())
    };
    for (name, words) in [("toga2", ""), ("gnuchess", " --uci")] {
        if need(name, &format!("have {name}"), name, "no match with it") {
            play(name, &format!("{name}={}{words}", path_of(name)), &[])?;
        } else {
            missing.push(name.to_owned());
        }
    }
    holds("need_stockfish");
    let known = [Some(stockfish()), reference().map(|(_, command)| command)];
    for elo in [2800, 3190] {
        let name = format!("stockfish-{elo}");
        let held = known.iter().flatten().find(|engine| highest(engine) >= Some(elo));
        let Some(engine) = held else {
            missing.push(name);
            continue;
        };
        let held = format!("stockfish:UCI_Elo={elo}");
        let options = ["--option", "stockfish:UCI_LimitStrength=true", "--option", &held];
        play(&name, &format!("stockfish={engine}"), &options)?;
    }
    if missing.is_empty() { Ok(sheet) } else { Err(format!("no match with {missing:?}").into()) }
}

/// Depth of the trees that compare techniques, in plies.
const DEPTH: u32 = 14;

/// Switches each technique of profile `full` and measures nodes to a depth, solved positions of Win at Chess
/// and, for a technique that is off by default, a match against the unchanged profile.
pub fn techniques(job: &Job) -> Result<Sheet, Fault> {
    let is_on = |technique: &Technique| technique.is_on(&Parameters::TUNED);
    let sign = |technique: &Technique| if is_on(technique) { '-' } else { '+' };
    let switched = Technique::ALL.iter().map(|technique| {
        let state = if is_on(technique) { "on" } else { "off" };
        (technique.name, state, format!("{}{}", sign(technique), technique.name))
    });
    let suite_nodes = job.settings.nodes.unwrap_or(1_000_000);
    let mut sheet = Sheet::new(&format!(
        "technique | in `full` | nodes to depth {DEPTH}, switched | of those as it plays | WAC | \
         Elo, switched | games | pairs"
    ));
    let mut base = None;
    for (name, state, switch) in [("as it plays", "", String::new())].into_iter().chain(switched) {
        let bench = job.json(&format!("bench {DEPTH} --techniques={switch} --profile full"))?;
        let nodes = bench["nodes"].as_u64().ok_or("the bench has no nodes")?;
        let baseline = *base.get_or_insert(nodes);
        if !switch.is_empty() && nodes == baseline {
            return Err(format!("{switch} changes nothing").into());
        }
        let limit = format!("--nodes {suite_nodes} --techniques={switch} --profile full");
        let solved = solved_cell(&job.solve(&format!("wac{switch}"), "suites/wac.epd", &limit)?);
        let [elo, games, pairs] =
            if state == "off" { match_of(job, &switch)? } else { Default::default() };
        let ratio = format!("{:.2}", nodes as f64 / baseline as f64);
        let [name, state] = [name, state].map(str::to_owned);
        sheet.push([name, state, nodes.to_string(), ratio, solved, elo, games, pairs]);
    }
    Ok(sheet)
}

/// Plays the match with a technique switched; returns Elo with its interval, the results, and the pairs.
fn match_of(job: &Job, switch: &str) -> Result<[String; 3], Fault> {
    let program = job.program.display();
    let games = job.settings.games.unwrap_or(400);
    let limit = format!("--games {games} --movetime 30 --resign 600,4 --draw 10,6,40");
    let engines =
        [format!("switched={program} uci --techniques={switch}"), format!("full={program} uci")];
    let record =
        job.play(&format!("match{switch}"), &arguments(&limit, &[&engines[0], &engines[1]]))?;
    let result = record.result.ok_or("no game was played")?;
    let score = result.score;
    let games = format!("{}+{}={}−", score.wins, score.draws, score.losses);
    Ok([elo_cell(&result), games, pairs_cell(&result)])
}

/// Ratings to which Stockfish is limited, each with the ladder's step that plays it and the nodes
/// per move of each player. A limited Stockfish then reaches the depth where it chooses its move.
const HELD: [(u32, usize, u32); 3] = [(1400, 5, 2_000), (1700, 7, 5_000), (2000, 8, 20_000)];

/// Plays the ladder of `UCI_Elo`: every step against the next, the highest against engines with public
/// ratings, and the upper ones against Stockfish limited to ratings; returns the results of each pair.
pub fn strengths(job: &Job) -> Result<Sheet, Fault> {
    if !holds("need_stockfish") {
        return Err("no stockfish".into());
    }
    let games = job.settings.games.unwrap_or(200);
    let held = |name: &str, elo: u32| {
        [format!("{name}:UCI_LimitStrength=true"), format!("{name}:UCI_Elo={elo}")]
            .into_iter()
            .flat_map(|option| ["--option".to_owned(), option])
            .collect::<Vec<String>>()
    };
    // A step is named by its index, so that it remains the same player if its label changes.
    let step = |number: usize| {
        let name = format!("step{number}");
        let options = held(&name, LADDER[number - 1].elo);
        (format!("{name}={} uci", job.program.display()), options)
    };
    let mut sheet = Sheet::new("white | black | won | drawn | lost");
    let mut play = |name: String,
                    limit: &str,
                    (first, options): (String, Vec<String>),
                    (second, more): (String, Vec<String>)| {
        let engines = [vec![first, second], options, more].concat();
        let line = format!("--games {games} {limit}");
        let record = job.play(&name, &[arguments(&line, &[]), engines].concat())?;
        by_colours(&record, &mut sheet);
        Ok::<(), Fault>(())
    };
    for low in 1..LADDER.len() {
        let name = format!("step{low}-step{}", low + 1);
        play(name, "--nodes 1000000", step(low + 1), step(low))?;
    }
    for (name, words) in [("gnuchess", " --uci"), ("glaurung", "")] {
        if !need(name, &format!("have {name}"), name, "no anchor of that rating") {
            return Err(format!("no {name}").into());
        }
        let rated = (format!("{name}={}{words}", path_of(name)), Vec::new());
        play(format!("step8-{name}"), "--movetime 100", step(8), rated)?;
    }
    for (elo, number, nodes) in HELD {
        let name = format!("stockfish{elo}");
        let engine = (format!("{name}={}", stockfish()), held(&name, elo));
        play(format!("step{number}-{name}"), &format!("--nodes {nodes}"), step(number), engine)?;
    }
    Ok(sheet)
}

/// Adds two rows: the results of the first engine with White, then those of the second.
fn by_colours(record: &MatchRecord, sheet: &mut Sheet) {
    for white in 0..2 {
        let mut ends = [0_u32; 3];
        for game in record.games.iter().filter(|game| game.colours()[0] == white) {
            let points =
                if game.pair[0] == white { game.half_points } else { 2 - game.half_points };
            ends[2 - points as usize] += 1;
        }
        let [won, drawn, lost] = ends.map(|count| count.to_string());
        let [white, black] = [white, 1 - white].map(|engine| record.name(engine).to_owned());
        sheet.push([white, black, won, drawn, lost]);
    }
}
