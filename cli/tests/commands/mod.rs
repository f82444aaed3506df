//! Verbs that need no network: transcripts, streams, schemas.

mod changes;
mod check;
mod demo;
mod dids;
mod formats;
mod messages;
mod output;
mod proportion;
mod shapes;
mod sign;
mod transcripts;
mod vectors;
mod verify;
