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
mod crawl;
mod error;
mod finding;
mod listing;
mod origin;
mod page_reading;
pub mod publish;
#[cfg(feature = "resolver")]
mod verifier;

pub use collection_page::{CollectionPage, ListedDescription, PageError, WELL_KNOWN_PATH};
#[cfg(feature = "resolver")]
pub use crawl::{Crawl, CrawlOptions, CrawlRequest, Graph, GraphEdge, GraphNode, NodeKind, NodeStatus, Reason, crawl};
pub use error::Error;
pub use finding::Finding;
#[cfg(feature = "resolver")]
pub use listing::list;
pub use listing::{Listed, ListedItem, Listing, ListingEvent, ListingOptions, listing_url};
pub use origin::{Origin, OriginPolicy};
pub use page_reading::{PageItem, PageLink, ReadPage};
#[cfg(feature = "resolver")]
pub use verifier::Verifier;
