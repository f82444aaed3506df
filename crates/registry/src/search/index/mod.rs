//! The index: records in, identifiers of entries out. All that it has is in the store too, and it is made anew from there whenever it is
//! missing, damaged or of another version.

mod agents;
mod compile;
mod counting;
mod error;
mod folder;
mod not_query;
mod ranking;
mod schema;
mod statistics;
mod tokenizer;

pub use agents::{AgentHit, AgentPage, MAX_AGENT_DOCUMENTS};
pub use error::{IndexError, SearchError};
pub use folder::{Opened, Why};
pub use ranking::Order;

use super::{
    Facet, FacetRequest, Facets, Filter, Query, QueryError, Record, explore::MAX_FACETS, page_token::PageToken, text,
};
use crate::store::Revision;
use agents::{AgentDocuments, AgentKey, AgentRanking};
use compile::{Compiler, Plan};
use counting::Counting;
use folder::{Existing, Folder, Payload};
use ranking::Ranking;
use schema::Fields;
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
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, Searcher, query::TermSetQuery};

/// How many entries a page has without a wish.
pub const DEFAULT_PAGE: usize = 20;
/// How many it has at most.
pub const MAX_PAGE_SIZE: usize = 100;
/// How much memory writing takes, in bytes, before a part of the index goes to its file.
const WRITER_MEMORY_BYTES: usize = 64 * 1024 * 1024;

/// What a search may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchLimits {
    /// How many words may begin as a word with `*` does, in one field.
    pub expansions: usize,
    /// How many places of the index it may look at: words of entries, once for each field, and entries where all are gone through.
    pub work: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { expansions: 4_096, work: 32_000_000 }
    }
}

/// What is searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchInput {
    /// A search in the search language.
    Query(Query),
    /// Free text: entries that have any of its words.
    Text(String),
}

/// A search, and which page of what it finds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Search {
    /// What is searched for.
    pub wanted: SearchInput,
    /// What entries have to be beside that.
    pub filter: Filter,
    /// Their order.
    pub order: Order,
    /// How many, at most [`MAX_PAGE_SIZE`].
    pub page_size: usize,
    /// Where the page begins: the token of the page before.
    pub page_token: Option<String>,
}

impl Search {
    /// The first page of what is searched for.
    #[must_use]
    pub fn new(wanted: SearchInput) -> Self {
        let (filter, order) = (Filter::default(), Order::default());
        Self { wanted, filter, order, page_size: DEFAULT_PAGE, page_token: None }
    }

    /// The size of a page from a wish of the hosted registry's kind: 0 is the default, more than the most is the most.
    ///
    /// # Errors
    /// [`QueryError::PageSize`] for a negative number.
    pub fn page_size_of(wish: i64) -> Result<usize, QueryError> {
        match usize::try_from(wish) {
            Ok(0) => Ok(DEFAULT_PAGE),
            Ok(size) => Ok(size.min(MAX_PAGE_SIZE)),
            Err(_) => Err(QueryError::PageSize { found: wish, default: DEFAULT_PAGE }),
        }
    }

    /// What a page token is for: the same text for the same search, whatever its pages are.
    fn fingerprint(&self) -> String {
        let wanted = match &self.wanted {
            SearchInput::Query(query) => json!({"query": query.to_string()}),
            SearchInput::Text(text) => json!({"text": text}),
        };
        json!([wanted, self.filter.to_json(), self.order.name()]).to_string()
    }
}

/// An entry that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its identifier.
    pub id: String,
    /// How relevant it is beside the most relevant one, from 0 to 100; says nothing about trust.
    pub score: u8,
}

/// A page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The entries.
    pub hits: Vec<Hit>,
    /// How many there are on all pages.
    pub total: u64,
    /// The token of the next page, where there is one.
    pub next: Option<String>,
    /// How many places of the index were looked at, at most.
    pub work: u64,
}

/// A change of the index.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Change {
    /// The entry is there, in place of the one with its identifier.
    Put(Box<Record>),
    /// The entry of this identifier is not there any more.
    Remove(String),
}

/// What is searched: one state of the index, which stays as it is while a search runs.
struct Snapshot {
    searcher: Searcher,
    lengths: HashMap<tantivy::schema::Field, u64>,
    revision: Revision,
}

/// An index of entries. Searches run beside each other and beside writing, from any thread; they block it, for milliseconds.
pub struct Index {
    fields: Fields,
    engine: tantivy::Index,
    reader: IndexReader,
    writer: Mutex<Writer>,
    snapshot: RwLock<Arc<Snapshot>>,
    limits: SearchLimits,
    /// The folder is this index's own until it is dropped.
    _lock: Option<File>,
}

struct Writer {
    engine: Option<IndexWriter>,
    /// Whether a write began that did not come to its end, by an error or a panic.
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
    /// Opens the index in a folder that it has for itself; makes it where it is not there. What is damaged or of another version is emptied,
    /// and [`Opened::Empty`] says that it has to be rebuilt. Every file is read once, to see whether it is as it was written.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn open(folder: &Path, limits: SearchLimits) -> Result<(Self, Opened), IndexError> {
        match Self::open_as(folder, limits, Existing::Open) {
            // the files are whole, and the engine cannot work with them
            Err(IndexError::Engine { .. }) => Self::open_as(folder, limits, Existing::Discard),
            opened => opened,
        }
    }

    /// As [`open`](Self::open), and an index that the folder has is thrown away: it has to be rebuilt.
    ///
    /// # Errors
    /// [`IndexError`]
    pub fn open_empty(folder: &Path, limits: SearchLimits) -> Result<Self, IndexError> {
        Ok(Self::open_as(folder, limits, Existing::Discard)?.0)
    }

    fn open_as(folder: &Path, limits: SearchLimits, existing: Existing) -> Result<(Self, Opened), IndexError> {
        let fields = Fields::new();
        let Folder { index, opened, lock } = folder::open(folder, &fields, existing)?;
        let revision = if let Opened::At(revision) = opened { revision } else { Revision::default() };
        Ok((Self::from_engine(index, fields, limits, revision, Some(lock))?, opened))
    }

    /// Refuses a folder of indexes that is a link; [`open`](Self::open) does so for the index's own.
    ///
    /// # Errors
    /// [`IndexError::Link`]
    pub fn no_link(folder: &Path) -> Result<(), IndexError> {
        folder::no_link(folder)
    }

    /// An index in memory.
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

    /// The revision of the store that searches see.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.snapshot().revision
    }

    /// How many entries searches see.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.snapshot().searcher.num_docs()
    }

    /// Whether searches see none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes changes, all or none of them; `revision` is the store's after the last one. Searches see them when this
    /// returns. One call costs tens of milliseconds however few they are: batches are faster.
    ///
    /// # Errors
    /// [`IndexError`]; nothing is changed then.
    pub fn apply(&self, changes: impl IntoIterator<Item = Change>, revision: Revision) -> Result<(), IndexError> {
        self.write(revision, |writer| {
            for change in changes {
                match change {
                    Change::Put(record) => {
                        writer.delete_term(self.fields.id_term(&record.id));
                        writer.add_document(self.fields.document(&record))?;
                    }
                    Change::Remove(id) => {
                        writer.delete_term(self.fields.id_term(&id));
                    }
                }
            }
            Ok(())
        })
    }

    /// Makes the index anew from all entries of the store, each once, which was at this revision before they were read. Searches see the old
    /// entries until it is done.
    ///
    /// # Errors
    /// [`IndexError`], or what the store failed with; nothing is changed then.
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

    /// A page of the entries that a search finds.
    ///
    /// # Errors
    /// [`SearchError`]
    pub fn search(&self, search: &Search) -> Result<Page, SearchError> {
        let snapshot = self.snapshot();
        let fingerprint = search.fingerprint();
        let Begun { token, plan, statistics, size } = self.begin(&snapshot, search, &fingerprint)?;
        let after = token.as_ref().map(|token| (token.rank, token.id.clone()));
        // one more than is shown: whether there is a next page
        let ranking = Ranking { order: search.order, after, limit: size + 1 };
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
            Order::Relevance if best > 0 => u8::try_from(rank.saturating_mul(100) / best).unwrap_or(100).min(100),
            _ => 100,
        };
        let hits = ranked.hits.into_iter().map(|(rank, id)| Hit { id, score: score(rank) }).collect();
        Ok(Page { hits, total: ranked.total, next, work: plan.work })
    }

    /// A page of the agents that have an entry which a search finds, with the identifiers of all their entries.
    ///
    /// # Errors
    /// [`SearchError`]
    pub fn search_agents(&self, search: &Search) -> Result<AgentPage, SearchError> {
        let snapshot = self.snapshot();
        // a token for entries is none for agents
        let fingerprint = format!("agents {}", search.fingerprint());
        let Begun { token, plan, statistics, size } = self.begin(&snapshot, search, &fingerprint)?;
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
        let keys = ranked.agents.iter().map(|(_, key)| *key).collect();
        let agents = self.documents_of(&snapshot, keys)?;
        Ok(AgentPage { agents, total: ranked.total, documents: ranked.documents, next })
    }

    /// The identifiers of all entries of the agent that a record is of.
    ///
    /// # Errors
    /// [`SearchError`]
    pub fn agent_of(&self, record: &Record) -> Result<AgentHit, SearchError> {
        let found = self.documents_of(&self.snapshot(), vec![schema::agent_key(record)])?;
        Ok(found.into_iter().next().unwrap_or_default())
    }

    /// The entries of agents, in their order.
    fn documents_of(&self, snapshot: &Snapshot, agents: Vec<AgentKey>) -> Result<Vec<AgentHit>, SearchError> {
        let query = TermSetQuery::new(agents.iter().map(|key| self.fields.of_agent(*key)));
        let order = agents.clone();
        let mut found = snapshot.searcher.search(&query, &AgentDocuments { agents })?;
        let hit = |key| {
            let (total, documents) = found.remove(&key).unwrap_or_default();
            AgentHit { documents: documents.into_iter().map(|(_, id)| id).collect(), total }
        };
        Ok(order.into_iter().map(hit).collect())
    }

    /// Reads the token, and makes the plan and the figures of a search.
    fn begin(&self, snapshot: &Snapshot, search: &Search, fingerprint: &str) -> Result<Begun, SearchError> {
        let token = search.page_token.as_ref().map(|token| PageToken::read(token, fingerprint)).transpose()?;
        let plan = self.plan(snapshot, &search.wanted, &search.filter)?;
        let state = (&snapshot.searcher, &snapshot.lengths);
        let earlier = token.as_ref().map(|token| token.figures.as_slice());
        let statistics = Statistics::new(state, self.fields.all, (&plan.fields, &plan.words), earlier)?;
        Ok(Begun { token, plan, statistics, size: search.page_size.clamp(1, MAX_PAGE_SIZE) })
    }

    /// Counts the values of terms over all entries that a search finds, in the order of the requests.
    ///
    /// # Errors
    /// [`SearchError`]
    pub fn explore(
        &self,
        wanted: &SearchInput,
        filter: &Filter,
        facets: &[FacetRequest],
    ) -> Result<Facets, SearchError> {
        if facets.len() > MAX_FACETS {
            return Err(QueryError::Facets { found: facets.len(), most: MAX_FACETS }.into());
        }
        let snapshot = self.snapshot();
        let plan = self.plan(&snapshot, wanted, filter)?;
        // a term that is asked for twice is counted once
        let mut terms: Vec<_> = facets.iter().map(|facet| facet.term).collect();
        terms.sort_unstable();
        terms.dedup();
        let work = Arc::new(AtomicU64::new(plan.work));
        let counting = Counting { terms: terms.clone(), work: Arc::clone(&work), most: self.limits.work };
        let counts = snapshot.searcher.search(plan.query.as_ref(), &counting)?;
        let work = work.load(Ordering::Relaxed);
        if work > self.limits.work {
            return Err(QueryError::Work { found: work, most: self.limits.work }.into());
        }
        let counts: BTreeMap<_, _> = terms.into_iter().zip(counts).collect();
        let of = |term| counts.get(&term).map(Vec::as_slice).unwrap_or_default();
        let facets = facets.iter().map(|request| Facet::new(*request, of(request.term))).collect();
        Ok(Facets { facets, work })
    }

    fn plan(&self, snapshot: &Snapshot, wanted: &SearchInput, filter: &Filter) -> Result<Plan, SearchError> {
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

/// A search that is about to run.
struct Begun {
    token: Option<PageToken>,
    plan: Plan,
    statistics: Statistics,
    size: usize,
}

/// The key in a page token of agents.
fn agent_of(text: &str) -> Result<AgentKey, QueryError> {
    let half = |range| text.get(range).and_then(|half: &str| u64::from_str_radix(half, 16).ok());
    let halves = half(0..16).zip(half(16..32)).filter(|_| text.len() == 32);
    halves.map(|(one, two)| [one, two]).ok_or(QueryError::PageToken { why: "it is damaged" })
}

impl Writer {
    /// What writes, with nothing left of a write that did not come to its end.
    fn engine(&mut self, index: &tantivy::Index) -> tantivy::Result<&mut IndexWriter> {
        if self.dirty {
            // the next one begins with what was committed last
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
