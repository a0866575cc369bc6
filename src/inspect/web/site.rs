//! From a request to its answer: who may ask, and what for.

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};

use super::answers;
use super::assets::asset;
use crate::trace::TracedKernel;

/// What every answer says besides itself: the page loads and runs what comes from here and nothing
/// else, is shown in no other page, and tells nobody its address.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// What is served, and to whom.
#[derive(Clone, Debug)]
pub struct ServedPage {
    port: u16,
    token: String,
}

/// An answer before it has headers: a status, a media type, a text.
type Plain = (StatusCode, &'static str, String);

const TEXT: &str = "text/plain; charset=utf-8";
const JSON: &str = "application/json";

impl ServedPage {
    /// The site at a port of the loopback address, for those who know the token.
    pub fn new(port: u16, token: String) -> Self {
        Self { port, token }
    }

    /// The page's address.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// Answers a request.
    pub fn answer<B>(&self, request: &Request<B>) -> Response<Full<Bytes>> {
        let (status, kind, text) = self.plain(request).unwrap_or_else(|refused| refused);
        let mut response = Response::new(Full::from(text));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        for (name, value) in HEADERS {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if status == StatusCode::METHOD_NOT_ALLOWED {
            headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        }
        response
    }

    fn plain<B>(&self, request: &Request<B>) -> Result<Plain, Plain> {
        let refused = |status, text: &str| Err((status, TEXT, format!("{text}\n")));
        if !self.is_host(request) {
            return refused(StatusCode::FORBIDDEN, "this Host is not served");
        }
        if !matches!(*request.method(), Method::GET | Method::HEAD) {
            return refused(StatusCode::METHOD_NOT_ALLOWED, "there is nothing here to change");
        }
        let path = request.uri().path();
        // No name has a percent sign or dots alone; nothing is ever looked up in a folder.
        if path.contains('%') || path.split('/').any(|part| matches!(part, "." | "..")) {
            return refused(StatusCode::NOT_FOUND, "there is no such page");
        }
        let (token, name) = path.trim_start_matches('/').split_once('/').unwrap_or((path, "/"));
        if !same(token, &self.token) {
            return refused(StatusCode::FORBIDDEN, "the address lacks the token that was printed");
        }
        let query = request.uri().query().unwrap_or_default();
        let answer = match name {
            "position.json" => answers::position(query),
            "rebuild.json" => answers::trace(query, TracedKernel::Rebuild),
            "scan.json" => answers::trace(query, TracedKernel::Scan),
            _ => {
                return match asset(name) {
                    Some(asset) => Ok((StatusCode::OK, asset.kind, asset.text)),
                    None => refused(StatusCode::NOT_FOUND, "there is no such page"),
                };
            }
        };
        answer.map(|text| (StatusCode::OK, JSON, text)).map_err(|fault| {
            let text = serde_json::json!({ "error": fault }).to_string();
            (StatusCode::BAD_REQUEST, JSON, text + "\n")
        })
    }

    /// Whether the request names this machine by itself, and once.
    fn is_host<B>(&self, request: &Request<B>) -> bool {
        let mut hosts = request.headers().get_all(header::HOST).iter();
        let known = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let named = hosts.next().is_some_and(|host| {
            known.iter().any(|known| host.as_bytes().eq_ignore_ascii_case(known.as_bytes()))
        });
        named && hosts.next().is_none()
    }
}

/// Compares all of two texts whatever they have in common, so that the time tells nothing.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef0123456789abcdef";

    fn asked(method: &str, path: &str, hosts: &[&str]) -> Response<Full<Bytes>> {
        let mut request = Request::builder().method(method).uri(path);
        for host in hosts {
            request = request.header(header::HOST, *host);
        }
        ServedPage::new(4711, TOKEN.to_owned()).answer(&request.body(()).expect("a request"))
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
            assert_eq!(found.status(), status, "{method} {path} {hosts:?}");
            for (name, value) in HEADERS {
                assert_eq!(found.headers()[name], value, "{method} {path}");
            }
        }
    }
}
