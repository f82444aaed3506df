//! The strict reader of JSON and the canonical form.

mod codes;
mod jcs;
mod numbers;
mod objects;
mod places;
mod pointer;
mod reading;
mod text;
mod yaml;
