//! The work limit of one document, which replaces timeouts.
//!
//! One counter covers the whole processing of a document, from expansion to the last line of RDF. Flattening,
//! compaction and RDF use what expansion left. Time and memory are charged: a unit is about one term lookup, or
//! [`BYTES_PER_UNIT`] bytes of text.

use super::error::{JsonLdError, Result};
use adp_json::{Code, Limits, Offset};

/// The remaining budget.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    work: u64,
    contexts: u32,
    depth: usize,
    limits: Limits,
}

/// Texts are charged by length: one unit for this number of bytes.
const BYTES_PER_UNIT: u64 = 8;

/// The charge for an additional member of an expanded value besides `@value`, or for one that a map adds to its items.
const MEMBER: usize = 4;

impl Budget {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            work: limits.jsonld_work,
            contexts: limits.jsonld_contexts,
            depth: limits.effective_depth(),
            limits: limits.clone(),
        }
    }

    /// Charges `units` of about one term lookup each.
    #[inline]
    pub(super) fn work(&mut self, units: usize, at: Offset) -> Result<()> {
        match self.work.checked_sub(units as u64) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => {
                self.work = 0;
                Err(self.exhausted(at))
            }
        }
    }

    /// Charges a text that is created or repeated in the output.
    #[inline]
    pub(super) fn text(&mut self, length: usize, at: Offset) -> Result<()> {
        self.work((length as u64 / BYTES_PER_UNIT) as usize, at)
    }

    /// Charges members that expansion adds to a value, by their memory.
    #[inline]
    pub(super) fn members(&mut self, number: usize, at: Offset) -> Result<()> {
        self.work(number * MEMBER, at)
    }

    /// The remaining budget for an algorithm with its own contexts, which may process as many again.
    pub(super) fn for_other_contexts(&self) -> Self {
        Self { contexts: self.limits.jsonld_contexts, ..self.clone() }
    }

    /// Number of text bytes within the remaining budget.
    pub(super) fn text_left(&self) -> usize {
        usize::try_from(self.work.saturating_mul(BYTES_PER_UNIT)).unwrap_or(usize::MAX)
    }

    /// Charges the processing of one context.
    pub(super) fn context(&mut self, at: Offset) -> Result<()> {
        match self.contexts.checked_sub(1) {
            Some(left) => {
                self.contexts = left;
                Ok(())
            }
            None => {
                let message = format!(
                    "more than {} contexts would have to be processed; use fewer nested contexts or raise `Limits::jsonld_contexts`",
                    self.limits.jsonld_contexts
                );
                Err(JsonLdError::new(Code::JSONLD_BUDGET, at, message))
            }
        }
    }

    /// Refuses nesting beyond the parser's depth, because trees built in code could be deeper.
    #[inline]
    pub(super) fn depth(&self, depth: usize, at: Offset) -> Result<()> {
        if depth <= self.depth { Ok(()) } else { Err(self.too_deep(at)) }
    }

    #[cold]
    fn too_deep(&self, at: Offset) -> JsonLdError {
        let message = format!("nested deeper than {} levels; flatten the document", self.depth);
        JsonLdError::new(Code::JSONLD_BUDGET, at, message)
    }

    #[cold]
    pub(super) fn exhausted(&self, at: Offset) -> JsonLdError {
        let message = format!(
            "processing the document takes more than {} units of work; simplify the document or its contexts, or raise `Limits::jsonld_work`",
            self.limits.jsonld_work
        );
        JsonLdError::new(Code::JSONLD_BUDGET, at, message)
    }
}
