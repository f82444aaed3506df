//! A rule: what a format asks of its documents, and where that is written.

use super::Severity;

/// A rule of a format, with a stable id, its severity and the sentence it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The rule's stable id, for example `adp-5-url`.
    pub id: &'static str,
    /// The rule itself.
    pub sentence: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What the source says, in English.
    pub original: &'static str,
    /// The severity when something required is missing.
    missing: Severity,
    /// The severity of everything else, such as a wrong type.
    wrong: Severity,
    /// Whether strict checking makes an error of a warning.
    hardens: bool,
}

impl Rule {
    /// A rule whose every finding is of one severity.
    #[must_use]
    pub const fn new(
        id: &'static str,
        sentence: &'static str,
        source: &'static str,
        original: &'static str,
        severity: Severity,
    ) -> Self {
        Self { id, sentence, source, original, missing: severity, wrong: severity, hardens: false }
    }

    /// The same with another severity for what is required and missing.
    #[must_use]
    pub const fn when_missing(self, severity: Severity) -> Self {
        Self { missing: severity, ..self }
    }

    /// The same, of whose warnings strict checking makes errors: the words of its source support it.
    #[must_use]
    pub const fn hardening(self) -> Self {
        Self { hardens: true, ..self }
    }

    /// The severity of a finding: whether something is `missing`, and whether checking is `strict`.
    #[must_use]
    pub const fn severity(&self, missing: bool, strict: bool) -> Severity {
        let severity = if missing { self.missing } else { self.wrong };
        match severity {
            Severity::Warning if strict && self.hardens => Severity::Error,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rule, Severity};

    #[test]
    fn strict_checking_hardens_warnings_that_say_so() {
        const RULE: Rule = Rule::new("r", "", "", "", Severity::Error).when_missing(Severity::Warning);
        const HARDENING: Rule = RULE.hardening();
        for (rule, missing, strict, severity) in [
            (RULE, true, true, Severity::Warning),
            (RULE, false, false, Severity::Error),
            (HARDENING, true, false, Severity::Warning),
            (HARDENING, true, true, Severity::Error),
            (Rule::new("n", "", "", "", Severity::Note).hardening(), true, true, Severity::Note),
        ] {
            assert_eq!(rule.severity(missing, strict), severity, "{rule:?}");
        }
    }
}
