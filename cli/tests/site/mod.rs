//! Publishing a site, and serving it.

mod doctor;
mod handles;
mod https;
#[path = "../../../crates/server/examples/one_route.rs"]
#[allow(dead_code, unreachable_pub)]
mod one_route;
mod publish;
mod publisher;
mod serve;
#[cfg(unix)]
mod start_pages;
mod studio;
