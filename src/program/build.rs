//! Records the source and the compiler from which the program is built.

fn main() {
    nucleus_base::build_info::emit();
}
