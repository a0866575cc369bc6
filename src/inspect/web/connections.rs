//! The open connections: a limited number, of which one without the token gives way to a new one.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Connections at a time; a browser has six.
pub const MOST_CONNECTIONS: usize = 64;

/// An open connection.
struct OpenConnection {
    stream: Arc<TcpStream>,
    state: ConnectionState,
}

/// The part of a connection's life.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ConnectionState {
    /// No request of it has had the token.
    Stranger,
    /// The connection's request had the token.
    Known,
    /// The connection was ended in favour of another; its thread has yet to notice.
    Ended,
}

/// The connections that are open, the oldest first.
#[derive(Default)]
pub struct Connections {
    open: Mutex<VecDeque<OpenConnection>>,
    closed: Condvar,
}

impl Connections {
    fn lock(&self) -> MutexGuard<'_, VecDeque<OpenConnection>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a connection in. Where there are as many as there may be, the oldest without the token
    /// is ended; where all have it, this waits for one to be through, which each soon is.
    pub fn admit(self: &Arc<Self>, stream: TcpStream) -> Connection {
        let stream = Arc::new(stream);
        let mut open = self.lock();
        while open.len() >= MOST_CONNECTIONS {
            let ended = open.iter().any(|one| one.state == ConnectionState::Ended);
            let stranger = open.iter_mut().find(|one| one.state == ConnectionState::Stranger);
            if let Some(stranger) = stranger.filter(|_| !ended) {
                // It may be closed already.
                let _ = stranger.stream.shutdown(Shutdown::Both);
                stranger.state = ConnectionState::Ended;
            }
            open = self.closed.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
        let state = ConnectionState::Stranger;
        open.push_back(OpenConnection { stream: Arc::clone(&stream), state });
        drop(open);
        Connection { all: Arc::clone(self), stream }
    }
}

/// A connection that was taken in; it is closed when this is dropped.
pub struct Connection {
    all: Arc<Connections>,
    stream: Arc<TcpStream>,
}

impl Connection {
    /// The connection itself.
    pub fn stream(&self) -> &TcpStream {
        &self.stream
    }

    /// Keeps the connection from giving way to others: its request had the token.
    pub fn is_known(&self) {
        self.set(ConnectionState::Known);
    }

    /// Lets the connection give way to others: it was answered.
    pub fn is_answered(&self) {
        self.set(ConnectionState::Stranger);
    }

    fn set(&self, state: ConnectionState) {
        let mut open = self.all.lock();
        let own = open.iter_mut().find(|one| Arc::ptr_eq(&one.stream, &self.stream));
        if let Some(own) = own.filter(|own| own.state != ConnectionState::Ended) {
            own.state = state;
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.all.lock().retain(|one| !Arc::ptr_eq(&one.stream, &self.stream));
        self.all.closed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;
    use std::sync::mpsc::channel;
    use std::thread;

    use super::*;

    #[test]
    fn the_oldest_stranger_gives_way() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let connect = || {
            let client = TcpStream::connect(listener.local_addr().expect("a port"));
            (client.expect("it listens"), listener.accept().expect("a connection").0)
        };
        let all = Arc::new(Connections::default());
        let mut held = VecDeque::new();
        let mut clients = Vec::new();
        for _ in 0..MOST_CONNECTIONS {
            let (client, stream) = connect();
            clients.push(client);
            held.push_back(all.admit(stream));
        }
        held[0].is_known();
        let (sender, receiver) = channel();
        let (_newcomer, stream) = connect();
        let taker = Arc::clone(&all);
        let waiting = thread::spawn(move || {
            let connection = taker.admit(stream);
            sender.send(()).expect("a receiver");
            drop(connection);
        });
        // The second is the oldest that has not shown the token.
        assert_eq!(clients[1].read(&mut [0]).expect("an end"), 0);
        assert!(receiver.try_recv().is_err(), "its place is not free yet");
        held.remove(1);
        waiting.join().expect("a place");
        assert_eq!(all.lock().len(), MOST_CONNECTIONS - 1);
        drop(held);
        assert!(all.lock().is_empty());
    }
}
