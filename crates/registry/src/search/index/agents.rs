//! Groups results by agent: entries of one host with the same name are documents of one agent.

use super::{
    ranking::{Order, Ranks},
    schema::{AGENT, column_name},
};
use crate::search::FilterTerm;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};
use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
    columnar::{Column, StrColumn},
};

/// Maximum number of listed documents per agent.
pub const MAX_AGENT_DOCUMENTS: usize = 12;

/// The rank bit of agents with a verified document, which come first.
const VERIFIED_RANK: u64 = 1 << 63;

/// The key of an agent, 128 bits of a digest, so that publishers cannot create collisions.
pub(super) type AgentKey = [u64; 2];

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

/// The columns of a segment with agent keys.
struct Keys {
    parts: [Column<u64>; 2],
    verified: Option<(StrColumn, u64)>,
}

impl Keys {
    fn open(segment: &SegmentReader) -> tantivy::Result<Self> {
        let columns = segment.fast_fields();
        let verified = match columns.str(&column_name(FilterTerm::Verified))? {
            Some(column) => column.dictionary().term_ord(b"true")?.map(|ord| (column, ord)),
            None => None,
        };
        Ok(Self { parts: [columns.u64(AGENT[0])?, columns.u64(AGENT[1])?], verified })
    }

    fn of(&self, doc: DocId) -> AgentKey {
        let [first, second] = &self.parts;
        [first, second].map(|part| part.first(doc).unwrap_or_default())
    }

    fn is_verified(&self, doc: DocId) -> bool {
        self.verified.as_ref().is_some_and(|(column, yes)| column.ords().first(doc) == Some(*yes))
    }
}

/// Collects a page of agents.
pub(super) struct AgentRanking {
    pub order: Order,
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
    keys: Keys,
    best: BestRanks,
}

impl Collector for AgentRanking {
    type Fruit = RankedAgents;
    type Child = SegmentAgents;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentAgents> {
        let ranks = Ranks::open(self.order, segment)?;
        Ok(SegmentAgents { ranks, keys: Keys::open(segment)?, best: BestRanks::default() })
    }

    fn requires_scoring(&self) -> bool {
        self.order == Order::Relevance
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
        // ranks of relevance and time do not use this bit
        let rank = self.ranks.of(doc, score) & !VERIFIED_RANK;
        let rank = if self.keys.is_verified(doc) { rank | VERIFIED_RANK } else { rank };
        self.best.documents += 1;
        self.best.add(self.keys.of(doc), rank);
    }

    fn harvest(self) -> BestRanks {
        self.best
    }
}

/// Collects the entries of agents.
pub(super) struct AgentDocuments {
    pub agents: Vec<AgentKey>,
}

/// Per agent, the number of entries, and the first ones: unverified flag and identifier.
pub(super) type Documents = BTreeMap<AgentKey, (u64, Vec<(bool, String)>)>;

pub(super) struct SegmentDocuments {
    keys: Keys,
    ids: Option<StrColumn>,
    found: BTreeMap<AgentKey, Vec<(bool, u64)>>,
}

impl Collector for AgentDocuments {
    type Fruit = Documents;
    type Child = SegmentDocuments;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentDocuments> {
        let found = self.agents.iter().map(|key| (*key, Vec::new())).collect();
        Ok(SegmentDocuments { keys: Keys::open(segment)?, ids: segment.fast_fields().str(super::schema::ID)?, found })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, fruits: Vec<tantivy::Result<Documents>>) -> tantivy::Result<Documents> {
        let mut all = Documents::new();
        for fruit in fruits {
            for (key, (total, documents)) in fruit? {
                let sum = all.entry(key).or_default();
                sum.0 += total;
                sum.1.extend(documents);
            }
        }
        for (_, documents) in all.values_mut() {
            documents.sort_unstable();
            documents.truncate(MAX_AGENT_DOCUMENTS);
        }
        Ok(all)
    }
}

impl SegmentCollector for SegmentDocuments {
    type Fruit = tantivy::Result<Documents>;

    fn collect(&mut self, doc: DocId, _: Score) {
        let id = self.ids.as_ref().and_then(|ids| ids.ords().first(doc));
        let is_unverified = !self.keys.is_verified(doc);
        if let Some((found, id)) = self.found.get_mut(&self.keys.of(doc)).zip(id) {
            found.push((is_unverified, id));
        }
    }

    fn harvest(self) -> tantivy::Result<Documents> {
        let mut all = Documents::new();
        for (key, mut found) in self.found {
            let total = u64::try_from(found.len()).unwrap_or(u64::MAX);
            // identifiers are sorted like their ordinals
            found.sort_unstable();
            found.truncate(MAX_AGENT_DOCUMENTS);
            let mut documents = Vec::with_capacity(found.len());
            for (is_unverified, ord) in found {
                let mut id = String::new();
                if let Some(ids) = &self.ids
                    && ids.ord_to_str(ord, &mut id)?
                {
                    documents.push((is_unverified, id));
                }
            }
            all.insert(key, (total, documents));
        }
        Ok(all)
    }
}
