//! Which options of `adp sign` a format takes.

use super::Args;
use crate::failure::Failure;
use adp_cards::{ai_catalog::is_catalog, signature::Kind};
use agent_description::format::Format;

/// The options of a proof.
const OF_PROOFS: &[&str] = &["--suite", "--domain", "--challenge", "--created", "--expires", "--replace"];
/// The options of a card's signature.
const OF_CARDS: &[&str] = &["--reading"];
/// The options of a catalog's signature, or of its manifests.
const OF_CATALOGS: &[&str] = &["--created", "--expires", "--manifests", "--replace"];

/// Refuses an option that the format does not take; every format takes the key, its method and the output.
pub fn refuse_others(args: &Args, format: Option<&dyn Format>) -> Result<(), Failure> {
    let given = [
        (args.suite.is_some(), "--suite"),
        (args.domain.is_some(), "--domain"),
        (args.challenge.is_some(), "--challenge"),
        (args.created.is_some(), "--created"),
        (args.expires.is_some(), "--expires"),
        (args.reading.is_some(), "--reading"),
        (args.manifests, "--manifests"),
        (args.replace, "--replace"),
    ];
    let taken = match format {
        Some(format) if Kind::of(format.name()).is_some() => OF_CARDS,
        Some(format) if is_catalog(format) => OF_CATALOGS,
        _ => OF_PROOFS,
    };
    let Some((_, other)) = given.into_iter().find(|(given, option)| *given && !taken.contains(option)) else {
        return Ok(());
    };
    let title = format.map_or("an object of no known format", Format::title);
    let message = format!("{other} does not apply to {title}");
    Err(Failure::usage(message).with_help(format!("leave it out; {title} takes {}", taken.join(", "))))
}
