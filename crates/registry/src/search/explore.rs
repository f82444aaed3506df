//! Counting what there is: facets of the entries that a search finds (ARD 0.91, section 5.3.3).

use super::FilterTerm;

/// How many facets may be asked for at once.
pub const MAX_FACETS: usize = 16;
/// How many buckets of one facet are given without a wish.
pub const DEFAULT_BUCKETS: usize = 20;
/// How many are given at most.
pub const MAX_BUCKETS: usize = 1_000;

/// A facet that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FacetRequest {
    /// What is counted.
    pub term: FilterTerm,
    /// How many buckets, at most [`MAX_BUCKETS`].
    pub limit: usize,
    /// How many entries a bucket needs.
    pub least: u64,
}

impl FacetRequest {
    /// A facet with the defaults of ARD.
    #[must_use]
    pub const fn new(term: FilterTerm) -> Self {
        Self { term, limit: DEFAULT_BUCKETS, least: 1 }
    }
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facet {
    /// What was counted.
    pub term: FilterTerm,
    /// The values and how many entries have each; the most frequent first, equally frequent ones by value.
    pub buckets: Vec<(String, u64)>,
    /// The sum of the buckets that the limit left out.
    pub other: u64,
}

/// What was counted, and what that cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facets {
    /// One for each request, in their order.
    pub facets: Vec<Facet>,
    /// How many places of the index were looked at: those of the search, and each value of each entry that it found.
    pub work: u64,
}

impl Facet {
    /// The buckets that a request wants, of all that were counted.
    pub(super) fn new(request: FacetRequest, counts: &[(String, u64)]) -> Self {
        let mut buckets: Vec<_> = counts.iter().filter(|(_, count)| *count >= request.least).collect();
        let order = |(value, count): &&(String, u64), (other, other_count): &&(String, u64)| {
            other_count.cmp(count).then_with(|| value.cmp(other))
        };
        let limit = request.limit.min(MAX_BUCKETS).min(buckets.len());
        if limit < buckets.len() {
            // of a million values, only those that are shown are sorted
            buckets.select_nth_unstable_by(limit, order);
        }
        let rest = buckets.split_off(limit);
        buckets.sort_unstable_by(order);
        let other = rest.iter().map(|(_, count)| count).sum();
        Self { term: request.term, buckets: buckets.into_iter().cloned().collect(), other }
    }
}
