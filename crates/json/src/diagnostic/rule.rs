//! A rule: what a format requires of its documents, and where that is written.

use super::{Edit, RuleExample, Severity};

/// A rule of a format: everything about it in one row, which the macro [`rules!`](crate::rules) writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The rule's stable id, for example `adp-5-url`.
    pub id: &'static str,
    /// The rule itself, in one sentence.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What the source says, in English.
    pub quote: &'static str,
    /// Why it matters.
    pub rationale: &'static str,
    /// What to do where it is broken.
    pub fix: &'static str,
    /// A document that breaks it and one that does not; none where a document alone cannot show it.
    pub example: Option<RuleExample>,
    /// The severity when something required is missing.
    missing: Severity,
    /// The severity of everything else, such as a wrong type.
    wrong: Severity,
    /// The severity of a warning in strict checking.
    strict: Severity,
}

impl Rule {
    /// A rule whose every finding has one severity.
    #[must_use]
    pub const fn new(id: &'static str, severity: Severity, summary: &'static str) -> Self {
        Self {
            id,
            summary,
            source: "",
            quote: "",
            rationale: "",
            fix: "",
            example: None,
            missing: severity,
            wrong: severity,
            strict: Severity::Warning,
        }
    }

    /// The same with another severity for what is required and missing.
    #[must_use]
    pub const fn when_missing(self, severity: Severity) -> Self {
        Self { missing: severity, ..self }
    }

    /// The same with the severity that warnings have in strict checking: the words of its source support it.
    #[must_use]
    pub const fn when_strict(self, severity: Severity) -> Self {
        Self { strict: severity, ..self }
    }

    /// The same with its source, what that says, why the rule matters, and what to do where it is broken.
    #[must_use]
    pub const fn explained(
        self,
        source: &'static str,
        quote: &'static str,
        rationale: &'static str,
        fix: &'static str,
    ) -> Self {
        Self { source, quote, rationale, fix, ..self }
    }

    /// The same with an example: a right document, and what makes it wrong.
    #[must_use]
    pub const fn with_wrong(self, base: &'static str, wrong: &'static [Edit]) -> Self {
        Self { example: Some(RuleExample { base, wrong, right: &[] }), ..self }
    }

    /// The same where the example's document is right only after these edits.
    #[must_use]
    pub const fn with_right(self, right: &'static [Edit]) -> Self {
        match self.example {
            Some(example) => Self { example: Some(RuleExample { right, ..example }), ..self },
            None => self,
        }
    }

    /// The severity of a finding: whether something is `missing`, and whether checking is `strict`.
    #[must_use]
    pub const fn severity(&self, missing: bool, strict: bool) -> Severity {
        let severity = if missing { self.missing } else { self.wrong };
        match severity {
            Severity::Warning if strict => self.strict,
            other => other,
        }
    }
}

/// Writes the rules of a format, each as one row, and the list of them.
///
/// A row has a name, the id, the severity (and, where they differ, the severity of what is missing, and
/// that of a warning in strict checking), what the rule says and why, and an example: the edits that make a wrong document
/// of a base, and those that make a right one where the base alone is not right. Rules of other lists follow the list's name.
///
/// ```
/// use adp_json::diagnostic::{Edit::Swap, Rule};
///
/// const MENU: &str = "{\n  \"title\": \"Supper\"\n}";
///
/// adp_json::rules! {
///     /// The rules of menus.
///     pub RULES;
///
///     TITLE = "menu-title" / Warning, missing Error, strict Error {
///         summary: "A menu has a `title`.",
///         source: "The menu format, section 1",
///         quote: "title: what the menu is called. Required. string.",
///         rationale: "Guests ask for a menu by its title.",
///         fix: "Write the title.",
///         wrong: MENU => [Swap("title", "titel")],
///     }
/// }
/// assert_eq!(RULES, [&TITLE]);
/// assert!(TITLE.example.is_some_and(|example| example.wrong_document().contains("titel")));
/// ```
#[macro_export]
macro_rules! rules {
    (
        $(#[$list_doc:meta])* $view:vis $list:ident $(+ [$($more:expr),+ $(,)?])?;
        $($name:ident = $id:literal / $severity:ident $(, missing $missing:ident)? $(, strict $strict:ident)? {
            summary: $summary:literal,
            source: $source:expr,
            quote: $quote:expr,
            rationale: $rationale:expr,
            fix: $fix:expr,
            $(wrong: $base:expr => [$($wrong:expr),+ $(,)?],)?
            $(right: [$($right:expr),+ $(,)?],)?
        })+
    ) => {
        $(
            #[allow(rustdoc::bare_urls, rustdoc::invalid_html_tags, rustdoc::broken_intra_doc_links)] // shown in a terminal too
            #[doc = $summary]
            pub static $name: $crate::diagnostic::Rule =
                $crate::diagnostic::Rule::new($id, $crate::diagnostic::Severity::$severity, $summary)
                    $(.when_missing($crate::diagnostic::Severity::$missing))?
                    $(.when_strict($crate::diagnostic::Severity::$strict))?
                    .explained($source, $quote, $rationale, $fix)
                    $(.with_wrong($base, &[$($wrong),+]))?
                    $(.with_right(&[$($right),+]))?;
        )+

        $(#[$list_doc])*
        $view const $list: &[&$crate::diagnostic::Rule] = &[$(&$name,)+ $($($more),+)?];
    };
}

#[cfg(test)]
mod tests {
    use super::{Rule, Severity};

    #[test]
    fn strict_checking_hardens_warnings_that_say_so() {
        const RULE: Rule = Rule::new("r", Severity::Error, "").when_missing(Severity::Warning);
        const HARDENING: Rule = RULE.when_strict(Severity::Error);
        for (rule, missing, strict, severity) in [
            (RULE, true, true, Severity::Warning),
            (RULE, false, false, Severity::Error),
            (HARDENING, true, false, Severity::Warning),
            (HARDENING, true, true, Severity::Error),
            (Rule::new("n", Severity::Note, "").when_strict(Severity::Error), true, true, Severity::Note),
        ] {
            assert_eq!(rule.severity(missing, strict), severity, "{rule:?}");
        }
    }
}
