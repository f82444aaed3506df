//! The names of the members of a seed card.

use crate::spelling::{
    Inside::{Free, List, Object},
    Names,
};

pub(super) static CARD: Names = Names(&[
    ("agentInfo", Object(&INFO)),
    ("capabilities", List(&Object(&CAPABILITY))),
    ("endpoints", Object(&ENDPOINTS)),
    ("security", Object(&SECURITY)),
    ("constraints", Object(&CONSTRAINTS)),
    ("metadata", Free),
    ("signatures", List(&Object(&SIGNATURE))),
]);

static INFO: Names = Names(&[
    ("id", Free),
    ("name", Free),
    ("type", Free),
    ("version", Free),
    ("description", Free),
    ("vendor", Free),
    ("license", Free),
]);

static CAPABILITY: Names = Names(&[
    ("name", Free),
    ("displayName", Free),
    ("description", Free),
    ("inputSchema", Free),
    ("outputSchema", Free),
    ("performance", Free),
]);

static ENDPOINTS: Names = Names(&[("primary", Free), ("backup", Free), ("healthCheck", Free)]);

static SECURITY: Names = Names(&[("authMethods", Free), ("requiredPermissions", Free), ("dataClassification", Free)]);

static CONSTRAINTS: Names = Names(&[("rateLimits", Free)]);

static SIGNATURE: Names = Names(&[("protected", Free), ("signature", Free), ("header", Free)]);
