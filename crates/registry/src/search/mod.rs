//! Finding entries: what they are found by, the search language, the index.

pub mod atoms;
mod explore;
mod field;
mod filter;
pub mod index;
mod page_token;
mod parse;
mod query;
mod query_error;
pub mod record;
mod script;
mod text;

pub use agent_description::format::{Endpoint, OfferPrice, Skill, Tool};
pub use explore::{DEFAULT_BUCKETS, Facet, FacetRequest, Facets, MOST_BUCKETS, MOST_FACETS};
pub use field::Field;
pub use filter::{Filter, FilterTerm, MOST_FILTER_VALUES};
pub use index::{
    AgentHit, AgentPage, Change, DEFAULT_PAGE, Hit, Index, IndexError, MAX_AGENT_DOCUMENTS, MOST_PAGE, Opened, Order,
    Page, Search, SearchError, SearchLimits, Wanted, Why,
};
pub use parse::{LEAST_PREFIX, MOST_ATOMS, MOST_BYTES, MOST_CLAUSES, MOST_DEPTH};
pub use query::{Clause, Comparison, Query};
pub use query_error::QueryError;
pub use record::{Known, Record};
pub(crate) use script::language_of;
pub use text::{MOST_TEXT_BYTES, MOST_WORDS};
