//! Error codes: stable kebab words, the same in the library, in `--json`, in the docs and in the vectors.

use std::fmt;

/// What an error code means for a caller that has to act: the command line's exit code follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeClass {
    /// The input could not be read or is malformed (exit code 3).
    Malformed,
    /// The answer is no: not verified, not valid (exit code 1).
    Refused,
    /// The question could not be decided, for want of the network (exit code 4).
    Undecided,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal / $class:ident;)+) => {
        /// A stable error code. Its text ([`Code::as_str`]) never changes meaning between releases.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code { $($(#[doc = $doc])+ $name,)+ }

        impl Code {
            /// Every code this version can report.
            pub const ALL: &'static [Code] = &[$(Code::$name,)+];

            /// The code as it is printed, for example `proof-signature`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Code::$name => $text,)+ }
            }

            /// What the code means for a caller.
            #[must_use]
            pub const fn class(self) -> CodeClass {
                match self { $(Code::$name => CodeClass::$class,)+ }
            }

            /// The rule behind the code, in one or two sentences: its documentation.
            #[must_use]
            pub const fn rule(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc, "\n"),+),)+ }
            }
        }
    };
}

codes! {
    /// A file could not be read or written.
    IoRead = "io-read" / Malformed;
    /// A file that must not be overwritten exists already.
    IoExists = "io-exists" / Malformed;
    /// Key material could not be decoded: PEM, JWK, Multikey or a curve point.
    KeyMalformed = "key-malformed" / Malformed;
    /// The document's root is not of the shape the operation needs, for example not a JSON object.
    DocumentShape = "document-shape" / Refused;
    /// The text is not JSON (RFC 8259), or bytes follow the value.
    JsonSyntax = "json-syntax" / Malformed;
    /// An object has the same member name twice, after unescaping (RFC 7493 section 2.3).
    JsonDuplicateKey = "json-duplicate-key" / Malformed;
    /// A number is not exactly the double that canonicalization would write (RFC 8785 section 3.2.2.3, RFC 7493 section 2.2).
    JsonNumber = "json-number" / Malformed;
    /// Arrays and objects are nested deeper than the limit.
    JsonDepth = "json-depth" / Malformed;
    /// The input is larger than the limit.
    JsonSize = "json-size" / Malformed;
    /// The input is not UTF-8 without byte order mark, or a string holds a lone surrogate (RFC 7493 section 2.1).
    JsonEncoding = "json-encoding" / Malformed;

    /// JSON-LD: two properties of one node expand to the same keyword.
    CollidingKeywords = "colliding-keywords" / Refused;
    /// JSON-LD: one node has two different `@index` values.
    ConflictingIndexes = "conflicting-indexes" / Refused;
    /// JSON-LD: contexts include each other too deeply.
    ContextOverflow = "context-overflow" / Refused;
    /// JSON-LD: a term definition depends on itself.
    CyclicIriMapping = "cyclic-IRI-mapping" / Refused;
    /// JSON-LD: `@id` is not a string.
    InvalidIdValue = "invalid-@id-value" / Refused;
    /// JSON-LD: `@import` is not a string.
    InvalidImportValue = "invalid-@import-value" / Refused;
    /// JSON-LD: `@included` does not hold node objects.
    InvalidIncludedValue = "invalid-@included-value" / Refused;
    /// JSON-LD: `@index` is not a string.
    InvalidIndexValue = "invalid-@index-value" / Refused;
    /// JSON-LD: `@nest` is not a term, or does not hold objects.
    InvalidNestValue = "invalid-@nest-value" / Refused;
    /// JSON-LD: `@prefix` is not a boolean.
    InvalidPrefixValue = "invalid-@prefix-value" / Refused;
    /// JSON-LD: `@propagate` is not a boolean.
    InvalidPropagateValue = "invalid-@propagate-value" / Refused;
    /// JSON-LD: `@protected` is not a boolean.
    InvalidProtectedValue = "invalid-@protected-value" / Refused;
    /// JSON-LD: `@reverse` is not an object.
    InvalidReverseValue = "invalid-@reverse-value" / Refused;
    /// JSON-LD: `@version` is not the number 1.1.
    InvalidVersionValue = "invalid-@version-value" / Refused;
    /// JSON-LD: a base direction is not `ltr`, `rtl` or null.
    InvalidBaseDirection = "invalid-base-direction" / Refused;
    /// JSON-LD: `@base` is neither an IRI, an IRI reference nor null.
    InvalidBaseIri = "invalid-base-IRI" / Refused;
    /// JSON-LD: `@container` is not one of the allowed values.
    InvalidContainerMapping = "invalid-container-mapping" / Refused;
    /// JSON-LD: an entry of a context has an invalid value.
    InvalidContextEntry = "invalid-context-entry" / Refused;
    /// JSON-LD: a context with protected terms is set to null.
    InvalidContextNullification = "invalid-context-nullification" / Refused;
    /// JSON-LD: the default language is neither a string nor null.
    InvalidDefaultLanguage = "invalid-default-language" / Refused;
    /// JSON-LD: a term does not map to an IRI, a blank node identifier or a keyword.
    InvalidIriMapping = "invalid-IRI-mapping" / Refused;
    /// JSON-LD: an alias of a keyword that must not be aliased.
    InvalidKeywordAlias = "invalid-keyword-alias" / Refused;
    /// JSON-LD: a value of a language map is not a string.
    InvalidLanguageMapValue = "invalid-language-map-value" / Refused;
    /// JSON-LD: the `@language` of a term is neither a string nor null.
    InvalidLanguageMapping = "invalid-language-mapping" / Refused;
    /// JSON-LD: the `@language` of a value is not a string.
    InvalidLanguageTaggedString = "invalid-language-tagged-string" / Refused;
    /// JSON-LD: a value with `@language` is not a string.
    InvalidLanguageTaggedValue = "invalid-language-tagged-value" / Refused;
    /// JSON-LD: a context is neither an object, a string, null nor an array of these.
    InvalidLocalContext = "invalid-local-context" / Refused;
    /// JSON-LD: a context document has no `@context`.
    InvalidRemoteContext = "invalid-remote-context" / Refused;
    /// JSON-LD: a reverse property's definition is invalid.
    InvalidReverseProperty = "invalid-reverse-property" / Refused;
    /// JSON-LD: a reverse property map holds a keyword.
    InvalidReversePropertyMap = "invalid-reverse-property-map" / Refused;
    /// JSON-LD: a reverse property's value is a value or a list.
    InvalidReversePropertyValue = "invalid-reverse-property-value" / Refused;
    /// JSON-LD: a context inside a term definition is invalid.
    InvalidScopedContext = "invalid-scoped-context" / Refused;
    /// JSON-LD: a set or list object has other members.
    InvalidSetOrListObject = "invalid-set-or-list-object" / Refused;
    /// JSON-LD: a term definition is invalid.
    InvalidTermDefinition = "invalid-term-definition" / Refused;
    /// JSON-LD: the `@type` of a term is not an IRI or an allowed keyword.
    InvalidTypeMapping = "invalid-type-mapping" / Refused;
    /// JSON-LD: a node's `@type` is not a string or an array of strings.
    InvalidTypeValue = "invalid-type-value" / Refused;
    /// JSON-LD: a typed value's type is not an IRI.
    InvalidTypedValue = "invalid-typed-value" / Refused;
    /// JSON-LD: a value object has other members than allowed.
    InvalidValueObject = "invalid-value-object" / Refused;
    /// JSON-LD: a value object's `@value` is not a scalar.
    InvalidValueObjectValue = "invalid-value-object-value" / Refused;
    /// JSON-LD: `@vocab` is neither an IRI, a term nor null.
    InvalidVocabMapping = "invalid-vocab-mapping" / Refused;
    /// JSON-LD: a keyword is redefined.
    KeywordRedefinition = "keyword-redefinition" / Refused;
    /// JSON-LD: a 1.1 feature under processing mode 1.0.
    ProcessingModeConflict = "processing-mode-conflict" / Refused;
    /// JSON-LD: a protected term is defined anew, differently.
    ProtectedTermRedefinition = "protected-term-redefinition" / Refused;
    /// JSON-LD: an IRI is confused with a prefix (compaction).
    IriConfusedWithPrefix = "IRI-confused-with-prefix" / Refused;
    /// A JSON-LD expansion needs more work than its budget allows.
    JsonLdBudget = "jsonld-budget" / Refused;
    /// A context IRI is neither embedded nor pinned; contexts never come from the network.
    ContextNotEmbedded = "context-not-embedded" / Refused;

    /// A required term is missing (ADP tables 1, 2 and 5).
    AdMissingTerm = "ad-missing-term" / Refused;
    /// A term has a value of the wrong type (ADP tables 1, 2 and 5).
    AdWrongType = "ad-wrong-type" / Refused;
    /// `security` names a scheme that `securityDefinitions` does not define.
    AdUnknownSecurity = "ad-unknown-security" / Refused;
    /// A member named as a term of the model does not expand to that term's IRI, or a DID was cut as a compact IRI.
    AdTermRebound = "ad-term-rebound" / Refused;
    /// The document's structure hides or moves data: `@graph`, `@included`, `@reverse`, `@nest`, nested `@context`, several roots.
    AdStructure = "ad-structure" / Refused;
    /// A member has no meaning under the document's context and vanishes on expansion.
    AdDroppedTerm = "ad-dropped-term" / Refused;
    /// A term that takes one value has several.
    AdAmbiguousValue = "ad-ambiguous-value" / Refused;
    /// A URL has a scheme other than `https`.
    AdUrlScheme = "ad-url-scheme" / Refused;

    /// The text is not a DID or DID URL, or not one of a host on the public web (did:wba section 2.2).
    DidSyntax = "did-syntax" / Refused;
    /// The DID's method is not supported.
    DidMethodUnsupported = "did-method-unsupported" / Refused;
    /// The DID document is invalid (DID Core section 5).
    DidDocumentInvalid = "did-document-invalid" / Refused;
    /// The DID document's `id` is not the DID that was resolved.
    DidIdMismatch = "did-id-mismatch" / Refused;
    /// The DID document says `deactivated: true`.
    DidDeactivated = "did-deactivated" / Refused;
    /// The key-bound last segment (`e1_`, `k1_`) does not match the document's key, or cannot be checked; or another key
    /// signed, which the bound one does not vouch for.
    DidBinding = "did-binding" / Refused;
    /// Two verification methods have the same `id`.
    DidMethodAmbiguous = "did-method-ambiguous" / Refused;
    /// A verification method's key is malformed or of an unsupported type.
    DidKeyUnsupported = "did-key-unsupported" / Refused;
    /// The DID document's own proof is missing or does not verify.
    DidDocumentProof = "did-document-proof" / Refused;

    /// The document has no proof.
    ProofMissing = "proof-missing" / Refused;
    /// The document has several proofs, or a proof chain.
    ProofMultiple = "proof-multiple" / Refused;
    /// The proof is not an object of the members its suite needs, with their types.
    ProofMalformed = "proof-malformed" / Refused;
    /// The proof's `type` and `cryptosuite` name no suite that the caller allows.
    ProofSuite = "proof-suite" / Refused;
    /// `proofValue` is not in the one encoding that its length allows.
    ProofValueEncoding = "proof-value-encoding" / Refused;
    /// `verificationMethod` is not a DID URL of a DID and a fragment.
    ProofMethod = "proof-method" / Refused;
    /// The DID document has no verification method of that id.
    ProofMethodNotFound = "proof-method-not-found" / Refused;
    /// The verification method is controlled by another DID.
    ProofController = "proof-controller" / Refused;
    /// The verification method is not listed under the proof's purpose.
    ProofMethodNotAuthorized = "proof-method-not-authorized" / Refused;
    /// The verification method's key is not of the type the suite signs with.
    ProofKeyType = "proof-key-type" / Refused;
    /// The signature does not verify.
    ProofSignature = "proof-signature" / Refused;
    /// The proof's purpose is not the expected one.
    ProofPurpose = "proof-purpose" / Refused;
    /// The signer is not the document's subject, nor the signer the caller named.
    ProofSignerNotSubject = "proof-signer-not-subject" / Refused;
    /// The proof's domain is not the one expected, is missing where one is required, or is there where none is expected.
    ProofDomain = "proof-domain" / Refused;
    /// The proof's challenge is not the one expected, or is missing beside a domain (ADP, "Proof").
    ProofChallenge = "proof-challenge" / Refused;
    /// `created` is missing where it is needed, not an RFC 3339 date-time, or not before `expires`.
    ProofCreated = "proof-created" / Refused;
    /// `created` lies in the future.
    ProofNotYetValid = "proof-not-yet-valid" / Refused;
    /// `expires` has passed.
    ProofExpired = "proof-expired" / Refused;
    /// `created` is older than the caller accepts.
    ProofTooOld = "proof-too-old" / Refused;

    /// The text is not a JSON Web Signature of the form expected (RFC 7515 section 7.1, appendix F).
    JwsMalformed = "jws-malformed" / Malformed;
    /// The header's `alg` is not one that is accepted here (RFC 8725 section 3.1).
    JwsAlgorithm = "jws-algorithm" / Refused;
    /// A member of the header is missing, has another value than expected, or is accepted from nobody (`crit`, `b64`, `jwk`, `x5c`, `x5u`).
    JwsHeader = "jws-header" / Refused;
    /// The key is not of the type that the header's `alg` signs with.
    JwsKey = "jws-key" / Refused;
    /// The signature does not verify over this header and payload.
    JwsSignature = "jws-signature" / Refused;

    /// The request has no credentials, or none that the server asks for.
    AuthMissing = "auth-missing" / Refused;
    /// The credentials are not of the form their scheme has (RFC 9421 section 4, RFC 8941, the `DIDWba` header).
    AuthMalformed = "auth-malformed" / Refused;
    /// The signature does not cover what it must: method, target, and the body where there is one.
    AuthUncovered = "auth-uncovered" / Refused;
    /// The body is not the one whose digest was signed (RFC 9530), or is larger than a digest is taken of.
    AuthDigest = "auth-digest" / Refused;
    /// The credentials are for another service.
    AuthAudience = "auth-audience" / Refused;
    /// The credentials have expired, or are older or good for longer than the window allows.
    AuthExpired = "auth-expired" / Refused;
    /// The credentials were made in the future.
    AuthNotYetValid = "auth-not-yet-valid" / Refused;
    /// The signature of the request or token does not verify.
    AuthSignature = "auth-signature" / Refused;
    /// The key is not one that the DID document lists under `authentication` for this DID.
    AuthMethodNotAuthorized = "auth-method-not-authorized" / Refused;
    /// The nonce was used before.
    AuthReplayed = "auth-replayed" / Refused;
    /// The replay store cannot take the nonce: it is full or out of reach, so nobody can tell whether it is new.
    AuthStoreFull = "auth-store-full" / Refused;
    /// A `DIDWba` header, which the server does not accept.
    AuthLegacyRefused = "auth-legacy-refused" / Refused;
    /// The caller is who it says, but may not do this.
    AuthForbidden = "auth-forbidden" / Refused;
    /// Credentials would go to an origin that the caller did not allow.
    AuthOrigin = "auth-origin" / Refused;

    /// The network is switched off and the answer needs it.
    NetOffline = "net-offline" / Undecided;
    /// The URL is not `https`.
    NetScheme = "net-scheme" / Undecided;
    /// The host is or resolves to an address that is not public.
    NetAddress = "net-address" / Undecided;
    /// The server answered with a redirect; none are followed.
    NetRedirect = "net-redirect" / Undecided;
    /// The server's status is not 200.
    NetStatus = "net-status" / Undecided;
    /// The response's media type is not JSON.
    NetType = "net-type" / Undecided;
    /// The response, or what comes with it, is larger than the limit.
    NetSize = "net-size" / Undecided;
    /// The server took too long.
    NetTime = "net-time" / Undecided;
    /// The TLS handshake or certificate check failed.
    NetTls = "net-tls" / Undecided;
    /// The connection failed.
    NetConnect = "net-connect" / Undecided;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::str::FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text).ok_or(UnknownCode)
    }
}

/// The text is no error code of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such error code; `Code::ALL` lists them")]
pub struct UnknownCode;
