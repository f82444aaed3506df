//! Member tables: one table for each object of a format. They drive checking, spelling suggestions and comparison of
//! documents.
//!
//! ```
//! use adp_json::{Document, Limits};
//! use adp_report::{
//!     FindingFilter, Findings, Rule, Severity,
//!     members::{Conventions, Field, Meaning, Shape, Table},
//! };
//!
//! static MENU: Rule =
//!     Rule::new("menu", Severity::Error, "A menu has a `title` and prices.");
//! static TABLE: Table = Table::new(
//!     "the menu",
//!     &MENU,
//!     &[
//!         Field::required("title", Shape::Text).means(Meaning::Text),
//!         Field::optional("prices", Shape::Map(&Shape::Amount)),
//!     ],
//! );
//!
//! let document = Document::parse(
//!     br#"{"titel": "Supper", "prices": {"soup": "5"}}"#,
//!     &Limits::default(),
//! )?;
//! let mut findings =
//!     Findings::new(&document, FindingFilter::Everything { strict: false });
//! TABLE.check(&mut findings, document.json(), &Conventions::DEFAULT);
//! let report = findings.into_report();
//! let found: Vec<_> = report
//!     .diagnostics
//!     .iter()
//!     .map(|found| (found.message.as_str(), found.help.as_deref()))
//!     .collect();
//! assert_eq!(
//!     found,
//!     [
//!         (
//!             "the menu has no `title`, but a member \"titel\"",
//!             Some("did you mean \"title\"?")
//!         ),
//!         (
//!             "`prices` holds a string, expected a number of at least 0",
//!             Some("write 0")
//!         ),
//!     ]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod meaning;
mod shape;
mod spelling;
mod table;

pub use check::Conventions;
pub use meaning::{Direction, ItemOrder, Items, Meaning, NamedObjects};
pub use shape::{Form, Kinds, Shape};
pub use spelling::{
    Misspelled, first_misspelled, folded, is_same_name, is_snake_case_of, local_name, misspelled, misspelled_keys,
};
pub use table::{Entries, Field, Others, Presence, Spelling, Table};
