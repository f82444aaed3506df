//! Converts documents between formats, and lists all losses.
//!
//! Each format is read into a common model, in which values have their location in the source, and written from it.
//! Values that no writer takes are losses. Proofs and signatures are always dropped. The result is always valid.
//!
//! ```rust
//! use adp_cards::A2A_CARD;
//! use adp_compare::convert::{ConversionTarget, ConversionOptions, convert};
//! use agent_description::{Document, Limits};
//!
//! let old = Document::parse(br#"{"protocolVersion": "0.3.0", "name": "Rooms", "description": "Books rooms.", "version": "1.0.0",
//!   "url": "https://hotel.example/a2a", "preferredTransport": "JSONRPC", "capabilities": {"stateTransitionHistory": true},
//!   "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
//!   "skills": [{"id": "book", "name": "Book", "description": "Books a room.", "tags": ["booking"]}]}"#, &Limits::default())?;
//! let converted = convert(&old, A2A_CARD, ConversionTarget::A2a1, &ConversionOptions::default())?;
//! let places: Vec<_> = converted.losses.iter().map(|loss| loss.pointer.as_str()).collect();
//! assert_eq!(places, ["/capabilities/stateTransitionHistory"]);
//! assert!(converted.document.root().contains("supportedInterfaces"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
mod card;
mod description;
mod error;
mod generations;
mod losses;
mod members;
mod openrpc;
mod placed_value;
mod schema_refs;
mod security;
mod seed_card;
mod target;
mod tools;

pub use error::ConvertError;
pub use target::{ConversionTarget, check_result, check_unchanged};

use adp_cards::{
    A2A_CARD, SEED_CARD,
    a2a_card::{A2aVersion, Versions},
};
use adp_tools::{Loss, MCP_TOOLS, mcp::tools::result};
use agent::{Agent, Fields};
use agent_description::{
    Document,
    diagnostic::Severity,
    format::{ADP, ANP_07, Format, FormatError},
    json::{Json, Object, object},
};
use losses::Losses;
use placed_value::PlacedValue;

/// Options of a conversion.
#[derive(Clone, Debug, Default)]
pub struct ConversionOptions {
    /// The agent's name, if the document has none (a list of tools).
    pub name: Option<String>,
    /// The agent's URL, if the document has none.
    pub url: Option<String>,
    /// Fail if anything would be lost.
    pub strict: bool,
}

/// A converted document.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Converted {
    /// The document.
    pub document: Document,
    /// Losses and additions.
    pub losses: Vec<Loss>,
}

impl Converted {
    /// Whether a `humanAuthorization` of true is lost, so that callers would no longer ask a person.
    #[must_use]
    pub fn loses_consent(&self) -> bool {
        self.losses.iter().any(Loss::loses_consent)
    }

    /// The object `{losses, losesConsent, text}`.
    #[must_use]
    pub fn to_json(&self) -> Object {
        object! {
            "losses": self.losses.iter().map(|loss| loss.to_json().into()).collect::<Vec<Json>>(),
            "losesConsent": self.loses_consent(),
            "text": self.document.source(),
        }
    }
}

/// Reads an agent from the root of a document.
type Reader = fn(&Object, &ConversionOptions, ConversionTarget, &mut Losses) -> Result<Agent, ConvertError>;

/// The source formats and their readers. A new format needs a row here, and a [`ConversionTarget`] if it can be written.
const READERS: &[(&Format, Reader)] = &[
    (A2A_CARD, |root, _, _, losses| card::read(root, losses)),
    (SEED_CARD, |root, _, _, losses| Ok(seed_card::read(root, losses))),
    (ADP, |root, _, _, losses| Ok(description::read(root, losses))),
    (ANP_07, |root, _, _, losses| Ok(description::read(root, losses))),
    (MCP_TOOLS, |root, options, to, losses| Ok(tools::read(root, options.name.as_deref(), to, losses))),
];

/// Converts a document of format `from`. If it already has the target format, only its signatures are removed.
///
/// # Errors
///
/// [`ConvertError`]: the format cannot be converted, something would be lost in strict mode, or the result would be
/// invalid because the document is invalid.
pub fn convert(
    document: &Document,
    from: &Format,
    to: ConversionTarget,
    options: &ConversionOptions,
) -> Result<Converted, ConvertError> {
    let reader = READERS.iter().find(|(format, _)| *format == from);
    let Some((_, read)) = reader else {
        return Err(FormatError::NotOffered { format: from.name, verb: "converted" }.into());
    };
    let mut losses = Losses::default();
    let root = document.root();
    Format::check_part_count(listed_items(root).max(listed_items(result(root))))?;
    if is_already(root, from, to) {
        return unsigned(document, to, options.strict);
    }
    let written = match generations::generation(to).filter(|_| from.is_description) {
        Some(profile) => generations::write(document, to, profile, &mut losses)?,
        None => through_model(root, *read, to, options, &mut losses)?,
    };
    let losses = accepted(losses, options.strict)?;
    Ok(Converted { document: to.checked(written)?, losses })
}

/// Reads a document into the common model, and writes it from there.
fn through_model(
    root: &Object,
    read: Reader,
    to: ConversionTarget,
    options: &ConversionOptions,
    losses: &mut Losses,
) -> Result<Object, ConvertError> {
    let mut agent = read(root, options, to, losses)?;
    let is_reached = agent.interfaces.iter().any(|interface| interface.get("url").is_some());
    if let Some(url) = options.url.as_deref().filter(|_| !is_reached) {
        let mut interface = Fields::at("");
        interface.put("url", Some(PlacedValue::new("/url", url)));
        agent.interfaces.push(interface);
    }
    let version = agent.fields.said.iter().find(|(name, _)| *name == "version").map(|(_, said)| said.clone());
    let mut written = match to {
        ConversionTarget::Adp | ConversionTarget::Anp07 => description::write(&mut agent, losses),
        ConversionTarget::A2a1 => card::write_1_0(&mut agent, losses),
        ConversionTarget::A2a03 => card::write_0_3(&mut agent, losses),
        ConversionTarget::McpTools => tools::write(&mut agent, losses),
        ConversionTarget::SeedCard => seed_card::write(&mut agent, losses),
    };
    agent.into_losses(to, losses);
    if to == ConversionTarget::Anp07 {
        written = generations::convert_written(written, version, losses)?;
    }
    let address = written.get("url").or_else(|| written.get("endpoints")?.get("primary"));
    if generations::generation(to).is_none() && address.and_then(Json::as_str) == Some(seed_card::PLACEHOLDER_URL) {
        return Err(ConvertError::Nowhere { to: to.as_str() });
    }
    Ok(written)
}

/// The losses, or an error in strict mode.
fn accepted(losses: Losses, strict: bool) -> Result<Vec<Loss>, ConvertError> {
    let losses = losses.all;
    let mut real = losses.iter().filter(|loss| loss.severity != Severity::Note);
    match real.next().filter(|_| strict) {
        Some(first) => Err(ConvertError::Loss { first: first.clone(), more: real.count() }),
        None => Ok(losses),
    }
}

/// The document without its signatures, if it already has the target format.
fn unsigned(document: &Document, to: ConversionTarget, strict: bool) -> Result<Converted, ConvertError> {
    let mut losses = Losses::default();
    let mut root = document.root().clone();
    for member in document.root() {
        let pointer = members::below("", member.name());
        if losses::is_proof(&pointer) {
            losses.changed(pointer, "signatures are dropped: sign the result", Severity::Error);
            root.remove(member.name());
        }
    }
    let losses = accepted(losses, strict)?;
    if losses.is_empty() {
        check_unchanged(document, to.format(), to.as_str())?;
        return Ok(Converted { document: document.clone(), losses });
    }
    Ok(Converted { document: to.checked(root)?, losses })
}

/// Number of items in the lists of an object: skills, tools, interfaces.
fn listed_items(holder: &Object) -> usize {
    holder.iter().filter_map(|member| member.value().as_array()).map(<[Json]>::len).sum()
}

fn is_already(root: &Object, from: &Format, to: ConversionTarget) -> bool {
    let versions: Vec<A2aVersion> = Versions::from_root(root).iter().collect();
    match to {
        ConversionTarget::A2a1 => from == A2A_CARD && versions == [A2aVersion::V1_0],
        ConversionTarget::A2a03 => from == A2A_CARD && versions == [A2aVersion::V0_3],
        to => from == to.format(),
    }
}
