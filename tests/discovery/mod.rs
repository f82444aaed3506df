//! From a URL or a host to verified descriptions and listings.

mod collection_page;
mod crawl;
mod deadline;
mod listing;
mod supply;
