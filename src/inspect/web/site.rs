//! From a request to its answer: authorisation and dispatch.

use super::assets::asset;
use super::request::PageRequest;
use nucleus_view::answers::{Question, answer_query};

/// The headers of every answer besides those of its content: the page loads and runs what comes
/// from here and nothing else, is shown in no other page, and tells nobody its address. A
/// connection has one request.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cache-control", "no-store"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("connection", "close"),
];

const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";

/// The status of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The content that was asked for.
    Ok,
    /// The request or its query has a fault.
    BadRequest,
    /// The request lacks the token or names another host.
    Forbidden,
    /// The name is none of the page's.
    NotFound,
    /// The method is neither GET nor HEAD.
    MethodNotAllowed,
    /// The address and the headers are too long.
    TooLarge,
}

impl Status {
    /// The status as the first line of an answer has it.
    const fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::TooLarge => "431 Request Header Fields Too Large",
        }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageAnswer {
    /// The status.
    pub status: Status,
    /// The media type of the text.
    pub kind: &'static str,
    /// The content.
    pub text: String,
}

impl PageAnswer {
    /// Returns the answer to input that is no request.
    pub fn malformed() -> Self {
        Self::refusal(Status::BadRequest, "this is no request")
    }

    /// Returns the answer to a request that is too long.
    pub fn too_large() -> Self {
        Self::refusal(Status::TooLarge, "the request is too long")
    }

    fn refusal(status: Status, text: &str) -> Self {
        Self { status, kind: TEXT, text: format!("{text}\n") }
    }

    /// The answer as it is sent; without its content where only the head was asked for.
    pub fn bytes(&self, only_head: bool) -> Vec<u8> {
        let Self { status, kind, text } = self;
        let mut head = format!(
            "HTTP/1.1 {}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n",
            status.line(),
            text.len()
        );
        for (name, value) in HEADERS {
            head += &format!("{name}: {value}\r\n");
        }
        if *status == Status::MethodNotAllowed {
            head += "allow: GET, HEAD\r\n";
        }
        head += "\r\n";
        if !only_head {
            head += text;
        }
        head.into_bytes()
    }
}

/// The page at its port, and the token that requests need.
#[derive(Clone, Debug)]
pub struct ServedPage {
    port: u16,
    token: String,
}

impl ServedPage {
    /// Returns the page at a port of the loopback address, for requests with this token.
    pub fn new(port: u16, token: String) -> Self {
        Self { port, token }
    }

    /// The page's address.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// The name that a request asks for.
    ///
    /// # Errors
    /// The refusal, when it names another host, changes something, or lacks the token.
    pub fn name<'a>(&self, request: &'a PageRequest) -> Result<&'a str, PageAnswer> {
        let refused = |status, text: &str| Err(PageAnswer::refusal(status, text));
        if !self.is_host(request) {
            return refused(Status::Forbidden, "this Host is not served");
        }
        if !matches!(&*request.method, "GET" | "HEAD") {
            return refused(Status::MethodNotAllowed, "there is nothing here to change");
        }
        let path = &*request.path;
        // No name has a percent sign or dots alone; nothing is ever looked up in a folder.
        if path.contains('%') || path.split('/').any(|part| matches!(part, "." | "..")) {
            return refused(Status::NotFound, "there is no such page");
        }
        let (token, name) = path.trim_start_matches('/').split_once('/').unwrap_or((path, "/"));
        if !same(token, &self.token) {
            return refused(Status::Forbidden, "the address lacks the token that was printed");
        }
        Ok(name)
    }

    /// True when the request names this machine by itself, once, and nothing else.
    fn is_host(&self, request: &PageRequest) -> bool {
        let known = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let is_known =
            |host: &[u8]| known.iter().any(|known| host.eq_ignore_ascii_case(known.as_bytes()));
        let [host] = &request.hosts[..] else { return false };
        is_known(host) && request.authority.as_ref().is_none_or(|name| is_known(name.as_bytes()))
    }
}

/// The content of a name.
pub fn content(name: &str, query: &str) -> PageAnswer {
    let Some(question) = name.strip_suffix(".json").and_then(Question::named) else {
        return match asset(name) {
            Some(asset) => PageAnswer { status: Status::Ok, kind: asset.kind, text: asset.text },
            None => PageAnswer::refusal(Status::NotFound, "there is no such page"),
        };
    };
    let (status, text) = match answer_query(question, query) {
        Ok(text) => (Status::Ok, text),
        Err(fault) => {
            (Status::BadRequest, serde_json::json!({ "error": fault }).to_string() + "\n")
        }
    };
    PageAnswer { status, kind: JSON, text }
}

/// Compares all of two texts whatever they have in common, so that the time tells nothing.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef0123456789abcdef";

    fn asked(method: &str, target: &str, hosts: &[&str]) -> PageAnswer {
        let hosts = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect::<String>();
        let request = format!("{method} {target} HTTP/1.1\r\n{hosts}\r\n");
        let request = PageRequest::read(&mut request.as_bytes()).expect("a request");
        let site = ServedPage::new(4711, TOKEN.to_owned());
        site.name(&request).map_or_else(|refused| refused, |name| content(name, &request.query))
    }

    #[test]
    fn who_may_ask_and_what_for() {
        let here = &["127.0.0.1:4711"][..];
        for (method, path, hosts, status) in [
            ("GET", "/TOKEN/", here, 200),
            ("HEAD", "/TOKEN/", here, 200),
            ("GET", "/TOKEN/", &["localhost:4711"], 200),
            ("GET", "/TOKEN/", &["LOCALHOST:4711"], 200),
            ("GET", "/TOKEN/main.js", here, 200),
            ("GET", "/TOKEN/position.json", here, 200),
            ("GET", "/TOKEN/position.json?fen=8/8", here, 400),
            ("GET", "/TOKEN/", &[], 403),
            ("GET", "/TOKEN/", &["example.org"], 403),
            ("GET", "/TOKEN/", &["127.0.0.1"], 403),
            ("GET", "/TOKEN/", &["127.0.0.1:80"], 403),
            ("GET", "/TOKEN/", &["127.0.0.1:4711", "example.org"], 403),
            ("GET", "http://127.0.0.1:4711/TOKEN/", here, 200),
            ("GET", "http://example.org/TOKEN/", here, 403),
            ("GET", "http://127.0.0.1:4711/TOKEN/", &["example.org"], 403),
            ("GET", "/", here, 403),
            ("GET", "/main.js", here, 403),
            ("GET", "/0123456789abcdef0123456789abcdee/", here, 403),
            ("GET", "/TOKEN0/", here, 403),
            ("GET", "/TOKEN", here, 403),
            ("POST", "/TOKEN/", here, 405),
            ("DELETE", "/TOKEN/position.json", here, 405),
            ("GET", "/../", here, 404),
            ("GET", "/../../etc/passwd", here, 404),
            ("GET", "/TOKEN/../TOKEN/", here, 404),
            ("GET", "/TOKEN/..", here, 404),
            ("GET", "/TOKEN/%2e%2e/x", here, 404),
            ("GET", "/TOKEN//etc/passwd", here, 404),
            ("GET", "/TOKEN/Cargo.toml", here, 404),
            ("GET", "/TOKEN/page/index.html", here, 404),
        ] {
            let found = asked(method, &path.replace("TOKEN", TOKEN), hosts);
            let told = found.status.line().split_once(' ').map(|(code, _)| code);
            assert_eq!(told, Some(&*status.to_string()), "{method} {path} {hosts:?}");
            let [whole, head] = [false, true].map(|only_head| found.bytes(only_head));
            let head = String::from_utf8(head).expect("text");
            for (name, value) in HEADERS {
                assert!(head.contains(&format!("\r\n{name}: {value}\r\n")), "{method} {path}");
            }
            assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", found.text.len())));
            assert_eq!(head.contains("\r\nallow: GET, HEAD\r\n"), status == 405);
            assert!(head.ends_with("\r\n\r\n"), "{method} {path}");
            assert_eq!(whole, (head + &found.text).as_bytes(), "{method} {path}");
        }
    }
}
