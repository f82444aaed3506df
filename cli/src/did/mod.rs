//! `adp did`: create, check, resolve and rotate DIDs.

mod check;
mod create;
mod document_facts;
mod resolve;
mod rotate;
mod url;

pub use resolve::following;

use crate::arguments::verbs::verbs;

const EXAMPLES: &str = "\
Examples:
  adp did create --host agent.example.com --key agent.pem -o did.json
  adp did url did:wba:agent.example.com   # where to publish it
  adp did check did.json
  adp did resolve did:wba:agent.example.com
  adp did rotate did.json --new-key new.pem --in-place
  # follow a superseded DID to its current successor
  adp did resolve did:wba:example.com:user:alice --follow

A did:wba DID names a host and an optional path. The owner of the web site
controls the DID.";

verbs! {
    /// Create, check, resolve and rotate DIDs
    #[command(after_help = EXAMPLES)]
    {
        Create = create,
        Url = url,
        Check = check,
        Resolve = resolve,
        Rotate = rotate,
    }
}
