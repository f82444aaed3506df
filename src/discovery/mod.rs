//! Fetching and verifying agent descriptions by URL; the pages on which a host lists its descriptions.
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

mod collection_page;
#[cfg(feature = "resolver")]
mod error;
pub mod publish;
#[cfg(feature = "resolver")]
mod verifier;

pub use collection_page::{CollectionPage, ListedDescription, PageError, WELL_KNOWN_PATH};
#[cfg(feature = "resolver")]
pub use error::Error;
#[cfg(feature = "resolver")]
pub use verifier::Verifier;
