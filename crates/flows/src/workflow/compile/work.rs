//! The work of compiling a document: its steps may read large operations, and its links are compared with each other.

use crate::{
    openapi::WORK,
    workflow::{CompileError, CompiledCall, CompiledSource},
};
use agent_description::{Code, json::Offset};

/// The work that may still be spent on a document.
#[derive(Debug)]
pub(crate) struct Work(u64);

impl Work {
    /// The work of a document.
    pub(crate) fn for_document() -> Self {
        Self(WORK)
    }

    /// Charges some work for the part at an offset.
    pub(crate) fn charge(&mut self, work: usize, at: Offset) -> Result<(), CompileError> {
        self.0 = self.0.saturating_sub(work as u64);
        if self.0 > 0 {
            return Ok(());
        }
        let message = "the steps and links have too many values, or call operations with too many; split the document";
        Err(CompileError::broken(Code::TOO_LARGE, at, message))
    }

    /// Charges the work of reading the operation that a step calls.
    pub(super) fn charge_call(
        &mut self,
        call: &CompiledCall,
        sources: &[CompiledSource],
        at: Offset,
    ) -> Result<(), CompileError> {
        let work = call.operation(sources).map_or(0, |operation| operation.work());
        self.charge(work.saturating_add(1), at)
    }
}
