use super::*;
use crate::figures::sheet::from_csv;

const CALLGRIND: &str = "\
version: 1
positions: instr line
events: Ir
ob=/somewhere/target/release/nucleus
fl=x
fn=search
0x10 5 7
0x14 6 2
calls=3 0x900 0
0x14 6 5000
fi=y
0x18 0 1

ob=/lib/libc.so.6
fn=memcpy
0x10 0 40
ob=/somewhere/target/release/nucleus
fn=search'2
0x10 5 3
";

#[test]
fn costs_are_the_programs_own_by_address_and_what_a_call_costs_counts_once() {
    let costs = Costs::read(CALLGRIND, "nucleus").expect("an output");
    assert_eq!(costs.program, BTreeMap::from([(0x10, 10), (0x14, 2), (0x18, 1)]));
    assert_eq!(costs.library, 40);
    for (text, said) in [
        ("events: Ir\n0x10 5 7\n", "--dump-instr=yes"),
        (&CALLGRIND.replace("0x18 0 1", "0x18 0"), "line 12: no address"),
        (&CALLGRIND.replace("release/nucleus", "release/other"), "`nucleus`"),
    ] {
        let error = Costs::read(text, "nucleus").expect_err("no output");
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn samples_are_the_programs_own_by_address_and_all_others_together() {
    let text = "    555555554010 (/target/profiling/nucleus)\n    555555554010 (/target/profiling/nucleus)\n \
                ffffffff81000000 ([kernel.kallsyms])\n 7ffff7e00000 (/lib/libc.so.6)\n";
    let costs = Costs::read(text, "nucleus").expect("samples");
    assert_eq!((costs.program, costs.library), (BTreeMap::from([(0x10, 2)]), 2));
    let error = Costs::read("no address\n", "nucleus").expect_err("no sample");
    assert!(error.contains("line 1: no address"), "{error}");
}

#[test]
fn frames_of_an_address_come_from_the_inside_out_and_are_ours() {
    let text = "0x0000000000000010\nfeed\n/rustc/59/library/core/src/num/mod.rs:12\nterms<x>\n\
                /home/me/src/nucleus/src/core/eval/mod.rs:139 (discriminator 2)\na::step::{{closure}}\n\
                /home/me/src/nucleus/src/search/instance.rs:?\n0x0000000000000014\n??\n??:0\n";
    let frame = |file: &str, function: &str| Frame { file: file.into(), function: function.into() };
    let expected = [
        (
            0x10,
            vec![frame("src/core/eval/mod.rs", "terms"), frame("src/search/instance.rs", "step")],
        ),
        (0x14, vec![]),
    ];
    assert_eq!(read_frames(text), BTreeMap::from(expected));
}

#[test]
fn the_innermost_function_that_is_of_a_part_decides() {
    let rebuild = "src/core/kernels/isa/avx2/rebuild.rs";
    let magic = "src/core/board/magic/magic_board.rs";
    let (lookup, generate) = ("src/core/board/magic/lookup.rs", "src/core/movegen/generate.rs");
    let node = "src/search/axon/node.rs";
    let chains: [(&[(&str, &str)], NodePart); 7] = [
        (&[(rebuild, "fill")], NodePart::AttackSets),
        (&[(rebuild, "write_cells<R>")], NodePart::Cells),
        (&[(lookup, "rook"), (magic, "a::compute_influence")], NodePart::AttackSets),
        (&[(magic, "find_checkers_and_pins"), (node, "run")], NodePart::Checks),
        (
            &[(lookup, "rook"), (magic, "rook_attacks"), (generate, "generate")],
            NodePart::Generation,
        ),
        (&[(lookup, "rook"), (node, "run")], NodePart::Search),
        (&[("src/core/matrix/planes.rs", "kind_on"), (generate, "generate")], NodePart::Pieces),
    ];
    let mut costs = Costs { library: 5, ..Costs::default() };
    let mut frames = String::new();
    let mut expected = BTreeMap::from([(NodePart::Library, 5)]);
    for (index, (chain, part)) in chains.iter().enumerate() {
        let (address, cost) = (index as u64, 1 << index);
        costs.program.insert(address, cost);
        *expected.entry(*part).or_default() += cost;
        frames += &format!("0x{address:x}\n");
        chain.iter().for_each(|(file, name)| frames += &format!("{name}\n/there/{file}:7\n"));
    }
    assert_eq!(PartCounts::of(&costs, &frames).expect("all are known").0, expected);
    assert!(PartCounts::of(&costs, "").expect_err("no line at all").contains("line tables"));
}

fn row([profile, board]: [&str; 2], part: NodePart, count: u64) -> PartRow {
    let [commit, level] = ["0123456", "avx2"].map(str::to_owned);
    let [profile, board] = [profile, board].map(str::to_owned);
    PartRow { commit, level, profile, board, nodes: 100, part, count }
}

#[test]
fn the_table_is_a_node_of_each_profile_and_board_and_csv_keeps_it() {
    let rows = [
        row(["axon", "matrix"], NodePart::Cells, 20_000),
        row(["axon", "matrix"], NodePart::Search, 130_000),
        row(["axon", "matrix"], NodePart::Library, 10),
        row(["axon", "magic"], NodePart::Search, 100_000),
    ];
    let csv = to_csv(&rows);
    assert!(csv.starts_with("commit,level,profile,board,nodes,part,count\n"), "{csv}");
    assert_eq!(from_csv::<PartRow>(&csv).expect("what was written"), rows);
    assert!(from_csv::<PartRow>(&csv.replace("cells", "walls")).is_err());
    let shown: Vec<String> =
        table(&rows, "avx2").rows.iter().map(|row| row[..3].join(" | ")).collect();
    let expected = [
        "cells | 200 | –",
        "search, table, ordering | 1,300 | 1,000",
        "all | 1,500 | 1,000",
        "matrix over magic | 1.50 | –",
    ];
    assert_eq!(shown, expected);
}

#[test]
fn shares_are_of_each_run_and_a_share_below_half_a_percent_is_none() {
    let rows = [
        row(["axon", "matrix"], NodePart::Cells, 250),
        row(["axon", "matrix"], NodePart::Search, 750),
        row(["full", "matrix"], NodePart::Cells, 1),
        row(["full", "matrix"], NodePart::Search, 999),
    ];
    let expected =
        [["cells", "–", "25 %", "–", "–"], ["search, table, ordering", "–", "75 %", "–", "100 %"]];
    assert_eq!(shares(&rows).rows, expected);
}
