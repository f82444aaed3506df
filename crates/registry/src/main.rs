//! `adp-registry`: a registry of agents, from a terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    adp_registry::command::run(std::env::args_os().collect())
}
