//! `nucleus rate`: published tables by BayesElo, games drawn from known strengths, players without a point,
//! unconnected groups, invalid files.

use crate::program::{Folder, nucleus};
use crate::support;

use nucleus_core::notation::pgn::Outcome;
use nucleus_core::types::{Color, Random};
use nucleus_matches::rating::{
    GameResults, MOST_PLAYERS, ModelParameter, PlayerRating, RatingError, RatingInterval,
    RatingOptions, RatingReport, rate,
};
use nucleus_records::envelope::Payload;

const ENDS: [Outcome; 3] = [Outcome::Win(Color::White), Outcome::Draw, Outcome::Win(Color::Black)];

/// Returns games between two players as PGN: won, drawn and lost by the first, with alternating colours.
fn games(first: &str, second: &str, [won, drawn, lost]: [u32; 3]) -> String {
    let ends = [(won, "1-0", "0-1"), (drawn, "1/2-1/2", "1/2-1/2"), (lost, "0-1", "1-0")];
    let mut text = String::new();
    for (count, as_white, as_black) in ends {
        for game in 0..count {
            let (white, black, result) =
                if game % 2 == 0 { (first, second, as_white) } else { (second, first, as_black) };
            text += &format!(
                "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{result}\n\n"
            );
        }
    }
    text
}

fn read(text: &str) -> GameResults {
    let mut results = GameResults::default();
    results.add_pgn("games", text, &mut |_| {});
    assert_eq!(results.broken, 0, "{:?}", results.errors);
    results
}

fn rating(report: &RatingReport, name: &str) -> (f64, f64, f64) {
    let player = report.players.iter().find(|player| player.name == name).unwrap();
    (player.elo, player.plus, player.minus)
}

fn near(found: f64, printed: f64, most: f64, what: &str) {
    assert!((found - printed).abs() <= most, "{what}: {found} is not within {most} of {printed}");
}

/// Table III of the paper on evolutionary programming and Hooke-Jeeves: 200 games, of which the text lists
/// 142, 25 and 32, one fewer. The printed rating results if the missing game is a loss.
#[test]
fn the_second_experiment_of_the_paper() {
    let text = games("exploitation", "exploration", [142, 25, 32]);
    let options = RatingOptions { average: 2315.0, ..RatingOptions::default() };
    let listed = rate(&read(&text), &options).unwrap();
    near(rating(&listed, "exploitation").0, 2425.0, 10.0, "as listed");
    near(rating(&listed, "exploration").0, 2205.0, 10.0, "as listed");

    let results = read(&games("exploitation", "exploration", [142, 25, 33]));
    let report = rate(&results, &options).unwrap();
    let printed = [("exploitation", [2425.0, 25.0, 24.0]), ("exploration", [2205.0, 24.0, 25.0])];
    for (name, [elo, plus, minus]) in printed {
        let found = rating(&report, name);
        near(found.0, elo, 1.0, name);
        near(found.1, plus, 1.0, name);
        near(found.2, minus, 1.0, name);
    }
    near(100.0 * report.players[0].score, 77.0, 0.5, "score");
    assert_eq!((report.players[0].name.as_str(), report.players[0].games), ("exploitation", 200));
}

/// Table IV of the same paper: 600 games, all against Chessmaster; a player without a point is rated by the
/// prior.
#[test]
fn the_third_experiment_of_the_paper() {
    let text = games("CM", "exploitation", [68, 118, 14])
        + &games("CM", "exploration-200", [158, 28, 14])
        + &games("CM", "exploration-0", [200, 0, 0]);
    let anchor = Some(("CM".to_owned(), 2499.0));
    let report = rate(&read(&text), &RatingOptions { anchor, ..Default::default() }).unwrap();
    let printed = [
        ("CM", [2499.0, 23.0, 23.0, 600.0, 83.0, 2074.0, 24.0]),
        ("exploitation", [2424.0, 28.0, 28.0, 200.0, 37.0, 2499.0, 59.0]),
        ("exploration-200", [2197.0, 39.0, 43.0, 200.0, 14.0, 2499.0, 14.0]),
        ("exploration-0", [1600.0, 144.0, 348.0, 200.0, 0.0, 2499.0, 0.0]),
    ];
    for (player, (name, [elo, plus, minus, games, score, opponents, draws])) in
        report.players.iter().zip(printed)
    {
        assert_eq!(player.name, name);
        near(player.elo, elo, 1.0, name);
        near(player.plus, plus, 1.5, name);
        near(player.minus, minus, 1.5, name);
        near(player.games as f64, games, 0.0, name);
        near(100.0 * player.score, score, 0.5, name);
        near(player.opponents, opponents, 1.0, name);
        near(100.0 * player.draws as f64 / player.games as f64, draws, 0.5, name);
    }
    assert!(report.superiority[0][1] > 0.999 && report.superiority[3][0] < 1e-4);
}

/// Draws a result by the model, given White's lead in Elo points.
fn toss(random: &mut Random, lead: f64, draw: f64) -> Outcome {
    let share = |z: f64| 1.0 / (1.0 + 10_f64.powf(-z / 400.0));
    let toss = random.below(1 << 30) as f64 / f64::from(1 << 30);
    let (won, lost) = (share(lead - draw), share(-lead - draw));
    ENDS[if toss < won { 0 } else { 1 + usize::from(toss > 1.0 - lost) }]
}

/// Returns results drawn from the model with these ratings, a round robin with both colours.
fn drawn(elo: &[f64], white: f64, draw: f64, rounds: u32, seed: u64) -> GameResults {
    let mut random = Random::new(seed);
    let mut results = GameResults::default();
    for (a, b) in (0..elo.len()).flat_map(|a| (0..elo.len()).map(move |b| (a, b))) {
        if a == b {
            continue;
        }
        let lead = elo[a] - elo[b] + white;
        for _ in 0..rounds {
            let end = toss(&mut random, lead, draw);
            results.add(&format!("p{a}"), &format!("p{b}"), end).unwrap();
        }
    }
    results
}

#[test]
fn what_games_were_drawn_from_is_found_again() {
    let true_elo = [250.0, 120.0, 40.0, 0.0, -130.0, -280.0];
    let (white, draw) = (45.0, 160.0);
    for kind in [RatingInterval::Exact, RatingInterval::Covariance] {
        let (mut inside, mut all) = (0, 0);
        for seed in 1..=10 {
            let results = drawn(&true_elo, white, draw, 60, seed);
            let options = RatingOptions {
                white: ModelParameter::Fit,
                draw: ModelParameter::Fit,
                intervals: kind,
                ..RatingOptions::default()
            };
            let report = rate(&results, &options).unwrap();
            // 1,800 games: standard errors of about 9 and 6 points.
            near(report.white_advantage, white, 40.0, "advantage");
            near(report.draw_parameter, draw, 25.0, "draw parameter");
            for (index, elo) in true_elo.iter().enumerate() {
                let (found, plus, minus) = rating(&report, &format!("p{index}"));
                let elo = elo * report.scale;
                all += 1;
                inside += u32::from(found - minus <= elo && elo <= found + plus);
            }
        }
        // 95 % of 60 intervals are 57; fewer than 50 would occur once in ten thousand runs.
        assert!(inside >= 50 && all == 60, "{kind:?}: {inside} of {all} intervals hold the truth");
    }
}

#[test]
fn the_maximum_is_one() {
    let results = drawn(&[90.0, 10.0, -100.0], 32.8, 97.3, 20, 7);
    let report = rate(&results, &RatingOptions::default()).unwrap();
    let share = |z: f64| 1.0 / (1.0 + 10_f64.powf(-z / 400.0));
    // The log-likelihood by the published formulas, in Elo points.
    let value = |shifts: [f64; 3]| -> f64 {
        let elo = |player: usize| {
            let name = &results.players()[player];
            rating(&report, name).0 / report.scale + shifts[player]
        };
        results
            .with_prior(2.0)
            .iter()
            .map(|pair| {
                let lead = elo(pair.white) - elo(pair.black) + 32.8;
                let (win, loss) = (share(lead - 97.3), share(-lead - 97.3));
                pair.wins * win.ln()
                    + pair.losses * loss.ln()
                    + pair.draws * (1.0 - win - loss).ln()
            })
            .sum()
    };
    let best = value([0.0; 3]);
    for player in 0..3 {
        for shift in [-1.0, 1.0] {
            let mut shifts = [0.0; 3];
            shifts[player] = shift;
            assert!(value(shifts) < best, "player {player} by {shift}");
        }
    }
    near(report.players.iter().map(|p| p.elo).sum(), 0.0, 1e-6, "mean");
}

#[test]
fn players_without_a_loss_or_a_point() {
    let text = games("all", "some", [8, 0, 0]) + &games("some", "none", [8, 0, 0]);
    let results = read(&text);
    let report = rate(&results, &RatingOptions::default()).unwrap();
    let names: Vec<&str> = report.players.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["all", "some", "none"]);
    let (best, worst) = (&report.players[0], &report.players[2]);
    assert!(best.elo.is_finite() && best.plus > 1.5 * best.minus, "{best:?}");
    assert!(worst.minus > 1.5 * worst.plus, "{worst:?}");
    near(best.elo, -worst.elo, 1e-6, "symmetry");

    let without = RatingOptions { prior: 0.0, ..RatingOptions::default() };
    let error = rate(&results, &without).unwrap_err();
    assert!(matches!(&error, RatingError::Infinite(who) if who.contains("none")), "{error}");
}

#[test]
fn parameters_that_games_do_not_tell() {
    let fit = |white, draw, prior| {
        let all_drawn = read(&games("a", "b", [0, 10, 0]));
        rate(&all_drawn, &RatingOptions { white, draw, prior, ..Default::default() })
    };
    let held = RatingOptions::default();
    let error = fit(held.white, ModelParameter::Fit, 2.0).unwrap_err();
    assert!(error.to_string().contains("no maximum"), "{error}");
    let report = fit(ModelParameter::Fit, held.draw, 2.0).unwrap();
    near(report.white_advantage, 0.0, 1e-6, "only draws");
    let decided = read(&games("a", "b", [6, 0, 6]));
    let options = RatingOptions { draw: ModelParameter::Fit, prior: 0.0, ..Default::default() };
    assert!(rate(&decided, &options).is_err());
    let zero = RatingOptions { draw: ModelParameter::Held(0.0), ..Default::default() };
    assert_eq!(rate(&decided, &zero), Err(RatingError::DrawParameter(0.0)));
}

#[test]
fn the_command_prints_tables_and_json() {
    let folder = Folder::new();
    let one = folder.written("one.pgn", games("a", "b|c", [6, 3, 1]));
    let two = folder.written(
        "two.pgn",
        games("b|c", "d=1", [4, 2, 4])
            + "[White \"a\"]\n[Black \"d=1\"]\n\n1. Ke3 1-0\n\n"
            + "[White \"a\"]\n[Black \"d=1\"]\n[Result \"*\"]\n\n1. e4 *\n",
    );
    let output = nucleus(&["rate", &one, &two, "--anchor", "d=1=2000", "--white", "fit"]).done();
    let (text, stderr) = (output.stdout, output.stderr);
    assert!(text.contains("| a |") && text.contains("| b\\|c |"), "{text}");
    assert!(text.contains("| d=1 | 2000 |") && text.contains("Likelihood to be"), "{text}");
    assert!(
        text.contains("20 games. Advantage of White") && text.contains("(estimated)"),
        "{text}"
    );
    assert!(stderr.contains("two.pgn: line 64: move 1.: "), "{stderr}");
    assert!(stderr.contains("note: games without a result, skipped: 1"), "{stderr}");

    let json = nucleus(&["rate", &one, "--json", "--average", "1500"]).json();
    assert_eq!((json["schema"].as_u64(), json["games"].as_u64()), (Some(1), Some(10)));
    assert_eq!(json["players"][0]["name"], "a");
    assert_eq!(json["superiority"][0].as_array().map(Vec::len), Some(2));
    let elo = |place: usize| json["players"][place]["elo"].as_f64().unwrap();
    near(elo(0) + elo(1), 3000.0, 1e-6, "average");
}

/// A hundred thousand players in the long mode, each of whom meets some of similar strength. The ratings
/// behind the games are recovered.
#[test]
fn as_many_players_as_are_rated() {
    let players = if support::long() { MOST_PLAYERS } else { 5_000 };
    let mut random = Random::new(5);
    let mut results = GameResults::default();
    let true_elo = |player: usize| 3_000.0 * player as f64 / players as f64;
    for player in 0..players {
        for _ in 0..6 {
            let other = (player + 1 + random.below(players / 50)) % players;
            let lead = true_elo(player) - true_elo(other) + 32.8;
            let end = toss(&mut random, lead, 97.3);
            results.add(&format!("p{player}"), &format!("p{other}"), end).unwrap();
        }
    }
    let report = rate(&results, &RatingOptions::default()).unwrap();
    assert_eq!((report.players.len(), report.superiority.len()), (players, 0));
    assert_eq!(report.errors(), [] as [String; 0]);
    let joint = RatingOptions { intervals: RatingInterval::Covariance, ..Default::default() };
    assert!(matches!(rate(&results, &joint), Err(RatingError::TooManyJoint(_))));
    let mean = |part: &[PlayerRating]| {
        let number = |player: &PlayerRating| player.name[1..].parse::<usize>().unwrap();
        part.iter().map(|player| true_elo(number(player))).sum::<f64>() / part.len() as f64
    };
    // The best and the worst tenth are nearly the original ones.
    let tenth = players / 10;
    assert!(mean(&report.players[..tenth]) > 2_500.0, "{}", mean(&report.players[..tenth]));
    assert!(mean(&report.players[players - tenth..]) < 500.0);
}

/// Known players do not count again. A player above the limit is an error, and is not left out silently.
#[test]
fn no_player_beyond_the_limit_is_left_out_silently() {
    let mut results = GameResults::default();
    for player in 1..MOST_PLAYERS {
        results.add("hub", &player.to_string(), ENDS[player % 3]).unwrap();
    }
    assert_eq!(results.players().len(), MOST_PLAYERS);
    results.add("1", "2", ENDS[1]).unwrap();
    assert!(!results.too_many());
    let error = results.add("hub", "one more", ENDS[1]).unwrap_err();
    assert!(error.contains("more than 100000 players"), "{error}");
    assert_eq!(rate(&results, &RatingOptions::default()), Err(RatingError::TooManyPlayers));
}

/// A game whose position is invalid counts by its tags, in any order of them.
#[test]
fn a_game_with_an_unreadable_position_counts_by_its_tags() {
    let mut results = GameResults::default();
    let names = "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n";
    let fen = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n";
    let text = format!("{fen}{names}\n1. Zz9 1-0\n\n{names}{fen}\n1-0\n\n{names}\n1. e4 1-0\n");
    results.add_pgn("games", &text, &mut |_| {});
    assert_eq!((results.games, results.by_tags, results.broken), (3, 2, 0), "{:?}", results.errors);
    assert!(
        results.errors.first[0].starts_with("games: line 2: tag FEN: "),
        "{:?}",
        results.errors
    );
    assert!(
        results.errors.first[1].starts_with("games: line 13: tag FEN: "),
        "{:?}",
        results.errors
    );
}
