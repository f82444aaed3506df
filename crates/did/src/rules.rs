//! The rules that a DID document is checked by, in the order of checking.

use adp_report::Edit::{Add, Swap};

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

/// A document with its own proof, made with a published test key.
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

/// The document of a superseded DID.
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

adp_report::rules! {
    /// Every rule, in the order of checking.
    pub RULES;

    DOCUMENT = "did-document" / Error {
        summary: "A DID document has an `id`. Its verification methods, relationships, services and contexts have the types that DID Core defines.",
        source: "DID Core section 4",
        quote: "A DID document consists of a map of entries, where each entry consists of a key/value pair.",
        rationale: "Readers ignore or refuse members of another type.",
        fix: "Write the member as DID Core defines it.",
        wrong: PLAIN => [Swap(r##""assertionMethod": ["#key-1"]"##, r##""assertionMethod": "#key-1""##)],
    }
    ID = "did-document-id" / Error {
        summary: "`id` is the DID that the document belongs to: a did:wba or did:web DID of a host on the public web, or a did:key DID.",
        source: "DID Core section 5.1.1; did:wba section 2.2",
        quote: "The value of id MUST be a string that conforms to the rules in 3.1 DID Syntax and MUST exist in the root map of the data model for the DID document.",
        rationale: "The DID determines the URL of its document, so it must have exactly one spelling.",
        fix: "Write the DID in lower case, with a host on the public web.",
        wrong: PLAIN => [Swap("did:wba:hotel.example", "did:wba:Hotel.example")],
    }
    ACTIVE = "did-document-active" / Error {
        summary: "The DID is not deactivated.",
        source: "DID Core section 7.1.3",
        quote: "If a DID has been deactivated, DID document metadata MUST include this property with the boolean value true.",
        rationale: "The owner of a deactivated DID no longer uses its keys.",
        fix: "Remove the member, or use another DID.",
        wrong: PLAIN => [Add(r#""deactivated": true"#)],
        right: [Add(r#""deactivated": false"#)],
    }
    SUCCESSOR = "did-document-successor" / Error, missing Warning {
        summary: "A deactivated document that names a successor names a DID of the same path, and the old key or a recovery key signs it.",
        source: "did:wba section 2.5.3",
        quote: "The new DID MUST have exactly the same stable subject path as the old DID",
        rationale: "Readers follow the old DID to the new one. Without these rules, anyone who can change the old document could redirect them to another agent.",
        fix: "Name the direct successor, a DID of the same path, and sign the old document again with the key that its DID is bound to.",
        wrong: SUPERSEDED => [Swap(
            r#""successorDid": "did:wba:example.com:alice:"#,
            r#""successorDid": "did:wba:example.com:bob:"#,
        )],
    }
    PRIVATE_KEY = "did-private-key" / Error {
        summary: "A DID document contains no private key.",
        source: "DID Core section 5.2.1",
        quote: "The map MUST NOT contain \"d\", or any other members of the private information class as described in Registration Template.",
        rationale: "Anyone who reads the document can sign with the key.",
        fix: "Replace the key, and publish only the public key of the new one.",
        wrong: PLAIN => [Add(r#""privateKeyMultibase": "z3u2...""#)],
    }
    CONTEXT = "did-context" / Warning {
        summary: "All contexts are embedded in this software, so that the document can be checked as JSON-LD.",
        source: "did:wba section 2.4; DID Core section 6.3",
        quote: "If @context exists at the root of the JSON document, the document should be processed according to JSON-LD rules.",
        rationale: "Without the context, readers cannot verify the meaning of a member.",
        fix: "Use only embedded contexts, or no context.",
        wrong: PLAIN => [Swap("https://w3id.org/security/multikey/v1", "https://hotel.example/terms")],
    }
    METHOD_ID = "did-method-id" / Error {
        summary: "Each verification method has an `id` of its own.",
        source: "DID Core section 5.2",
        quote: "The value of the id property for a verification method MUST be a string that conforms to the rules in Section 3.2 DID URL Syntax.",
        rationale: "A proof names its key by the ID, so two keys with one ID are ambiguous.",
        fix: "Give each method its own id.",
        wrong: BOUND => [Swap("#key-2", "#key-1")],
    }
    CONTROLLER = "did-method-controller" / Warning {
        summary: "The `controller` of a verification method is a DID, and that of the document one or several; without path, query or fragment.",
        source: "DID Core section 5.2",
        quote: "The value of the controller property MUST be a string that conforms to the rules in 3.1 DID Syntax.",
        rationale: "A key may sign for a DID only if the DID controls it. A DID with a fragment names a key, not a controller.",
        fix: "Write the DID of the document.",
        wrong: PLAIN => [
            Swap(r#""controller": "did:wba:hotel.example""#, r##""controller": "did:wba:hotel.example#key-1""##),
        ],
    }
    KEY = "did-method-key" / Warning {
        summary: "The key of each verification method is a JWK or Multikey of a supported curve.",
        source: "DID Core section 5.2.1",
        quote: "Verification material is any information that is used by a process that applies a verification method.",
        rationale: "Verifiers cannot use a key that they cannot parse.",
        fix: "Publish the key as a JWK or Multikey of type P-256, Ed25519 or secp256k1.",
        wrong: PLAIN => [
            Swap("z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw", "z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMs"),
        ],
    }
    KEY_FORM = "did-method-key-form" / Warning {
        summary: "The key of each verification method is written in the form of the method's type.",
        source: "DID Core section 5.2.1",
        quote: "The type of a verification method is expected to be used to determine its compatibility with such processes.",
        rationale: "Raw key bytes do not identify their curve, so some readers refuse them.",
        fix: "Write the key as a Multikey value.",
        wrong: PLAIN => [
            Swap(r#""Multikey""#, r#""Ed25519VerificationKey2020""#),
            Swap("z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw", "zFVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z"),
        ],
    }
    PROOF = "did-document-proof" / Error {
        summary: "The document's own proof, if any, verifies, has not expired, and is made with a key that may sign for the DID.",
        source: "did:wba section 2.5; Data Integrity 1.0 section 4.4",
        quote: "The following algorithm specifies how to check the authenticity and integrity of a secured data document by verifying its digital proof.",
        rationale: "The owner did not publish a document that was changed after signing.",
        fix: "Sign the document again.",
        wrong: SIGNED => [Swap("alice/ad.json", "mallory/ad.json")],
    }
    PROOF_SUITE = "did-document-proof-suite" / Warning {
        summary: "The document's own proof, if any, uses a known suite.",
        source: "Data Integrity 1.0 section 2.1",
        quote: "An identifier for the cryptographic suite that can be used to verify the proof.",
        rationale: "Readers cannot verify proofs of unknown suites.",
        fix: "Sign the document with a known suite.",
        wrong: PLAIN => [Add(r#""proof": {"type": "OtherSignature2030", "proofValue": "z1"}"#)],
    }
    BINDING = "did-bound-key" / Error {
        summary: "If a DID ends in a key's thumbprint (`e1_`, `k1_`) or is a key (did:key), its document contains this key and is signed by it where required.",
        source: "did:wba section 2.2.1",
        quote: "For newly created path type did:wba, the last path segment MUST be the `e1_` binding public key fingerprint segment.",
        rationale: "The DID contains the thumbprint of its key, so that the host cannot replace the key.",
        fix: "List the key that the DID is bound to under `authentication`.",
        wrong: BOUND => [Swap(r##"["#key-1"]"##, r##"["#key-2"]"##)],
    }
    VOUCHED = "did-vouched-key" / Warning {
        summary: "Every key in a relationship may sign for the DID. If the DID is bound to a key, this is that key or a key in a document that it signed.",
        source: "did:wba section 2.5",
        quote: "`proof` is used to express the integrity proof of the DID Document, proving that the DID Document has not been tampered with after generating the proof",
        rationale: "A key that the binding key has not signed may belong to the host, not to the agent.",
        fix: "Remove the key from the relationship, or have the document signed with the binding key.",
        wrong: BOUND => [Add(r##""assertionMethod": ["#key-2"]"##)],
        right: [Add(r##""assertionMethod": ["#key-1"]"##)],
    }
    CONTEXTS = "did-required-context" / Error, missing Warning {
        summary: "`@context` contains DID Core's context, and in the document of an `e1_` DID those of its proof and its key.",
        source: "did:wba section 2.5",
        quote: "`https://www.w3.org/ns/did/v1` is required. For e1 documents using the standard Ed25519 proof, `https://w3id.org/security/data-integrity/v2` and `https://w3id.org/security/multikey/v1` are also required.",
        rationale: "Without DID Core's context, JSON-LD processors do not recognize the DID document.",
        fix: "Add `https://www.w3.org/ns/did/v1` as the first context.",
        wrong: PLAIN => [Swap(r#""https://www.w3.org/ns/did/v1", "#, "")],
    }
    MEMBERS = "did-required-member" / Warning {
        summary: "A document has `verificationMethod` and `authentication`, and no obsolete members.",
        source: "did:wba section 2.5",
        quote: "verificationMethod: A required field, containing an array of verification methods",
        rationale: "Without `authentication`, no key can authenticate as the DID.",
        fix: "List a key under `authentication`, and remove obsolete members.",
        wrong: PLAIN => [Swap(
            r##"  "authentication": ["#key-1"],
"##,
            "",
        )],
    }
    ALSO_KNOWN_AS = "did-also-known-as" / Error {
        summary: "`alsoKnownAs` is a list of absolute URIs.",
        source: "DID Core section 5.1.3",
        quote: "If present, the value MUST be a set where each item in the set is a URI conforming to RFC3986.",
        rationale: "Names that are not URIs have no meaning outside this document.",
        fix: "Write absolute URIs, in a list.",
        wrong: PLAIN => [Add(r#""alsoKnownAs": ["hotel"]"#)],
        right: [Add(r#""alsoKnownAs": ["https://hotel.example/"]"#)],
    }
    SERVICE_ENDPOINT = "did-service-endpoint" / Error {
        summary: "`serviceEndpoint` is an absolute URI, and that of an ANPHandleService an https URL.",
        source: "did:wba section 2.4",
        quote: "References to external resources, external DIDs, or `serviceEndpoint` MUST use absolute URIs.",
        rationale: "Readers resolve relative references against different base URLs.",
        fix: "Write the absolute URL.",
        wrong: PLAIN => [Add(r##""service": [{"id": "#ad", "type": "AgentDescription", "serviceEndpoint": "/ad.json"}]"##)],
        right: [Add(
            r##""service": [{"id": "#ad", "type": "AgentDescription", "serviceEndpoint": "https://hotel.example/ad.json"}]"##,
        )],
    }
    SERVICE_DID = "did-service-did" / Warning {
        summary: "`serviceDid` is a DID, without path, query or fragment, and an ANPMessageService has one.",
        source: "did:wba section 2.5",
        quote: "Its value should be a DID string, not a DID URL",
        rationale: "Peers resolve the DID to find the key that signs the service's requests.",
        fix: "Write the DID of the service, without a fragment.",
        wrong: PLAIN => [Add(
            r##""service": [{"id": "#anp", "type": "ANPMessageService", "serviceEndpoint": "https://hotel.example/anp", "serviceDid": "hotel.example"}]"##,
        )],
        right: [Add(
            r##""service": [{"id": "#anp", "type": "ANPMessageService", "serviceEndpoint": "https://hotel.example/anp", "serviceDid": "did:wba:hotel.example"}]"##,
        )],
    }
    RELATIONSHIP = "did-relationship-key" / Warning {
        summary: "A relationship lists methods of the document, with keys that are suitable for it.",
        source: "did:wba section 2.5",
        quote: "Signing/assertion keys do not participate in key agreement, and key agreement keys do not participate in signing.",
        rationale: "Readers cannot find a method that is not in the document, and a key should have only one use.",
        fix: "Add the method, or list another one.",
        wrong: PLAIN => [Swap(r##""authentication": ["#key-1"]"##, r##""authentication": ["#key-1", "#key-2"]"##)],
    }
    DEVICE_MANIFEST = "did-device-manifest" / Error {
        summary: "`deviceManifest` lists each device once, with keys of the document that match the device's profiles.",
        source: "ANP messaging, identity and discovery section 5.5",
        quote: "device_id is unique in the current Manifest",
        rationale: "Senders encrypt for the listed devices: with a wrong key, another device or no device can read the messages.",
        fix: "List each device once, with its own keys and all required profiles.",
        wrong: PLAIN => [Add(r#""deviceManifest": {"type": "ANPDeviceManifest", "devices": [], "epoch": "1"}"#)],
        right: [Add(r#""deviceManifest": {"type": "ANPDeviceManifest", "devices": []}"#)],
    }
}
