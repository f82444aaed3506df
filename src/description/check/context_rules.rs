//! The four rules for `@context`, and known mistakes in the protocol's own examples.

use crate::{
    description::{
        error::{MAX_IRI_CHARS, structure},
        reading::ModelReader,
        rules,
        vocabulary::{self as term, Namespace, context_names::Definition},
    },
    json::{Json, Member, Object},
};
use adp_json::cut;

const WHAT: &str = "the `@context`";

pub(in crate::description) fn check(reading: &mut ModelReader<'_>) {
    let Some(member) = context_of(reading) else { return };
    let entries: &[Json] = member.value().as_array().unwrap_or(std::slice::from_ref(member.value()));
    let maps: Vec<&Object> = entries.iter().filter_map(Json::as_object).collect();
    check_maps(reading, entries);
    check_language(reading, member);
    check_did_prefix(reading, member, &maps);
}

/// The document's `@context`; `null` is none.
fn context_of<'a>(reading: &ModelReader<'a>) -> Option<&'a Member> {
    reading.document.root().member("@context").filter(|member| !member.value().is_null())
}

/// Rule 1: the protocol's IRI is an entry of the context, which identifies the document. A type in its namespace shows
/// that a context uses it elsewhere.
pub(in crate::description) fn check_identity<'t>(
    reading: &mut ModelReader<'_>,
    mut types: impl Iterator<Item = &'t str>,
) {
    let Some(member) = context_of(reading) else { return };
    let entries: &[Json] = member.value().as_array().unwrap_or(std::slice::from_ref(member.value()));
    reading.findings.exercise(&rules::CONTEXT_IRI);
    if entries.iter().filter_map(Json::as_str).any(|entry| entry == term::AD_CONTEXT) {
        reading.findings.exercise(&rules::CONTEXT_IRI_ENTRY);
        return;
    }
    let names_it = types
        .any(|iri| Namespace::split(iri).is_some_and(|(space, _)| space == Namespace::Ad || space.is_alias()))
        || entries.iter().filter_map(Json::as_object).flatten().any(|definition| {
            let value = definition.value();
            let iri = value.as_str().or_else(|| value.get("@id")?.as_str());
            // an alias is reported where it is used
            iri.is_some_and(|iri| {
                iri == term::AD
                    || Namespace::split(iri).is_some_and(|(space, name)| space.is_alias() && name.is_empty())
            })
        });
    let rule = if names_it { &rules::CONTEXT_IRI_ENTRY } else { &rules::CONTEXT_IRI };
    reading.missing(rule, (WHAT, term::AD_CONTEXT), member.name_offset());
}

/// Rule 2: one map.
fn check_maps(reading: &mut ModelReader<'_>, entries: &[Json]) {
    let mut maps = entries.iter().filter(|entry| entry.as_object().is_some());
    if maps.clone().next().is_some() {
        reading.findings.exercise(&rules::CONTEXT_ONE_MAP);
    }
    if let (Some(_), Some(second)) = (maps.next(), maps.next()) {
        let found = "`@context` has several maps, expected all name-value pairs in one map";
        let help = "merge the maps: a later map can change the terms of an earlier one";
        reading.findings.add(&rules::CONTEXT_ONE_MAP, second.offset(), || structure(found, help));
    }
}

/// Rule 4: there is a default language. The plain profile checks that it is a language tag.
fn check_language(reading: &mut ModelReader<'_>, member: &Member) {
    reading.findings.exercise(&rules::CONTEXT_LANGUAGE);
    if reading.names.language.is_none() {
        reading.missing(&rules::CONTEXT_LANGUAGE, (WHAT, "@language"), member.name_offset());
    }
}

/// The mistake of the specification's own example: a prefix `did` changes DIDs in `@id`.
fn check_did_prefix(reading: &mut ModelReader<'_>, member: &Member, maps: &[&Object]) {
    let definition = reading.names.definition("did");
    if definition.is_some() {
        reading.findings.exercise(&rules::DID_PREFIX);
    }
    let Some(Definition::Prefix(prefix)) = definition else { return };
    let offset = maps.iter().rev().find_map(|map| map.member("did")).unwrap_or(member).name_offset();
    reading.findings.add(&rules::DID_PREFIX, offset, || {
        let found = format!("the context defines `did` as a prefix for <{}>", cut(prefix, MAX_IRI_CHARS));
        let help = "remove the prefix; `did` has the same meaning without it";
        structure(format!("{found}, which changes every DID in an `@id`"), help)
    });
}
