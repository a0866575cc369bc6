//! Invalid input for commands: the exit code and the message. Nothing panics, every error is
//! reported, and none is printed to standard output like an answer.
//!
//! `input.rs` tests random input.

use crate::program::at_once;
use crate::{fake, support};

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Files that the rows name.
const FILES: [(&str, &[u8]); 22] = [
    ("empty", b""),
    ("notes.txt", b"hello, this is no such file\n"),
    ("illegal.pgn", b"[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n"),
    ("fen.pgn", b"[FEN \"8/8/8 w\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n"),
    ("good.pgn", b"[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n"),
    ("kings.epd", b"8/8/8/8/8/8/8/8 w - - bm e4; id \"x\";\n"),
    ("goal.epd", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"x\";\n"),
    ("move.epd", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Qh5;\n"),
    ("good.epd", b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n"),
    ("cut.json", b"{\"schema\": 1,"),
    ("newer.json", b"{\"schema\": 99}"),
    ("list.json", b"[]"),
    ("binary.json", b"\xff\xfe\x00"),
    ("value.toml", b"format = 1\nkind = "),
    ("row.toml", b"x = 1\n"),
    ("cut.bin", b"0123456789"),
    ("dies", b"#!/bin/sh\nexit 3\n"),
    ("match.json", b"{\n  \"schema\": 1,\n  \"games_wanted\": 2,\n  \"games\": []\n}\n"),
    ("comment.pgn", b"{no record} 1. e4 *\n"),
    ("apart.pgn", b"[White \"a\"]\n[Black \"b\"]\n\n1-0\n\n[White \"c\"]\n[Black \"d\"]\n\n0-1\n"),
    ("aim.txt", b"Aim, 90, 0, 50, 20\n"),
    ("text", b"no program"),
];

/// Arguments separated by bars, the exit code, and a part of the message. `~` is the folder of the files, `%`
/// an engine.
#[rustfmt::skip]
const ROWS: &[(&str, i32, &str)] = &[
    ("nonsense", 2, "unrecognized subcommand 'nonsense'"),
    ("--nonsense", 2, "unexpected argument '--nonsense'"),
    ("bench|--nonsense", 2, "unexpected argument '--nonsense'"),
    // FEN
    ("inspect|8/8/8 w", 1, "invalid FEN, line field, column 8: 2 fields instead of 6"),
    ("inspect|8/8/8/8/8/8/8/8 w - - 0 1", 1, "board field, column 1: White has no king"),
    ("inspect|4k3/9/8/8/8/8/8/4K3 w - - 0 1", 1, "board field, column 5"),
    ("inspect|4k3/8/8/8/8/8/8/4KZ2 w - - 0 1", 1, "board field, column 19: 'Z' is not a piece"),
    ("inspect|4k3/8/8/8/8/8/8/4K3 x - - 0 1", 1, "column 21: 'x' is neither 'w' nor 'b'"),
    ("inspect|4k3/8/8/8/8/8/8/4K3 w X - 0 1", 1, "column 23: 'X' is not a castling right"),
    ("inspect|4k3/8/8/8/8/8/8/4K3 w - e9 0 1", 1, "column 25: 'e9' is neither a square nor '-'"),
    ("inspect|4k3/8/8/8/8/8/8/4K3 w - - x 1", 1, "halfmove clock field, column 27: 'x' is not a number"),
    ("inspect|4k3/8/8/8/8/8/8/4K3 w - - 0 -1", 1, "move number field, column 29: '-1' is not a number"),
    ("perft|1|--fen|8/8", 1, "1 fields instead of 6"),
    ("eval|8/8", 1, "1 fields instead of 6"),
    ("perft|1|--fen|", 1, "invalid FEN"),
    ("eval|", 1, "invalid FEN"),
    ("inspect|", 1, "invalid FEN"),
    // inspect
    ("inspect|--moves|e2e5", 1, "move 1: 'e2e5' is not legal in rnbqkbnr/"),
    ("inspect|--moves|e4|e4", 1, "move 2: 'e4' is not legal"),
    ("inspect|--moves|xyzzy", 1, "move 1: 'xyzzy' is not a move"),
    ("inspect|--moves|e4|--ply|7", 1, "there is no ply 7: the line has 1"),
    ("inspect|--ply|x", 2, "invalid value 'x' for '--ply <N>'"),
    ("inspect|--pgn|~/nothing", 1, "nothing: No such file"),
    ("inspect|--pgn|~/empty", 1, "empty: there is no game 1: the file has 0"),
    ("inspect|--pgn|~/illegal.pgn", 1, "illegal.pgn: line 3: move 2.: 'Ke3' is not legal"),
    ("inspect|--pgn|~/fen.pgn", 1, "fen.pgn: line 1: tag FEN: invalid FEN"),
    ("inspect|--pgn|~/good.pgn|--game|2", 1, "good.pgn: there is no game 2: the file has 1"),
    ("inspect|--pgn|~/good.pgn|--game|0", 1, "good.pgn: there is no game 0: the file has 1"),
    ("inspect|--level|mmx", 2, "unknown level 'mmx': expected one of auto, portable"),
    ("inspect|--compare|mmx", 1, "no kernel 'mmx' on this CPU: there are reference, portable"),
    ("inspect|--board|magic", 1, "the magic board has no cells to show"),
    ("inspect|--board|axon32|--trace|rebuild", 1, "--trace rebuild takes the matrix's rebuild"),
    ("inspect|--layer|wizard", 2, "invalid value 'wizard' for '--layer <KIND>'"),
    ("inspect|--svg|~/no/x.svg", 1, "no/x.svg: No such file"),
    ("inspect|--svg|~", 1, "it is a directory, not a file"),
    ("inspect|--svg|~/x.png", 2, "x.png: the picture is SVG, not PNG"),
    ("inspect|--png|~/x.png", 2, "a picture is SVG, which a browser shows and prints: --svg FILE"),
    ("inspect|--html|~/no/x.html", 1, "no/x.html: No such file"),
    ("inspect|--svg|-|--html|-", 2, "--svg and --html both write to standard output"),
    ("inspect|--svg|-|--json", 2, "--svg and --json both write to standard output"),
    ("inspect|--svg|~/x|--html|~/x", 2, "--svg and --html both write to "),
    ("inspect|--squares|d4,d4|--svg|-", 2, "--squares has d4 twice"),
    ("inspect|--squares|d4,e4|--squares|d4", 2, "--squares has d4 twice"),
    ("inspect|--squares|d4,z9", 2, "'z9' is not a square"),
    ("inspect|--trace|rebuild|--svg|-", 2, "cannot be used with"),
    ("inspect|--color|sometimes", 2, "invalid value 'sometimes' for '--color <WHEN>'"),
    ("inspect|--open", 2, "--html <FILE>"),
    ("inspect|--open|--html|-", 2, "--open needs a file"),
    // perft, eval, weights, bench, speedtest, cpu
    ("perft|x", 2, "invalid value 'x' for '<DEPTH>'"),
    ("perft", 2, "<DEPTH>"),
    ("perft|1|--mode|sideways", 2, "invalid value 'sideways' for '--mode <MODE>'"),
    ("perft|1|--board|hexagonal", 2, "unknown board 'hexagonal': expected one of matrix, magic"),
    ("perft|99999999999999999999", 2, "number too large"),
    ("eval|--material|gold", 2, "no set 'gold'; there are axon, chess45, modern"),
    ("eval|--contempt|much", 2, "invalid value 'much' for '--contempt <CENTIPAWNS>'"),
    ("eval|--profile|genius", 2, "unknown profile 'genius': expected one of axon, full, umko"),
    ("eval|--weights|~/nothing.toml", 1, "nothing.toml: No such file"),
    ("eval|--weights|~/value.toml", 1, "value.toml, line 2: "),
    ("eval|--weights|~/row.toml", 1, "row.toml, line 1: unknown row 'x'"),
    ("eval|--weights|~/unknown.toml", 1, "unknown row 'nothing'"),
    ("eval|--weights|~/cut.toml", 1, "cut.toml: expected all "),
    ("eval|--weights|~/huge.toml", 1, "each from 0 to 40"),
    ("eval|--weights|~/binary.json", 1, "binary.json: stream did not contain valid UTF-8"),
    ("eval|--weights|~", 1, "it is a directory, not a file"),
    ("weights|~/notes.txt", 1, "notes.txt, line 1: key with no value"),
    ("weights|--preset|nothing", 2, "unknown preset 'nothing': expected one of low, high, ep, ep-hj"),
    ("bench|x", 2, "invalid value 'x' for '[DEPTH]'"),
    ("bench|0", 2, "1..=60"),
    ("bench|1|--hash|0", 2, "1..=65536"),
    ("bench|1|--hash|65537", 2, "1..=65536"),
    ("bench|1|--hash|x", 2, "invalid value 'x' for '--hash <MIB>'"),
    ("bench|1|--threads|0", 2, "0 is not in 1..=1024"),
    ("bench|1|--parallel|magic", 2, "unknown parallel search 'magic': expected one of ybw, lazy"),
    ("bench|1|--weights|~/value.toml", 1, "value.toml, line 2: "),
    ("speedtest|--time|0", 2, "0 is not in 1..=86400"),
    ("speedtest|--time|NaN", 2, "invalid value 'NaN' for '--time <SECONDS>'"),
    ("cpu|--core|x", 2, "invalid value 'x' for '--core <N>'"),
    #[cfg(all(target_os = "linux", not(nucleus_portable)))]
    ("cpu|--core|9999", 2, "cannot use logical processor 9999: this process may use "),
    #[cfg(not(all(target_os = "linux", not(nucleus_portable))))]
    ("cpu|--core|9999", 2, "cannot use logical processor 9999: "),
    ("uci|--evaluation|gut", 2, "invalid value 'gut' for '--evaluation <NAME>'"),
    ("uci|--weights|~/nothing.toml", 1, "nothing.toml: No such file"),
    ("--weights|~/notes.txt", 1, "notes.txt, line 1: "),
    // suite
    ("suite|~/good.epd", 2, "--movetime <MS>|--depth <N>|--nodes <N>"),
    ("suite|--depth|0|~/good.epd", 2, "0 is not in 1..=120"),
    ("suite|--depth|1|~/nothing.epd", 1, "nothing.epd: No such file"),
    ("suite|--depth|1|~/empty", 1, "empty: no position in it"),
    ("suite|--depth|1|~/notes.txt", 1, "notes.txt: line 1: invalid FEN"),
    ("suite|--depth|1|~/kings.epd", 1, "kings.epd: line 1: invalid FEN, board field, column 1: White has no king"),
    ("suite|--depth|1|~/goal.epd", 1, "goal.epd: line 1: no bm, am or dm: nothing to solve"),
    ("suite|--depth|1|~/move.epd", 1, "move.epd: line 1: operation bm: 'Qh5' is not legal"),
    ("suite|--depth|1|~/good.epd|--position|2", 2, "good.epd has 1 positions"),
    ("suite|--depth|1|~/good.epd|--json|~/cut.json", 1, "cut.json: no record of a run over test suites: EOF"),
    ("suite|--depth|1|--nodes|10|~/good.epd", 2, "cannot be used with"),
    ("suite|--depth|1|--bound=-1|~/good.epd", 2, "--bound"),
    ("suite|--depth|1|--weights|~/nothing.toml|~/good.epd", 1, "nothing.toml: No such file"),
    // report
    ("report|~/nothing", 1, "nothing: No such file"),
    ("report|~/cut.json", 1, "cut.json: no record of a comparison: EOF"),
    ("report|~/newer.json", 1, "newer.json: schema 99 is newer than 2"),
    ("report|~/list.json", 1, "list.json: no record of a comparison: it has no `schema` number"),
    ("report|~/binary.json", 1, "binary.json: stream did not contain valid UTF-8"),
    ("report|~/empty", 1, "empty: no record of a comparison: EOF"),
    ("report|--diff|~/cut.json|~/newer.json", 1, "cut.json: no record of a comparison"),
    ("report|--diff|~/cut.json", 2, "2 values required"),
    ("report|--fail-below|x", 2, "not a positive number"),
    ("report|--table|nothing", 2, "invalid value 'nothing' for '--table <NAME>'"),
    // compare
    ("compare|--quick|--without-ours|--engine|x=/no/such", 2, "engine x: cannot start `/no/such`: no such program"),
    ("compare|--quick|--without-ours|--engine|noequals", 2, "engine `noequals` is not NAME=COMMAND"),
    ("compare|--quick|--without-ours|--engine|x=", 2, "engine `x`: the command is empty"),
    ("compare|--quick|--workload|x", 2, "no workload `x`; use start, mate7"),
    ("compare|--quick|--workload|x=8/8@depth 1", 2, "workload `x`: invalid FEN"),
    ("compare|--quick|--workload|x=startpos@forever", 2, "invalid limit `forever`: expected depth N"),
    ("compare|--quick|--rounds|0", 2, "0 is not in 1..=1000"),
    ("compare|--time|NaN", 2, "NaN"),
    ("compare|--hash|0", 2, "0 is not in 1.."),
    ("compare|--threads|1,0", 2, "0"),
    ("compare|--threads|1,2|--gate|>=1", 2, "--gate does not go with several numbers of threads"),
    ("compare|--threads|1,2|--workload|start", 2, "--workload does not go with several numbers"),
    ("compare|--without-references", 2, "--without-references needs several numbers of threads"),
    ("compare|--processes|forever", 2, "expected one of persistent, per-block"),
    ("compare|--profile|x", 2, "'x'"),
    ("compare|--quick|--full", 2, "cannot be used with"),
    ("compare|--boards|--engine|x=y", 2, "cannot be used with"),
    ("compare|--quick|--option|x:y", 2, "--option `x:y` is not ENGINE:NAME=VALUE"),
    ("compare|--quick|--option|nobody:Hash=1", 2, "no engine `nobody`; there are `nucleus`"),
    ("compare|--quick|--without-ours|--engine|x='open", 2, "quotation"),
    ("compare|--quick|--without-ours|--engine|e=%|--engine|e=%", 2, "two engines"),
    ("compare|--quick|--without-ours|--engine|x=~", 2, "engine x: cannot start `~`: it may not be executed"),
    ("compare|--quick|--without-ours|--engine|x=~/text", 2, "engine x: cannot start `~/text`: it may not be executed"),
    ("compare|--quick|--without-ours|--engine|e=% no-uciok|--out|~/text", 1, "cannot make the folder"),
    ("compare|--engine|e=%|--workload|x=r3k2r/8/8/8/8/8/8/R3K2R w ZZ - 0 1@depth 6", 2, "castling field, column 27: 'Z' is not a castling"),
    ("compare|--engine|e=%|--workload|x=8/8/8/8/8/8/8/K7 w - -@depth 1", 2, "has no king"),
    ("compare|--engine|e=%|--workload|x=7k/5KQ1/8/8/8/8/8/8 b - -@depth 1", 2, "no move is legal"),
    ("compare|--engine|e=%|--core|99999", 2, "processor 99999"),
    ("compare|--quick|--engine|e=%|--option|g:Hash=4", 2, "no engine `g`"),
    ("compare|--quick|--engine|good=%|--option|godo:Hash=4", 2, "no engine `godo`; nearest: `good`"),
    ("compare|--quick|--engine|e=%|--option|e:Hash=banana", 2, "engine e: option `Hash` is a whole number from 1 to 1024, not `banana`"),
    ("compare|--quick|--engine|e=%|--option|e:Hash=1025", 2, "engine e: option `Hash`"),
    ("compare|--quick|--engine|e=%|--option|e:Hash=2|--option|e:hash=4", 2, "`e` gets that option twice"),
    ("compare|--quick|--engine|e=%|--option|e:Styel=wild", 2, "it has no option `Styel`; nearest: `Style`"),
    ("compare|--quick|--engine|e=%|--option|e:Threads=4", 2, "--threads N sets it"),
    ("compare|--quick|--engine|e=%|--option|nucleus:Level=foo", 2, "each level has a row of its own"),
    ("compare|--quick|--engine|e=%|--option|nucleus:level=portable", 2, "each level has a row of its own"),
    ("compare|--quick|--engine|e=%|--option|nucleus:Variant=asm", 2, "each variant has a row of its own"),
    ("compare|--quick|--engine|e=%|--option|nucleus:Profile=full", 2, "--profile NAME"),
    ("compare|--quick|--engine|e=%|--option|nucleus:Hsh=1", 2, "nearest: `Hash`"),
    ("compare|--quick|--engine|e=%|--option|nucleus-avx9:Hash=1", 2, "no engine `nucleus-avx9`; nearest: `nucleus"),
    ("compare|good", 2, "only one engine, `good`: give two commands"),
    ("compare|missing/engine|x", 2, "engine engine: cannot start `missing/engine`: no such program"),
    ("compare|a|b|--name|x|--name|x", 2, "two engines have the name `x`"),
    ("compare|a|b|--engine|x=y", 2, "cannot be used with"),
    ("compare|--name|x", 2, "--name requires engines"),
    ("compare|a/x|b/x|--name|1|--name|2|--name|3", 2, "3 times, for 2 engines"),
    ("compare|a/x|b/x|b/y|c/y", 2, "two engines have the name `b`"),
    ("compare|a/x|'open", 2, "quotation"),
    ("compare|a/x|y|--name|\u{7}", 2, "unprintable characters"),
    ("compare|--engine|e=%|--workload|x=8/8/8/4k3/4R3/8/8/4K3 w - - 0 1@depth 1", 2, "workload `x`: invalid FEN, side to move field, column 23: Black is in check but not to move"),
    ("compare|--engine|e=%|--workload|x=4k3/8/8/8/8/8/8/RK5R w HA - 0 1@depth 1", 2, "Chess960"),
    // match
    ("match|nucleus|nucleus:axon", 2, "--movetime <MS>|--tc"),
    ("match|--depth|1|nucleus", 2, "a match is between two engines or more"),
    ("match|--depth|1|nucleus|nucleus", 2, "two engines are called `nucleus`"),
    ("match|--depth|1|nucleus:genius|nucleus", 2, "`genius` is no profile, level, variant or board of ours"),
    ("match|--depth|1|=toga2|nucleus", 2, "not NAME=COMMAND"),
    ("match|--depth|1|=nucleus|nucleus", 2, "has no name"),
    ("match|--depth|1|x=|nucleus", 2, "the command is empty"),
    ("match|--depth|1|x='a|nucleus", 2, "not closed"),
    ("match|--depth|1|nucleus:axon,full|b=%", 2, "exclude each other"),
    ("match|--depth|1|nucleus:magic,matrix|b=%", 2, "exclude each other"),
    ("match|--depth|1|nucleus:full,asm|b=%", 2, "would run the same code"),
    ("match|--depth|1|nucleus:asm|b=%", 2, "would run the same code"),
    ("match|--depth|1|nucleus:axon,magic,asm|b=%", 2, "the magic board runs no assembly"),
    ("match|--depth|1|no|nucleus", 2, "engine no: cannot start `no`: no such program"),
    ("match|--depth|1|a=/no/such|nucleus", 2, "engine a: cannot start `/no/such`: no such program"),
    ("match|--tc|soon|nucleus|nucleus:axon", 2, "`soon` is not BASE+INC"),
    ("match|--depth|1|--openings|~/notes.txt|nucleus|nucleus:axon", 1, "openings are read from files that end in"),
    ("match|--depth|1|--openings|~/illegal.pgn|nucleus|nucleus:axon", 1, "illegal.pgn: line 3: move 2."),
    ("match|--depth|1|--sprt|5|0|0.05|0.05|nucleus|nucleus:axon", 2, "elo0 5 has to be below elo1 0"),
    ("match|--depth|1|--syzygy|~|nucleus|nucleus:axon", 1, "no file *.rtbw"),
    ("match|--depth|1|--pgn|~/good.pgn|nucleus|nucleus:axon", 2, "good.pgn already exists"),
    ("match|--depth|1|--option|nucleus:X=1|nucleus|nucleus:axon", 2, "it has no option `X`"),
    ("match|--depth|1|--json|~/cut.json|--resume|nucleus|nucleus:axon", 1, "cut.json: no record of a match"),
    ("match|--depth|1|--nodes|1|nucleus|nucleus:axon", 2, "cannot be used with"),
    ("match|--tc|0+1|nucleus|nucleus:axon", 2, "BASE+INC"),
    ("match|--tc|0/5|nucleus|nucleus:axon", 2, "MOVES/BASE+INC"),
    ("match|--depth|1|--resign|5|nucleus|nucleus:axon", 2, "CP,MOVES"),
    ("match|--depth|1|--ponder|nucleus|nucleus:axon", 2, "cannot be used with"),
    ("match|--depth|1|--games|0|nucleus|nucleus:axon", 2, "--games"),
    ("match|--depth|1|--games|3|a=%|b=%|c=%", 2, "--games 3 is odd"),
    ("match|--depth|1|--games|1000000|a=%|b=%|c=%", 2, "are more than 1000000"),
    ("match|--depth|1|--concurrency|1000|a=%|b=%", 2, "needs 1000 processors"),
    ("match|--depth|1|--sprt|0|5|0.05|0.05|a=%|b=%|c=%", 2, "tests one engine against another; here are 3"),
    ("match|--depth|1|--sprt|0|5|0.6|0.5|a=%|b=%", 2, "below 1 together"),
    ("match|a=%|b=%|--depth|1|--sprt|0|5|0.05", 2, "4 values required"),
    ("match|--depth|1|--sprt|0|x|0|0|a=%|b=%", 2, "invalid value 'x'"),
    ("match|--depth|1|--sprt-model|logistic|a=%|b=%", 2, "--sprt"),
    ("match|--depth|1|--syzygy|~/nothing|a=%|b=%", 1, "nothing"),
    ("match|--depth|1|--syzygy||a=%|b=%", 2, "no folder is named"),
    ("match|--depth|1|--syzygy|;|a=%|b=%", 2, "no folder is named"),
    ("match|--depth|1|--option|other:A=1|a=%|b=%", 2, "no engine `other`"),
    ("match|--depth|1|--option|a|a=%|b=%", 2, "is not ENGINE:NAME=VALUE"),
    ("match|--depth|1|--option|a:Nothing=1|a=%|b=%", 2, "it has no option `Nothing`; there are `Hash`"),
    ("match|--depth|1|--option|a:Styl=wild|a=%|b=%", 2, "it has no option `Styl`; nearest: `Style`"),
    ("match|--depth|1|--option|a:Style=tame|a=%|b=%", 2, "is one of calm, wild, not `tame`"),
    ("match|--depth|1|--option|nucleus:Hash=banana|nucleus|b=%", 2, "option `Hash` is a whole number from"),
    ("match|--depth|1|--option|nucleus:Level=foo|nucleus|b=%", 2, "option `Level` is one of"),
    ("match|--depth|1|--option|godo:Hash=1|good=%|b=%", 2, "no engine `godo`; nearest: `good`"),
    // rate, book, table
    ("rate", 2, "GAMES.pgn"),
    ("rate|~/nothing.pgn", 1, "nothing.pgn: "),
    ("rate|~/match.json", 1, "match.json: a match, and no games in PGN"),
    ("rate|~/comment.pgn", 1, "there is no game with a result"),
    ("rate|~/apart.pgn", 1, "2 groups that did not play each other"),
    ("rate|~/apart.pgn", 1, "`a`, `b` | `c`, `d`"),
    ("rate|~/good.pgn|--prior|0", 1, "`b` scored nothing"),
    ("rate|~/good.pgn|--prior|-1", 2, "`-1` is not a number of draws"),
    ("rate|~/good.pgn|--anchor|x", 2, "is not NAME=ELO"),
    ("rate|~/good.pgn|--anchor|x=NaN", 2, "`NaN` is not a rating"),
    ("rate|~/good.pgn|--draw|0", 2, "0 is not above 0"),
    ("rate|~/good.pgn|--intervals|wide", 2, "neither `exact` nor `covariance`"),
    ("rate|~/empty", 1, "there is no game with a result"),
    ("rate|~/notes.txt", 1, "there is no game with a result"),
    ("rate|~/good.pgn|--anchor|nobody=1", 1, "the anchor `nobody` has no game here"),
    ("rate|~/good.pgn|--white|x", 2, "`x` is neither `fit` nor a number of Elo points"),
    ("rate|~/good.pgn|--average|NaN", 2, "`NaN` is not a rating"),
    ("book|show|--book|~/cut.bin|startpos", 1, "cut.bin: 10 bytes are not a multiple of 16"),
    ("book|show|--book|~/empty|startpos", 1, "empty: the file is empty"),
    ("book|make|--out|~/new.bin|~/empty", 1, "no game to make a book from"),
    ("book|make|--out|~/good.pgn|~/good.pgn", 2, "good.pgn already exists"),
    ("table|--syzygy|~|4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, "no table in these folders"),
    ("table|4k3/8/8/8/8/8/8/4K2R w - - 0 1", 2, "--syzygy <FOLDERS>"),
    // reproduce
    ("reproduce|none", 2, "ep-hj"),
    ("reproduce|--unit|ep-draws", 2, "--run"),
    ("reproduce|--run|--budget|0", 2, "hours"),
    ("reproduce|--reports|~/nothing", 1, "axon-ii.toml"),
    // tune
    ("tune|spsa|% tunable|~/aim.txt|--out|~/new.csv|--nodes|9", 2, "aim.txt, line 1: 90 is not"),
    ("tune|spsa|% tunable|~/aim.txt|--out|~/new.csv|--nodes|9|--games|3", 2, "--games"),
    ("tune|spsa|% tunable|~/aim.txt|--out|~/new.csv|--nodes|9|--steps|0", 2, "--steps"),
    ("tune|spsa|% tunable|~/aim.txt|--out|~/new.csv|--nodes|9|--depth|3", 2, "cannot be used with"),
    ("tune|fit|--out|~/new.toml|~/empty", 1, "no position with a result in these files"),
    ("tune|games|--out|~/good.pgn", 2, "good.pgn is not a folder: games are written into a folder"),
];

fn folder_of_files() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).expect("it can be written");
    };
    FILES.iter().for_each(|(name, bytes)| write(name, bytes));
    let weights = run(folder.path(), &["weights"], "").stdout;
    let text = String::from_utf8(weights).expect("text");
    write("unknown.toml", format!("{text}\nnothing = 1\n").as_bytes());
    write("cut.toml", &text.as_bytes()[..text.find("placement.").expect("its table")]);
    let row = "development.castling_right = [";
    assert!(text.contains(row));
    write("huge.toml", text.replacen(row, &format!("{row}99999999, "), 1).as_bytes());
    folder
}

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nucleus"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NUCLEUS_LEVEL")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Writing fails if the command has already ended.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

/// Returns true if a message contains a text. Messages of the system may be translated on Windows, but end
/// with the error's number.
fn tells(message: &str, expected: &str) -> bool {
    const OF_SYSTEM: [(&str, &[&str]); 1] = [("No such file", &["(os error 2)", "(os error 3)"])];
    let of_system = OF_SYSTEM.iter().find_map(|(words, numbers)| {
        expected.strip_suffix(words).filter(|_| cfg!(windows)).map(|before| (before, numbers))
    });
    let Some((before, numbers)) = of_system else { return message.contains(expected) };
    message.replace('\\', "/").contains(before) && numbers.iter().any(|n| message.contains(n))
}

#[test]
fn every_bad_input_is_refused_with_its_reason() {
    let engine = fake::command(&["player"]);
    at_once(ROWS.chunks(ROWS.len().div_ceil(4)), |rows| {
        let folder = folder_of_files();
        let place = folder.path().to_str().expect("a plain path");
        let count = || fs::read_dir(folder.path()).expect("the folder").count();
        let mut wrong = Vec::new();
        for (line, code, expected) in rows {
            let arguments = line.replace('~', place).replace('%', &engine);
            let arguments: Vec<&str> = arguments.split('|').collect();
            let before = count();
            let output = run(folder.path(), &arguments, "");
            let message = String::from_utf8_lossy(&output.stderr);
            // No file is written either.
            let right = output.status.code() == Some(*code)
                && message.contains("error: ")
                && tells(&message, &expected.replace('~', place))
                && !message.contains("panicked")
                && output.stdout.is_empty()
                && count() == before;
            if !right {
                wrong.push(format!("{line}: {:?}, {message}", output.status.code()));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
    support::row("bad inputs, each with its message and exit code", &format!("{}", ROWS.len()));
}

/// A program that does not answer as an engine is dropped, and nothing is left to measure.
#[cfg(unix)]
#[test]
fn a_program_that_is_no_engine_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder_of_files();
    let program = folder.path().join("dies");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("ours");
    let program = program.display();
    let engine = format!("x={program}");
    for arguments in [
        &["compare", "--quick", "--without-ours", "--engine", &engine, "--out", "new"][..],
        &["match", "--depth", "1", "--games", "2", "--json", "new", &engine, "nucleus"],
    ] {
        let output = run(folder.path(), arguments, "");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
        assert!(message.contains("it ended with exit code 3 before"), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty() && !folder.path().join("new").exists(), "{arguments:?}");
    }
}

/// Every invalid line of a GUI is answered by an error, and the engine continues.
#[test]
fn every_bad_line_of_a_gui_is_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, reason) in [
        (
            "position fen 8/8/8",
            "invalid FEN, line field, column 6: 1 fields instead of 6; position refused",
        ),
        ("position", "0 fields instead of 6; position refused"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king; position refused"),
        ("position startpos moves e2e5", "'e2e5' is not legal in rnbqkbnr/"),
        ("position startpos moves xyzzy", "'xyzzy' is not a move: 'xy' is not a square"),
        ("nonsense", "unknown command 'nonsense' ignored"),
        ("go depth x", "go: 'depth x' is not a number"),
        ("go depth -1", "go: 'depth -1' is below 0"),
        ("go depth", "go: 'depth' needs a number"),
        ("go movetime", "go: 'movetime' needs a number"),
        ("go movetime -50", "go: 'movetime -50' is below 0"),
        ("go movetime nan", "go: 'movetime nan' is not a number"),
        ("go movetime 1e3", "go: 'movetime 1e3' is not a number"),
        ("go mate x", "go: 'mate x' is not a number"),
        ("go perft x", "go: 'perft x' is not a number"),
        ("go wtime x depth 1", "go: 'wtime x' is not a number"),
        ("go searchmoves e2e5 depth 1", "searchmoves: 1 of 1 not legal here, as 'e2e5'"),
        ("setoption name Nonsense value 1", "no option 'Nonsense'"),
        ("setoption", "no option ''"),
        ("setoption name Hash value x", "option Hash: 'x' is not a number from 1 to 65536"),
        ("setoption name Hash value 0", "option Hash: '0' is not a number from 1 to 65536"),
        ("setoption name Threads value 0", "option Threads: '0' is not a number from 1 to 1024"),
        ("setoption name UCI_Elo value 100", "option UCI_Elo: '100' is not a number from "),
        ("setoption name Skill Level value 99", "option Skill Level: "),
        ("setoption name Style value wild", "option Style: "),
        ("setoption name Material value lead", "no set 'lead'; there are axon, chess45, modern"),
        ("setoption name Positional Bound value -2", "'-2' is not a number from -1 to 32767"),
        ("setoption name SyzygyProbeDepth value 0", "option SyzygyProbeDepth: "),
        ("setoption name Syzygy50MoveRule value perhaps", "option Syzygy50MoveRule: "),
        ("setoption name GaviotaTbCache value x", "option GaviotaTbCache: "),
        ("setoption name Evaluation value nnue", "expected classical, network or paper29"),
        ("setoption name Weights File value /nowhere.toml", "the weights stay as they were"),
        ("setoption name EvalFile value /nowhere.net", "the network stays as it was"),
        ("setoption name Quiescence Checks value yes", "neither true nor false"),
        ("setoption name UCI_LimitStrength value yes", "option UCI_LimitStrength: "),
        ("setoption name Strength Seed value -1", "option Strength Seed: "),
        ("setoption name Automatic Depth", "option Automatic Depth: "),
        ("setoption name Board value mailbox", "unknown board 'mailbox'"),
        ("setoption name Level value mmx", "unknown level 'mmx': expected one of auto, portable"),
        (
            "setoption name Variant value gut",
            "unknown variant 'gut': expected one of intrinsics, asm",
        ),
        ("setoption name Profile value genius", "unknown profile 'genius': expected one of axon"),
        ("setoption name Ponder value maybe", "option Ponder: 'maybe' is neither true nor false"),
        ("setoption name UCI_Elo value x", "option UCI_Elo: 'x' is not a number from "),
        ("setoption name Weights File value preset:no", "unknown preset 'no': expected one of low"),
        ("setoption name Book File value /no/such", "/no/such: No such file"),
        ("setoption name SyzygyPath value /no/such", "/no/such: No such file"),
        ("bench x", "bench: 'x' is not a depth from 1 to 60"),
        ("bench 0", "bench: '0' is not a depth from 1 to 60"),
        ("bench -1", "bench: '-1' is not a depth from 1 to 60"),
        ("bench 61", "bench: '61' is not a depth from 1 to 60"),
    ] {
        let output = run(folder.path(), &["uci"], &format!("{line}\nisready\nquit\n"));
        let text = String::from_utf8_lossy(&output.stdout);
        let found = text.lines().any(|row| row.starts_with("info string ") && tells(row, reason));
        assert!(found, "{line}: {text}");
        assert!(text.lines().any(|row| row == "readyok"), "{line}: {text}");
        assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{line}");
    }
}
