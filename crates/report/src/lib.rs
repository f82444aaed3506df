//! Rules, findings and reports for documents of any format: the problem, its position, its severity and its fix.
//!
//! A format defines its rules ([`Rule`], one row each, by [`rules!`](crate::rules)), its codes ([`Code`](adp_json::Code))
//! and its check, which walks a positioned [`Document`](adp_json::Document) and adds to [`Findings`]. All formats share
//! the rest. A value has one finding of each code. At most [`CheckReport::MAX_DIAGNOSTICS`] findings are listed, errors
//! preferred, and the others are counted. Positions are given as pointer, line and column. Probable corrections are
//! given as replacements. [`Coverage`] tells which rules were met, broken or not applied.
//!
//! ```
//! use adp_json::{Code, Document, Limits};
//! use adp_report::{Finding, FindingFilter, Findings, Rule, Severity};
//!
//! const TITLE: Rule =
//!     Rule::new("menu-title", Severity::Error, "A menu has a `title`.");
//!
//! let document =
//!     Document::parse(br#"{"titel": "Supper"}"#, &Limits::default())?;
//! let all = FindingFilter::Everything { strict: false };
//! let mut findings = Findings::new(&document, all);
//! findings.exercise(&TITLE);
//! if let Some(member) = document.root().member("titel") {
//!     findings.add(&TITLE, member.name_offset(), || {
//!         Finding::new(AD_MISSING, "the menu has no `title`")
//!             .meant_name("titel", "title")
//!     });
//! }
//! let report = findings.into_report();
//! assert!(!report.is_valid());
//! let finding = &report.diagnostics[0];
//! assert_eq!(finding.rule.id, "menu-title");
//! assert_eq!((finding.line, finding.column), (Some(1), Some(2)));
//! assert_eq!(finding.pointer.as_deref(), Some("/titel"));
//! assert_eq!(finding.replacement.as_deref(), Some("\"title\""));
//! # const AD_MISSING: Code = Code::AD_MISSING_TERM;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod change;
mod coverage;
mod example;
mod finding;
mod findings;
pub mod fix;
pub mod members;
mod report;
mod rule;
#[cfg(feature = "serde")]
mod serialize;
mod severity;
mod suggest;

pub use adp_json::{Place, cut, shortened};
pub use coverage::{Coverage, RuleOutcome};
pub use example::{Edit, RuleExample, example_faults};
pub use finding::Finding;
pub use findings::{FindingFilter, Findings};
pub use report::{CheckReport, Diagnostic, Omitted};
pub use rule::Rule;
pub use severity::Severity;
pub use suggest::{Suggestions, closest};
