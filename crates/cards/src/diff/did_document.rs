//! What the members of a DID document mean.

use super::{
    meaning::{Items, Meaning, Order, Spelling, Table},
    rules,
};

/// A DID document.
pub(super) static TABLE: Table = Table {
    members: &[
        ("id", Meaning::Any(&rules::IDENTITY)),
        ("controller", Meaning::Any(&rules::KEY)),
        ("deactivated", Meaning::Any(&rules::KEY)),
        ("verificationMethod", Meaning::Items(&METHODS)),
        ("authentication", KEYS),
        ("assertionMethod", KEYS),
        ("keyAgreement", KEYS),
        ("capabilityInvocation", KEYS),
        ("capabilityDelegation", KEYS),
        ("service", Meaning::Items(&SERVICES)),
        ("proof", Meaning::Any(&rules::SIGNATURE)),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Exact,
};

const KEYS: Meaning = Meaning::Offers(&rules::KEY, &rules::KEY_ADDED);

static METHODS: Items = Items {
    what: "the verification method",
    key: &["id"],
    table: &METHOD,
    removed: &rules::KEY,
    added: &rules::KEY_ADDED,
    demand: None,
    part: true,
    order: Order::Nothing,
};

/// The key itself.
static METHOD: Table = Table { members: &[], rest: &rules::KEY, spelling: Spelling::Exact };

static SERVICES: Items = Items::endpoints("the service", &["id"], &SERVICE);

static SERVICE: Table = Table {
    members: &[
        ("type", Meaning::Any(&rules::PROTOCOL)),
        ("serviceEndpoint", Meaning::Endpoint),
        ("name", Meaning::Text),
        ("description", Meaning::Text),
    ],
    rest: &rules::OTHER,
    spelling: Spelling::Exact,
};
