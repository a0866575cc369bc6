//! The clock of a search: the system's, or none in a page, where WebAssembly has no clock.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use std::time::Duration;

    /// A moment without a time: the page itself measures the time between the slices of a search.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant;

    impl Instant {
        /// Returns a moment.
        pub const fn now() -> Self {
            Self
        }

        /// Returns zero.
        pub const fn elapsed(&self) -> Duration {
            Duration::ZERO
        }
    }
}
