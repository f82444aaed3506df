//! Channels: one conformance test over all of them, and what is each one's own.

mod agents;
mod conformance;
mod floods;
mod hostile;
mod in_process;
mod nats;
mod refusals;
mod restarts;
mod web;
