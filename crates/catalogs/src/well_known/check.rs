//! Checks by the tables, and of what they cannot check.

use super::{key_set, rules, tables};
use adp_tools::lenient_members::list;
use agent_description::{
    Code, CodedError, Document,
    diagnostic::{
        Finding, Findings,
        members::{Conventions, Table},
    },
    format::Options,
    json::{Json, Object},
    key::{DirectoryKey, KeyError},
};

/// Checks the members of a document.
pub(super) fn by_table(found: &mut Findings<'_>, document: &Document, table: &'static Table) {
    table.check(found, document.json(), &Conventions::DEFAULT);
}

/// Each relation of a link context is a list of targets with an `href` (RFC 9264, section 4.2.3), and a catalog has at least one link
/// (RFC 9727, section 4).
pub(super) fn linkset(found: &mut Findings<'_>, document: &Document, _: &Options) {
    by_table(found, document, &tables::LINKSET);
    let contexts = list(document.root(), "linkset");
    let relations = |context: &Json| -> Vec<Json> {
        let members = context.as_object().map(Object::iter).into_iter().flatten();
        members.filter(|member| member.name().as_str() != "anchor").map(|member| member.value().clone()).collect()
    };
    let mut links = 0_usize;
    for relation in contexts.iter().flat_map(relations) {
        let Some(targets) = relation.as_array() else {
            found.report(&rules::LINKSET, relation.offset(), Code::WRONG_TYPE, || {
                format!("a relation is {}, expected an array of links", relation.kind())
            });
            continue;
        };
        for target in targets {
            links += 1;
            if target.get("href").and_then(Json::as_str).is_none() {
                found.add(&rules::LINKSET, target.offset(), || {
                    Finding::missing(Code::MISSING, "the link", "href").with_help("add `\"href\": \"https://HOST/\"`")
                });
            }
        }
    }
    found.exercise(&rules::APIS);
    if links == 0 {
        found.add_missing(&rules::APIS, document.json().offset(), || {
            Finding::new(Code::MISSING, "the API catalog has no links, expected one to each API")
                .with_help("add `\"item\": [{\"href\": \"https://HOST/API\"}]` to an entry of `linkset`")
        });
    }
}

/// The list of services has another name since January 2026.
pub(super) fn registration(found: &mut Findings<'_>, document: &Document, _: &Options) {
    // a file that proves the domain alone has nothing else
    let is_proof = document.root().len() == 1;
    by_table(found, document, if is_proof { &tables::DOMAIN } else { &tables::REGISTRATION });
    found.exercise(&rules::SERVICES);
    if let Some(member) = document.root().member("endpoints") {
        found.add(&rules::SERVICES, member.name_offset(), || {
            Finding::new(Code::UNKNOWN_MEMBER, "found `endpoints`, expected `services`")
                .meant_name("endpoints", "services")
        });
    }
}

/// A profile, and the keys that it publishes.
pub(super) fn ucp(found: &mut Findings<'_>, document: &Document, _: &Options) {
    by_table(found, document, &tables::UCP);
    for name in ["signing_keys", "keys"] {
        key_set::check(found, list(document.root(), name));
    }
}

/// Each key is named by its thumbprint, valid, and not a published test key.
pub(super) fn directory(found: &mut Findings<'_>, document: &Document, options: &Options) {
    by_table(found, document, &tables::DIRECTORY);
    let keys = list(document.root(), "keys");
    for key in keys.iter().filter(|key| key.as_object().is_some()) {
        for rule in [&rules::KEY, &rules::PRIVATE, &rules::TEST_KEY, &rules::EXPIRED] {
            found.exercise(rule);
        }
        match DirectoryKey::read(key) {
            // of a type that others may verify
            Err(KeyError::UnsupportedType { .. }) => {}
            Err(error @ KeyError::PrivateKeyPublished { .. }) => {
                found.add(&rules::PRIVATE, key.offset(), || Finding::new(error.code(), error.to_string()));
            }
            Err(error) => {
                let member = match error {
                    KeyError::DirectoryEntry { member, .. } => member.and_then(|member| key.get(member)),
                    _ => None,
                };
                found
                    .add(&rules::KEY, member.unwrap_or(key).offset(), || Finding::new(error.code(), error.to_string()));
            }
            Ok(read) if read.is_test_key() => found.add(&rules::TEST_KEY, key.offset(), || {
                let error = KeyError::TestKey;
                Finding::new(error.code(), error.to_string())
            }),
            Ok(read) => {
                if let Some(until) = read.expires.filter(|until| *until <= options.at) {
                    let message = || format!("the key expired at {until}; remove it");
                    found.report(&rules::EXPIRED, key.offset(), Code::INVALID_VALUE, message);
                }
            }
        }
    }
}
