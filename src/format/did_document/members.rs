//! The member table of DID documents.

use crate::diagnostic::{
    change as rules,
    members::{Field, Items, Meaning, Shape, Table},
};

/// A DID document.
pub(super) static TABLE: Table = Table::compared(&[
    Field::any("id", Meaning::Any(&rules::IDENTITY)),
    Field::any("controller", Meaning::Any(&rules::KEY)),
    Field::any("deactivated", Meaning::Any(&rules::KEY)),
    Field::any("successorDid", Meaning::Any(&rules::IDENTITY)),
    Field::optional("verificationMethod", Shape::List(&Shape::Of(&METHOD))).means(Meaning::Items(&METHODS)),
    Field::any("authentication", KEYS),
    Field::any("assertionMethod", KEYS),
    Field::any("keyAgreement", KEYS),
    Field::any("capabilityInvocation", KEYS),
    Field::any("capabilityDelegation", KEYS),
    Field::optional("service", Shape::List(&Shape::Of(&SERVICE))).means(Meaning::Items(&SERVICES)),
    Field::any("proof", Meaning::Any(&rules::SIGNATURE)),
]);

const KEYS: Meaning = Meaning::Offers(&rules::KEY, &rules::KEY_ADDED);

static METHODS: Items =
    Items { part: true, ..Items::changing("the verification method", &["id"], &rules::KEY, &rules::KEY_ADDED) };

/// The key material.
static METHOD: Table = Table::compared(&[]).rest(&rules::KEY);

static SERVICES: Items = Items::endpoints("the service", &["id"]);

static SERVICE: Table = Table::compared(&[
    Field::any("type", Meaning::Any(&rules::PROTOCOL)),
    Field::any("serviceEndpoint", Meaning::Endpoint),
    Field::any("name", Meaning::Text),
    Field::any("description", Meaning::Text),
]);
