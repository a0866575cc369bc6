//! Tests of reading records, and of the tables, charts and pages made from them.

mod boards;
mod chart;
mod chart_lines;
mod diff;
mod draw;
mod export;
mod failures;
mod fixtures;
mod format;
mod gate;
mod load;
mod paper;
mod papers;
mod screen;
mod sentence;
mod site;
mod table;
mod tables;
mod warnings;
