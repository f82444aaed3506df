//! Compaction (JSON-LD 1.1 API, section 6.1), done by the `json-ld` crate behind this crate's own expansion.
//!
//! What `json-ld` is given has passed the strict reader, the depth limit and the work budget, and its context has been
//! processed here before; it runs on a thread with a stack that the greatest depth cannot exhaust.

use super::{
    Contexts, ExpandOptions, JsonLdError, ProcessingMode, active_context::State, context::Inputs, flattening,
    processor::Processor,
};
use crate::{
    Code, Limits,
    json::{self, Json, Object, Offset},
};
use json_ld::{
    ExtractContext, IriBuf, JsonLdProcessor, LoadError, Loader, RemoteDocument, RemoteDocumentReference,
    syntax::{Parse, Print, Value},
};

/// How a document is compacted.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompactOptions {
    /// How it is expanded first.
    pub expand: ExpandOptions,
    /// Whether an array of one value becomes that value.
    pub compact_arrays: bool,
    /// Whether IRIs are written relative to the base.
    pub compact_to_relative: bool,
}

impl Default for CompactOptions {
    fn default() -> Self {
        Self { expand: ExpandOptions::default(), compact_arrays: true, compact_to_relative: true }
    }
}

/// The stack for `json-ld`: in a debug build it takes about 170 KiB for each level, and expanded documents of
/// [`Limits::MAX_DEPTH`] have up to three times as many levels. Only what is used is ever mapped.
const STACK: usize = 256 << 20;

/// Compacts a document by a context: an object, an IRI, an array of these, or an object whose `@context` is one.
///
/// # Errors
/// As [`super::expand`], and the specification's codes for compaction.
pub fn compact(
    json: &Json,
    context: &Json,
    contexts: &Contexts,
    options: &CompactOptions,
) -> Result<Json, JsonLdError> {
    let expanded = super::expand(json, contexts, &options.expand)?;
    compact_expanded(expanded.into_json(), context, contexts, options)
}

/// Flattens a document, and compacts the result by a context.
///
/// Without a context to compact by, [`super::Expanded::flatten`] is enough.
///
/// # Errors
/// As [`compact`], and `conflicting-indexes` if one node has two different `@index` values.
pub fn flatten(
    json: &Json,
    context: &Json,
    contexts: &Contexts,
    options: &CompactOptions,
) -> Result<Json, JsonLdError> {
    let expanded = super::expand(json, contexts, &options.expand)?;
    let flattened = flattening::flatten(expanded.items())?;
    let compacted = compact_expanded(Json::from(flattened), context, contexts, options)?;
    Ok(compacted)
}

fn compact_expanded(
    expanded: Json,
    context: &Json,
    contexts: &Contexts,
    options: &CompactOptions,
) -> Result<Json, JsonLdError> {
    let context = context.get("@context").unwrap_or(context);
    // our own errors, within our own budget, before `json-ld` sees the context
    let mut processor = Processor::new(contexts, &options.expand);
    let initial = State::initial(processor.base_url.clone()).freeze();
    let base_url = processor.base_url.clone();
    processor.process_context(&initial, context, Inputs::new(base_url.as_ref()))?;

    let at = context.offset();
    let wrapped = Json::from(Object::from_iter([("@context", context.clone())]));
    let (document, context_text) = (expanded.to_compact(), wrapped.to_compact());
    let text = on_a_large_stack(at, || compact_text(&document, &context_text, contexts, options, at))?;
    let limits = Limits { document_bytes: usize::MAX, depth: Limits::MAX_DEPTH, ..options.expand.limits.clone() };
    let mut compacted = json::parse(text.as_bytes(), &limits).map_err(|error| {
        JsonLdError::new(Code::JSONLD_BUDGET, at, format!("the compacted document cannot be read back: {error}"))
    })?;
    add_context(&mut compacted, context);
    Ok(compacted)
}

/// 9.1.1, step 9: the compacted document names the context it was compacted by, unless that says nothing.
fn add_context(compacted: &mut Json, context: &Json) {
    let says_nothing = match context.value() {
        json::Value::Null => true,
        json::Value::Object(object) => object.is_empty(),
        json::Value::Array(items) => items.is_empty(),
        _ => false,
    };
    if let Some(object) = compacted.as_object_mut() {
        let members = std::mem::take(object);
        if !says_nothing {
            object.insert("@context", context.clone());
        }
        for member in members {
            if member.name().as_str() != "@context" {
                object.insert(member.name().clone(), member.value().clone());
            }
        }
    }
}

/// Runs `work` where it has room; what panics there is an error here.
fn on_a_large_stack<T: Send>(
    at: Offset,
    work: impl FnOnce() -> Result<T, JsonLdError> + Send,
) -> Result<T, JsonLdError> {
    let failed = |what: &str| JsonLdError::new(Code::JSONLD_BUDGET, at, format!("compaction {what}"));
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().name("compaction".to_owned()).stack_size(STACK).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| failed(&format!("needs a thread of its own: {error}")))?;
        thread.join().map_err(|_| failed("by the `json-ld` crate panicked"))?
    })
}

fn compact_text(
    document: &str,
    context: &str,
    contexts: &Contexts,
    options: &CompactOptions,
    at: Offset,
) -> Result<String, JsonLdError> {
    let read = |text: &str| {
        let value =
            Value::parse_str(text).map_err(|error| JsonLdError::new(Code::JSON_SYNTAX, at, error.to_string()))?;
        Ok::<Value, JsonLdError>(value.0)
    };
    let base = match &options.expand.base {
        Some(base) => Some(IriBuf::new(base.clone()).map_err(|error| {
            JsonLdError::new(Code::INVALID_BASE_IRI, at, format!("the base {:?} is no IRI", error.0))
        })?),
        None => None,
    };
    let context = read(context)?
        .into_ld_context()
        .map_err(|error| JsonLdError::new(Code::INVALID_LOCAL_CONTEXT, at, error.to_string()))?;
    let context = RemoteDocumentReference::Loaded(RemoteDocument::new(base.clone(), None, context));
    // as the document's URL, not as the `base` option: that would override the context's `@base`
    let document = RemoteDocument::new(base, None, read(document)?);
    let settings = json_ld::Options {
        compact_arrays: options.compact_arrays,
        compact_to_relative: options.compact_to_relative,
        processing_mode: match options.expand.processing_mode {
            ProcessingMode::JsonLd10 => json_ld::ProcessingMode::JsonLd1_0,
            ProcessingMode::JsonLd11 => json_ld::ProcessingMode::JsonLd1_1,
        },
        ..json_ld::Options::default()
    };
    let loader = Pinned(contexts);
    // every document is at hand, so the future never waits
    let compacted = futures_executor::block_on(document.compact_full(
        json_ld::rdf_types::vocabulary::no_vocabulary_mut(),
        context,
        &loader,
        settings,
        (),
    ));
    match compacted {
        Ok(value) => Ok(value.compact_print().to_string()),
        Err(error) => {
            let code = error.code().as_str().replace(' ', "-").parse().unwrap_or(match &error {
                json_ld::CompactError::ContextLoading(_) | json_ld::CompactError::Loading(_) => {
                    Code::CONTEXT_NOT_EMBEDDED
                }
                _ => Code::INVALID_CONTEXT_ENTRY,
            });
            Err(JsonLdError::new(code, at, format!("compaction: {error}")))
        }
    }
}

/// The loader: contexts come from [`Contexts`] only.
struct Pinned<'a>(&'a Contexts);

#[derive(Debug, thiserror::Error)]
#[error("neither embedded nor pinned, and contexts are never fetched")]
struct NotEmbedded;

impl Loader for Pinned<'_> {
    async fn load(&self, url: &json_ld::Iri) -> Result<RemoteDocument<IriBuf>, LoadError> {
        let document = self.0.get(url).ok_or_else(|| LoadError::new(url.to_owned(), NotEmbedded))?;
        let (value, _) = Value::parse_slice(document.bytes()).map_err(|error| LoadError::new(url.to_owned(), error))?;
        Ok(RemoteDocument::new(Some(url.to_owned()), None, value))
    }
}
