//! The rules for Handle documents, in the order of ANP-04.

use crate::diagnostic::Edit::Swap;

const NAMES: &str = "ANP-04 1.2, section 3";
const DOCUMENTS: &str = "ANP-04 1.2, section 4.3";
const PROFILES: &str = "ANP-04 1.2, section 4.3.2";

const ALICE: &str = r#"{
  "handle": "alice.example.com",
  "did": "did:wba:example.com:user:alice",
  "status": "active",
  "binding_generation": "8",
  "updated": "2026-01-31T12:00:00Z",
  "ttl": 300,
  "profile": {
    "type": "DIDSubjectProfile",
    "subject_did": "did:wba:example.com:user:alice",
    "subject_type": "person",
    "handle": "alice.example.com",
    "display_name": "Alice",
    "profile_uri": "https://example.com/alice/"
  }
}
"#;

const CONFIRMED: &str = r#"{
  "did": "did:wba:example.com:user:alice",
  "confirmed": true,
  "status": "active"
}
"#;

crate::rules! {
    /// Every rule, in the order of the specification.
    pub RULES;

    NAME = "wns-handle-name" / Error {
        summary: "A Handle is a local part of a-z, 0-9 and single hyphens, a dot, and a domain name without port.",
        source: NAMES,
        quote: "The local-part MUST begin and end with a letter or digit.",
        rationale: "A Handle has one spelling, in which no letter looks like another alphabet's.",
        fix: "Write the Handle in lower case, without `wba://`.",
        wrong: ALICE => [
            Swap(r#""handle": "alice.example.com",
  "did""#, r#""handle": "al--ice.example.com",
  "did""#),
            Swap(r#"
    "handle": "alice.example.com","#, ""),
        ],
    }
    RESERVED = "wns-handle-reserved" / Warning {
        summary: "The local part of a Handle is no reserved word.",
        source: NAMES,
        quote: "Handle Providers SHOULD maintain reserved word lists to prevent certain local-parts from being registered.",
        rationale: "A Handle such as support.example.com passes for the provider's own.",
        fix: "Choose another Handle.",
        wrong: ALICE => [
            Swap(r#""handle": "alice.example.com",
  "did""#, r#""handle": "support.example.com",
  "did""#),
            Swap(r#"
    "handle": "alice.example.com","#, ""),
        ],
    }
    DOCUMENT = "wns-handle-document" / Error {
        summary: "The document of a Handle has `handle`, `did`, `status` and `binding_generation`.",
        source: DOCUMENTS,
        quote: "handle: Required. The complete Handle identifier.",
        rationale: "Readers refuse a document without them.",
        fix: "Add the member.",
        wrong: ALICE => [Swap(r#"  "did": "did:wba:example.com:user:alice",
"#, "")],
    }
    MISSPELLED = "wns-handle-misspelled" / Warning {
        summary: "No member name of a Handle document is a misspelling of a known one.",
        source: DOCUMENTS,
        quote: "The JSON document returned by the Handle Resolution Endpoint has the following format.",
        rationale: "Readers ignore unknown names.",
        fix: "Correct the name.",
        wrong: ALICE => [Swap(r#""updated""#, r#""udpated""#)],
    }
    DID = "wns-handle-did" / Error {
        summary: "A Handle names a did:wba or did:web DID.",
        source: DOCUMENTS,
        quote: "did: Required. The did:wba DID currently bound to the Handle.",
        rationale: "Only a DID with a host has a document that can confirm the Handle.",
        fix: "Write the whole DID, without a fragment.",
        wrong: CONFIRMED => [Swap("user:alice", "user:alice#key-1")],
    }
    STATUS = "wns-handle-status" / Error {
        summary: "The status of a Handle is `active`, `suspended` or `revoked`.",
        source: "ANP-04 1.2, section 4.7",
        quote: "Handles have the following three states: active, suspended, revoked.",
        rationale: "Readers do not use a Handle of another status.",
        fix: "Write one of the three words.",
        wrong: ALICE => [Swap(r#""active""#, r#""disabled""#)],
    }
    GENERATION = "wns-handle-generation" / Error {
        summary: "`binding_generation` is a string: a positive decimal number without leading zeros.",
        source: DOCUMENTS,
        quote: "On initial allocation, binding_generation MUST be a positive decimal string.",
        rationale: "Readers tell by it that an earlier document is shown again. A string has no largest number.",
        fix: "Write the number in quotes.",
        wrong: ALICE => [Swap(r#""binding_generation": "8""#, r#""binding_generation": "08""#)],
    }
    TIME = "wns-handle-time" / Error {
        summary: "`updated` is a date and time with an offset.",
        source: DOCUMENTS,
        quote: "updated: Last update time in ISO 8601 format.",
        rationale: "A time without offset is another instant for each reader.",
        fix: "Write RFC 3339, such as 2026-01-31T12:00:00Z.",
        wrong: ALICE => [Swap(r#""2026-01-31T12:00:00Z""#, r#""January""#)],
    }
    HOST = "wns-handle-host" / Error {
        summary: "A did:wba DID has the host that is the Handle's domain.",
        source: "ANP-04 1.2, section 4.4",
        quote: "The domain portion of the Handle MUST match the hostname in the DID.",
        rationale: "A provider names the DIDs of its own host only.",
        fix: "Name a DID of the Handle's domain; its port does not matter.",
        wrong: ALICE => [
            Swap(r#""did": "did:wba:example.com:user:alice""#, r#""did": "did:wba:other.example:user:alice""#),
            Swap(r#""subject_did": "did:wba:example.com:user:alice""#, r#""subject_did": "did:wba:other.example:user:alice""#),
        ],
        right: [
            Swap(r#""did": "did:wba:example.com:user:alice""#, r#""did": "did:wba:example.com%3A8443:user:alice""#),
            Swap(r#""subject_did": "did:wba:example.com:user:alice""#, r#""subject_did": "did:wba:example.com%3A8443:user:alice""#),
        ],
    }
    SUBJECT = "wns-handle-subject" / Error {
        summary: "A profile is of the DID and the Handle of its document.",
        source: PROFILES,
        quote: "If profile is present, profile.subject_did MUST equal the top-level did field of the Handle Resolution Document.",
        rationale: "Readers ignore a profile of another DID or Handle.",
        fix: "Write the document's `did` and `handle` into the profile.",
        wrong: ALICE => [Swap(
            r#""subject_did": "did:wba:example.com:user:alice""#,
            r#""subject_did": "did:wba:example.com:user:bob""#,
        )],
    }
    PROFILE = "wns-handle-profile" / Warning {
        summary: "A profile has the recommended type and words, and `display_name` rather than `name`.",
        source: PROFILES,
        quote: "New protocol output SHOULD use display_name.",
        rationale: "Readers take other types of subjects for `unknown`, and do not show `name`.",
        fix: "Write the recommended member or word.",
        wrong: ALICE => [Swap(r#""display_name""#, r#""name""#)],
    }
    PROFILE_URI = "wns-handle-profile-uri" / Warning {
        summary: "`avatar_uri` and `profile_uri` are absolute https URLs.",
        source: PROFILES,
        quote: "If avatar_uri or profile_uri is present, it SHOULD be an absolute HTTPS URI.",
        rationale: "Readers of a profile have no base for a relative URL.",
        fix: "Write the absolute URL.",
        wrong: ALICE => [Swap(r#""https://example.com/alice/""#, r#""/alice/""#)],
    }
    CONFIRMATION = "wns-handle-confirmation" / Error {
        summary: "A confirmation of a DID has `confirmed`: true.",
        source: "ANP-04 1.2, section 4.3.1",
        quote: "confirmed: Required. MUST be true, indicating that this DID is indeed resolved by the current Handle Provider.",
        rationale: "Readers take any other value for no confirmation.",
        fix: "Write true, or publish no confirmation.",
        wrong: CONFIRMED => [Swap("true", "false")],
    }
    PRIVATE = "wns-handle-private" / Warning {
        summary: "A confirmation of a DID does not show the Handle.",
        source: "ANP-04 1.2, section 4.3.1",
        quote: "When a DID Confirmation Endpoint is used, the response document SHOULD NOT directly return a specific handle.",
        rationale: "A confirmation is for owners who do not want their Handle in the DID document.",
        fix: "Remove `handle`.",
        wrong: ALICE => [Swap(r#"  "ttl": 300,"#, r#"  "ttl": 300,
  "confirmed": true,"#)],
    }
}
