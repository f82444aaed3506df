//! A wrong and a right DID document for each rule, and why it matters.

use super::rules;
use crate::diagnostic::{
    Edit::{Add, Swap},
    RuleExample, Severity,
};

const PLAIN: &str = r##"{
  "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"],
  "id": "did:wba:hotel.example",
  "verificationMethod": [
    {
      "id": "#key-1",
      "type": "Multikey",
      "controller": "did:wba:hotel.example",
      "publicKeyMultibase": "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw"
    }
  ],
  "authentication": ["#key-1"],
  "assertionMethod": ["#key-1"]
}
"##;

/// A document with its own proof, made with a key that is published.
const SIGNED: &str = r##"{
  "@context": [
    "https://www.w3.org/ns/did/v1"
  ],
  "id": "did:wba:example.com:alice",
  "verificationMethod": [
    {
      "id": "did:wba:example.com:alice#key-1",
      "type": "EcdsaSecp256r1VerificationKey2019",
      "controller": "did:wba:example.com:alice",
      "publicKeyJwk": {
        "kty": "EC",
        "crv": "P-256",
        "x": "YP7UuiVanTHJYet0xjVtaMBJuJI7Yfps5mliLmDyn7Y",
        "y": "eQP-EAi4vJmkGunpVii8ZPLxsgwtfp9Rd6PClNRGIpk"
      }
    }
  ],
  "proof": {
    "type": "DataIntegrityProof",
    "cryptosuite": "ecdsa-jcs-2019",
    "created": "2026-01-31T12:00:00Z",
    "verificationMethod": "did:wba:example.com:alice#key-1",
    "proofPurpose": "assertionMethod",
    "proofValue": "z5NpDhgdKoDznJBW3QmpvUCf3iHVgffFKJLw9Vwe7fzqxGqHd2L9ezRkWjDLwgpWp72Ehf6hUzoQdqFwovRjJeBwz"
  },
  "authentication": [
    "did:wba:example.com:alice#key-1"
  ],
  "assertionMethod": [
    "#key-1"
  ],
  "service": [
    {
      "id": "#ad",
      "type": "AgentDescription",
      "serviceEndpoint": "https://example.com/alice/ad.json"
    }
  ]
}
"##;

/// A document whose DID is bound to its key.
const BOUND: &str = r##"{
  "@context": [
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/suites/secp256k1-2019/v1",
    "https://w3id.org/security/multikey/v1"
  ],
  "id": "did:wba:example.com:agents:k1_R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8",
  "verificationMethod": [
    {
      "id": "#key-1",
      "type": "EcdsaSecp256k1VerificationKey2019",
      "controller": "did:wba:example.com:agents:k1_R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8",
      "publicKeyJwk": {
        "kty": "EC",
        "crv": "secp256k1",
        "x": "ZNYrCWIUaRpbvmdyKyaVBAIZLj9lUhAU1h0v217htsw",
        "y": "FH6EqA1FV5-B2gGXU2SuMRMLNveHNPxJijeuR2hrP3A"
      }
    },
    {
      "id": "#key-2",
      "type": "Multikey",
      "controller": "did:wba:example.com:agents:k1_R0S4fNQ4MaqH8qNHgauvJjjlVSpvql970b-t0ZPRMy8",
      "publicKeyMultibase": "zDnaepBuvsQ8cpsWrVKw8fbpGpvPeNSjVPTWoq6cRqaYzBKVP"
    }
  ],
  "authentication": ["#key-1"]
}
"##;

/// The document of a DID that another one succeeds.
const SUPERSEDED: &str = r##"{
  "@context": [
    "https://www.w3.org/ns/did/v1",
    "https://w3id.org/security/data-integrity/v2",
    "https://w3id.org/security/multikey/v1"
  ],
  "id": "did:wba:example.com:alice:e1_YubMcIZMYfSnMBe7xegZSyhO20slzjsnytjeA9A4XEE",
  "verificationMethod": [
    {
      "id": "did:wba:example.com:alice:e1_YubMcIZMYfSnMBe7xegZSyhO20slzjsnytjeA9A4XEE#key-1",
      "type": "Multikey",
      "controller": "did:wba:example.com:alice:e1_YubMcIZMYfSnMBe7xegZSyhO20slzjsnytjeA9A4XEE",
      "publicKeyMultibase": "z6Mkk7kzPnGLvbqrvfjTc3pyWkmTzedL56An151gQADK7L8q"
    }
  ],
  "authentication": [
    "did:wba:example.com:alice:e1_YubMcIZMYfSnMBe7xegZSyhO20slzjsnytjeA9A4XEE#key-1"
  ],
  "assertionMethod": [
    "did:wba:example.com:alice:e1_YubMcIZMYfSnMBe7xegZSyhO20slzjsnytjeA9A4XEE#key-1"
  ],
  "deactivated": true,
  "successorDid": "did:wba:example.com:alice:e1_FGYwnwBLLjVPNegyIXi6Vg0MNFqWhsazbq9gVpJ2zMc",
  "proof": {
    "@context": [
      "https://www.w3.org/ns/did/v1",
      "https://w3id.org/security/data-integrity/v2",
      "https://w3id.org/security/multikey/v1"
    ],
    "type": "DataIntegrityProof",
    "cryptosuite": "eddsa-jcs-2022",
    "created": "2026-02-01T00:00:00Z",
    "verificationMethod": "did:wba:example.com:alice:e1_YubMcIZMYfSnMBe7xegZSyhO20slzjsnytjeA9A4XEE#key-1",
    "proofPurpose": "assertionMethod",
    "proofValue": "z2pYe6Tu1s4UK5EpmpTWZ4DR4Y92mK9kFztYQfYBgVGjFD7Ym8NCfckry4LinCms6WyHezxLwLVebYRnwiy22WqaM"
  }
}
"##;

/// An example of every rule, in the order of [`rules::ALL`].
pub(super) const EXAMPLES: &[RuleExample] = &[
    RuleExample {
        rule: &rules::DOCUMENT,
        why: "Readers understand a document by the shapes of its members; a member of another shape means nothing to them.",
        fix: "Write the member as DID Core defines it.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Swap(r##""assertionMethod": ["#key-1"]"##, r##""assertionMethod": "#key-1""##)],
        right: &[],
    },
    RuleExample {
        rule: &rules::ID,
        why: "A DID has one spelling, and its document is published at the URL that follows from it.",
        fix: "Write the DID in lower case, with a host on the public web.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Swap("did:wba:hotel.example", "did:wba:Hotel.example")],
        right: &[],
    },
    RuleExample {
        rule: &rules::ACTIVE,
        why: "An owner who gives up a DID wants nothing to be verified with it any more.",
        fix: "Remove the member, or use another DID.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Add(r#""deactivated": true"#)],
        right: &[Add(r#""deactivated": false"#)],
    },
    RuleExample {
        rule: &rules::SUCCESSOR,
        why: "Readers follow the old DID to the new one. Without these limits, anyone who writes the old document could lead them to another agent.",
        fix: "Write the old document with `adp did rotate OLD --old-key KEY --new-key NEW --out-dir DIR`.",
        severity: Severity::Error,
        base: SUPERSEDED,
        wrong: &[Swap(
            r#""successorDid": "did:wba:example.com:alice:"#,
            r#""successorDid": "did:wba:example.com:bob:"#,
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::PRIVATE_KEY,
        why: "Whoever reads the document can sign with the key.",
        fix: "Replace the key, and publish only the public key of the new one.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Add(r#""privateKeyMultibase": "z3u2...""#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::CONTEXT,
        why: "Without the context, a reader cannot tell whether a member means what its name says.",
        fix: "Use embedded contexts, or none.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[Swap("https://w3id.org/security/multikey/v1", "https://hotel.example/terms")],
        right: &[],
    },
    RuleExample {
        rule: &rules::METHOD_ID,
        why: "A proof names its key by the id: two keys with one id are two signers with one name.",
        fix: "Give each method its own id.",
        severity: Severity::Error,
        base: BOUND,
        wrong: &[Swap("#key-2", "#key-1")],
        right: &[],
    },
    RuleExample {
        rule: &rules::CONTROLLER,
        why: "A key speaks for a DID if the DID controls it. A DID with a fragment is the name of a key, which controls nothing.",
        fix: "Write the DID of the document.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[Swap(r#""controller": "did:wba:hotel.example""#, r##""controller": "did:wba:hotel.example#key-1""##)],
        right: &[],
    },
    RuleExample {
        rule: &rules::KEY,
        why: "Nothing can be verified with a key that cannot be read.",
        fix: "Publish the key as a JWK or Multikey of type P-256, Ed25519 or secp256k1.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[Swap(
            "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw",
            "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMs",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::KEY_FORM,
        why: "Bare bytes do not say which curve they belong to: another reader may refuse them.",
        fix: "Write the key as a Multikey value.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[
            Swap(r#""Multikey""#, r#""Ed25519VerificationKey2020""#),
            Swap("z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw", "zFVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z"),
        ],
        right: &[],
    },
    RuleExample {
        rule: &rules::PROOF,
        why: "A document that was changed after signing is not what its owner wrote.",
        fix: "Sign the document again.",
        severity: Severity::Error,
        base: SIGNED,
        wrong: &[Swap("alice/ad.json", "mallory/ad.json")],
        right: &[],
    },
    RuleExample {
        rule: &rules::PROOF_SUITE,
        why: "A proof that cannot be verified protects nothing.",
        fix: "Sign the document with a known suite.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[Add(r#""proof": {"type": "OtherSignature2030", "proofValue": "z1"}"#)],
        right: &[],
    },
    RuleExample {
        rule: &rules::BINDING,
        why: "The DID ends in the thumbprint of its key, so that no host can put another key in its place.",
        fix: "List the key that the DID is bound to under `authentication`.",
        severity: Severity::Error,
        base: BOUND,
        wrong: &[Swap(r##"["#key-1"]"##, r##"["#key-2"]"##)],
        right: &[],
    },
    RuleExample {
        rule: &rules::VOUCHED,
        why: "A key that the bound key has not vouched for may belong to the host, not to the agent.",
        fix: "Remove the key from the relationship, or have the document signed with the bound key.",
        severity: Severity::Warning,
        base: BOUND,
        wrong: &[Add(r##""assertionMethod": ["#key-2"]"##)],
        right: &[Add(r##""assertionMethod": ["#key-1"]"##)],
    },
    RuleExample {
        rule: &rules::CONTEXTS,
        why: "Without DID Core's context, a JSON-LD reader does not take the document for a DID document.",
        fix: "Add `https://www.w3.org/ns/did/v1` as the first context.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Swap(r#""https://www.w3.org/ns/did/v1", "#, "")],
        right: &[],
    },
    RuleExample {
        rule: &rules::MEMBERS,
        why: "Without `authentication`, no key can log in as the DID.",
        fix: "List a key under `authentication`, and remove members that are no longer defined.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[Swap(
            r##"  "authentication": ["#key-1"],
"##,
            "",
        )],
        right: &[],
    },
    RuleExample {
        rule: &rules::ALSO_KNOWN_AS,
        why: "Another name that is no URI names nothing outside this document.",
        fix: "Write the whole URI, in a list.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Add(r#""alsoKnownAs": ["hotel"]"#)],
        right: &[Add(r#""alsoKnownAs": ["https://hotel.example/"]"#)],
    },
    RuleExample {
        rule: &rules::SERVICE_ENDPOINT,
        why: "A relative reference leads to another place for each reader.",
        fix: "Write the whole URL.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Add(r##""service": [{"id": "#ad", "type": "AgentDescription", "serviceEndpoint": "/ad.json"}]"##)],
        right: &[Add(
            r##""service": [{"id": "#ad", "type": "AgentDescription", "serviceEndpoint": "https://hotel.example/ad.json"}]"##,
        )],
    },
    RuleExample {
        rule: &rules::SERVICE_DID,
        why: "The peer resolves the DID to find the key of the service's requests.",
        fix: "Write the DID of the service, without a fragment.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[Add(
            r##""service": [{"id": "#anp", "type": "ANPMessageService", "serviceEndpoint": "https://hotel.example/anp", "serviceDid": "hotel.example"}]"##,
        )],
        right: &[Add(
            r##""service": [{"id": "#anp", "type": "ANPMessageService", "serviceEndpoint": "https://hotel.example/anp", "serviceDid": "did:wba:hotel.example"}]"##,
        )],
    },
    RuleExample {
        rule: &rules::RELATIONSHIP,
        why: "A reader that looks up the method finds nothing, and a key for one use is weakened by another.",
        fix: "Add the method, or list another one.",
        severity: Severity::Warning,
        base: PLAIN,
        wrong: &[Swap(r##""authentication": ["#key-1"]"##, r##""authentication": ["#key-1", "#key-2"]"##)],
        right: &[],
    },
    RuleExample {
        rule: &rules::DEVICE_MANIFEST,
        why: "Senders encrypt for the devices that are listed: with a wrong key, another device reads the messages or none.",
        fix: "List each device once, with its own keys and all profiles that its encryption needs.",
        severity: Severity::Error,
        base: PLAIN,
        wrong: &[Add(r#""deviceManifest": {"type": "ANPDeviceManifest", "devices": [], "epoch": "1"}"#)],
        right: &[Add(r#""deviceManifest": {"type": "ANPDeviceManifest", "devices": []}"#)],
    },
];
