//! Drives engines, ours included, as subprocesses over UCI, and measures them.

pub mod machine_record;
pub mod record;
