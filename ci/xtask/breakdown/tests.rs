use super::*;

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
    for (text, expected) in [
        (&CALLGRIND.replace("0x10 5 7", "16 5 7"), "--dump-instr=yes"),
        (&CALLGRIND.replace("0x18 0 1", "0x18 0"), "line 12: no instructions"),
        (&CALLGRIND.replace("release/nucleus", "release/other"), "`nucleus`"),
    ] {
        let error = Costs::read(text, "nucleus").expect_err("no output");
        assert!(error.contains(expected), "{error}");
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
    let chains: [(&[(&str, &str)], NodePart); 8] = [
        (&[("??", "nucleus_axon32_terms")], NodePart::Assembly),
        (&[(rebuild, "fill")], NodePart::AttackSets),
        (&[(rebuild, "write_cells<R>")], NodePart::Cells),
        (&[(lookup, "rook"), (magic, "nucleus_core::compute_influence")], NodePart::AttackSets),
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
    let mut expected = PartCosts::from([(NodePart::Library, 2.5)]);
    for (index, (chain, part)) in chains.iter().enumerate() {
        let (address, cost) = (index as u64, 1 << index);
        costs.program.insert(address, cost);
        *expected.entry(*part).or_default() += cost as f64 / 2.0;
        frames += &format!("0x{address:x}\n");
        chain.iter().for_each(|(file, name)| frames += &format!("{name}\n/there/{file}:7\n"));
    }
    assert_eq!(by_parts(&costs, &frames, 2.0), Ok(expected));
    assert!(by_parts(&costs, "", 2.0).expect_err("no line at all").contains("line tables"));
}

#[test]
fn a_part_of_less_than_a_half_has_no_cell_and_one_without_cells_no_row() {
    let runs = [
        PartCosts::from([(NodePart::Cells, 12.4), (NodePart::Library, 0.2)]),
        PartCosts::from([(NodePart::Cells, 0.4), (NodePart::Search, 99.0)]),
    ];
    let expected = [["cells", "12", "–"], ["search, table, ordering", "–", "99"]];
    assert_eq!(rows(&runs, |cost| format!("{cost:.0}")), expected);
}
