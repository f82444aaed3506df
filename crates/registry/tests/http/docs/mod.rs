//! The pages of docs/ about the registry are true.

mod guide;
mod search_reference;
#[cfg(unix)]
mod start_page;
