//! Lists as sets of values, which are equal if their canonical forms are.

use adp_tools::wording::{in_words, named};
use agent_description::{Json, json::jcs};
use std::collections::{HashMap, VecDeque};

/// Maximum number of items of a difference to name.
const MAX_SHOWN_ITEMS: usize = 3;

/// A list as a set of items, compared by canonical form.
pub(super) struct Set<'a> {
    pub items: HashMap<Box<[u8]>, &'a Json>,
}

/// The items that were removed and added.
pub(super) struct Difference<'a> {
    pub gone: Vec<&'a Json>,
    pub added: Vec<&'a Json>,
}

impl<'a> Set<'a> {
    /// The set of an array, or of an absent value; `None` for other values.
    pub fn from_json(list: Option<&'a Json>) -> Option<Self> {
        let items = match list {
            None => &[],
            Some(list) => list.as_array()?,
        };
        Some(Self::from_items(items))
    }

    pub fn from_items(items: &'a [Json]) -> Self {
        Self { items: items.iter().map(|item| (form(item), item)).collect() }
    }

    /// The difference to a newer set, sorted by canonical form.
    pub fn difference(&self, new: &Set<'a>) -> Difference<'a> {
        let without = |one: &Set<'a>, other: &Set<'a>| {
            let mut left: Vec<(&[u8], &'a Json)> = one
                .items
                .iter()
                .filter(|(form, _)| !other.items.contains_key(&**form))
                .map(|(f, j)| (&**f, *j))
                .collect();
            left.sort_unstable_by(|a, b| a.0.cmp(b.0));
            left.into_iter().map(|(_, item)| item).collect()
        };
        Difference { gone: without(self, new), added: without(new, self) }
    }
}

impl Difference<'_> {
    pub fn is_none(&self) -> bool {
        self.gone.is_empty() && self.added.is_empty()
    }

    /// A text such as `"a", "b" are gone; "c" is new`.
    pub fn in_words(&self) -> String {
        let parts = [render_items(&self.gone, "gone"), render_items(&self.added, "new")];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }
}

/// A text such as `"a" is gone` or `"a", "b", "c" and 2 more are new`; `None` without items.
pub(super) fn render_items(items: &[&Json], what: &str) -> Option<String> {
    let are = if items.len() == 1 { "is" } else { "are" };
    let names = || named(items.iter().map(|item| in_words(item)), MAX_SHOWN_ITEMS);
    (!items.is_empty()).then(|| format!("{} {are} {what}", names()))
}

/// The canonical form of a value.
pub(super) fn form(value: &Json) -> Box<[u8]> {
    jcs::canonicalize(value).into()
}

/// The positions of unmatched items, by canonical form.
pub(super) struct ByForm {
    left: HashMap<Box<[u8]>, VecDeque<usize>>,
}

impl ByForm {
    pub fn from_forms(forms: impl Iterator<Item = (usize, Box<[u8]>)>) -> Self {
        let mut left: HashMap<Box<[u8]>, VecDeque<usize>> = HashMap::new();
        forms.for_each(|(index, form)| left.entry(form).or_default().push_back(index));
        Self { left }
    }

    /// Matches the first unmatched item of this form.
    pub fn take(&mut self, form: &[u8]) -> Option<usize> {
        self.left.get_mut(form)?.pop_front()
    }

    pub fn forms(&self) -> impl Iterator<Item = &[u8]> {
        self.left.keys().map(|form| &**form)
    }

    /// The positions that are still unmatched, in order.
    pub fn into_rest(self) -> Vec<usize> {
        let mut rest: Vec<usize> = self.left.into_values().flatten().collect();
        rest.sort_unstable();
        rest
    }
}
