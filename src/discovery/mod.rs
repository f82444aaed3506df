//! Fetching and verifying agent descriptions by URL.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use agent_description::{
//!     Timestamp,
//!     did::Purpose,
//!     discovery::Verifier,
//!     proof::Expectations,
//!     resolve::{HttpResolver, HttpsGet},
//! };
//!
//! let verifier = Verifier::new(HttpResolver::new(HttpsGet::builder().build()));
//! let expectations = Expectations::for_purpose(Purpose::AssertionMethod)
//!     .domain_as_fetched()
//!     .any_challenge()
//!     .at(Timestamp::now())
//!     .signer_is_subject();
//! let verified = verifier.verify_url("https://agent.example.com/ad.json", expectations).await?;
//! println!("{} speaks for {:?}", verified.get().name, verified.evidence().signer);
//! # Ok(())
//! # }
//! ```

#[cfg(feature = "resolver")]
mod error;
#[cfg(feature = "resolver")]
mod verifier;

#[cfg(feature = "resolver")]
pub use error::Error;
#[cfg(feature = "resolver")]
pub use verifier::Verifier;
