//! The connections: a thread for each, one request, one answer.
//!
//! A connection that does not end by itself is ended: its request has to come within
//! [`REQUEST_TIME`], its answer has to be taken within [`ANSWER_TIME`], which is short where the
//! request lacked the token.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::ServedPage;
use super::connections::{Connection, Connections};
use super::request::{PageRequest, RequestFault, TimedStream};
use super::site::{self, PageAnswer};

/// Time limit for sending a request.
const REQUEST_TIME: Duration = Duration::from_secs(3);
/// Time limit for reading a refusal.
const REFUSAL_TIME: Duration = Duration::from_secs(1);
/// Time limit for reading an answer.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// Time that an answered connection is kept for the other side to close it.
const CLOSE_TIME: Duration = Duration::from_secs(1);
/// The most bytes that are passed over while waiting for that.
const MOST_REST: u64 = 64 << 10;
/// Time to wait when the system has no connection or thread to give.
const PAUSE: Duration = Duration::from_millis(50);
/// The stack of a connection's thread, that of a main thread.
const STACK: usize = 8 << 20;

/// Answers requests for ever.
pub fn serve(listener: &TcpListener, site: ServedPage) -> ! {
    let site = Arc::new(site);
    let connections = Arc::new(Connections::default());
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // The visitor has left, or there are no descriptors: a moment later there may be.
            thread::sleep(PAUSE);
            continue;
        };
        let connection = connections.admit(stream);
        let site = Arc::clone(&site);
        let thread = thread::Builder::new().name("web".to_owned()).stack_size(STACK);
        if thread.spawn(move || converse(&connection, &site)).is_err() {
            thread::sleep(PAUSE);
        }
    }
}

/// Answers the one request of a connection.
fn converse(connection: &Connection, site: &ServedPage) {
    let stream = connection.stream();
    let mut head = false;
    let mut time = REFUSAL_TIME;
    let answer = match PageRequest::read(&mut TimedStream::new(stream, REQUEST_TIME)) {
        Ok(request) => {
            head = request.method == "HEAD";
            match site.name(&request) {
                Ok(name) => {
                    connection.is_known();
                    time = ANSWER_TIME;
                    site::content(name, &request.query)
                }
                Err(refusal) => refusal,
            }
        }
        Err(RequestFault::Malformed) => PageAnswer::malformed(),
        Err(RequestFault::TooLarge) => PageAnswer::too_large(),
        Err(RequestFault::Gone) => return,
    };
    // A connection that breaks off harms nobody but itself.
    if TimedStream::new(stream, time).write_all(&answer.bytes(head)).is_ok() {
        connection.is_answered();
        close(stream);
    }
}

/// Ends a connection that was answered. Bytes that nobody had read would make the system take the
/// answer back, so that they are read.
fn close(stream: &TcpStream) {
    if stream.shutdown(Shutdown::Write).is_ok() {
        let mut rest = TimedStream::new(stream, CLOSE_TIME).take(MOST_REST);
        // The other side may do as it likes.
        let _ = std::io::copy(&mut rest, &mut std::io::sink());
    }
}
