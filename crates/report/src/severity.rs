//! The severity of findings.

adp_json::words! {
    /// The severity of a finding.
    #[derive(PartialOrd, Ord)]
    pub enum Severity {
        /// Advice.
        Note = "note",
        /// The document can be used, but some readers may have problems.
        Warning = "warning",
        /// The document is refused, also by verification.
        Error = "error",
    }
}
