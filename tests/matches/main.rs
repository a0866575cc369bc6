//! Tests of matches: rules, limits, openings, statistics, ratings, suites, and checks of records.

mod adjudication;
mod arbiter;
mod check;
mod connection;
mod entrants;
mod limit;
mod openings;
mod results;
mod speedtest;
mod sprt;
mod statistics;
mod suite_rating;
mod tournament;
