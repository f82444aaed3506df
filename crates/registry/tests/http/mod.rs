//! The running server: its API, its limits, its pages.

mod api;
mod attacks;
mod command_line;
mod crawl;
mod docs;
mod durability;
mod nginx;
mod pages;
mod served;
