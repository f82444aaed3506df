//! Loads the source documents of flows: local files, URLs, or locations given with `--source`.

use crate::{
    failure::{Failure, InInput},
    input::{
        file::{STDIN, folder_of, read_below},
        source::InputSource,
    },
    network::Network,
    output::terminal::Terminal,
};
use adp_flows::{
    AGENTS_JSON, ARAZZO,
    openapi::{MAX_BYTES, NoFiles, OpenApi},
    workflow::{CompileError, Compiled, SourceRef, SuppliedSource, compile, fit, override_finding, wanted},
};
use agent_description::{
    Code, Document,
    diagnostic::CheckReport,
    format::{Beside, Format, Options},
};
use std::{
    cell::Cell,
    path::{Path, PathBuf},
};
use url::Url;

/// The formats of flows.
pub const FLOWS: [&Format; 2] = [AGENTS_JSON, ARAZZO];

/// Maximum number of sources per document.
const MAX_SOURCES: usize = 32;
/// Maximum nesting depth of Arazzo documents.
const MAX_DEPTH: usize = 4;
/// Maximum number of documents read for one input.
const MAX_TOTAL_SOURCES: usize = 64;

/// The base of relative references.
#[derive(Clone)]
pub enum Base {
    Folder(PathBuf),
    /// A URL. A fetched document cannot read files.
    Url(String),
    /// No base, for stdin.
    Nowhere,
}

impl Beside for Base {
    fn read(&self, name: &str, most: usize) -> Result<Vec<u8>, String> {
        let Self::Folder(folder) = self else { return NoFiles.read(name, most) };
        read_below(folder, Path::new(name), most).map_err(|error| error.to_string())
    }
}

/// Parses `NAME=LOCATION` of `--source`.
pub fn pair(text: &str) -> Result<(String, String), String> {
    let (name, place) = text.split_once('=').ok_or("expected NAME=FILE or NAME=URL")?;
    Ok((name.to_owned(), place.to_owned()))
}

/// Whether a format contains flows. Its documents are checked together with the documents that they call.
pub fn is_of_flows(format: &Format) -> bool {
    FLOWS.contains(&format)
}

/// Locations from the command line, and the network for URLs.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// The name of each source, with its file or URL.
    pub places: &'a [(String, String)],
    pub network: &'a Network,
}

/// Checks a document of flows against the documents that it calls.
pub fn fitted(document: &Document, compiled: &Result<Compiled, CompileError>, options: &Options) -> CheckReport {
    match compiled {
        Ok(compiled) => fit(document, compiled, options),
        Err(error) => override_finding(document, error, options),
    }
}

/// Loads the sources of an input: local files, and URLs if a network is given; first of all, those that `named` locates.
pub fn supplied_for(
    document: &Document,
    input: &str,
    network: Option<&Network>,
    named: Option<Named<'_>>,
    terminal: &Terminal,
) -> Result<Vec<SuppliedSource>, Failure> {
    let base = base_of(input);
    let reader = |network| Reader { network, terminal, left: Cell::new(MAX_TOTAL_SOURCES) };
    let (of_document, of_user) = (reader(network), reader(named.map(|named| named.network)));
    let places = named.map_or(&[][..], |named| named.places);
    let supplied = |(at, wanted): (usize, &SourceRef)| match places.iter().find(|(name, _)| *wanted.name == **name) {
        Some((_, place)) => of_user.supply_from_user(place),
        None if at >= MAX_SOURCES => Ok(SuppliedSource::missing(format!("exceeds the limit of {MAX_SOURCES} sources"))),
        None => Ok(of_document.supply_from_document(wanted, &base, MAX_DEPTH)),
    };
    wanted(document).iter().enumerate().map(supplied).collect()
}

/// The folder of an input, or `None` for URLs and stdin.
pub fn beside(input: &str, url: Option<&str>) -> Option<Base> {
    Some(base_of(input)).filter(|base| url.is_none() && matches!(base, Base::Folder(_)))
}

/// Parses an OpenAPI document that is an input itself, with referenced files in its folder.
pub fn openapi_of(document: &Document, input: &str) -> Result<OpenApi, Failure> {
    OpenApi::compile(document.clone(), &base_of(input)).in_document(input, document)
}

/// The base of an input.
fn base_of(input: &str) -> Base {
    match InputSource::from_name(input) {
        InputSource::Url(url) => Base::Url(url.to_owned()),
        InputSource::File(path) if path == Path::new(STDIN) => Base::Nowhere,
        InputSource::File(path) => Base::Folder(folder_of(path).to_owned()),
    }
}

struct Reader<'a> {
    /// `None` disables fetching.
    network: Option<&'a Network>,
    terminal: &'a Terminal,
    /// Number of documents that may still be read.
    left: Cell<usize>,
}

impl Reader<'_> {
    /// Loads a location from the command line: any file or URL. A read error is a failure.
    fn supply_from_user(&self, place: &str) -> Result<SuppliedSource, Failure> {
        let Some(network) = self.network else { return Ok(SuppliedSource::missing("is not read")) };
        let source = InputSource::from_name(place);
        let read = source.read(network, MAX_BYTES, self.terminal)?;
        let base = match &read.url {
            Some(url) => Base::Url(url.clone()),
            None => Base::Folder(folder_of(Path::new(place)).to_owned()),
        };
        let found = self.read(&read.bytes, &base, read.url.clone(), MAX_DEPTH);
        found.map_err(|why| Failure::new(Code::INVALID_REFERENCE, format!("{place} {why}")))
    }

    /// Loads a location that a document names.
    fn supply_from_document(&self, wanted: &SourceRef, base: &Base, deep: usize) -> SuppliedSource {
        self.found(&wanted.url, base, deep).unwrap_or_else(SuppliedSource::missing)
    }

    fn found(&self, place: &str, base: &Base, deep: usize) -> Result<SuppliedSource, String> {
        let left = self.left.get().checked_sub(1);
        self.left.set(left.ok_or_else(|| format!("exceeds the limit of {MAX_TOTAL_SOURCES} documents"))?);
        let url = match (place.contains("://"), base) {
            (true, _) => Some(place.to_owned()),
            (false, Base::Url(base)) => {
                let base = Url::parse(base).map_err(|error| format!("is relative to an invalid URL: {error}"))?;
                let url = base.join(place).map_err(|error| format!("is not a URL: {error}"))?;
                if url.origin() != base.origin() {
                    return Err("is at another origin; write its complete URL".to_owned());
                }
                Some(url.into())
            }
            (false, _) => None,
        };
        if let Some(url) = url {
            let Some(network) = self.network else {
                return Err("is a URL and was not fetched; --follow fetches it".to_owned());
            };
            let fetched = network.fetch_document(&url, MAX_BYTES);
            let fetched = fetched.map_err(|failure| format!("could not be fetched: {}", failure.message()))?;
            return self.read(&fetched.body, &Base::Url(fetched.url.clone()), Some(fetched.url), deep);
        }
        let Base::Folder(folder) = base else {
            return Err("is a relative path, but the input is stdin; pass --source".to_owned());
        };
        let name = place.strip_prefix("./").unwrap_or(place);
        let bytes = base.read(name, MAX_BYTES).map_err(|why| format!("could not be read: {name}: {why}"))?;
        self.read(&bytes, &Base::Folder(folder_of(&folder.join(name)).to_owned()), None, deep)
    }

    fn read(&self, bytes: &[u8], base: &Base, url: Option<String>, deep: usize) -> Result<SuppliedSource, String> {
        let document = OpenApi::parse(bytes).map_err(|error| format!("could not be read: {error}"))?;
        if document.root().contains(ARAZZO.name) {
            let deep = deep.checked_sub(1).ok_or("is nested too deeply in other documents")?;
            let supplied = wanted(&document)
                .iter()
                .take(MAX_SOURCES)
                .map(|it| self.supply_from_document(it, base, deep))
                .collect();
            let compiled = compile(&document, supplied).map_err(|error| format!("cannot run: {error}"))?;
            return Ok(SuppliedSource::workflows(compiled.workflows, url));
        }
        SuppliedSource::openapi(document, base, url).map_err(|error| format!("cannot be called: {error}"))
    }
}
