//! Limits on input: sizes, depth and counts.

/// Limits of the parsers for descriptions, DID documents and related documents. Sizes are in bytes of the raw input,
/// depth in nested brackets.
///
/// The defaults are those of the wire rules: 1 MiB for an agent description, 256 KiB for a DID document, depth 64.
/// Raising a limit never causes a refusal. Parsers of other formats use [`ReadLimits`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum size of an agent description in bytes (default 1 MiB). It also applies to listings, linked documents and
    /// JSON-LD of any kind. Other formats have their own sizes (`Format::read_limits`).
    pub description_bytes: usize,
    /// Maximum size of a DID document in bytes (default 256 KiB).
    pub did_document_bytes: usize,
    /// Maximum nesting of arrays and objects (default 64), at most [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// Work limit of the JSON-LD algorithms for one document (default 4,000,000). A unit is about one term lookup, or 8
    /// bytes of text. It covers expansion and further processing: flattening, compaction, RDF.
    pub jsonld_work: u64,
    /// Maximum number of contexts in one JSON-LD expansion or compaction, including scoped contexts (default 2,000).
    pub jsonld_contexts: u32,
    /// Maximum number of verification methods in one DID document (default 64).
    pub verification_methods: usize,
}

impl Limits {
    /// The upper limit of the nesting depth: recursive code is tested with it on a 2 MiB stack in a debug build.
    pub const MAX_DEPTH: usize = 128;

    /// The effective nesting depth: `depth`, at most [`Limits::MAX_DEPTH`].
    #[must_use]
    pub fn effective_depth(&self) -> usize {
        self.depth.min(Self::MAX_DEPTH)
    }

    /// The parser limits of agent descriptions.
    #[must_use]
    pub fn for_description(&self) -> ReadLimits {
        ReadLimits::new(self.description_bytes).with_depth(self.depth)
    }

    /// The parser limits of DID documents.
    #[must_use]
    pub fn for_did_document(&self) -> ReadLimits {
        ReadLimits::new(self.did_document_bytes).with_depth(self.depth)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            description_bytes: 1 << 20,
            did_document_bytes: 256 << 10,
            depth: 64,
            jsonld_work: 4_000_000,
            jsonld_contexts: 2_000,
            verification_methods: 64,
        }
    }
}

/// Parser limits of one text, independent of its format.
///
/// ```
/// use adp_json::{Document, ReadLimits};
///
/// let limits = ReadLimits::new(16 << 20).with_depth(100);
/// assert!(Document::parse(br#"{"openapi": "3.1.0"}"#, limits).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    bytes: usize,
    depth: usize,
    any_number: bool,
    byte_order_mark: bool,
}

impl ReadLimits {
    /// Limits the size; nesting is limited to 64 levels.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, depth: 64, any_number: false, byte_order_mark: false }
    }

    /// Sets the maximum nesting of arrays and objects, at most [`Limits::MAX_DEPTH`].
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        let depth = if depth < Limits::MAX_DEPTH { depth } else { Limits::MAX_DEPTH };
        Self { depth, ..self }
    }

    /// The larger limits of two.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let bytes = if self.bytes > other.bytes { self.bytes } else { other.bytes };
        let depth = if self.depth > other.depth { self.depth } else { other.depth };
        Self {
            bytes,
            depth,
            any_number: self.any_number || other.any_number,
            byte_order_mark: self.byte_order_mark || other.byte_order_mark,
        }
    }

    /// For an unsigned text: [any number](Self::any_number), and a byte order mark, which is ignored (RFC 8259,
    /// section 8.1).
    #[must_use]
    pub const fn unsigned(self) -> Self {
        Self { any_number: true, byte_order_mark: true, ..self }
    }

    /// For a text with any number: one that is not written as its double is becomes a
    /// [`Value::Wide`](crate::Value::Wide).
    #[must_use]
    pub const fn any_number(self) -> Self {
        Self { any_number: true, ..self }
    }

    /// For a text whose signature is made or verified: the opposite of [`unsigned`](Self::unsigned), and the default.
    #[must_use]
    pub const fn signed(self) -> Self {
        Self { any_number: false, byte_order_mark: false, ..self }
    }

    /// Whether any number is allowed.
    #[must_use]
    pub const fn allows_any_number(self) -> bool {
        self.any_number
    }

    /// Whether a byte order mark is ignored.
    #[must_use]
    pub const fn allows_byte_order_mark(self) -> bool {
        self.byte_order_mark
    }

    /// The maximum size in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.bytes
    }

    /// The maximum nesting of arrays and objects.
    #[must_use]
    pub const fn depth(self) -> usize {
        self.depth
    }
}

impl From<&Limits> for ReadLimits {
    /// The limits of agent descriptions.
    fn from(limits: &Limits) -> Self {
        limits.for_description()
    }
}
