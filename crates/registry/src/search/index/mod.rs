//! The search index: maps records to identifiers. It contains only data of the store, and is rebuilt if it is missing,
//! damaged or of another version.

mod agents;
mod compile;
mod counting;
mod error;
mod folder;
mod not_query;
mod ranking;
mod schema;
mod statistics;
mod text;
mod tokenizer;

pub use agents::{AgentHit, AgentPage, MAX_AGENT_DOCUMENTS};
pub use error::IndexError;
pub use ranking::ResultOrder;
pub use text::{MAX_TEXT_BYTES, MAX_WORDS};

use super::{
    Facet, FacetRequest, Facets, Filter, Query, QueryError, Record, explore::MAX_FACETS, page_token::PageToken,
};
use crate::store::Revision;
use agents::AgentRanking;
use compile::{Compiler, Plan};
use counting::Counting;
use folder::{Existing, Folder, Payload};
use ranking::Ranking;
use schema::{AgentKey, Fields};
use serde_json::json;
use statistics::{LengthCache, Statistics};
use std::{
    collections::{BTreeMap, HashMap},
    fmt,
    fs::File,
    path::Path,
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
};
use tantivy::{
    IndexReader, IndexWriter, ReloadPolicy, Searcher,
    collector::Collector,
    query::{EnableScoring, Query as _, TermQuery},
    schema::IndexRecordOption,
};

/// Default page size.
pub const DEFAULT_PAGE: usize = 20;
/// Maximum page size.
pub const MAX_PAGE_SIZE: usize = 100;
/// Memory for writing, in bytes, before a segment is flushed.
const WRITER_MEMORY_BYTES: usize = 64 * 1024 * 1024;

/// Limits for the cost of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchLimits {
    /// Maximum number of words that match a prefix in one field.
    pub expansions: usize,
    /// Maximum number of index postings to read: words of entries per field, and entries in full scans.
    pub work: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { expansions: 4_096, work: 32_000_000 }
    }
}

/// The input of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchInput {
    /// A search in the search language.
    Query(Query),
    /// Free text: entries with any of its words.
    Text(String),
}

/// A search for one page of results.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Search {
    /// The input.
    pub wanted: SearchInput,
    /// The filter.
    pub filter: Filter,
    /// The order.
    pub order: ResultOrder,
    /// Number of entries, at most [`MAX_PAGE_SIZE`].
    pub page_size: usize,
    /// Token from the previous page.
    pub page_token: Option<String>,
}

impl Search {
    /// A search for the first page.
    #[must_use]
    pub fn new(wanted: SearchInput) -> Self {
        let (filter, order) = (Filter::default(), ResultOrder::default());
        Self { wanted, filter, order, page_size: DEFAULT_PAGE, page_token: None }
    }

    /// The page size for a request: 0 means the default, and larger values are limited to the maximum.
    ///
    /// # Errors
    /// [`QueryError`] for a negative number.
    pub fn page_size_of(size: i64) -> Result<usize, QueryError> {
        match usize::try_from(size) {
            Ok(0) => Ok(DEFAULT_PAGE),
            Ok(positive) => Ok(positive.min(MAX_PAGE_SIZE)),
            Err(_) => Err(QueryError::new(format!(
                "the page size is {size}, expected a number of at least 0 (0 means the default of {DEFAULT_PAGE})"
            ))),
        }
    }

    /// Identifies the search in page tokens: equal for all pages of a search.
    fn fingerprint(&self) -> String {
        let wanted = match &self.wanted {
            SearchInput::Query(query) => json!({"query": query.to_string()}),
            SearchInput::Text(text) => json!({"text": text}),
        };
        json!([wanted, self.filter.to_json(), self.order.name()]).to_string()
    }
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The identifier.
    pub id: String,
    /// Relevance from 0 to 100, relative to the best result; independent of trust.
    pub score: u8,
}

/// A page of results.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The entries.
    pub hits: Vec<Hit>,
    /// Number of entries on all pages.
    pub total: u64,
    /// Token of the next page, if any.
    pub next: Option<String>,
    /// Upper bound of the postings that were read.
    pub work: u64,
}

/// A change of the index.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum IndexChange {
    /// Adds or replaces an entry.
    Put(Box<Record>),
    /// Removes the entry with this identifier.
    Remove(String),
}

/// A snapshot of the index, which does not change during a search.
struct Snapshot {
    searcher: Searcher,
    lengths: HashMap<tantivy::schema::Field, u64>,
    revision: Revision,
}

/// An index of entries. Searches run in parallel with each other and with writes, on any thread; they block for
/// milliseconds.
pub struct Index {
    fields: Fields,
    engine: tantivy::Index,
    reader: IndexReader,
    writer: Mutex<Writer>,
    snapshot: RwLock<Arc<Snapshot>>,
    limits: SearchLimits,
    /// Locks the folder until this is dropped.
    _lock: Option<File>,
}

/// An index that [`Index::open`] opened or created.
#[derive(Debug)]
#[non_exhaustive]
pub struct OpenedIndex {
    /// The index.
    pub index: Index,
    /// Whether it has all entries up to its revision. Otherwise it is empty, and must be rebuilt.
    pub is_complete: bool,
}

struct Writer {
    engine: Option<IndexWriter>,
    /// Whether a write did not complete, because of an error or panic.
    dirty: bool,
    lengths: LengthCache,
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("revision", &self.revision())
            .field("entries", &self.len())
            .finish_non_exhaustive()
    }
}

impl Index {
    /// Opens the index in a folder for exclusive use, or creates it. A damaged index or one of another version is emptied,
    /// and must be rebuilt like a new one. Each file is read once to check its integrity.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn open(folder: &Path, limits: SearchLimits) -> Result<OpenedIndex, IndexError> {
        match Self::open_as(folder, limits, Existing::Open) {
            // the files are intact, but the engine cannot use them
            Err(IndexError::Engine { .. }) => Self::open_as(folder, limits, Existing::Discard),
            opened => opened,
        }
    }

    /// Like [`open`](Self::open), but deletes an existing index, so that it must be rebuilt.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn open_empty(folder: &Path, limits: SearchLimits) -> Result<Self, IndexError> {
        Ok(Self::open_as(folder, limits, Existing::Discard)?.index)
    }

    fn open_as(folder: &Path, limits: SearchLimits, existing: Existing) -> Result<OpenedIndex, IndexError> {
        let fields = Fields::new();
        let Folder { index, revision, lock } = folder::open(folder, &fields, existing)?;
        let index = Self::from_engine(index, fields, limits, revision.unwrap_or_default(), Some(lock))?;
        Ok(OpenedIndex { index, is_complete: revision.is_some() })
    }

    /// Rejects a symbolic link as the folder of indexes; [`open`](Self::open) checks the index's own folder.
    ///
    /// # Errors
    /// [`IndexError::Link`]
    pub fn no_link(folder: &Path) -> Result<(), IndexError> {
        folder::no_link(folder)
    }

    /// Creates an index in memory.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn in_memory(limits: SearchLimits) -> Result<Self, IndexError> {
        let fields = Fields::new();
        let engine = tantivy::Index::create_in_ram(fields.schema.clone());
        Self::from_engine(engine, fields, limits, Revision::default(), None)
    }

    fn from_engine(
        engine: tantivy::Index,
        fields: Fields,
        limits: SearchLimits,
        revision: Revision,
        lock: Option<File>,
    ) -> Result<Self, IndexError> {
        engine.tokenizers().register(tokenizer::TOKENIZER, tokenizer::AtomTokenizer);
        let failed = IndexError::from_engine("opened");
        let mut writer = Writer { engine: None, dirty: false, lengths: LengthCache::default() };
        writer.engine(&engine).map_err(failed)?;
        writer.dirty = false;
        let reader = engine.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(failed)?;
        let snapshot = RwLock::new(Arc::new(writer.snapshot(&reader, &fields, revision).map_err(failed)?));
        Ok(Self { fields, engine, reader, writer: Mutex::new(writer), snapshot, limits, _lock: lock })
    }

    /// The store revision that searches see.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.snapshot().revision
    }

    /// Number of entries that searches see.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.snapshot().searcher.num_docs()
    }

    /// Whether searches see no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes all changes or none; `revision` is the store revision after the last one. Searches see them when this
    /// returns. A call takes tens of milliseconds, so use batches.
    ///
    /// # Errors
    /// [`IndexError`]; nothing is changed then.
    pub fn apply(&self, changes: impl IntoIterator<Item = IndexChange>, revision: Revision) -> Result<(), IndexError> {
        self.write(revision, |writer| {
            for change in changes {
                match change {
                    IndexChange::Put(record) => {
                        writer.delete_term(self.fields.id_term(&record.id));
                        writer.add_document(self.fields.document(&record))?;
                    }
                    IndexChange::Remove(id) => {
                        writer.delete_term(self.fields.id_term(&id));
                    }
                }
            }
            Ok(())
        })
    }

    /// Rebuilds the index from all entries, which were read after the store had this revision. Searches use the old
    /// index until it is complete.
    ///
    /// # Errors
    /// [`IndexError`], or the error of the store; nothing is changed then.
    pub fn rebuild<E: From<IndexError>>(
        &self,
        records: impl IntoIterator<Item = Result<Record, E>>,
        revision: Revision,
    ) -> Result<(), E> {
        let mut failed = None;
        let written = self.write(revision, |writer| {
            writer.delete_all_documents()?;
            for record in records {
                match record {
                    Ok(record) => writer.add_document(self.fields.document(&record))?,
                    Err(error) => {
                        failed = Some(error);
                        return Err(tantivy::TantivyError::InternalError("the store failed".to_owned()));
                    }
                };
            }
            Ok(())
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(written?),
        }
    }

    fn write(
        &self,
        revision: Revision,
        work: impl FnOnce(&mut IndexWriter) -> tantivy::Result<()>,
    ) -> Result<(), IndexError> {
        let failed = IndexError::from_engine("written");
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let committed = writer.engine(&self.engine).and_then(|engine| {
            work(engine)?;
            let mut commit = engine.prepare_commit()?;
            commit.set_payload(&Payload::text(revision));
            commit.commit()
        });
        committed.map_err(failed)?;
        writer.dirty = false;
        self.reader.reload().map_err(failed)?;
        let snapshot = writer.snapshot(&self.reader, &self.fields, revision).map_err(failed)?;
        *self.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(snapshot);
        Ok(())
    }

    /// A page of search results.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn search(&self, search: &Search) -> Result<Page, IndexError> {
        let snapshot = self.snapshot();
        let fingerprint = search.fingerprint();
        let CompiledSearch { token, plan, statistics, size } = self.compile(&snapshot, search, &fingerprint)?;
        let after = token.as_ref().map(|token| (token.rank, token.id.clone()));
        // one more than shown, to detect a next page
        let ranking = Ranking { order: search.order, is_verified_first: false, after, limit: size + 1 };
        let mut ranked =
            snapshot.searcher.search_with_statistics_provider(plan.query.as_ref(), &ranking, &statistics)?;
        let best = token.map_or(ranked.best, |token| token.best);
        let more = ranked.hits.len() > size;
        ranked.hits.truncate(size);
        let next = ranked.hits.last().filter(|_| more).map(|(rank, id)| {
            let figures = statistics.figures().to_vec();
            PageToken { rank: *rank, id: id.clone(), best, figures }.write(&fingerprint)
        });
        let score = |rank: u64| match search.order {
            ResultOrder::Relevance if best > 0 => u8::try_from(rank.saturating_mul(100) / best).unwrap_or(100).min(100),
            _ => 100,
        };
        let hits = ranked.hits.into_iter().map(|(rank, id)| Hit { id, score: score(rank) }).collect();
        Ok(Page { hits, total: ranked.total, next, work: plan.work })
    }

    /// A page of agents with an entry in the search results, with all their entries.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn search_agents(&self, search: &Search) -> Result<AgentPage, IndexError> {
        let snapshot = self.snapshot();
        // tokens of entries and agents are not interchangeable
        let fingerprint = format!("agents {}", search.fingerprint());
        let CompiledSearch { token, plan, statistics, size } = self.compile(&snapshot, search, &fingerprint)?;
        let after = token.map(|token| Ok::<_, QueryError>((token.rank, agent_of(&token.id)?))).transpose()?;
        let ranking = AgentRanking { order: search.order, after, limit: size + 1 };
        let mut ranked =
            snapshot.searcher.search_with_statistics_provider(plan.query.as_ref(), &ranking, &statistics)?;
        let more = ranked.agents.len() > size;
        ranked.agents.truncate(size);
        let next = ranked.agents.last().filter(|_| more).map(|(rank, [one, two])| {
            let figures = statistics.figures().to_vec();
            PageToken { rank: *rank, id: format!("{one:016x}{two:016x}"), best: *rank, figures }.write(&fingerprint)
        });
        let agents = ranked.agents.iter().map(|(_, key)| self.documents_of(&snapshot, *key));
        Ok(AgentPage {
            agents: agents.collect::<Result<_, _>>()?,
            total: ranked.total,
            documents: ranked.documents,
            next,
        })
    }

    /// The identifiers of all entries of a record's agent.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn agent_of(&self, record: &Record) -> Result<AgentHit, IndexError> {
        self.documents_of(&self.snapshot(), schema::agent_key(record))
    }

    /// The entries of an agent: verified ones first, then by identifier.
    fn documents_of(&self, snapshot: &Snapshot, agent: AgentKey) -> Result<AgentHit, IndexError> {
        let (searcher, term) = (&snapshot.searcher, self.fields.of_agent(agent));
        let (order, limit) = (ResultOrder::Identifier, MAX_AGENT_DOCUMENTS);
        let ranking = Ranking { order, is_verified_first: true, after: None, limit };
        let query = TermQuery::new(term.clone(), IndexRecordOption::Basic);
        let weight = query.weight(EnableScoring::disabled_from_searcher(searcher))?;
        let mut found = Vec::new();
        for (ordinal, segment) in (0..).zip(searcher.segment_readers()) {
            // looking up the agent costs less than opening the columns of a segment
            let index = segment.inverted_index(term.field())?;
            if index.doc_freq(&term).map_err(tantivy::TantivyError::from)? > 0 {
                found.push(ranking.collect_segment(&*weight, ordinal, segment)?);
            }
        }
        let found = ranking.merge_fruits(found)?;
        Ok(AgentHit { documents: found.hits.into_iter().map(|(_, id)| id).collect(), total: found.total })
    }

    /// Parses the page token, and compiles the search.
    fn compile(&self, snapshot: &Snapshot, search: &Search, fingerprint: &str) -> Result<CompiledSearch, IndexError> {
        let token = search.page_token.as_ref().map(|token| PageToken::read(token, fingerprint)).transpose()?;
        let plan = self.plan(snapshot, &search.wanted, &search.filter)?;
        let state = (&snapshot.searcher, &snapshot.lengths);
        let earlier = token.as_ref().map(|token| token.figures.as_slice());
        let statistics = Statistics::new(state, self.fields.all, (&plan.fields, &plan.words), earlier)?;
        Ok(CompiledSearch { token, plan, statistics, size: search.page_size.clamp(1, MAX_PAGE_SIZE) })
    }

    /// Counts the values of terms over all results, in request order.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn explore(
        &self,
        wanted: &SearchInput,
        filter: &Filter,
        facets: &[FacetRequest],
    ) -> Result<Facets, IndexError> {
        if facets.len() > MAX_FACETS {
            let found = facets.len();
            return Err(QueryError::new(format!(
                "{found} facets are requested, more than the limit of {MAX_FACETS}; request some of them separately"
            ))
            .into());
        }
        let snapshot = self.snapshot();
        let plan = self.plan(&snapshot, wanted, filter)?;
        // count a repeated term once
        let mut terms: Vec<_> = facets.iter().map(|facet| facet.term).collect();
        terms.sort_unstable();
        terms.dedup();
        let work = Arc::new(AtomicU64::new(plan.work));
        let counting = Counting { terms: terms.clone(), work: Arc::clone(&work), most: self.limits.work };
        let counts = snapshot.searcher.search(plan.query.as_ref(), &counting)?;
        let work = work.load(Ordering::Relaxed);
        if work > self.limits.work {
            return Err(QueryError::too_much_work(work, self.limits.work).into());
        }
        let counts: BTreeMap<_, _> = terms.into_iter().zip(counts).collect();
        let of = |term| counts.get(&term).map(Vec::as_slice).unwrap_or_default();
        let facets = facets.iter().map(|request| Facet::new(*request, of(request.term))).collect();
        Ok(Facets { facets, work })
    }

    fn plan(&self, snapshot: &Snapshot, wanted: &SearchInput, filter: &Filter) -> Result<Plan, IndexError> {
        let compiler = Compiler::new(&self.fields, &snapshot.searcher, self.limits);
        match wanted {
            SearchInput::Query(query) => compiler.search(query, filter),
            SearchInput::Text(text) => compiler.any(&text::words(text)?, filter),
        }
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A compiled search with its page token.
struct CompiledSearch {
    token: Option<PageToken>,
    plan: Plan,
    statistics: Statistics,
    size: usize,
}

/// The agent key in a page token.
fn agent_of(text: &str) -> Result<AgentKey, QueryError> {
    let half = |range| text.get(range).and_then(|half: &str| u64::from_str_radix(half, 16).ok());
    let halves = half(0..16).zip(half(16..32)).filter(|_| text.len() == 32);
    halves.map(|(one, two)| [one, two]).ok_or_else(|| QueryError::page_token("it is damaged"))
}

impl Writer {
    /// The writer, without leftovers of an incomplete write.
    fn engine(&mut self, index: &tantivy::Index) -> tantivy::Result<&mut IndexWriter> {
        if self.dirty {
            // the next writer starts from the last commit
            self.engine = None;
            folder::remove_uncommitted(&mut index.clone())?;
        }
        self.dirty = true;
        Ok(match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(index.writer_with_num_threads(1, WRITER_MEMORY_BYTES)?),
        })
    }

    fn snapshot(&mut self, reader: &IndexReader, fields: &Fields, revision: Revision) -> tantivy::Result<Snapshot> {
        let searcher = reader.searcher();
        let lengths = self.lengths.for_searcher(&searcher, fields)?;
        Ok(Snapshot { searcher, lengths, revision })
    }
}
