//! Verbs that need no network: transcripts, streams, schemas.

mod batch;
mod cards;
mod changes;
mod check;
mod ci_steps;
mod description_schema;
mod descriptions;
mod detect;
mod dids;
mod explain;
mod fix;
mod format;
mod help;
mod manners;
mod messages;
mod outputs;
mod pages;
mod proportion;
mod schemas;
mod secrets;
mod shapes;
mod sign;
mod transcript_keys;
mod transcripts;
mod vectors;
mod verified_data;
