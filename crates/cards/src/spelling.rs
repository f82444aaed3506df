//! Known names of members in another spelling: `URL` or `Url` for `url`, `default-input-modes` for `defaultInputModes`.
//!
//! JSON has one spelling of a name, but the decoders of Go and .NET ignore case, and others ignore `_` and `-`. Where a format
//! says which members an object has, a member in another spelling is read by some and ignored by others.

use agent_description::{
    Code, Document, Fault,
    diagnostic::{Findings, Place, Remark, Rule, shortened},
    json::{Json, Member, Object},
};
use std::collections::{HashMap, hash_map::Entry};

/// Whether two names differ at most in case, `_` and `-`.
#[must_use]
pub fn is_same_name(one: &str, other: &str) -> bool {
    folded(one).eq(folded(other))
}

/// The letters by which names are compared: upper case first, as .NET has it, so that `ſ` and `K` are the letters that they fold to.
fn folded(name: &str) -> impl Iterator<Item = char> {
    let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-'));
    letters.flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

/// Whether a name is a known one with a letter wrong, of a long one two.
pub(crate) fn is_slip(name: &str, known: &str) -> bool {
    let most = if known.len() >= 10 { 2 } else { 1 };
    known.len() > 4 && name.len().abs_diff(known.len()) <= most && strsim::osa_distance(name, known) <= most
}

/// The known names of an object's members, and what each holds.
#[derive(Debug)]
pub struct Names(pub &'static [(&'static str, Inside)]);

/// What a member holds, as far as names are known.
#[derive(Clone, Copy, Debug)]
pub enum Inside {
    /// Anything.
    Free,
    /// An object of known members.
    Object(&'static Names),
    /// A list.
    List(&'static Inside),
    /// An object whose names its author chooses: no two of them are one in another spelling.
    Map(&'static Inside),
}

/// What a value is by the table of a format.
pub(crate) trait Described: Copy + 'static {
    /// What kind of value it is.
    fn part(self) -> Part<Self>;

    /// The first known member whose name fits, and what it holds.
    fn find(self, fits: impl Fn(&'static str) -> bool) -> Option<(&'static str, Self)>;

    /// Whether a name is the known one in a spelling that the format itself allows.
    fn allows(name: &str, known: &str) -> bool {
        name == known
    }
}

/// A kind of value.
pub(crate) enum Part<D> {
    /// Nothing of which names are known.
    Free,
    /// A list of these.
    List(D),
    /// A map to these.
    Map(D),
    /// An object whose members [`Described::find`] knows.
    Object,
}

impl<D> Part<D> {
    pub(crate) fn map<E>(self, change: impl FnOnce(D) -> E) -> Part<E> {
        match self {
            Self::Free => Part::Free,
            Self::List(each) => Part::List(change(each)),
            Self::Map(each) => Part::Map(change(each)),
            Self::Object => Part::Object,
        }
    }
}

impl Described for Inside {
    fn part(self) -> Part<Self> {
        match self {
            Self::Free => Part::Free,
            Self::Object(_) => Part::Object,
            Self::List(each) => Part::List(*each),
            Self::Map(each) => Part::Map(*each),
        }
    }

    fn find(self, fits: impl Fn(&'static str) -> bool) -> Option<(&'static str, Self)> {
        let Self::Object(names) = self else { return None };
        names.0.iter().copied().find(|(name, _)| fits(name))
    }
}

/// A member whose name is a known one in another spelling.
#[derive(Clone, Copy, Debug)]
pub struct Misspelled<'a> {
    /// The member.
    pub member: &'a Member,
    /// How it is spelled.
    pub known: &'a str,
    /// Whether the object has a member of the right spelling too.
    pub is_double: bool,
}

impl Misspelled<'_> {
    /// For a report.
    #[must_use]
    pub fn remark(&self, code: Code) -> Remark {
        let (name, known) = (self.member.name().as_str(), self.known);
        if self.is_double {
            let message = format!(
                "found {} and `{known}` in one object, which differ only in case, `_` or `-`: some decoders read one as the other",
                shortened(name)
            );
            return Remark::new(code, message).with_help(format!("keep only `{known}`"));
        }
        Remark::new(code, format!("the member is called {}, expected `{known}`", shortened(name)))
            .meant_name(name, known)
    }
}

/// A document has a member whose name is a known one in another spelling: it is neither signed nor verified.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found the member {name:?}, expected only `{known}`: some decoders read one as the other; remove {name:?}")]
pub struct SpellingError {
    /// The member's name, shortened.
    pub name: String,
    /// The known name.
    pub known: String,
    /// The member, as a JSON Pointer.
    pub pointer: Option<String>,
}

impl SpellingError {
    pub(crate) fn new(document: &Document, found: &Misspelled<'_>) -> Self {
        let short = |text: &str| text.chars().take(200).collect();
        let pointer = Place::of(document, found.member.name_offset()).pointer;
        Self { name: short(found.member.name()), known: short(found.known), pointer }
    }
}

impl Fault for SpellingError {
    fn code(&self) -> Code {
        Code::SPELLING
    }

    fn pointer(&self) -> Option<String> {
        self.pointer.clone()
    }
}

/// Adds a finding for each misspelled member of an object, at every depth.
pub fn check(found: &mut Findings<'_, Remark>, rule: &'static Rule, object: &Object, names: &'static Names) {
    found.exercise(rule);
    each(object, Inside::Object(names), &mut |misspelled| {
        found.add(rule, misspelled.member.name_offset(), || misspelled.remark(Code::SPELLING));
    });
}

/// The first misspelled member of an object, at whatever depth.
pub(crate) fn first<D: Described>(object: &Object, described: D) -> Option<Misspelled<'_>> {
    let mut first = None;
    each(object, described, &mut |found| {
        first.get_or_insert(found);
    });
    first
}

/// Tells of each misspelled member of an object and of what stands in it.
pub(crate) fn each<'a, D: Described>(object: &'a Object, described: D, tell: &mut dyn FnMut(Misspelled<'a>)) {
    for member in object {
        let name = member.name().as_str();
        let exact = described.find(|known| name == known);
        if let Some((_, inside)) = exact {
            within(member.value(), inside, tell);
        } else if let Some((known, inside)) = described.find(|known| is_same_name(name, known)) {
            let is_double = object.contains(known);
            if is_double || !D::allows(name, known) {
                tell(Misspelled { member, known, is_double });
            }
            within(member.value(), inside, tell);
        }
    }
}

fn within<'a, D: Described>(value: &'a Json, described: D, tell: &mut dyn FnMut(Misspelled<'a>)) {
    match described.part() {
        Part::Free => {}
        Part::Object => value.as_object().into_iter().for_each(|object| each(object, described, tell)),
        Part::List(inside) => value.as_array().into_iter().flatten().for_each(|item| within(item, inside, tell)),
        Part::Map(inside) => {
            let Some(map) = value.as_object() else { return };
            keys(map, tell);
            map.iter().for_each(|member| within(member.value(), inside, tell));
        }
    }
}

/// Keys of a map that are one in two spellings.
pub(crate) fn keys<'a>(map: &'a Object, tell: &mut dyn FnMut(Misspelled<'a>)) {
    let mut seen: HashMap<String, &str> = HashMap::with_capacity(map.len());
    for member in map {
        match seen.entry(folded(member.name()).collect()) {
            Entry::Occupied(known) => tell(Misspelled { member, known: known.get(), is_double: true }),
            Entry::Vacant(new) => _ = new.insert(member.name().as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_same_name;

    #[test]
    fn names_are_compared_without_case_underscores_and_hyphens() {
        for (one, other) in [
            ("url", "URL"),
            ("url", "Url"),
            ("issuedAt", "issued_at"),
            ("issuedAt", "Issued-At"),
            ("entries", "entrie\u{17f}"),
            ("tokenUrl", "to\u{212a}enUrl"),
            ("identifier", "\u{131}dentifier"),
            ("in", "in_"),
            ("_meta", "_Meta"),
        ] {
            assert!(is_same_name(one, other) && is_same_name(other, one), "{one} {other}");
        }
        for (one, other) in [("url", "urls"), ("url", "uri"), ("tags", ""), ("a b", "ab"), ("url", "u.rl")] {
            assert!(!is_same_name(one, other), "{one} {other}");
        }
    }
}
