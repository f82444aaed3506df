//! Rules: requirements of a format with their source.

use super::{RuleExample, Severity};
use adp_json::Object;

/// A rule of a format, in one row of the macro [`rules!`](crate::rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The rule's stable ID, for example `adp-5-url`.
    pub id: &'static str,
    /// The rule itself, in one sentence.
    pub summary: &'static str,
    /// The source.
    pub source: &'static str,
    /// The text of the source, in English.
    pub quote: &'static str,
    /// The reason for the rule.
    pub rationale: &'static str,
    /// How to fix a violation.
    pub fix: &'static str,
    /// A failing and a passing document; `None` if a document alone cannot show it.
    pub example: Option<RuleExample>,
    /// The severity of a missing item.
    pub missing: Severity,
    /// The severity of other violations, such as a wrong type.
    pub wrong: Severity,
    /// The severity of a warning in strict checking, which the text of the source justifies.
    pub strict: Severity,
}

impl Rule {
    /// Creates a rule with one severity and no other texts.
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

    /// The severity of a finding, for `missing` items and for `strict` checking.
    #[must_use]
    pub const fn severity(&self, missing: bool, strict: bool) -> Severity {
        let severity = if missing { self.missing } else { self.wrong };
        match severity {
            Severity::Warning if strict => self.strict,
            other => other,
        }
    }

    /// The explanation for `explain`: `{id, summary, source, why, fix, wrong, right}`.
    #[must_use]
    pub fn explanation(&self) -> Object {
        let mut object = Object::with_capacity(7);
        object.insert("id", self.id);
        object.insert("summary", self.summary);
        object.insert("source", self.source);
        object.insert("why", self.rationale);
        object.insert("fix", self.fix);
        object.insert("wrong", self.example.as_ref().map(RuleExample::wrong_document));
        object.insert("right", self.example.as_ref().map(RuleExample::right_document));
        object
    }
}

/// Defines the rules of a format, one row each, and their list.
///
/// A row has a name, the ID and the severity. The severities of missing items and of warnings in strict
/// checking are added if they differ. Then come the rule's texts, and an example: edits that make a base document fail,
/// and edits that make it pass if needed. Rules of other lists follow the list's name.
///
/// ```
/// use adp_report::{Edit::Swap, Rule};
///
/// const MENU: &str = "{\n  \"title\": \"Supper\"\n}";
///
/// adp_report::rules! {
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
/// assert!(
///     TITLE
///         .example
///         .is_some_and(|example| example.wrong_document().contains("titel"))
/// );
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
            $(wrong: $base:expr => [$($wrong:expr),+ $(,)?], $(right: [$($right:expr),+ $(,)?],)?)?
        })+
    ) => {
        $(
            #[allow(rustdoc::bare_urls, rustdoc::invalid_html_tags, rustdoc::broken_intra_doc_links)] // shown in a terminal too
            #[doc = $summary]
            pub static $name: $crate::Rule = $crate::Rule {
                source: $source,
                quote: $quote,
                rationale: $rationale,
                fix: $fix,
                $(missing: $crate::Severity::$missing,)?
                $(strict: $crate::Severity::$strict,)?
                $(example: Some($crate::RuleExample {
                    base: $base,
                    wrong: &[$($wrong),+],
                    right: &[$($($right),+)?],
                }),)?
                ..$crate::Rule::new($id, $crate::Severity::$severity, $summary)
            };
        )+

        $(#[$list_doc])*
        $view const $list: &[&$crate::Rule] = &[$(&$name,)+ $($($more),+)?];
    };
}
