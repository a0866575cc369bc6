//! Instruction counts against a baseline.
