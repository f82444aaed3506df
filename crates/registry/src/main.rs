//! The program `adp-registry`.

use std::process::ExitCode;

fn main() -> ExitCode {
    adp_registry::command::run(std::env::args_os().collect())
}
