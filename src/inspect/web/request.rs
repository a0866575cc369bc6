//! A request: its bytes read within limits of size and time, and parsed.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most bytes of a request that are read, its whole address and all headers.
const MOST_BYTES: usize = 64 << 10;
/// The most headers of a request.
const MOST_HEADERS: usize = 100;

/// A connection that fails from a moment on, however slowly the other side reads or writes.
pub struct TimedStream<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> TimedStream<'a> {
    /// The connection for so long from now on.
    pub fn new(stream: &'a TcpStream, time: Duration) -> Self {
        Self { stream, deadline: Instant::now() + time }
    }

    /// The time that is left, more than zero.
    fn left(&self) -> io::Result<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for TimedStream<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(bytes)
    }
}

impl Write for TimedStream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A request up to the end of its headers; one that is served has no body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PageRequest {
    /// `GET`, `HEAD` or another method.
    pub method: String,
    /// The path, from its first slash on.
    pub path: String,
    /// The part of the address after `?`.
    pub query: String,
    /// The values of the headers `Host`.
    pub hosts: Vec<Vec<u8>>,
    /// The host and port in the address itself, where the whole of it was sent.
    pub authority: Option<String>,
}

/// Reason that there is no request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestFault {
    /// The connection ended or its time did.
    Gone,
    /// The input is no request of HTTP/1.
    Malformed,
    /// The address and the headers are too long, or there are too many headers.
    TooLarge,
}

impl PageRequest {
    /// Reads a request to the end of its headers.
    ///
    /// # Errors
    /// When no whole request comes, or one that is malformed or too large.
    pub fn read(from: &mut impl Read) -> Result<Self, RequestFault> {
        let mut bytes = Vec::new();
        let mut part = [0; 4096];
        let mut length = 0;
        loop {
            let read = match from.read(&mut part) {
                Ok(0) => return Err(RequestFault::Gone),
                Ok(read) => read,
                Err(fault) if fault.kind() == ErrorKind::Interrupted => continue,
                Err(_) => return Err(RequestFault::Gone),
            };
            length += read;
            // Empty lines may stand before a request; an empty line after it ends it.
            let begun = !bytes.is_empty();
            let skipped = part[..read].iter().take_while(|b| !begun && b"\r\n".contains(b)).count();
            let last = bytes.len().saturating_sub(2);
            bytes.extend_from_slice(&part[skipped..read]);
            let is_end = |at: &[u8]| at.starts_with(b"\n\n") || at.starts_with(b"\n\r\n");
            if length > MOST_BYTES {
                return Err(RequestFault::TooLarge);
            }
            if (last..bytes.len()).any(|at| is_end(&bytes[at..])) {
                return Self::parse(&bytes);
            }
        }
    }

    /// The request at the beginning of these bytes.
    fn parse(bytes: &[u8]) -> Result<Self, RequestFault> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        match parsed.parse(bytes) {
            Ok(httparse::Status::Complete(_)) => {}
            Err(httparse::Error::TooManyHeaders) => return Err(RequestFault::TooLarge),
            Ok(httparse::Status::Partial) | Err(_) => return Err(RequestFault::Malformed),
        }
        let (Some(method), Some(target)) = (parsed.method, parsed.path) else {
            return Err(RequestFault::Malformed);
        };
        let named = parsed.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("host"));
        let hosts = named.map(|header| header.value.to_vec()).collect();
        let (authority, target) = match target.strip_prefix("http://") {
            Some(rest) => {
                let end = rest.find(['/', '?']).unwrap_or(rest.len());
                (Some(rest[..end].to_owned()), &rest[end..])
            }
            None if target.starts_with('/') => (None, target),
            None => return Err(RequestFault::Malformed),
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let [method, path, query] = [method, path, query].map(str::to_owned);
        Ok(Self { method, path, query, hosts, authority })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes one at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut bytes[..1])
        }
    }

    fn read(bytes: &[u8]) -> Result<PageRequest, RequestFault> {
        let at_once = PageRequest::read(&mut &*bytes);
        assert_eq!(PageRequest::read(&mut Slow(bytes)), at_once);
        at_once
    }

    #[test]
    fn a_request_is_read_to_the_end_of_its_headers() {
        let plain = PageRequest {
            method: "GET".into(),
            path: "/a/b".into(),
            query: "c=d?e".into(),
            hosts: vec![b"x:1".to_vec()],
            authority: None,
        };
        let whole = PageRequest { authority: Some("x:1".into()), ..plain.clone() };
        for (text, request) in [
            ("GET /a/b?c=d?e HTTP/1.1\r\nHost: x:1\r\n\r\n", &plain),
            ("GET /a/b?c=d?e HTTP/1.0\nhost:x:1\n\n", &plain),
            ("\r\n\r\nGET /a/b?c=d?e HTTP/1.1\r\nAccept: */*\r\nHOST:  x:1 \r\n\r\n", &plain),
            ("GET http://x:1/a/b?c=d?e HTTP/1.1\r\nHost: x:1\r\n\r\n", &whole),
        ] {
            assert_eq!(read(text.as_bytes()).as_ref(), Ok(request), "{text}");
        }
        let more = b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\nGET /next HTTP/1.1\r\n\r\n";
        let more = read(more).expect("a request");
        assert_eq!((&*more.path, more.hosts.len()), ("/", 2));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(MOST_HEADERS + 1));
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(MOST_BYTES));
        for (text, fault) in [
            ("", RequestFault::Gone),
            ("GET", RequestFault::Gone),
            ("GET / HTTP/1.1\r\nHost: x\r\n", RequestFault::Gone),
            ("\0\r\n\r\n", RequestFault::Malformed),
            ("GET / HTTP/9.9\r\n\r\n", RequestFault::Malformed),
            ("GET /\r\n\r\n", RequestFault::Malformed),
            ("OPTIONS * HTTP/1.1\r\n\r\n", RequestFault::Malformed),
            ("GET / HTTP/1.1\r\na b\r\n\r\n", RequestFault::Malformed),
            (&many, RequestFault::TooLarge),
            (&long, RequestFault::TooLarge),
            (&"\n".repeat(MOST_BYTES + 1), RequestFault::TooLarge),
        ] {
            assert_eq!(read(text.as_bytes()), Err(fault), "{}", &text[..text.len().min(40)]);
        }
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(MOST_BYTES - 19));
        assert_eq!(read(long.as_bytes()).map(|request| request.path.len()), Ok(MOST_BYTES - 18));
    }
}
