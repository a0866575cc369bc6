//! The connections: hyper reads the requests, one thread answers them.

use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::time::Duration;

use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::Semaphore;

use super::ServedPage;

/// The most bytes of a request that are kept, its whole address and all headers.
const MOST_BYTES: usize = 64 << 10;
/// How long a connection may take to send its next request's headers.
const READ_TIMEOUT: Duration = Duration::from_secs(30);
/// Connections at a time; a browser has six.
const MOST_CONNECTIONS: usize = 64;

/// Answers requests for ever.
///
/// # Errors
/// When the system gives no thread of events.
pub fn serve(listener: TcpListener, site: ServedPage) -> io::Result<Infallible> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        accept(tokio::net::TcpListener::from_std(listener)?, site).await
    })
}

async fn accept(listener: tokio::net::TcpListener, site: ServedPage) -> io::Result<Infallible> {
    let free = std::sync::Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = free.clone().acquire_owned().await.map_err(io::Error::other)?;
        let Ok((stream, _)) = listener.accept().await else {
            // The visitor has left, or there are no descriptors: it will be better in a while.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let site = site.clone();
        tokio::spawn(async move {
            let service = service_fn(|request: Request<Incoming>| {
                let answer = site.answer(&request);
                async move { Ok::<_, Infallible>(answer) }
            });
            // A connection that breaks off harms nobody but itself.
            let _ = Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(READ_TIMEOUT)
                .max_buf_size(MOST_BYTES)
                .serve_connection(TokioIo::new(stream), service)
                .await;
            drop(place);
        });
    }
}
