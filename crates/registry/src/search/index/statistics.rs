//! The statistics for relevance: number of entries, text lengths and word frequencies.
//!
//! They count only current entries. The engine's own statistics include removed entries until segments are merged, so
//! that rankings would depend on the history. Word frequencies are over all texts, whatever field is searched.

use super::schema::Fields;
use std::collections::HashMap;
use tantivy::{
    Opstamp, Searcher, SegmentReader, Term,
    index::SegmentId,
    query::Bm25StatisticsProvider,
    schema::{Field, IndexRecordOption},
};

/// Number of words per field in a segment.
type Lengths = HashMap<Field, u64>;

/// Caches text lengths per segment.
#[derive(Debug, Default)]
pub(super) struct LengthCache {
    segments: HashMap<(SegmentId, Option<Opstamp>), Lengths>,
}

impl LengthCache {
    /// The lengths over all segments. Drops removed segments from the cache.
    pub(super) fn for_searcher(&mut self, searcher: &Searcher, fields: &Fields) -> tantivy::Result<Lengths> {
        let mut kept = HashMap::new();
        let mut sums = Lengths::new();
        for segment in searcher.segment_readers() {
            let key = (segment.segment_id(), segment.delete_opstamp());
            let lengths = match self.segments.remove(&key) {
                Some(lengths) => lengths,
                None => lengths(segment, fields)?,
            };
            for (field, length) in &lengths {
                *sums.entry(*field).or_default() += length;
            }
            kept.insert(key, lengths);
        }
        self.segments = kept;
        Ok(sums)
    }
}

/// Text lengths of a segment, as quantized by the engine.
fn lengths(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Lengths> {
    let mut lengths = Lengths::new();
    for field in fields.worded() {
        let norms = segment.get_fieldnorms_reader(field)?;
        lengths.insert(field, segment.doc_ids_alive().map(|doc| u64::from(norms.fieldnorm(doc))).sum());
    }
    Ok(lengths)
}

/// The statistics of a search.
#[derive(Debug)]
pub(super) struct Statistics {
    entries: u64,
    lengths: HashMap<Field, u64>,
    frequencies: HashMap<String, u64>,
    /// All statistics, in page token order.
    figures: Vec<u64>,
}

impl Statistics {
    /// The current statistics for these fields and words, or those of an earlier page of the same search.
    pub(super) fn new(
        (searcher, lengths): (&Searcher, &Lengths),
        all: Field,
        (fields, words): (&[Field], &[String]),
        earlier: Option<&[u64]>,
    ) -> tantivy::Result<Self> {
        let figures = match earlier.filter(|figures| figures.len() == 1 + fields.len() + words.len()) {
            Some(figures) => figures.to_vec(),
            None => {
                let mut figures = vec![searcher.num_docs()];
                figures.extend(fields.iter().map(|field| lengths.get(field).copied().unwrap_or_default()));
                for word in words {
                    figures.push(frequency(searcher, &Term::from_field_text(all, word))?);
                }
                figures
            }
        };
        let mut of = figures.iter().copied();
        let entries = of.next().unwrap_or_default();
        let lengths = fields.iter().copied().zip(of.by_ref()).collect();
        let frequencies = words.iter().cloned().zip(of).collect();
        Ok(Self { entries, lengths, frequencies, figures })
    }

    /// All statistics, in an order that depends only on the search.
    pub(super) fn figures(&self) -> &[u64] {
        &self.figures
    }
}

/// Number of entries with a term.
fn frequency(searcher: &Searcher, term: &Term) -> tantivy::Result<u64> {
    let mut sum = 0;
    for segment in searcher.segment_readers() {
        let index = segment.inverted_index(term.field())?;
        sum += match segment.alive_bitset() {
            None => u64::from(index.doc_freq(term)?),
            Some(alive) => index
                .read_postings(term, IndexRecordOption::Basic)?
                .map_or(0, |postings| u64::from(postings.doc_freq_given_deletes(alive))),
        };
    }
    Ok(sum)
}

impl Bm25StatisticsProvider for Statistics {
    fn total_num_tokens(&self, field: Field) -> tantivy::Result<u64> {
        Ok(self.lengths.get(&field).copied().unwrap_or_default().max(1))
    }

    fn total_num_docs(&self) -> tantivy::Result<u64> {
        Ok(self.entries.max(1))
    }

    fn doc_freq(&self, term: &Term) -> tantivy::Result<u64> {
        let word = std::str::from_utf8(term.serialized_value_bytes()).unwrap_or_default();
        // the engine accepts at most the total
        Ok(self.frequencies.get(word).copied().unwrap_or_default().min(self.entries.max(1)))
    }
}
