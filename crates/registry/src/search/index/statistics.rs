//! The figures that relevance is made from: how many entries there are, how long their texts are, how rare a word is.
//!
//! They count the entries that are there and nothing else: the engine's own also count removed ones until files are merged, and would rank
//! the same entries differently after another history. How rare a word is is asked of all texts together, whichever field is searched.

use super::schema::Fields;
use std::collections::HashMap;
use tantivy::{
    Opstamp, Searcher, SegmentReader, Term,
    index::SegmentId,
    query::Bm25StatisticsProvider,
    schema::{Field, IndexRecordOption},
};

/// How many words each field has, in one segment.
type Lengths = HashMap<Field, u64>;

/// The lengths of texts, kept as long as a segment stays as it is.
#[derive(Debug, Default)]
pub(super) struct LengthCache {
    segments: HashMap<(SegmentId, Option<Opstamp>), Lengths>,
}

impl LengthCache {
    /// The lengths over all segments; those of segments that are gone are forgotten.
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

/// Lengths as relevance reads them, in the engine's steps.
fn lengths(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<Lengths> {
    let mut lengths = Lengths::new();
    for field in fields.worded() {
        let norms = segment.get_fieldnorms_reader(field)?;
        lengths.insert(field, segment.doc_ids_alive().map(|doc| u64::from(norms.fieldnorm(doc))).sum());
    }
    Ok(lengths)
}

/// The figures of one search.
#[derive(Debug)]
pub(super) struct Statistics {
    entries: u64,
    lengths: HashMap<Field, u64>,
    frequencies: HashMap<String, u64>,
    /// All of them, in the order in which a page token has them.
    figures: Vec<u64>,
}

impl Statistics {
    /// The figures of now, for some fields and words; or those of an earlier page of the same search.
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

    /// All figures, in an order that the search decides.
    pub(super) fn figures(&self) -> &[u64] {
        &self.figures
    }
}

/// In how many entries a term is.
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
        // the engine takes no more than all
        Ok(self.frequencies.get(word).copied().unwrap_or_default().min(self.entries.max(1)))
    }
}
