//! From a URL or a host to verified descriptions and listings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod collection_page;
mod crawl;
mod deadline;
mod listing;
mod supply;
