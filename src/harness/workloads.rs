//! The positions and limits that are measured.

use super::record::{Protocol, Workload};

/// The start position.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The mate in 7 of the paper; g5f6 and g5e7 both mate in seven.
pub const MATE_IN_7: &str = "1r6/6kp/6p1/5RQ1/8/P1P1p3/KP6/2q5 w - - 0 1";
/// Three positions for speed alone: a rich middle game, a closed one, an end game.
const SPEED: [(&str, &str); 3] = [
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("middle", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
];

/// How long the samples of these workloads are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lengths {
    /// Seconds of a `timed` sample; a `sustained` one has at least as many.
    pub seconds: f64,
    /// Seconds of a `timed` sample of the speed workloads.
    pub speed_seconds: f64,
    /// Depth of perft from the start position.
    pub perft_depth: u32,
}

fn workload(position: &str, fen: &str, protocol: Protocol, limit: String) -> Workload {
    Workload {
        name: format!("{position}/{protocol}"),
        position: position.to_owned(),
        fen: fen.to_owned(),
        limit,
        protocol,
        ..Workload::default()
    }
}

fn movetime(seconds: f64) -> String {
    format!("movetime {}", (seconds * 1e3).round().max(1.0) as u64)
}

/// Perft of the start position, where its count is known.
fn perft_total(depth: u32) -> Option<u64> {
    [1, 20, 400, 8_902, 197_281, 4_865_609, 119_060_324, 3_195_901_860].get(depth as usize).copied()
}

/// A workload by its name: `start`, `mate7`, `perft`, `speed`; each may be several.
pub fn named(name: &str, lengths: Lengths) -> Option<Vec<Workload>> {
    let three = |position: &str, fen: &str, depth: &str| {
        [Protocol::Paper, Protocol::Sustained, Protocol::Timed].map(|protocol| {
            let limit = match protocol {
                Protocol::Timed => movetime(lengths.seconds),
                _ => depth.to_owned(),
            };
            workload(position, fen, protocol, limit)
        })
    };
    Some(match name {
        "start" => three("start", START, "depth 10").into(),
        "mate7" => three("mate7", MATE_IN_7, "depth 13")
            .map(|w| Workload {
                best: vec!["g5f6".to_owned(), "g5e7".to_owned()],
                mate: Some(7),
                ..w
            })
            .into(),
        "perft" => {
            let limit = format!("perft {}", lengths.perft_depth);
            vec![Workload {
                expected_nodes: perft_total(lengths.perft_depth),
                ..workload("start", START, Protocol::Perft, limit)
            }]
        }
        "speed" => SPEED
            .iter()
            .map(|(n, fen)| workload(n, fen, Protocol::Timed, movetime(lengths.speed_seconds)))
            .collect(),
        _ => return None,
    })
}

/// Reads `NAME=FEN@LIMIT`, or a name that [`named`] knows. A depth or a number of nodes is run
/// once and sustained, a `movetime` timed, a `perft` counted.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn parse(text: &str, lengths: Lengths) -> Result<Vec<Workload>, String> {
    let Some((name, rest)) = text.split_once('=') else {
        return named(text, lengths).ok_or_else(|| {
            format!(
                "no workload `{text}`; there are start, mate7, perft, speed, and NAME=FEN@LIMIT"
            )
        });
    };
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)) {
        return Err(format!("`{name}` is no name of a workload: letters, digits, `-`, `_`, `.`"));
    }
    let (fen, limit) = rest
        .rsplit_once('@')
        .ok_or_else(|| format!("workload `{name}` has no `@LIMIT`, e.g. `@depth 10`"))?;
    let fen = check_fen(fen).map_err(|e| format!("workload `{name}`: {e}"))?;
    let words: Vec<&str> = limit.split_whitespace().collect();
    let (kind, number) = match words[..] {
        [kind, number] => (kind, number.parse::<u64>().ok().filter(|&n| n > 0)),
        _ => ("", None),
    };
    let protocols: &[Protocol] = match kind {
        "depth" | "nodes" => &[Protocol::Paper, Protocol::Sustained],
        "movetime" => &[Protocol::Timed],
        "perft" => &[Protocol::Perft],
        _ => &[],
    };
    if protocols.is_empty() || number.is_none() {
        return Err(format!(
            "workload `{name}`: `{limit}` is no limit; one of depth N, nodes N, movetime MS, \
             perft N"
        ));
    }
    let limit = words.join(" ");
    Ok(protocols.iter().map(|&p| workload(name, &fen, p, limit.clone())).collect())
}

/// The shape of a FEN; `startpos` is the start position. The rules are for those who know them.
fn check_fen(fen: &str) -> Result<String, String> {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    if fields == ["startpos"] {
        return Ok(START.to_owned());
    }
    if !(4..=6).contains(&fields.len()) {
        return Err(format!("a FEN has 4 to 6 fields, this one has {}", fields.len()));
    }
    let rows: Vec<&str> = fields[0].split('/').collect();
    if rows.len() != 8 {
        return Err(format!("a FEN has 8 ranks, this one has {}", rows.len()));
    }
    for (row, rank) in rows.iter().zip((1..=8).rev()) {
        let files = row.chars().try_fold(0, |n, c| match c {
            '1'..='8' => Some(n + c.to_digit(10)?),
            _ if "pnbrqkPNBRQK".contains(c) => Some(n + 1),
            _ => None,
        });
        if files != Some(8) {
            return Err(format!("rank {rank} of the FEN, `{row}`, has not 8 squares"));
        }
    }
    if !matches!(fields[1], "w" | "b") {
        return Err(format!("the side to move is `{}`, not w or b", fields[1]));
    }
    Ok(fields.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    const L: Lengths = Lengths { seconds: 2.0, speed_seconds: 5.0, perft_depth: 6 };

    #[test]
    fn built_in_workloads() {
        let names: Vec<String> = ["start", "mate7", "perft", "speed"]
            .iter()
            .flat_map(|n| named(n, L).unwrap())
            .map(|w| w.name)
            .collect();
        assert_eq!(
            names,
            [
                "start/paper",
                "start/sustained",
                "start/timed",
                "mate7/paper",
                "mate7/sustained",
                "mate7/timed",
                "start/perft",
                "kiwipete/timed",
                "middle/timed",
                "endgame/timed"
            ]
        );
        assert_eq!(named("perft", L).unwrap()[0].expected_nodes, Some(119_060_324));
        for w in ["start", "mate7", "speed"].iter().flat_map(|n| named(n, L).unwrap()) {
            assert_eq!(check_fen(&w.fen).as_ref(), Ok(&w.fen));
        }
    }

    #[test]
    fn workloads_of_the_command_line() {
        let two = parse("x=startpos@depth  8", L).unwrap();
        assert_eq!((two[0].name.as_str(), two[0].limit.as_str()), ("x/paper", "depth 8"));
        assert_eq!((two[1].name.as_str(), two[0].fen.as_str()), ("x/sustained", START));
        let timed = parse("t=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -@movetime 50", L).unwrap();
        assert_eq!(timed[0].protocol, Protocol::Timed);
        for (bad, word) in [
            ("nothing", "no workload"),
            ("a b=startpos@depth 1", "no name"),
            ("x=startpos", "@LIMIT"),
            ("x=startpos@depth", "no limit"),
            ("x=startpos@depth 0", "no limit"),
            ("x=startpos@infinite", "no limit"),
            ("x=8/8 w - -@depth 1", "8 ranks"),
            ("x=9/8/8/8/8/8/8/8 w - -@depth 1", "rank 8"),
            ("x=8/8/8/8/8/8/8/7 w - -@depth 1", "rank 1"),
            ("x=8/8/8/8/8/8/8/8 x - -@depth 1", "side to move"),
            ("x=8/8/8/8/8/8/8/8@depth 1", "4 to 6 fields"),
        ] {
            let message = parse(bad, L).unwrap_err();
            assert!(message.contains(word), "{bad}: {message}");
        }
    }
}
