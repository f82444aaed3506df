//! Facets of search results (ARD 0.91, section 5.3.3).

use super::FilterTerm;

/// Maximum number of facets per request.
pub const MAX_FACETS: usize = 16;
/// Default number of buckets per facet.
pub const DEFAULT_BUCKETS: usize = 20;
/// Maximum number of buckets.
pub const MAX_BUCKETS: usize = 1_000;

/// A requested facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FacetRequest {
    /// The term to count.
    pub term: FilterTerm,
    /// Maximum number of buckets, at most [`MAX_BUCKETS`].
    pub limit: usize,
    /// Minimum number of entries per bucket.
    pub least: u64,
}

impl FacetRequest {
    /// A facet with ARD's defaults.
    #[must_use]
    pub const fn new(term: FilterTerm) -> Self {
        Self { term, limit: DEFAULT_BUCKETS, least: 1 }
    }
}

/// The result of a facet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// The counted term.
    pub term: FilterTerm,
    /// The values and their numbers of entries, most frequent first, then by value.
    pub buckets: Vec<(String, u64)>,
    /// Total of the omitted buckets.
    pub other: u64,
}

/// The results, and the work they took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facets {
    /// One result per request, in order.
    pub facets: Vec<Facet>,
    /// Number of visited index postings and values.
    pub work: u64,
}

impl Facet {
    /// Selects the requested buckets.
    pub(super) fn new(request: FacetRequest, counts: &[(String, u64)]) -> Self {
        let mut buckets: Vec<_> = counts.iter().filter(|(_, count)| *count >= request.least).collect();
        let order = |(value, count): &&(String, u64), (other, other_count): &&(String, u64)| {
            other_count.cmp(count).then_with(|| value.cmp(other))
        };
        let limit = request.limit.min(MAX_BUCKETS).min(buckets.len());
        if limit < buckets.len() {
            // sort only the buckets that are returned
            buckets.select_nth_unstable_by(limit, order);
        }
        let rest = buckets.split_off(limit);
        buckets.sort_unstable_by(order);
        let other = rest.iter().map(|(_, count)| count).sum();
        Self { term: request.term, buckets: buckets.into_iter().cloned().collect(), other }
    }
}
