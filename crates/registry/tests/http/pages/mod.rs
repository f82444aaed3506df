//! The pages for people.

mod browser;
mod studio;
