//! Counts the values of terms, within a work limit.

use super::schema::column_name;
use crate::search::FilterTerm;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
    columnar::StrColumn,
};

/// Counts the values of terms.
pub(super) struct Counting {
    pub terms: Vec<FilterTerm>,
    /// The number of visited entries and values, and the limit.
    pub work: Arc<AtomicU64>,
    pub most: u64,
}

/// For each term, the values and their numbers of entries, in value order.
pub(super) type Counts = Vec<Vec<(String, u64)>>;

/// Counts in one segment, by term ordinals.
pub(super) struct SegmentCounting {
    columns: Vec<(Option<StrColumn>, HashMap<u64, u64>)>,
    work: Arc<AtomicU64>,
    most: u64,
}

impl Collector for Counting {
    type Fruit = Counts;
    type Child = SegmentCounting;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<SegmentCounting> {
        let column = |term: &FilterTerm| Ok((segment.fast_fields().str(&column_name(*term))?, HashMap::new()));
        let columns = self.terms.iter().map(column).collect::<tantivy::Result<_>>()?;
        Ok(SegmentCounting { columns, work: Arc::clone(&self.work), most: self.most })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, fruits: Vec<tantivy::Result<Counts>>) -> tantivy::Result<Counts> {
        let mut all: Counts = self.terms.iter().map(|_| Vec::new()).collect();
        for fruit in fruits {
            for (sum, counts) in all.iter_mut().zip(fruit?) {
                sum.extend(counts);
            }
        }
        for sum in &mut all {
            // the values of each segment are sorted, so this only merges
            sum.sort_by(|(value, _), (other, _)| value.cmp(other));
            sum.dedup_by(|(value, count), (kept, sum)| {
                let is_same = value == kept;
                *sum += if is_same { *count } else { 0 };
                is_same
            });
        }
        Ok(all)
    }
}

impl SegmentCollector for SegmentCounting {
    type Fruit = tantivy::Result<Counts>;

    fn collect(&mut self, doc: DocId, _: Score) {
        // the engine continues, but the result will be an error
        if self.work.load(Ordering::Relaxed) > self.most {
            return;
        }
        let mut looked_at = 0;
        for (column, counts) in &mut self.columns {
            for value in column.iter().flat_map(|column| column.ords().values_for_doc(doc)) {
                *counts.entry(value).or_default() += 1;
                looked_at += 1;
            }
        }
        self.work.fetch_add(looked_at, Ordering::Relaxed);
    }

    fn harvest(self) -> tantivy::Result<Counts> {
        if self.work.load(Ordering::Relaxed) > self.most {
            return Ok(self.columns.iter().map(|_| Vec::new()).collect());
        }
        let mut all = Vec::with_capacity(self.columns.len());
        for (column, counts) in self.columns {
            let mut named = Vec::with_capacity(counts.len());
            if let Some(column) = &column {
                // in ordinal order, so that each dictionary block is opened once
                let mut counts: Vec<(u64, u64)> = counts.into_iter().collect();
                counts.sort_unstable();
                let (ords, counts): (Vec<u64>, Vec<u64>) = counts.into_iter().unzip();
                let mut counts = counts.into_iter();
                column.dictionary().sorted_ords_to_term_cb(&ords, |value| {
                    if let Some(count) = counts.next() {
                        named.push((String::from_utf8_lossy(value).into_owned(), count));
                    }
                })?;
            }
            all.push(named);
        }
        Ok(all)
    }
}
