//! Limits on input: sizes, depth and counts.

/// Bounds on what the readers of descriptions, DID documents and what belongs to them accept. Sizes are in bytes of the raw
/// input, depth in nested brackets.
///
/// The defaults are those of the wire rules: 1 MiB for an agent description, 256 KiB for a DID document, depth 64.
/// Raising a limit never turns an accepted input into a refused one. Whoever reads a format of its own has
/// [`ReadLimits`] for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Largest agent description, in bytes (default 1 MiB); the same for what is read by its rules: listings, documents
    /// that it links to, JSON-LD of any kind. Other formats say their own sizes (`Format::read_limits`).
    pub description_bytes: usize,
    /// Largest DID document, in bytes (default 256 KiB).
    pub did_document_bytes: usize,
    /// Deepest nesting of arrays and objects (default 64); values above [`Limits::MAX_DEPTH`] count as that.
    pub depth: usize,
    /// Work budget of the JSON-LD algorithms for one document, in units of about one term lookup, or of 8 bytes of text (default
    /// 4,000,000): expansion and what is made of its result, be it flattened, compacted or RDF.
    pub jsonld_work: u64,
    /// Most contexts one JSON-LD expansion, or one compaction, may process, scoped contexts included (default 2,000).
    pub jsonld_contexts: u32,
    /// Most verification methods in one DID document (default 64).
    pub verification_methods: usize,
}

impl Limits {
    /// The deepest nesting that any setting allows: what every recursive walk of the crate is tested to survive on
    /// a 2 MiB stack in a debug build.
    pub const MAX_DEPTH: usize = 128;

    /// The nesting depth in force: `depth`, capped by [`Limits::MAX_DEPTH`].
    #[must_use]
    pub fn effective_depth(&self) -> usize {
        self.depth.min(Self::MAX_DEPTH)
    }

    /// How agent descriptions are read.
    #[must_use]
    pub fn for_description(&self) -> ReadLimits {
        ReadLimits::new(self.description_bytes).with_depth(self.depth)
    }

    /// How DID documents are read.
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

/// Bounds on one text: all that a reader has to know, whatever the format is.
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
}

impl ReadLimits {
    /// Texts of up to so many bytes, nested 64 levels deep.
    #[must_use]
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, depth: 64 }
    }

    /// The same size, and so many levels of arrays and objects; more than [`Limits::MAX_DEPTH`] count as that.
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        let depth = if depth < Limits::MAX_DEPTH { depth } else { Limits::MAX_DEPTH };
        Self { bytes: self.bytes, depth }
    }

    /// Whatever either of two allows.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let bytes = if self.bytes > other.bytes { self.bytes } else { other.bytes };
        let depth = if self.depth > other.depth { self.depth } else { other.depth };
        Self { bytes, depth }
    }

    /// The largest text, in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.bytes
    }

    /// The deepest nesting of arrays and objects.
    #[must_use]
    pub const fn depth(self) -> usize {
        self.depth
    }
}

impl From<&Limits> for ReadLimits {
    /// Those of agent descriptions.
    fn from(limits: &Limits) -> Self {
        limits.for_description()
    }
}
