//! Groups results by agent: entries of one host with the same name are documents of one agent.

use super::{
    ranking::{Ranks, ResultOrder},
    schema::{AGENT, AgentKey},
};
use std::{cmp::Reverse, collections::HashMap};
use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
    columnar::Column,
};

/// Maximum number of listed documents per agent.
pub const MAX_AGENT_DOCUMENTS: usize = 12;

/// An agent in the results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentHit {
    /// Identifiers of its entries, verified ones first, at most [`MAX_AGENT_DOCUMENTS`].
    pub documents: Vec<String>,
    /// Number of its entries.
    pub total: u64,
}

/// A page of agents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AgentPage {
    /// The agents: those with a verified document first, then in search order.
    pub agents: Vec<AgentHit>,
    /// Number of agents on all pages.
    pub total: u64,
    /// Number of entries in the results.
    pub documents: u64,
    /// Token of the next page, if any.
    pub next: Option<String>,
}

/// Collects a page of agents.
pub(super) struct AgentRanking {
    pub order: ResultOrder,
    /// Rank and key of the last agent before the page.
    pub after: Option<(u64, AgentKey)>,
    /// Maximum number of agents.
    pub limit: usize,
}

/// The collected agents, best first.
#[derive(Debug, Default)]
pub(super) struct RankedAgents {
    pub agents: Vec<(u64, AgentKey)>,
    pub total: u64,
    pub documents: u64,
}

/// The best rank per agent in a segment.
#[derive(Default)]
pub(super) struct BestRanks {
    ranks: HashMap<AgentKey, u64>,
    documents: u64,
}

pub(super) struct SegmentAgents {
    ranks: Ranks,
    /// The columns with agent keys.
    keys: [Column<u64>; 2],
    best: BestRanks,
}

impl Collector for AgentRanking {
    type Fruit = RankedAgents;
    type Child = SegmentAgents;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentAgents> {
        let (ranks, columns) = (Ranks::open(self.order, true, segment)?, segment.fast_fields());
        let keys = [columns.u64(AGENT[0])?, columns.u64(AGENT[1])?];
        Ok(SegmentAgents { ranks, keys, best: BestRanks::default() })
    }

    fn requires_scoring(&self) -> bool {
        self.order == ResultOrder::Relevance
    }

    fn merge_fruits(&self, fruits: Vec<BestRanks>) -> tantivy::Result<RankedAgents> {
        let mut all = BestRanks::default();
        for fruit in fruits {
            all.documents += fruit.documents;
            for (key, rank) in fruit.ranks {
                all.add(key, rank);
            }
        }
        let total = u64::try_from(all.ranks.len()).unwrap_or(u64::MAX);
        let place = |rank: u64, key: AgentKey| (Reverse(rank), key);
        let is_behind = |rank, key| self.after.is_none_or(|(last, shown)| place(rank, key) > place(last, shown));
        let mut agents: Vec<_> = all.ranks.into_iter().map(|(key, rank)| (rank, key)).collect();
        agents.retain(|(rank, key)| is_behind(*rank, *key));
        if self.limit < agents.len() {
            agents.select_nth_unstable_by_key(self.limit, |(rank, key)| place(*rank, *key));
            agents.truncate(self.limit);
        }
        agents.sort_unstable_by_key(|(rank, key)| place(*rank, *key));
        Ok(RankedAgents { agents, total, documents: all.documents })
    }
}

impl BestRanks {
    fn add(&mut self, key: AgentKey, rank: u64) {
        let best = self.ranks.entry(key).or_default();
        *best = rank.max(*best);
    }
}

impl SegmentCollector for SegmentAgents {
    type Fruit = BestRanks;

    fn collect(&mut self, doc: DocId, score: Score) {
        let [first, second] = &self.keys;
        let key = [first, second].map(|half| half.first(doc).unwrap_or_default());
        self.best.documents += 1;
        self.best.add(key, self.ranks.of(doc, score));
    }

    fn harvest(self) -> BestRanks {
        self.best
    }
}
