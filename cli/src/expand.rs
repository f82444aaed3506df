//! `adp expand`: process a document as JSON-LD.

use crate::{
    failure::{Failure, InInput},
    input::file,
    output::{escape::escape_rdf, terminal::Terminal},
};
use agent_description::{
    Code, CodedError, Limits,
    json::{self, Json, Object, position_at},
    jsonld::{self, CompactOptions, Contexts, ExpandOptions, JsonLdError},
};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  adp expand ad.json                      # every term as an IRI
  adp expand ad.json --to nquads | sort   # as RDF
  adp expand ad.json --context https://example.com/v1=v1.jsonld

Uses embedded contexts and those of --context; it fetches none.";

/// Process a document as JSON-LD: expanded, compacted or as RDF
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// JSON-LD document; `-` is stdin
    file: PathBuf,

    /// Output form
    #[arg(long, value_name = "FORM", default_value = "expanded")]
    to: Form,

    /// Base IRI for relative IRIs
    #[arg(long, value_name = "IRI")]
    base: Option<String>,

    /// File to use for a context IRI; repeatable
    #[arg(long, value_name = "IRI=FILE", value_parser = parse_context)]
    context: Vec<(String, PathBuf)>,

    /// File with a context to apply before the document's own
    #[arg(long, value_name = "FILE")]
    expand_context: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    /// Names as IRIs, values as arrays
    Expanded,
    /// Compacted with the document's own context
    Compacted,
    /// One object per node, in expanded form
    Flattened,
    /// RDF, one quad per line
    Nquads,
    /// RDF as Turtle, or TriG if there are named graphs
    Turtle,
}

fn parse_context(text: &str) -> Result<(String, PathBuf), String> {
    // an IRI can contain `=` in its query
    match text.rsplit_once('=') {
        Some((iri, file)) if !iri.is_empty() && !file.is_empty() => Ok((iri.to_owned(), file.into())),
        _ => Err("expected IRI=FILE, for example https://example.com/v1=v1.jsonld".to_owned()),
    }
}

pub fn run(args: &Args, terminal: &Terminal) -> Result<(), Failure> {
    if terminal.wants_json() && matches!(args.to, Form::Nquads | Form::Turtle) {
        return Err(Failure::usage("N-Quads and Turtle are not JSON; omit --json, or choose another --to"));
    }
    let limits = Limits::default();
    let (name, bytes, json) = read_json(&args.file, &limits, terminal)?;
    let mut contexts = Contexts::embedded();
    for (iri, path) in &args.context {
        let (name, bytes, _) = read_json(path, &limits, terminal)?;
        contexts = contexts.pin(iri, &bytes, None).in_input(&name, &bytes)?;
    }
    let expand_context = args.expand_context.as_ref().map(|path| read_json(path, &limits, terminal)).transpose()?;
    let mut options = ExpandOptions::default();
    options.base.clone_from(&args.base);
    options.expand_context = expand_context.map(|(_, _, json)| json);
    let refused = |error: JsonLdError| {
        let place = error.offset().get().map(|offset| position_at(&bytes, offset));
        let unknown = error.code() == Code::CONTEXT_NOT_EMBEDDED;
        let failure = Failure::from(error).at_position(place).in_input(&name, &bytes);
        failure.with_help_if(unknown.then_some("`--context IRI=FILE` supplies a context."))
    };
    let rdf = |text: &str| terminal.data_of(&escape_rdf(text), bytes.len());
    let expand = || jsonld::expand(&json, &contexts, &options).map_err(refused);
    let result = match args.to {
        Form::Compacted => {
            let context = json.get("@context").cloned().unwrap_or_else(|| Object::new().into());
            let mut compaction = CompactOptions::default();
            compaction.expand = options.clone();
            jsonld::compact(&json, &context, &contexts, &compaction).map_err(refused)?
        }
        Form::Expanded => expand()?.into_json(),
        Form::Flattened => expand()?.flatten().map_err(refused)?,
        Form::Nquads => return rdf(&expand()?.to_nquads().map_err(refused)?),
        Form::Turtle => return rdf(&expand()?.to_turtle().map_err(refused)?),
    };
    terminal.print_document_of(result, bytes.len())
}

fn read_json(path: &Path, limits: &Limits, terminal: &Terminal) -> Result<(String, Vec<u8>, Json), Failure> {
    let (name, bytes) = file::read_named(path, limits.description_bytes, terminal)?;
    let json = json::parse(&bytes, limits).in_input(&name, &bytes)?;
    Ok((name, bytes, json))
}
