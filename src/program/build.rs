//! Tells the program which source and compiler it was built from.

fn main() {
    nucleus_base::build_info::emit();
}
