//! `adp-registry`: a registry of agents, from a terminal.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::run()
}
