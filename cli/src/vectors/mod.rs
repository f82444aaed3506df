//! `adp vectors`: runs the test vectors, here or through another implementation's command, and makes them.

use crate::{
    failure::{Failure, Outcome},
    terminal::Terminal,
};

/// Run or make the test vectors
#[derive(Debug, clap::Args)]
pub struct Args {}

pub fn run(_args: &Args, _terminal: &mut Terminal) -> Result<Outcome, Failure> {
    Err(Failure::usage("`adp vectors` has no subcommand yet"))
}
