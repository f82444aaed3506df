//! Agent descriptions you can trust.

mod code;
pub mod json;
mod limits;

pub use code::{Code, CodeClass, UnknownCode};
pub use limits::Limits;
