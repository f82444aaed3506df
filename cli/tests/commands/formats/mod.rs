//! Documents of each format, and how they are told apart.

mod cards;
mod descriptions;
mod detect;
mod same_verbs;
