//! `adp auth`: sign and verify HTTP requests with the key of a DID.

pub mod profile;
mod report;
mod sign;
mod verify;

pub use report::AuthStep;
pub use sign::http_method;

use crate::arguments::verbs::verbs;

const EXAMPLES: &str = "\
Examples:
  adp auth sign --method POST --url https://agent.example.com/orders \\
      --body order.json --key alice.pem \\
      --key-id did:wba:alice.example.com#key-1 |
      curl -H @- --data-binary @order.json https://agent.example.com/orders
  adp auth verify request.http --audience agent.example.com \\
      --did-document did.json

The signature covers the method, the URL and the body (RFC 9421, RFC 9530). It
expires after 60 seconds by default, and servers accept it once.";

verbs! {
    /// Sign and verify HTTP requests
    #[command(after_help = EXAMPLES)]
    {
        Sign = sign,
        Verify = verify,
    }
}
