//! Agents that are found, chosen, held to their cards, watched, and put to work together.

mod agents;
mod directories;
mod fail_over;
mod jobs;
mod policy;
mod registries;
mod routes;
