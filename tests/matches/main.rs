//! Tests of the rules of matches, of their statistics and of ratings.

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
