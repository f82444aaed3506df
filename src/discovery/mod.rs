//! Fetching and verifying agent descriptions by URL.
