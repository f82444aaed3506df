//! `adp-registry crawl`

use super::{Failure, Outcome};

/// Look at the well-known places of hosts
#[derive(Debug, clap::Args)]
pub struct Args {}

pub async fn run(_args: Args, _json: bool) -> Result<Outcome, Failure> {
    Err(Failure::usage("soon"))
}
