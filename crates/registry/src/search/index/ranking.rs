//! Selects the entries of a page: the best ones after those of the previous page.

use super::schema::{CREATED, ID, UPDATED, column_name};
use crate::search::FilterTerm;
use std::{cmp::Reverse, collections::BinaryHeap, ops::Bound};
use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
    columnar::{Column, StrColumn},
};

/// The order of results. Entries with equal rank are sorted by identifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultOrder {
    /// By relevance.
    #[default]
    Relevance,
    /// By identifier.
    Identifier,
    /// By time of the first write.
    Created {
        /// Newest first.
        descending: bool,
    },
    /// By time of the last write.
    Updated {
        /// Newest first.
        descending: bool,
    },
}

impl ResultOrder {
    /// The name in page tokens. Changing it invalidates older tokens.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::Identifier => "identifier",
            Self::Created { descending: false } => "created",
            Self::Created { descending: true } => "created descending",
            Self::Updated { descending: false } => "updated",
            Self::Updated { descending: true } => "updated descending",
        }
    }
}

/// The rank bit of verified entries, if they come first. Relevance and times do not need it.
const VERIFIED_RANK: u64 = 1 << 63;
/// Relevance is rounded to these steps, so that the order of floating-point additions does not matter.
const STEPS: f32 = 1024.0;

/// Collects a page.
pub(super) struct Ranking {
    pub order: ResultOrder,
    pub is_verified_first: bool,
    /// Rank and identifier of the last entry before the page.
    pub after: Option<(u64, String)>,
    /// Maximum number of entries.
    pub limit: usize,
}

/// The collected entries, best first.
#[derive(Debug, Default)]
pub(super) struct Ranked {
    /// Ranks and identifiers, highest rank first.
    pub hits: Vec<(u64, String)>,
    /// Number of results on all pages.
    pub total: u64,
    /// Highest rank on all pages.
    pub best: u64,
}

/// Computes the ranks of a segment's entries.
pub(super) struct Ranks {
    order: ResultOrder,
    times: Option<Column<i64>>,
    is_verified_first: bool,
    /// The values of `verified`, and the ordinal of `true`.
    verified: Option<(StrColumn, u64)>,
}

/// Collects from one segment.
pub(super) struct SegmentRanking {
    ranks: Ranks,
    limit: usize,
    ids: Option<StrColumn>,
    /// The rank after which the page starts, and the identifiers of this rank.
    after: Option<(u64, Bound<u64>)>,
    /// The best entries so far, worst on top.
    heap: BinaryHeap<(Reverse<u64>, u64)>,
    total: u64,
    best: u64,
}

impl Collector for Ranking {
    type Fruit = Ranked;
    type Child = SegmentRanking;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentRanking> {
        let ids = segment.fast_fields().str(ID)?;
        let after = match (&self.after, &ids) {
            (Some((rank, id)), Some(ids)) => {
                let behind = ids.dictionary().term_bounds_to_ord(Bound::Excluded(id.as_str()), Bound::Unbounded)?.0;
                Some((*rank, behind))
            }
            _ => None,
        };
        Ok(SegmentRanking {
            ranks: Ranks::open(self.order, self.is_verified_first, segment)?,
            limit: self.limit,
            ids,
            after,
            heap: BinaryHeap::with_capacity(self.limit + 1),
            total: 0,
            best: 0,
        })
    }

    fn requires_scoring(&self) -> bool {
        self.order == ResultOrder::Relevance
    }

    fn merge_fruits(&self, fruits: Vec<tantivy::Result<Ranked>>) -> tantivy::Result<Ranked> {
        let mut all = Ranked::default();
        for fruit in fruits {
            let fruit = fruit?;
            all.hits.extend(fruit.hits);
            all.total += fruit.total;
            all.best = all.best.max(fruit.best);
        }
        all.hits.sort_unstable_by(|(rank, id), (other, other_id)| other.cmp(rank).then_with(|| id.cmp(other_id)));
        all.hits.truncate(self.limit);
        Ok(all)
    }
}

impl Ranks {
    pub(super) fn open(order: ResultOrder, is_verified_first: bool, segment: &SegmentReader) -> tantivy::Result<Self> {
        let columns = segment.fast_fields();
        let times = match order {
            ResultOrder::Relevance | ResultOrder::Identifier => None,
            ResultOrder::Created { .. } => Some(columns.i64(CREATED)?),
            ResultOrder::Updated { .. } => Some(columns.i64(UPDATED)?),
        };
        let column = is_verified_first.then(|| columns.str(&column_name(FilterTerm::Verified))).transpose()?.flatten();
        let verified = match column {
            Some(column) => column.dictionary().term_ord(b"true")?.map(|yes| (column, yes)),
            None => None,
        };
        Ok(Self { order, times, is_verified_first, verified })
    }

    pub(super) fn of(&self, doc: DocId, score: Score) -> u64 {
        let time = || self.times.as_ref().and_then(|times| times.first(doc)).unwrap_or(i64::MIN);
        // an order-preserving mapping to unsigned numbers
        let ordered = |time: i64, descending: bool| {
            let rank = tantivy::i64_to_u64(time);
            if descending { rank } else { !rank }
        };
        let rank = match self.order {
            // NaN becomes 0
            ResultOrder::Relevance => (score * STEPS).round() as u64,
            ResultOrder::Identifier => 0,
            ResultOrder::Created { descending } | ResultOrder::Updated { descending } => ordered(time(), descending),
        };
        if !self.is_verified_first {
            return rank;
        }
        let is_verified = self.verified.as_ref().is_some_and(|(column, yes)| column.ords().first(doc) == Some(*yes));
        if is_verified { rank | VERIFIED_RANK } else { rank & !VERIFIED_RANK }
    }
}

impl SegmentCollector for SegmentRanking {
    type Fruit = tantivy::Result<Ranked>;

    fn collect(&mut self, doc: DocId, score: Score) {
        let rank = self.ranks.of(doc, score);
        self.total += 1;
        self.best = self.best.max(rank);
        let full = self.heap.len() >= self.limit;
        if full && self.heap.peek().is_none_or(|(Reverse(worst), _)| rank < *worst)
            || self.after.is_some_and(|(last, _)| rank > last)
        {
            return;
        }
        let Some(id) = self.ids.as_ref().and_then(|ids| ids.ords().first(doc)) else { return };
        let shown = match self.after {
            Some((last, behind)) if rank == last => match behind {
                Bound::Included(first) => id < first,
                Bound::Excluded(shown) => id <= shown,
                Bound::Unbounded => false,
            },
            _ => false,
        };
        if shown {
            return;
        }
        self.heap.push((Reverse(rank), id));
        if self.heap.len() > self.limit {
            self.heap.pop();
        }
    }

    fn harvest(self) -> tantivy::Result<Ranked> {
        let mut hits = Vec::with_capacity(self.heap.len());
        for (Reverse(rank), ord) in self.heap {
            let mut id = String::new();
            if let Some(ids) = &self.ids
                && ids.ord_to_str(ord, &mut id)?
            {
                hits.push((rank, id));
            }
        }
        Ok(Ranked { hits, total: self.total, best: self.best })
    }
}
