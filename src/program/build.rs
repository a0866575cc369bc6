//! The build script, which records the source and the compiler of the program.

fn main() {
    nucleus_base::build_info::emit();
}
