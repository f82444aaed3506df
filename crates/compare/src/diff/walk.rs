//! Compares two trees member by member.

use super::{
    change::{Both, Change, Changes},
    schema::state::{Roots, Schemas},
    sets::Set,
    signers, words,
};
use adp_tools::wording::in_words;
use agent_description::{
    Document, Json,
    diagnostic::{
        change::{self as rules, ChangeRule, Class},
        members::{Field, Meaning, NamedObjects, Spelling, Table},
        shortened,
    },
    json::{Member, Object, Place, pointer},
};
use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// The state of a comparison.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    changes: Changes,
    /// What changed at the current place: one change, of the highest class.
    here: Vec<(&'static ChangeRule, String)>,
    /// Number of changes so far, and of breaking ones.
    pub seen: usize,
    pub breaking: usize,
    /// The JSON Pointer of the current comparison. Beyond the maximum length, it stays at the last enclosing value.
    pub path: String,
    /// The base of references in schemas, if it is not the schema itself.
    pub roots: Option<Roots<'a>>,
    pub schemas: Schemas,
    /// Definitions of schemas with their locations, for all references.
    pub definitions: Vec<(String, Both<'a>)>,
    /// Whether the document's context defines custom names for terms.
    pub has_aliases: bool,
}

/// Compares two documents.
pub(super) fn compare(table: &'static Table, old: &Document, new: &Document) -> Changes {
    let has_aliases = [old, new].iter().any(|document| super::aliases::makes_aliases(document.root()));
    let mut walk = Walk {
        changes: Changes::default(),
        here: Vec::new(),
        seen: 0,
        breaking: 0,
        path: String::new(),
        roots: None,
        schemas: Schemas::for_bytes(old.source().len() + new.source().len()),
        definitions: Vec::new(),
        has_aliases,
    };
    if table.is_root {
        walk.roots = Some(walk.roots_of((Some(old.json()), Some(new.json()))));
    }
    walk.objects(table, old.root(), new.root());
    walk.unreferenced_definitions();
    walk.report_here();
    walk.changes
}

impl<'a> Walk<'a> {
    /// Reports a change at the current place. A change by a cosmetic rule is one of text, because it may contain words.
    pub fn add(&mut self, rule: &'static ChangeRule, detail: String) {
        self.cosmetic(if rule.class == Class::Cosmetic { &rules::TEXT } else { rule }, detail);
    }

    /// Reports a change that contains no words.
    pub fn cosmetic(&mut self, rule: &'static ChangeRule, detail: String) {
        self.seen += 1;
        self.breaking += usize::from(rule.class == Class::Breaking);
        self.here.push((rule, detail));
    }

    /// Lists what changed at the current place by its highest class, with the details of lower ones.
    fn report_here(&mut self) {
        let here = std::mem::take(&mut self.here);
        let Some(highest) = here.iter().map(|(rule, _)| rule.class).min() else { return };
        let (mut listed, others): (Vec<_>, Vec<_>) = here.into_iter().partition(|(rule, _)| rule.class == highest);
        for (_, detail) in others {
            if listed.iter().all(|(_, known)| *known != detail)
                && let Some((_, last)) = listed.last_mut()
            {
                last.push_str("; ");
                last.push_str(&detail);
            }
        }
        listed.dedup();
        for (rule, detail) in listed {
            self.changes.add(Change { pointer: self.path.clone(), rule, detail });
        }
    }

    /// Compares below a member.
    pub fn within(&mut self, name: &str, compare: impl FnOnce(&mut Self)) {
        // an escaped byte takes two
        let is_short = name.len() <= Place::MAX_POINTER_BYTES;
        self.below(
            |path| {
                if is_short {
                    pointer::push_name(path, name)
                }
            },
            compare,
        );
    }

    pub fn at_index(&mut self, index: usize, compare: impl FnOnce(&mut Self)) {
        self.below(|path| pointer::push_index(path, index), compare);
    }

    fn below(&mut self, push: impl FnOnce(&mut String), compare: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        let outer = std::mem::take(&mut self.here);
        push(&mut self.path);
        if self.path.len() > Place::MAX_POINTER_BYTES {
            self.path.truncate(length);
        }
        compare(self);
        self.report_here();
        self.here = outer;
        self.path.truncate(length);
    }

    /// Compares at another place, given by its pointer.
    pub fn at_place(&mut self, pointer: String, compare: impl FnOnce(&mut Self)) {
        let path = std::mem::replace(&mut self.path, pointer);
        let outer = std::mem::take(&mut self.here);
        compare(self);
        self.report_here();
        self.here = outer;
        self.path = path;
    }

    pub fn objects(&mut self, table: &'static Table, old: &'a Object, new: &'a Object) {
        let (mut before, now) = (ByName::for_object(table, old), ByName::for_object(table, new));
        for (name, field, member) in now.members {
            let earlier = before.by_name.remove(name);
            let was_called = |called: &str| called == name || earlier.is_some_and(|earlier| earlier.name() == called);
            self.within(member.name(), |walk| {
                // the author chooses the prefix
                if table.spelling == Spelling::Linked && field.is_some() && !was_called(member.name()) {
                    walk.add(&rules::TEXT, format!("new member {}", shortened(member.name())));
                }
                walk.member(table, (name, field), (earlier.map(Member::value), Some(member.value())), (old, new))
            });
        }
        for (name, field, member) in before.members {
            if before.by_name.contains_key(name) {
                self.within(member.name(), |walk| {
                    walk.member(table, (name, field), (Some(member.value()), None), (old, new))
                });
            }
        }
    }

    /// Compares a member and the objects that contain it.
    fn member(
        &mut self,
        table: &'static Table,
        (member, field): (&str, Option<&'static Field>),
        both: Both<'a>,
        holders: (&'a Object, &'a Object),
    ) {
        let Some((meaning, inner)) = field.and_then(|field| Some((field.meaning.as_ref()?, field.shape.table())))
        else {
            // with aliases in the context, the member may be any term
            let rule = match table.rest.id == rules::OTHER.id {
                true if self.has_aliases => &rules::CONTEXT,
                true if !words::holds_figures(member, both) => &rules::TEXT,
                // the name itself may be a text
                false if table.rest.class == Class::Cosmetic && (both.0.is_none() || both.1.is_none()) => &rules::TEXT,
                _ => table.rest,
            };
            return self.any(rule, both);
        };
        let (old, new) = (said(both.0), said(both.1));
        let seen = self.seen;
        match (old, new) {
            // null is equivalent to absent
            (None, None) if both.0.is_some() || both.1.is_some() => self.any(&rules::OTHER, both),
            _ => match (meaning, inner) {
                (Meaning::Items(items), Some(inner)) => self.items(items, inner, (old, new), holders),
                (Meaning::Inside, Some(inner)) if inner.is_root => {
                    let outer = self.roots.take();
                    self.roots = Some(self.roots_of((old, new)));
                    self.two_objects(inner, (old, new));
                    self.unreferenced_definitions();
                    self.roots = outer;
                }
                (Meaning::Inside, Some(inner)) => self.two_objects(inner, (old, new)),
                (Meaning::Named(named), Some(inner)) => {
                    self.entries((old, new), |walk, both| walk.named(named, inner, both));
                }
                (Meaning::Entry(named), Some(inner)) => self.named(named, inner, (old, new)),
                _ => self.meant(meaning, (old, new)),
            },
        }
        // an empty value is equivalent to none
        if self.seen == seen && old.is_some() != new.is_some() {
            self.other(both);
        }
    }

    fn meant(&mut self, meaning: &'static Meaning, both: Both<'a>) {
        match meaning {
            Meaning::Text => self.any(&rules::TEXT, both),
            Meaning::Texts => self.texts(both),
            Meaning::Any(rule) => self.any(rule, both),
            Meaning::Endpoint if both.0.is_none() => self.any(&rules::ENDPOINT_ADDED, both),
            Meaning::Endpoint => self.any(&rules::ENDPOINT, both),
            Meaning::Protocol(default) => {
                let effective = |value: Option<&'a Json>| value.map_or(*default, Json::as_str);
                let is_same = effective(both.0).is_some() && effective(both.0) == effective(both.1);
                if is_same { self.other(both) } else { self.any(&rules::PROTOCOL, both) }
            }
            Meaning::Offer => self.flag(both, false, [&rules::NARROWED, &rules::WIDENED, &rules::SHAPE]),
            Meaning::Demand => self.flag(both, false, [&rules::DEMAND_EASED, &rules::DEMAND, &rules::SHAPE]),
            Meaning::Hint(default) => self.flag(both, *default, [&rules::HINT; 3]),
            Meaning::Offers(gone, added) => self.offers(both, gone, added),
            Meaning::OwnOffers => match both {
                (Some(_), Some(_)) => self.offers(both, &rules::NARROWED, &rules::WIDENED),
                _ => self.any(&rules::NARROWED, both),
            },
            Meaning::Demands(own) => self.demands(both, *own),
            Meaning::Alternatives(own) => self.alternatives(both, *own),
            Meaning::Schemes => self.entries(both, |walk, both| match both.0 {
                None => walk.any(&rules::SCHEME_ADDED, both),
                Some(_) => walk.scheme(both),
            }),
            Meaning::Limits => self.entries(both, Self::limit),
            Meaning::Schema(direction) => self.schema(*direction, both),
            Meaning::Definitions => self.list_definitions(both),
            Meaning::Handle if both.0.is_none() => self.any(&rules::OTHER, both),
            Meaning::Handle => self.any(&rules::REMOVED, both),
            // compared by the table of the contained objects
            Meaning::Inside | Meaning::Items(_) | Meaning::Named(_) | Meaning::Entry(_) => {}
        }
    }

    /// Reports a change by a rule, if the values differ. A change by a cosmetic rule is one of text unless it contains no
    /// words.
    pub fn any(&mut self, rule: &'static ChangeRule, both: Both<'a>) {
        if both.0 == both.1 {
            return;
        }
        let is_signature = rule.id == rules::SIGNATURE.id;
        let is_order = || {
            Set::from_json(both.0).zip(Set::from_json(both.1)).is_some_and(|(old, new)| old.difference(&new).is_none())
        };
        let is_quiet = match is_signature {
            _ if rule.class != Class::Cosmetic => false,
            true => words::is_signature(both),
            false => words::is_wordless(both),
        };
        match is_quiet {
            _ if is_signature && signers::are_fewer(both) => self.add(&rules::IDENTITY, became(both)),
            _ if is_signature && is_order() => self.cosmetic(&rules::ORDER, became(both)),
            true => self.cosmetic(rule, became(both)),
            false => self.add(rule, became(both)),
        }
    }

    /// Reports a change that is equivalent, or whose texts are reported elsewhere.
    pub fn other(&mut self, both: Both<'a>) {
        if both.0 != both.1 {
            self.cosmetic(&rules::OTHER, became(both));
        }
    }

    /// Reports new names in a map, which the author chooses and models read.
    pub fn names_read(&mut self, both: Both<'a>) {
        let Some((old, new)) = objects_of(both) else { return self.any(&rules::TEXT, both) };
        for (of, other, what) in [(new, old, "new"), (old, new, "gone")] {
            let others: HashSet<&str> = other.iter().map(|member| member.name().as_str()).collect();
            let names = of.iter().map(|member| member.name().as_str()).filter(|name| !others.contains(name));
            let names: Vec<String> = names.take(3).map(shortened).collect();
            if !names.is_empty() {
                self.add(&rules::TEXT, format!("{what} names: {}", names.join(", ")));
                return;
            }
        }
    }

    /// Compares a boolean with this default, by the rules for a change to false, to true, and for other values.
    fn flag(&mut self, both: Both<'a>, default: bool, [off, on, other]: [&'static ChangeRule; 3]) {
        let set = |value: Option<&'a Json>| value.map_or(Some(default), Json::as_bool);
        let rule = match (set(both.0), set(both.1)) {
            (Some(old), Some(new)) if old == new => &rules::OTHER,
            (Some(_), Some(new)) if new => on,
            (Some(_), Some(_)) => off,
            _ => other,
        };
        self.any(rule, both);
    }

    /// Compares an object that the author or the format names.
    fn named(&mut self, named: &'static NamedObjects, table: &'static Table, both: Both<'a>) {
        match both {
            (None, Some(_)) => self.add(named.added, format!("{} is new", named.what)),
            (Some(_), None) => self.add(named.removed, format!("{} is gone", named.what)),
            both => self.two_objects(table, both),
        }
    }

    pub fn two_objects(&mut self, table: &'static Table, both: Both<'a>) {
        match objects_of(both) {
            Some((old, new)) => self.objects(table, old, new),
            None => self.any(&rules::SHAPE, both),
        }
    }

    /// Compares members with author-chosen names, each in the same way.
    pub fn entries(&mut self, both: Both<'a>, compare: impl Fn(&mut Self, Both<'a>)) {
        let Some((old, new)) = objects_of(both) else { return self.any(&rules::SHAPE, both) };
        for (name, both) in pairs(old, new) {
            self.within(name, |walk| compare(walk, both));
        }
    }

    /// Compares a security scheme, whose description is a text.
    fn scheme(&mut self, both: Both<'a>) {
        let (Some(old), Some(new)) = (both.0.and_then(Json::as_object), both.1.and_then(Json::as_object)) else {
            return self.any(&rules::SCHEME, both);
        };
        let without = |object: &'a Object| object.iter().filter(|member| member.name() != "description");
        let set = |object: &'a Object| without(object).map(|member| (member.name().as_str(), member.value())).collect();
        let (before, now): (HashMap<_, _>, HashMap<_, _>) = (set(old), set(new));
        if before == now {
            let text = (old.get("description"), new.get("description"));
            self.within("description", |walk| walk.any(&rules::TEXT, text));
        } else {
            self.add(&rules::SCHEME, became(both));
        }
    }

    fn limit(&mut self, both: Both<'a>) {
        let number = |value: Option<&'a Json>| value.filter(|value| value.is_number());
        match (number(both.0), number(both.1)) {
            (Some(old), Some(new)) if new.compare_numbers(old).is_some_and(Ordering::is_gt) => {
                self.any(&rules::LIMIT_RAISED, both)
            }
            (Some(_), None) if both.1.is_none() => self.add(&rules::LIMIT_RAISED, became(both)),
            _ => self.any(&rules::LIMIT, both),
        }
    }

    fn texts(&mut self, both: Both<'a>) {
        let (Some(old), Some(new)) = (Set::from_json(both.0), Set::from_json(both.1)) else {
            return self.any(&rules::TEXT, both);
        };
        let difference = old.difference(&new);
        if !difference.is_none() {
            self.add(&rules::TEXT, difference.in_words());
        } else if both.0 != both.1 {
            self.cosmetic(&rules::ORDER, "the same texts in another order".to_owned());
        }
    }
}

/// Both values as objects; an absent one is empty.
pub(super) fn objects_of<'a>(both: Both<'a>) -> Option<(&'a Object, &'a Object)> {
    let object = |value: Option<&'a Json>| value.map_or(Some(&*EMPTY), Json::as_object);
    Some((object(both.0)?, object(both.1)?))
}

pub(super) static EMPTY: LazyLock<Object> = LazyLock::new(Object::new);

/// The old and the new value of each member: the members of the new object in order, then those that are gone.
pub(super) fn pairs<'a>(old: &'a Object, new: &'a Object) -> Vec<(&'a str, Both<'a>)> {
    let mut before: HashMap<&str, &Json> = old.iter().map(|member| (member.name().as_str(), member.value())).collect();
    let now = new.iter().map(|member| (member.name().as_str(), member.value()));
    let mut pairs: Vec<_> = now.map(|(name, value)| (name, (before.remove(name), Some(value)))).collect();
    let gone = old.iter().filter(|member| before.contains_key(member.name().as_str()));
    pairs.extend(gone.map(|member| (member.name().as_str(), (Some(member.value()), None))));
    pairs
}

/// A value that is neither absent nor null.
fn said(value: Option<&Json>) -> Option<&Json> {
    value.filter(|value| !value.is_null())
}

/// The first difference within two values that are both objects or both arrays of one length, and the rest of its path.
fn first_difference<'a>(mut both: Both<'a>) -> (String, Both<'a>) {
    let mut path = String::new();
    while let (Some(old), Some(new)) = both {
        let members = old.as_object().zip(new.as_object());
        let items = old.as_array().zip(new.as_array()).filter(|(old, new)| old.len() == new.len());
        both = if let Some((old, new)) = members {
            let Some((name, inner)) = pairs(old, new).into_iter().find(|(_, (old, new))| old != new) else { break };
            pointer::push_name(&mut path, name);
            inner
        } else if let Some((old, new)) = items {
            let Some((index, inner)) = old.iter().zip(new).enumerate().find(|(_, (old, new))| old != new) else {
                break;
            };
            pointer::push_index(&mut path, index);
            (Some(inner.0), Some(inner.1))
        } else {
            break;
        };
    }
    (path, both)
}

/// A text such as `"a" became "b"`, `absent became "b"`, or `at "/price": "1" became "2"` for two objects or arrays.
pub(crate) fn became(both: Both<'_>) -> String {
    let (path, inner) = first_difference(both);
    if path.is_empty() { became_whole(inner) } else { format!("at {}: {}", shortened(&path), became_whole(inner)) }
}

fn became_whole((old, new): Both<'_>) -> String {
    let texts = old.and_then(Json::as_str).zip(new.and_then(Json::as_str));
    if let Some([old, new]) = texts.and_then(|(old, new)| from_difference(old, new)) {
        return format!("{} became {}", shortened(&old), shortened(&new));
    }
    match (old.map(in_words), new.map(in_words)) {
        (Some(old), Some(new)) if old == new => format!("{old} changed within"),
        (old, new) => {
            let absent = || "absent".to_owned();
            format!("{} became {}", old.unwrap_or_else(absent), new.unwrap_or_else(absent))
        }
    }
}

/// Shortens two texts for a message: both start shortly before their first difference. `None` if both are short.
fn from_difference(old: &str, new: &str) -> Option<[String; 2]> {
    const LONG_CHARS: usize = 80;
    const CONTEXT_CHARS: usize = 20;
    let is_long = [old, new].iter().any(|text| text.chars().nth(LONG_CHARS).is_some());
    let same = old.chars().zip(new.chars()).take_while(|(old, new)| old == new).count();
    let start = same.checked_sub(CONTEXT_CHARS).filter(|start| *start > 0 && is_long)?;
    let rest = |text: &str| ['…'].into_iter().chain(text.chars().skip(start)).collect();
    Some([rest(old), rest(new)])
}

/// The members of an object by the names of a table.
struct ByName<'a> {
    members: Vec<(&'a str, Option<&'static Field>, &'a Member)>,
    by_name: HashMap<&'a str, &'a Member>,
}

impl<'a> ByName<'a> {
    fn for_object(table: &'static Table, object: &'a Object) -> Self {
        let mut named = Self { members: Vec::with_capacity(object.len()), by_name: HashMap::new() };
        // the member in the table's spelling wins
        let plain: HashSet<&str> = match table.spelling {
            Spelling::Exact => HashSet::new(),
            _ => object.iter().map(|member| member.name().as_str()).collect(),
        };
        for member in object {
            let own = member.name().as_str();
            // in other spellings, only what has a meaning is recognized
            let means =
                |field: &&Field| table.spelling != Spelling::Linked || field.name == own || field.meaning.is_some();
            let field = table.field(own).filter(means);
            let is_twin = |known: &str| own != known && (plain.contains(known) || named.by_name.contains_key(known));
            let (name, field) = match field {
                Some(field) if !is_twin(field.name) => (field.name, Some(field)),
                _ => (own, None),
            };
            named.by_name.insert(name, member);
            named.members.push((name, field, member));
        }
        named
    }
}
