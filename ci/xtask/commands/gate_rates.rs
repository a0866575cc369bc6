/// Prints the error rates of ways to decide, from simulated runs, as a table.
pub fn run() {
    print!("{}", xtask::gate_rates::table(2_000));
}
