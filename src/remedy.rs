//! Where the rule behind each error code is written, and what usually puts it right.

use crate::Code;

impl Code {
    /// Where the rule behind the code is written.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.taught().0
    }

    /// What usually puts it right.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.taught().1
    }

    const fn taught(self) -> (&'static str, &'static str) {
        const ADP_PROOF: &str = "Agent Description Protocol, section Proof";
        const ADP_TABLES: &str = "Agent Description Protocol, tables 1, 2 and 5";
        const EXPANSION: &str = "JSON-LD 1.1 Processing Algorithms and API, sections 4 and 5";
        const DATA_INTEGRITY: &str = "W3C Verifiable Credential Data Integrity 1.0, section 4";
        const DID_CORE: &str = "W3C Decentralized Identifiers (DIDs) 1.0";
        const ANP_AUTH: &str = "Agent Network Protocol, did:wba request authentication";
        const WBA: &str = "did:wba method specification, section Resolve";
        match self {
            Self::IoRead => ("the operating system", "Check the name and the permissions of the file."),
            Self::IoExists => (
                "this software: what it did not write is not overwritten",
                "Name another file, or move the one that is there away.",
            ),
            Self::KeyMalformed => (
                "RFC 5958 and RFC 7468 (PEM), RFC 7517 (JWK), W3C Controlled Identifiers 1.0 (Multikey)",
                "Export the key anew as PKCS#8 PEM, or make one with `adp key generate`.",
            ),
            Self::DocumentShape => {
                ("Agent Description Protocol: the description is an object", "Write one JSON object at the root.")
            }
            Self::JsonSyntax => {
                ("RFC 8259", "Mend the text at the place that is named: a comma, a quote or a bracket.")
            }
            Self::JsonDuplicateKey => {
                ("RFC 7493 section 2.3", "Keep one of the two members: readers differ on which they see.")
            }
            Self::JsonNumber => (
                "RFC 8785 section 3.2.2.3, RFC 7493 section 2.2",
                "Write a number that a double holds exactly, or write it as a string.",
            ),
            Self::JsonDepth => {
                ("RFC 8259 section 9: limits are the reader's", "Flatten the document: 64 levels are read.")
            }
            Self::JsonSize => (
                "RFC 8259 section 9: limits are the reader's",
                "Split the document: link products and interfaces instead of writing them inline.",
            ),
            Self::JsonEncoding => {
                ("RFC 8259 section 8.1, RFC 7493 section 2.1", "Save the file as UTF-8 without a byte order mark.")
            }

            Self::CollidingKeywords
            | Self::ConflictingIndexes
            | Self::InvalidIdValue
            | Self::InvalidIncludedValue
            | Self::InvalidIndexValue
            | Self::InvalidLanguageMapValue
            | Self::InvalidLanguageTaggedString
            | Self::InvalidLanguageTaggedValue
            | Self::InvalidNestValue
            | Self::InvalidReversePropertyMap
            | Self::InvalidReversePropertyValue
            | Self::InvalidReverseValue
            | Self::InvalidSetOrListObject
            | Self::InvalidTypeValue
            | Self::InvalidTypedValue
            | Self::InvalidValueObject
            | Self::InvalidValueObjectValue => (
                EXPANSION,
                "Mend the member at the place that is named: its value is not of the kind that its keyword takes.",
            ),
            Self::ContextOverflow
            | Self::CyclicIriMapping
            | Self::InvalidBaseDirection
            | Self::InvalidBaseIri
            | Self::InvalidContainerMapping
            | Self::InvalidContextEntry
            | Self::InvalidContextNullification
            | Self::InvalidDefaultLanguage
            | Self::InvalidImportValue
            | Self::InvalidIriMapping
            | Self::InvalidKeywordAlias
            | Self::InvalidLanguageMapping
            | Self::InvalidLocalContext
            | Self::InvalidPrefixValue
            | Self::InvalidPropagateValue
            | Self::InvalidProtectedValue
            | Self::InvalidRemoteContext
            | Self::InvalidReverseProperty
            | Self::InvalidScopedContext
            | Self::InvalidTermDefinition
            | Self::InvalidTypeMapping
            | Self::InvalidVersionValue
            | Self::InvalidVocabMapping
            | Self::KeywordRedefinition
            | Self::ProcessingModeConflict
            | Self::ProtectedTermRedefinition => {
                (EXPANSION, "Mend the definition in `@context` at the place that is named, or take it out.")
            }
            Self::IriConfusedWithPrefix => (
                "JSON-LD 1.1 Processing Algorithms and API, section 6.2",
                "Rename the prefix, so that no absolute IRI begins with it.",
            ),
            Self::JsonLdBudget => (
                "this software: work is bounded",
                "Use fewer contexts and definitions: what asks for so much work is an attack or a mistake.",
            ),
            Self::ContextNotEmbedded => (
                "this software: contexts never come from the network",
                "Name contexts that are embedded, or pin the context's bytes.",
            ),

            Self::AdMissingTerm => {
                (ADP_TABLES, "Add the term; `adp check` shows where, and `adp check --explain ID` an example.")
            }
            Self::AdWrongType => {
                (ADP_TABLES, "Write a value of the type that the table asks for; `adp check` shows where.")
            }
            Self::AdUnknownSecurity => {
                ("Agent Description Protocol, table 1, security", "Name a scheme that `securityDefinitions` defines.")
            }
            Self::AdTermRebound => (
                "this software: what is signed is what every reader sees",
                "Take the term's own definition out of `@context`; see `adp expand`.",
            ),
            Self::AdStructure => (
                "this software: what is signed is what every reader sees",
                "Write the data where it belongs, in one node with one root `@context`.",
            ),
            Self::AdDroppedTerm => (EXPANSION, "Define the term in `@context`, or correct its name."),
            Self::AdAmbiguousValue => {
                (ADP_TABLES, "Keep one value; look for a second term that expands to the same IRI.")
            }
            Self::AdUrlScheme => {
                ("Agent Description Protocol, table 5, url", "Serve it over https, and write that URL.")
            }

            Self::DidSyntax => (
                "did:wba method specification, section 2.2; W3C DIDs 1.0 section 3.1",
                "Write the DID of a host name on the public web: `adp did url DID` shows what it means.",
            ),
            Self::DidMethodUnsupported => (DID_CORE, "Use a did:wba, did:web or did:key DID."),
            Self::DidDocumentInvalid => (
                "W3C Decentralized Identifiers (DIDs) 1.0, section 5",
                "Mend the DID document: `adp did check FILE` shows what is wrong.",
            ),
            Self::DidIdMismatch => (
                "W3C Decentralized Identifiers (DIDs) 1.0, section 5.1.1",
                "Publish the DID document under the URL of its own `id`: `adp did url DID`.",
            ),
            Self::DidDeactivated => (
                "W3C Decentralized Identifiers (DIDs) 1.0, section 8.2",
                "Nothing here: the DID's owner has given it up. Ask for a description of a new DID.",
            ),
            Self::DidBinding => (
                "did:wba method specification, key-bound identifiers (e1_, k1_)",
                "Sign with the key in the DID, or have its document signed with that key; a new key for all is a new DID.",
            ),
            Self::DidMethodAmbiguous => (
                "W3C Decentralized Identifiers (DIDs) 1.0, section 5.2",
                "Give each verification method an `id` of its own.",
            ),
            Self::DidKeyUnsupported => (
                "W3C Controlled Identifiers 1.0, section 2.2",
                "Publish the key as JWK or Multikey, of P-256, Ed25519 or secp256k1.",
            ),
            Self::DidDocumentProof => (
                "did:wba method specification, DID document proof",
                "Sign the DID document anew with the key of its DID.",
            ),

            Self::ProofMissing => (ADP_PROOF, "Sign the description: `adp sign`."),
            Self::ProofMultiple => (ADP_PROOF, "Keep one proof: sign anew with `adp sign --replace`."),
            Self::ProofMalformed => (DATA_INTEGRITY, "Sign the description anew: `adp sign --replace`."),
            Self::ProofSuite => (DATA_INTEGRITY, "Sign with a suite that the verifier allows: `adp sign --suite`."),
            Self::ProofValueEncoding => (
                ADP_PROOF,
                "Write the 64 bytes of the signature as base64url without padding, or as multibase base58btc.",
            ),
            Self::ProofMethod => (
                "Agent Description Protocol, section Proof, verificationMethod",
                "Write a DID and a fragment, such as `did:wba:agent.example#key-1`.",
            ),
            Self::ProofMethodNotFound => {
                (DID_CORE, "Publish the key in the DID document, or sign with a key that is in it.")
            }
            Self::ProofController => {
                ("W3C Controlled Identifiers 1.0, section 2.2", "Sign with a key that the DID itself controls.")
            }
            Self::ProofMethodNotAuthorized => (
                "W3C Controlled Identifiers 1.0, section 2.3",
                "List the method under the proof's purpose in the DID document, for example in `assertionMethod`.",
            ),
            Self::ProofKeyType => {
                (DATA_INTEGRITY, "Sign with a key of the suite's type, or with the suite of the key's type.")
            }
            Self::ProofSignature => (
                ADP_PROOF,
                "The document was changed after it was signed, or signed with another key: fetch it again, or sign it anew.",
            ),
            Self::ProofPurpose => (DATA_INTEGRITY, "Sign for `assertionMethod`, or verify with `--purpose`."),
            Self::ProofSignerNotSubject => (
                "this software: a description is its subject's",
                "Sign with a key of the DID in `did`, or name the signer that you trust: `--signer DID`.",
            ),
            Self::ProofDomain => (
                "Agent Description Protocol, section Proof, domain",
                "Say where the file was published: `--domain HOST`. If that is not the proof's domain, the description may be forged.",
            ),
            Self::ProofChallenge => (
                "Agent Description Protocol, section Proof, challenge",
                "Sign with the challenge that the verifier gave; a domain always needs one.",
            ),
            Self::ProofCreated => (
                "W3C Verifiable Credential Data Integrity 1.0, section 2.1; RFC 3339",
                "Sign anew: `adp sign` writes `created`, and `--expires` after it.",
            ),
            Self::ProofNotYetValid => (
                "W3C Verifiable Credential Data Integrity 1.0, section 4.3",
                "Set the clocks of signer and verifier: a minute's difference is allowed.",
            ),
            Self::ProofExpired => (
                "W3C Verifiable Credential Data Integrity 1.0, section 4.3",
                "Fetch the description again; its publisher signs it anew before it expires.",
            ),
            Self::ProofTooOld => {
                ("the verifier's --max-age or --not-before", "Fetch the description again, or accept older proofs.")
            }

            Self::JwsMalformed => (
                "RFC 7515 sections 3.1 and 7.1, appendix F",
                "Send header, payload and signature as base64url without padding, joined by dots; a detached payload leaves its part empty.",
            ),
            Self::JwsAlgorithm => (
                "RFC 8725 section 3.1",
                "Sign with one of the algorithms that the message names; `none` and HS256 never count.",
            ),
            Self::JwsHeader => (
                "RFC 7515 section 4, RFC 8725 section 3.11",
                "Write the header as its use asks; leave out `crit`, `b64`, `jwk`, `x5c` and `x5u`.",
            ),
            Self::JwsKey => (
                "RFC 7518 section 3.4, RFC 8037, RFC 8812",
                "Name the algorithm of the key's type in `alg`, and that key in `kid`.",
            ),
            Self::JwsSignature => {
                ("RFC 7515 section 5.2", "Sign the very bytes that are verified, with the key that `kid` names.")
            }

            Self::AuthMissing => (
                ANP_AUTH,
                "Sign the request: `adp auth sign`, or the client of this library; the answer's `Accept-Signature` says what to cover.",
            ),
            Self::AuthMalformed => (
                "RFC 9421 section 4, RFC 8941; the Agent Network Protocol's `DIDWba` header",
                "Write the header as its scheme has it, once; `adp auth sign` shows the form.",
            ),
            Self::AuthUncovered => {
                (ANP_AUTH, "Sign over `@method`, `@target-uri` and, where there is a body, `content-digest`.")
            }
            Self::AuthDigest => (
                "RFC 9530 section 2",
                "Send the very bytes whose digest was signed; a proxy that rewrites the body breaks the signature.",
            ),
            Self::AuthAudience => (
                ANP_AUTH,
                "Sign for the service that is called; the server compares with the name it was configured with.",
            ),
            Self::AuthExpired => {
                (ANP_AUTH, "Sign the request when it is sent, and let it expire within the server's window.")
            }
            Self::AuthNotYetValid => {
                (ANP_AUTH, "Set the clocks of client and server: a minute's difference is allowed.")
            }
            Self::AuthSignature => (
                "RFC 9421 section 3.2",
                "Sign with the key that `keyid` names, over the request as the server sees it: scheme, host and path count.",
            ),
            Self::AuthMethodNotAuthorized => (
                "W3C Decentralized Identifiers (DIDs) 1.0, section 5.3.1",
                "List the method under `authentication` in the DID document, or sign with a method that is listed there.",
            ),
            Self::AuthReplayed => (ANP_AUTH, "Sign each request anew: a nonce is good once."),
            Self::AuthStoreFull => (
                "this software: what cannot be checked for replay is refused",
                "Try again in a minute; the server's store is full or out of reach.",
            ),
            Self::AuthLegacyRefused => (
                "Agent Network Protocol, did:wba request authentication: RFC 9421 replaces the `DIDWba` header",
                "Sign by RFC 9421; a server for old clients can be told to accept the header.",
            ),
            Self::AuthForbidden => {
                ("RFC 9110 section 15.5.4", "Ask the service for permission; other credentials do not help.")
            }
            Self::AuthOrigin => (
                "this software: credentials go where the caller allows, wherever a URL comes from",
                "Allow the origin if you mean to act there in your own name: `--allow-origin ORIGIN`.",
            ),

            Self::NetOffline => {
                ("the verifier's --offline", "Allow the network, or supply the DID document: `--did-document FILE`.")
            }
            Self::NetScheme => (WBA, "Write an https URL."),
            Self::NetAddress => (
                "this software: only public addresses are connected to",
                "For a host of your own, name its address: `--resolve HOST:PORT:ADDR`.",
            ),
            Self::NetRedirect => (WBA, "Publish the document under the URL itself: redirects are not followed."),
            Self::NetStatus => ("RFC 9110 section 15", "Publish the document at that URL: the server must answer 200."),
            Self::NetType => (
                "RFC 8259 section 11, RFC 6839 section 3.1",
                "Let the server say `Content-Type: application/json`, or another JSON type.",
            ),
            Self::NetSize => (
                "this software: answers are bounded, with what stands around their bodies",
                "Publish a smaller document, and look at what the server sends with it.",
            ),
            Self::NetTime => {
                ("this software: time is bounded", "Try again; if it stays so, the server is too slow or not there.")
            }
            Self::NetTls => (
                "RFC 8446, RFC 9525",
                "Renew the server's certificate for its host; for an authority of your own, `--cacert FILE`.",
            ),
            Self::NetConnect => ("RFC 9110 section 4.3", "Check the host name and that the server runs."),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Code;

    #[test]
    fn every_code_says_where_its_rule_is_and_what_to_do() {
        for code in Code::ALL {
            assert!(code.rule().trim().len() > 10, "{code}");
            assert!(code.source().len() > 3, "{code}");
            assert!(code.remedy().ends_with('.') && code.remedy().len() > 15, "{code}");
        }
    }
}
