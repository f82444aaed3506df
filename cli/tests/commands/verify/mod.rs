//! `adp verify` without the network.

mod batch;
mod verified_data;
