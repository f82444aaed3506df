//! The verbs of `adp-registry`.

mod schemas;
mod secrets;
mod verbs;
