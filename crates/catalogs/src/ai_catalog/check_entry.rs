//! Checks an entry of a catalog.

use super::{
    AirIdentifier, ArtifactDigest, CatalogEntry, Generation,
    check_members::{CONVENTIONS, present, stranger},
    identifier::number_of_names,
    media_type,
    members::ENTRY,
    rules,
};
use crate::codes;
use agent_description::{
    Code,
    diagnostic::{Finding, Findings, shortened},
    json::{Json, Object, jcs},
};
use url::Url;

/// The member that ARD indexes, in addition to those of AI Catalog.
const QUERIES: &str = "representativeQueries";

pub(super) fn entry(found: &mut Findings<'_>, at: &Json, object: &Object, generation: Generation) {
    ENTRY.require(found, at, generation.type_member(), &rules::ENTRY, &CONVENTIONS);
    if generation != Generation::AiCatalog1 {
        ENTRY.require(found, at, "displayName", &rules::ENTRY, &CONVENTIONS);
    }
    let entry = CatalogEntry::from_object(object);
    identifier(found, entry, generation);
    content(found, at, entry, generation);
    types(found, entry, generation);
    digest(found, entry);
    extensions(found, object, generation);
    check_unknown_members(found, object, generation);
    if generation.is_ard() {
        queries(found, at, object);
    }
}

fn identifier(found: &mut Findings<'_>, entry: CatalogEntry<'_>, generation: Generation) {
    let (Some(value), Some(text)) = (entry.object().get("identifier"), entry.identifier()) else { return };
    if generation.is_ard() {
        found.check(&rules::ARD_IDENTIFIER, is_of_ard(text), value.offset(), || {
            let message = format!("the identifier is {}, expected urn:air:HOST:NAMESPACE:NAME", shortened(text));
            let remark = Finding::new(Code::INVALID_NAME, message);
            match draft_identifier(text) {
                Some(meant) => remark.meant(text, meant),
                None => remark,
            }
        });
        return;
    }
    let is_air = text.starts_with("urn:air:");
    let parsed = text.parse::<AirIdentifier>();
    let meant = draft_identifier(text);
    let holds = meant.is_none() && if is_air { parsed.is_ok() } else { Url::parse(text).is_ok() };
    found.check(&rules::IDENTIFIER, holds, value.offset(), || {
        let remark = |message| Finding::new(Code::INVALID_NAME, message);
        match (meant, parsed) {
            (Some(meant), _) => {
                let message = format!("the identifier {} has no publisher, expected urn:air:…", shortened(text));
                remark(message).meant(text, meant)
            }
            (None, Err(error)) if is_air => remark(error.to_string()),
            _ => remark(format!("the identifier is {}, expected an absolute URI", shortened(text))),
        }
    });
}

/// The current form of an identifier with the earlier prefix `urn:ai:`.
fn draft_identifier(text: &str) -> Option<String> {
    text.strip_prefix("urn:ai:").map(|rest| format!("urn:air:{rest}"))
}

/// ARD's pattern `^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$`. The namespace is optional (ARD 0.9, section 4.2.1); an AI
/// Catalog's identifier has one.
fn is_of_ard(text: &str) -> bool {
    number_of_names(text).is_some_and(|names| names > 0)
}

fn content(found: &mut Findings<'_>, at: &Json, entry: CatalogEntry<'_>, generation: Generation) {
    found.exercise(&rules::CONTENT);
    let object = entry.object();
    let told = match (present(object, "url").is_some(), object.contains("data"), entry.data()) {
        (true, true, Some(_)) => Some("the entry has both `url` and `data`, expected exactly one"),
        (false, true, None) => Some("`data` is null, expected the artifact"),
        (false, false, _) => Some("the entry has neither `url` nor `data`, expected exactly one"),
        _ => None,
    };
    if let Some(message) = told {
        found.add(&rules::CONTENT, at.offset(), || Finding::new(Code::CONTRADICTION, message));
    }
    if let Some(data) = entry.data().filter(|data| generation == Generation::Ard09 && data.as_object().is_none()) {
        found.report(&rules::CONTENT, data.offset(), Code::WRONG_TYPE, || {
            format!("`data` is {}, expected an object (ARD 0.9)", data.kind())
        });
    }
}

fn types(found: &mut Findings<'_>, entry: CatalogEntry<'_>, generation: Generation) {
    let Some(value) = entry.object().get(generation.type_member()) else { return };
    let Some(text) = value.as_str() else { return };
    found.exercise(&rules::MEDIA_TYPE);
    let remark = |message| Finding::new(Code::INVALID_VALUE, message);
    if !media_type::is_media_type(text) {
        found.add(&rules::MEDIA_TYPE, value.offset(), || {
            remark(format!("the type is {}, expected a media type", shortened(text)))
        });
    } else if let Some(meant) = media_type::meant(text) {
        found.add(&rules::MEDIA_TYPE, value.offset(), || {
            remark(format!("readers do not recognize the type {}", shortened(text))).meant(text, meant)
        });
    }
}

fn digest(found: &mut Findings<'_>, entry: CatalogEntry<'_>) {
    let (Some(value), Some(text)) = (entry.object().get("digest"), entry.digest()) else { return };
    let Some((digest, data)) = text.parse::<ArtifactDigest>().ok().zip(entry.data()) else { return };
    let canonical = jcs::canonicalize(data);
    if digest.again(&canonical) != digest {
        found.add(&rules::DIGEST, value.offset(), || {
            let own = ArtifactDigest::from_bytes(&canonical);
            Finding::new(codes::CATALOG_ARTIFACT, format!("the digest does not match `data`, which has {own}"))
        });
    }
}

/// Checks `extensions` and `metadata` of an entry, catalog or trust manifest.
pub(super) fn extensions(found: &mut Findings<'_>, holder: &Object, generation: Generation) {
    if generation == Generation::AiCatalog1
        && let Some(extensions) = object(found, holder, "extensions")
    {
        for member in extensions.iter().filter(|member| !is_extension(member.name())) {
            found.report(&rules::EXTENSIONS, member.name_offset(), Code::INVALID_NAME, || {
                format!("the extension key {} is neither a URL nor a reverse-DNS name", shortened(member.name()))
            });
        }
    }
    if matches!(generation, Generation::AiCatalogMediaType | Generation::Ard09)
        && let Some(metadata) = object(found, holder, "metadata")
    {
        for member in metadata {
            if member.name().is_empty() {
                found.add(&rules::EXTENSIONS, member.name_offset(), || {
                    Finding::new(Code::INVALID_NAME, "a key of `metadata` is empty")
                });
            }
            let value = member.value();
            let is_plain = value.as_array().is_none() && value.as_object().is_none();
            if generation == Generation::Ard09 && !is_plain {
                found.add(&rules::EXTENSIONS, value.offset(), || {
                    let (name, kind) = (shortened(member.name()), value.kind());
                    let message = format!("{name} is {kind}, expected a string, number, boolean or null");
                    Finding::new(Code::WRONG_TYPE, message)
                });
            }
        }
    }
}

/// Checks that a member is an object.
fn object<'a>(found: &mut Findings<'_>, holder: &'a Object, name: &str) -> Option<&'a Object> {
    let value = present(holder, name)?;
    found.check(&rules::EXTENSIONS, value.as_object().is_some(), value.offset(), || {
        Finding::new(Code::WRONG_TYPE, format!("`{name}` is {}, expected an object", value.kind()))
    });
    value.as_object()
}

/// Whether a key is a URL or a reverse-DNS name with at least two labels.
fn is_extension(name: &str) -> bool {
    let of_labels = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    name.contains("://") && Url::parse(name).is_ok_and(|url| url.has_host())
        || name.contains('.') && name.split('.').all(of_labels)
}

/// Reports members of other versions.
fn check_unknown_members(found: &mut Findings<'_>, object: &Object, generation: Generation) {
    found.exercise(&rules::GENERATION);
    let strangers: &[(&str, &str)] = match generation {
        Generation::AiCatalog1 => &[
            ("mediaType", "write the artifact's type as `type`"),
            ("trustManifest", "write trust manifests as `trustManifests`"),
            ("metadata", "move non-standard members to `extensions`"),
        ],
        Generation::AiCatalogMediaType => &[
            ("type", "write the artifact's type as `mediaType`"),
            ("trustManifests", "write one `trustManifest`"),
            ("extensions", "move non-standard members to `metadata`"),
        ],
        Generation::Ard09 => &[("mediaType", "write the artifact's type as `type`")],
        Generation::Ard091 => &[("mediaType", "write the artifact's type as `type`")],
    };
    for (name, instead) in strangers {
        stranger(found, object, name, instead, generation);
    }
}

fn queries(found: &mut Findings<'_>, at: &Json, object: &Object) {
    found.exercise(&rules::QUERIES);
    let Some(value) = object.get(QUERIES) else {
        let missing = || Finding::missing(Code::MISSING, "the entry, which searches will not find,", QUERIES);
        return found.add_missing(&rules::QUERIES, at.offset(), missing);
    };
    let Some(count) = value.as_array().map(<[Json]>::len) else { return };
    if !(2..=5).contains(&count) {
        found.report(&rules::QUERIES, value.offset(), Code::INVALID_VALUE, || {
            format!("`{QUERIES}` has {count} queries, expected two to five")
        });
    }
}
