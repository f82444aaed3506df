//! Options of `adp sign` that depend on the format.

use super::Args;
use crate::failure::Failure;
use agent_description::format::{DATA_INTEGRITY, Format};

/// Rejects options that the format does not support. All formats support the key, its ID and the output options. A
/// format without signatures has its own error.
pub fn refuse_others(args: &Args, format: Option<&dyn Format>) -> Result<(), Failure> {
    let given = [
        (args.suite.is_some(), "suite"),
        (args.alg.is_some(), "alg"),
        (args.domain.is_some(), "domain"),
        (args.challenge.is_some(), "challenge"),
        (args.created.is_some(), "created"),
        (args.expires.is_some(), "expires"),
        (args.payload_form.is_some(), "payload-form"),
        (args.manifests, "manifests"),
        (args.replace, "replace"),
    ];
    let taken = format.unwrap_or(DATA_INTEGRITY).facts().sign_options;
    let other = given.into_iter().find(|(given, option)| *given && !taken.contains(option));
    let Some((_, other)) = other.filter(|_| !taken.is_empty()) else { return Ok(()) };
    let title = format.map_or("an object of unknown format", Format::title);
    let message = format!("--{other} does not apply to {title}");
    let taken = taken.iter().map(|option| format!("--{option}")).collect::<Vec<_>>().join(", ");
    Err(Failure::usage(message).with_help(format!("omit it; options for {title}: {taken}")))
}
