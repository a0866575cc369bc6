//! Drives engines as subprocesses over UCI, measures them and writes the record.
