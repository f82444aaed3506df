//! Keys and JSON Web Signatures.

mod der;
mod encodings;
mod jws;
mod malleability;
mod published;
mod redacted_report;
mod redacted_url;
mod redactor;
mod signing;
mod wycheproof;
