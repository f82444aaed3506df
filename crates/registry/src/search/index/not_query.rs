//! A query for entries that another query does not match.
//!
//! The engine's own exclusion seeks backwards in phrases, which they do not support (tantivy 0.27, `Exclude` over
//! `PhraseScorer`). This query reads each entry once, in order.

use std::sync::Arc;
use tantivy::{
    BitSet, DocId, DocSet as _, Score, SegmentReader, TERMINATED, TantivyError,
    query::{BitSetDocSet, ConstScorer, EnableScoring, Explanation, Query, Scorer, Weight},
};

/// Matches what another query does not match, without relevance.
#[derive(Clone, Debug)]
pub(super) struct NotQuery {
    pub of: Arc<dyn Query>,
}

struct NotWeight {
    of: Box<dyn Weight>,
}

impl Query for NotQuery {
    fn weight(&self, scoring: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        let scoring = match scoring {
            EnableScoring::Enabled { searcher, .. } => EnableScoring::disabled_from_searcher(searcher),
            disabled @ EnableScoring::Disabled { .. } => disabled,
        };
        Ok(Box::new(NotWeight { of: self.of.weight(scoring)? }))
    }
}

impl Weight for NotWeight {
    fn scorer(&self, segment: &SegmentReader, _: Score) -> tantivy::Result<Box<dyn Scorer>> {
        let mut of = self.of.scorer(segment, 1.0)?;
        let mut others = BitSet::with_max_value(segment.max_doc());
        let mut next = 0;
        loop {
            let doc = of.doc();
            for other in next..doc.min(segment.max_doc()) {
                others.insert(other);
            }
            if doc == TERMINATED {
                return Ok(Box::new(ConstScorer::new(BitSetDocSet::from(others), 0.0)));
            }
            next = doc + 1;
            of.advance();
        }
    }

    fn explain(&self, _: &SegmentReader, doc: DocId) -> tantivy::Result<Explanation> {
        Err(TantivyError::InvalidArgument(format!("document {doc}: a negated query has no explanation")))
    }
}
