//! Search: records, search language and index.

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

pub use agent_description::format::{EndpointSummary, OfferPrice, SkillSummary, ToolSummary};
pub use explore::{DEFAULT_BUCKETS, Facet, FacetRequest, Facets, MAX_BUCKETS, MAX_FACETS};
pub use field::SearchField;
pub use filter::{Filter, FilterTerm, MAX_FILTER_VALUES};
pub use index::{
    AgentHit, AgentPage, DEFAULT_PAGE, Hit, Index, IndexChange, IndexError, MAX_AGENT_DOCUMENTS, MAX_PAGE_SIZE,
    MAX_TEXT_BYTES, MAX_WORDS, OpenedIndex, Page, ResultOrder, Search, SearchInput, SearchLimits,
};
pub use parse::{MAX_ATOMS, MAX_CLAUSES, MAX_DEPTH, MAX_QUERY_BYTES, MIN_PREFIX_CHARS};
pub use query::{Clause, Query, QueryComparison};
pub use query_error::QueryError;
pub use record::{EntryMetadata, Record};
pub(crate) use script::language_of;
