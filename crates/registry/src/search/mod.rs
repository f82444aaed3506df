//! Finding entries: what they are found by, the search language, the index.

pub mod atoms;
mod field;
mod parse;
mod query;
mod query_error;
pub mod record;

pub use field::Field;
pub use parse::{LEAST_PREFIX, MOST_ATOMS, MOST_BYTES, MOST_CLAUSES, MOST_DEPTH};
pub use query::{Clause, Comparison, Query};
pub use query_error::QueryError;
pub use record::{Known, Record, Skill, Tool};
