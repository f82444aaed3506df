//! Compiles a search to an engine query, within limits that are checked before it runs.

use super::{
    SearchLimits,
    error::IndexError,
    not_query::NotQuery,
    schema::Fields,
    tokenizer::{lookup, lookup_before},
};
use crate::search::{
    Clause, Filter, Query, QueryComparison, QueryError, SearchField,
    atoms::{Atom, atoms},
};
use std::collections::BTreeSet;
use tantivy::{
    Searcher, Term,
    query::{
        self, AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, EmptyQuery, Occur, PhrasePrefixQuery, PhraseQuery,
        TermQuery, TermSetQuery,
    },
    schema::{self, IndexRecordOption},
};

/// Fields in which a match is more relevant, and their weights.
const BOOSTED: [(SearchField, f32); 4] = [
    (SearchField::DisplayName, 3.0),
    (SearchField::SkillsName, 1.5),
    (SearchField::SkillsTags, 1.5),
    (SearchField::ToolsName, 1.5),
];

type Boxed = Box<dyn query::Query>;

/// A compiled search.
#[derive(Debug)]
pub(super) struct Plan {
    pub query: Boxed,
    /// The fields whose lengths are needed for relevance, without duplicates.
    pub fields: Vec<schema::Field>,
    /// The words whose frequencies are needed, without duplicates.
    pub words: Vec<String>,
    /// Upper bound of the postings to read.
    pub work: u64,
}

/// Compiles searches for one state of the index.
pub(super) struct Compiler<'a> {
    index: &'a Fields,
    searcher: &'a Searcher,
    limits: SearchLimits,
    fields: Vec<schema::Field>,
    words: Vec<String>,
    work: u64,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(index: &'a Fields, searcher: &'a Searcher, limits: SearchLimits) -> Self {
        Self { index, searcher, limits, fields: Vec::new(), words: Vec::new(), work: 0 }
    }

    /// Compiles a search in the search language.
    pub(super) fn search(mut self, query: &Query, filter: &Filter) -> Result<Plan, IndexError> {
        let query = self.query(query)?;
        self.filtered(query, filter)
    }

    /// Compiles a search for any of several words.
    pub(super) fn any(mut self, words: &[String], filter: &Filter) -> Result<Plan, IndexError> {
        let query = match words {
            [] => self.everything()?,
            words => {
                // all words in this order, because a page token contains their frequencies
                self.words = words.to_vec();
                let mut each = Vec::with_capacity(words.len());
                for word in self.within_budget(words)? {
                    each.push(self.anywhere(&[(0, word.clone())])?);
                }
                union(each)
            }
        };
        self.filtered(query, filter)
    }

    /// The words that fit into the work limit. Very frequent words are dropped, because they say little and cost much.
    fn within_budget<'w>(&self, words: &'w [String]) -> Result<Vec<&'w String>, IndexError> {
        let mut costs = Vec::with_capacity(words.len());
        for (at, word) in words.iter().enumerate() {
            let frequency = self.searcher.doc_freq(&Term::from_field_text(self.index.all, word))?;
            costs.push((frequency.saturating_mul(1 + BOOSTED.len() as u64), at));
        }
        costs.sort_unstable();
        let mut sum = 0u64;
        let fitting = costs.iter().take_while(|(cost, _)| {
            sum = sum.saturating_add(*cost);
            sum <= self.limits.work
        });
        // at least one word, which may still exceed the limit
        let fitting: BTreeSet<usize> = fitting.chain(costs.first()).map(|(_, at)| *at).collect();
        Ok(words.iter().enumerate().filter(|(at, _)| fitting.contains(at)).map(|(_, word)| word).collect())
    }

    fn filtered(mut self, query: Boxed, filter: &Filter) -> Result<Plan, IndexError> {
        let mut all: Vec<Boxed> = Vec::new();
        for (term, values) in &filter.terms {
            let values = values.iter().map(|value| self.index.filtered(*term, value));
            let values: Vec<Boxed> = values.map(|value| self.term(value)).collect::<Result<_, _>>()?;
            all.push(union(values));
        }
        let mut clauses = vec![(Occur::Must, query)];
        // filters do not affect relevance
        clauses.extend(all.into_iter().map(|query| (Occur::Must, constant(query, 0.0))));
        let query = if clauses.len() == 1 { clauses.remove(0).1 } else { Box::new(BooleanQuery::new(clauses)) };
        Ok(Plan { query, fields: self.fields, words: self.words, work: self.work })
    }

    fn query(&mut self, query: &Query) -> Result<Boxed, IndexError> {
        Ok(match query {
            Query::All => self.everything()?,
            Query::Clause(clause) => self.clause(clause)?,
            Query::Not(query) => {
                self.charge_work(self.searcher.num_docs())?;
                Box::new(NotQuery { of: self.query(query)?.into() })
            }
            Query::Or(all) => union(all.iter().map(|query| self.query(query)).collect::<Result<_, _>>()?),
            Query::And(all) => Box::new(BooleanQuery::intersection(
                all.iter().map(|query| self.query(query)).collect::<Result<_, _>>()?,
            )),
        })
    }

    fn everything(&mut self) -> Result<Boxed, IndexError> {
        self.charge_work(self.searcher.num_docs())?;
        Ok(constant(Box::new(AllQuery), 0.0))
    }

    fn clause(&mut self, clause: &Clause) -> Result<Boxed, IndexError> {
        let (text, prefix) = match &clause.comparison {
            QueryComparison::Equal(value) => return self.equal(clause.field, value),
            QueryComparison::Words { text, prefix } => (text, *prefix),
        };
        let atoms = atoms(text);
        if atoms.is_empty() {
            return Ok(Box::new(EmptyQuery));
        }
        let of_field: Option<Vec<_>> =
            clause.field.map(|field| field.parts().iter().filter_map(|part| self.index.text(*part)).collect());
        let each: Vec<Boxed> = match atoms.split_last() {
            // prefixes apply only to words, not to ideographs
            Some((Atom::Word(word), before)) if prefix => {
                let fields = of_field.unwrap_or_else(|| vec![self.index.all]);
                let before = lookup_before(before);
                fields.iter().map(|field| self.beginning(*field, &before, word)).collect::<Result<_, _>>()?
            }
            _ => {
                let terms = lookup(&atoms);
                match of_field {
                    Some(fields) => fields.iter().map(|field| self.phrase(*field, &terms)).collect::<Result<_, _>>()?,
                    None => vec![self.anywhere(&terms)?],
                }
            }
        };
        Ok(union(each))
    }

    fn equal(&mut self, field: Option<SearchField>, value: &str) -> Result<Boxed, IndexError> {
        let parts = field.map_or(SearchField::ALL, SearchField::parts).iter().filter(|part| part.parts() == [**part]);
        let terms = parts.map(|part| self.index.equal(*part, value));
        let each = terms.map(|term| self.term(term));
        Ok(constant(union(each.collect::<Result<_, _>>()?), 1.0))
    }

    /// Matches a complete value.
    fn term(&mut self, term: Term) -> Result<Boxed, IndexError> {
        self.charge_work(self.searcher.doc_freq(&term)?)?;
        Ok(constant(Box::new(TermQuery::new(term, IndexRecordOption::Basic)), 1.0))
    }

    /// Matches adjacent words in any field. A match in a weighted field is more relevant.
    fn anywhere(&mut self, terms: &[(usize, String)]) -> Result<Boxed, IndexError> {
        let mut clauses = vec![(Occur::Must, self.phrase(self.index.all, terms)?)];
        for (field, boost) in BOOSTED {
            let Some(field) = self.index.text(field) else { continue };
            let query = self.phrase(field, terms)?;
            clauses.push((Occur::Should, Box::new(BoostQuery::new(query, boost))));
        }
        Ok(Box::new(BooleanQuery::new(clauses)))
    }

    /// Matches adjacent words in a field.
    fn phrase(&mut self, field: schema::Field, terms: &[(usize, String)]) -> Result<Boxed, IndexError> {
        if !self.fields.contains(&field) {
            self.fields.push(field);
        }
        let mut placed = Vec::with_capacity(terms.len());
        for (at, word) in terms {
            let term = Term::from_field_text(field, word);
            self.charge_work(self.searcher.doc_freq(&term)?)?;
            if !self.words.contains(word) {
                self.words.push(word.clone());
            }
            placed.push((*at, term));
        }
        Ok(match placed.len() {
            1 => Box::new(TermQuery::new(placed.remove(0).1, IndexRecordOption::WithFreqs)),
            _ => Box::new(PhraseQuery::new_with_offset(placed)),
        })
    }

    /// Matches adjacent words in a field, followed by a word with a prefix.
    fn beginning(
        &mut self,
        field: schema::Field,
        before: &[(usize, String)],
        prefix: &str,
    ) -> Result<Boxed, IndexError> {
        let words = self.expansions(field, prefix)?;
        let Some((last, _)) = before.last() else {
            return Ok(constant(Box::new(TermSetQuery::new(words)), 1.0));
        };
        let mut placed = Vec::with_capacity(before.len() + 1);
        for (at, word) in before {
            let term = Term::from_field_text(field, word);
            self.charge_work(self.searcher.doc_freq(&term)?)?;
            placed.push((*at, term));
        }
        placed.push((last + 1, Term::from_field_text(field, prefix)));
        let mut query = PhrasePrefixQuery::new_with_offset(placed);
        query.set_max_expansions(u32::try_from(self.limits.expansions).unwrap_or(u32::MAX));
        Ok(constant(Box::new(query), 1.0))
    }

    /// The words of a field with a prefix, up to the limit.
    fn expansions(&mut self, field: schema::Field, prefix: &str) -> Result<BTreeSet<Term>, IndexError> {
        let mut words = BTreeSet::new();
        for segment in self.searcher.segment_readers() {
            let index = segment.inverted_index(field)?;
            let mut stream = index.terms().range().ge(prefix).into_stream().map_err(tantivy::TantivyError::from)?;
            while stream.advance() {
                if !stream.key().starts_with(prefix.as_bytes()) {
                    break;
                }
                let Ok(word) = std::str::from_utf8(stream.key()) else { continue };
                words.insert(Term::from_field_text(field, word));
                if words.len() > self.limits.expansions {
                    let most = self.limits.expansions;
                    return Err(QueryError::new(format!(
                        "more than {most} indexed words begin with `{prefix}`; write a longer prefix"
                    ))
                    .into());
                }
                let frequency = u64::from(stream.value().doc_freq);
                // looking up a word costs more than its postings
                self.charge_work(frequency + 1)?;
            }
        }
        Ok(words)
    }

    fn charge_work(&mut self, postings: u64) -> Result<(), QueryError> {
        self.work = self.work.saturating_add(postings);
        if self.work > self.limits.work {
            return Err(QueryError::too_much_work(self.work, self.limits.work));
        }
        Ok(())
    }
}

fn union(mut queries: Vec<Boxed>) -> Boxed {
    match queries.len() {
        0 => Box::new(EmptyQuery),
        1 => queries.remove(0),
        _ => Box::new(BooleanQuery::union(queries)),
    }
}

fn constant(query: Boxed, score: f32) -> Boxed {
    Box::new(ConstScoreQuery::new(query, score))
}
