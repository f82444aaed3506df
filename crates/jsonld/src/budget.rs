//! The work budget of one document: bounds instead of time-outs.
//!
//! One counter goes through all that is made of a document, from expansion to the last line of RDF: what expansion leaves is what
//! flattening, compaction and deserialization may spend. Time is paid for, and so is memory: a unit is about one term lookup, or
//! [`BYTES_PER_UNIT`] bytes of text.

use super::JsonLdError;
use adp_json::{Code, Limits, Offset};

/// What is left of the budget.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    work: u64,
    contexts: u32,
    depth: usize,
    limits: Limits,
}

/// Texts are charged by length: one unit per this many bytes.
const BYTES_PER_UNIT: u64 = 8;

/// What a member is charged that an expanded value has beside its `@value`, or that a map writes into its items.
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
    pub(super) fn work(&mut self, units: usize, at: Offset) -> Result<(), JsonLdError> {
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

    /// Charges a text that is made or repeated in the output.
    #[inline]
    pub(super) fn text(&mut self, length: usize, at: Offset) -> Result<(), JsonLdError> {
        self.work((length as u64 / BYTES_PER_UNIT) as usize, at)
    }

    /// Charges members that expansion adds to a value, for what they take.
    #[inline]
    pub(super) fn members(&mut self, number: usize, at: Offset) -> Result<(), JsonLdError> {
        self.work(number * MEMBER, at)
    }

    /// What is left, for an algorithm that processes contexts of its own: each may process as many.
    pub(super) fn for_other_contexts(&self) -> Self {
        Self { contexts: self.limits.jsonld_contexts, ..self.clone() }
    }

    /// How many bytes of text can still be paid for.
    pub(super) fn text_left(&self) -> usize {
        usize::try_from(self.work.saturating_mul(BYTES_PER_UNIT)).unwrap_or(usize::MAX)
    }

    /// Charges the processing of one context.
    pub(super) fn context(&mut self, at: Offset) -> Result<(), JsonLdError> {
        match self.contexts.checked_sub(1) {
            Some(left) => {
                self.contexts = left;
                Ok(())
            }
            None => Err(JsonLdError::new(
                Code::JSONLD_BUDGET,
                at,
                format!(
                    "more than {} contexts would have to be processed; use fewer nested contexts or raise `Limits::jsonld_contexts`",
                    self.limits.jsonld_contexts
                ),
            )),
        }
    }

    /// Refuses nesting beyond the reader's depth: trees made in code could be deeper.
    #[inline]
    pub(super) fn depth(&self, depth: usize, at: Offset) -> Result<(), JsonLdError> {
        if depth <= self.depth { Ok(()) } else { Err(self.too_deep(at)) }
    }

    #[cold]
    fn too_deep(&self, at: Offset) -> JsonLdError {
        JsonLdError::new(
            Code::JSONLD_BUDGET,
            at,
            format!("nested deeper than {} levels; flatten the document", self.depth),
        )
    }

    #[cold]
    pub(super) fn exhausted(&self, at: Offset) -> JsonLdError {
        JsonLdError::new(
            Code::JSONLD_BUDGET,
            at,
            format!(
                "the document takes more than {} units of work; reduce it or its contexts, or raise `Limits::jsonld_work`",
                self.limits.jsonld_work
            ),
        )
    }
}
