//! The severity of findings.

crate::named! {
    /// The severity of a finding.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Severity {
        /// Advice.
        Note = "note",
        /// The document can be used, but some readers may have problems.
        Warning = "warning",
        /// The document is refused, also by verification.
        Error = "error",
    }
}
