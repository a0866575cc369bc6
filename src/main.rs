//! The `nucleus` command.

fn main() {}
