//! Discovery: fetching and verifying descriptions by URL, reading the listing of a host, and crawling linked documents.
//!
//! | question | answer |
//! |---|---|
//! | is the description at this URL its signer's? | [`Verifier`] |
//! | is this document, of whatever format, its signer's? | [`verify_url`], [`verify_bytes`] |
//! | which descriptions does this host list? | [`list`] |
//! | what do they name: products, services, interface definitions? | [`crawl`](crawl()) |
//!
//! Listings and links are not signed. They are limited, and stay on their origin unless the caller allows others.
//! Requests follow the rules of [`resolve`](crate::resolve) and carry no credentials.
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
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use agent_description::{discovery::{ListingOptions, list, listing_url}, resolve::HttpsGet};
//!
//! let https = HttpsGet::builder().build();
//! let listed = list(&https, &listing_url("agents.example.com")?, ListingOptions::default()).await?;
//! for item in &listed.items {
//!     println!("{} {}", item.url, item.name.as_deref().unwrap_or("-"));
//! }
//! for finding in &listed.findings {
//!     eprintln!("{finding}");
//! }
//! # Ok(())
//! # }
//! ```

mod collection_page;
#[cfg(feature = "resolver")]
mod crawl;
mod error;
mod finding;
#[cfg(feature = "resolver")]
mod listing;
mod origin_policy;
mod page_reading;
#[cfg(feature = "resolver")]
mod supply;
#[cfg(feature = "resolver")]
mod time_limit;
#[cfg(feature = "resolver")]
mod verifier;
#[cfg(feature = "resolver")]
mod verify;

pub use self::{
    collection_page::{CollectionPage, ListedDescription},
    error::Error,
    finding::DiscoveryFinding,
    origin_policy::OriginPolicy,
};
#[cfg(feature = "resolver")]
pub use self::{
    crawl::{
        CrawlOptions, crawl,
        graph::{Graph, GraphEdge, GraphNode, NodeKind, NodeStatus, Reason},
    },
    listing::{ListedItem, ListingOptions, ListingResult, list, listing_url},
    supply::{Sources, supply},
    time_limit::TimeLimit,
    verifier::Verifier,
    verify::{verify, verify_bytes, verify_url},
};
pub use crate::format::listing::WELL_KNOWN_PATH;
