//! From a publisher's files to a site, and the secret keys that keep a file off it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod commit;
mod manifest;
#[cfg(unix)]
mod safe_open;
mod secrets;
mod site;
