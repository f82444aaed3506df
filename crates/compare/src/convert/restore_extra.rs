//! Restores preserved fields to their original locations. A field that cannot be restored does not affect others.

use super::losses::Losses;
use agent_description::{
    Json,
    diagnostic::Severity,
    json::{Member, Object, Text, Value},
};
use std::{
    cell::Cell,
    collections::{HashMap, HashSet},
    hash::Hash,
};

/// Maximum number of objects that are restored to.
const PLACES: usize = 4096;

/// Maximum number of validity checks on the way. A larger number means that the extension was not written by this
/// software.
const CHECKS: usize = 64;

/// Maximum number of items to read in search of moved ones.
const MAX_LOOKUPS: usize = 1_000_000;

/// Lists whose items are identified by a member that every conversion keeps, and this member. Items can move between
/// conversions.
const KEYED: [(&str, &str); 8] = [
    ("skills", "id"),
    ("capabilities", "name"),
    ("tools", "name"),
    ("methods", "name"),
    ("supportedInterfaces", "url"),
    ("additionalInterfaces", "url"),
    ("interfaces", "url"),
    ("extensions", "uri"),
];

const NOT_RESTORED: &str = "preserved data was not restored: its parent no longer exists";

/// The preserved members by their original location, and the keys of the enclosing items.
#[derive(Debug)]
pub(super) struct Carried {
    members: Object,
    keys: HashMap<String, String>,
    looks: Cell<usize>,
}

impl Carried {
    /// Parses `{members, keys}` from a document, without trusting it.
    pub fn from_json(value: &Json) -> Option<Self> {
        let members = value.get("members")?.as_object()?.clone();
        let keys = value.get("keys").and_then(Json::as_object).into_iter().flatten();
        let keys = keys.filter_map(|key| Some((key.name().to_string(), key.value().as_str()?.to_owned()))).collect();
        Some(Self { members, keys, looks: Cell::new(MAX_LOOKUPS) })
    }

    /// Restores preserved fields into a document where no other value is present, or only an added one, and as long as
    /// the document stays valid. Signatures are never preserved. Fields that cannot be restored are losses.
    pub fn restore(&self, written: &mut Object, losses: &mut Losses, is_valid: &dyn Fn(&Object) -> bool) {
        // complete values before their parts
        let mut members: Vec<&Member> = self.members.iter().collect();
        members.sort_by_key(|member| member.name().matches('/').count());
        // the members of a new item are restored together
        let root = Json::from(std::mem::take(written));
        let units = grouped(members.into_iter().map(|member| match self.missing_item(&root, member.name()) {
            Some(item) => ((true, item), member),
            None => ((false, member.name().to_string()), member),
        }));
        let units: Vec<_> = units.into_iter().map(|(_, unit)| unit).collect();
        *written = object_of(root);
        let mut checks = CHECKS;
        self.by_halves(&units, &mut checks, written, losses, is_valid);
    }

    /// Restores all members, or the largest valid subsets found by bisection.
    fn by_halves(
        &self,
        units: &[Vec<&Member>],
        checks: &mut usize,
        written: &mut Object,
        losses: &mut Losses,
        is_valid: &dyn Fn(&Object) -> bool,
    ) {
        if units.is_empty() {
            return;
        }
        if let Some(left) = checks.checked_sub(1) {
            *checks = left;
            let mut with = losses.clone();
            let restored = self.restored(written.clone(), units, &mut with);
            if is_valid(&restored) {
                (*written, *losses) = (restored, with);
                return;
            }
            if units.len() > 1 {
                let (first, second) = units.split_at(units.len() / 2);
                self.by_halves(first, checks, written, losses, is_valid);
                return self.by_halves(second, checks, written, losses, is_valid);
            }
        }
        for member in units.iter().flatten() {
            lost(member, "preserved data was not restored: the document would be invalid", losses);
        }
    }

    fn restored(&self, written: Object, units: &[Vec<&Member>], losses: &mut Losses) -> Object {
        let mut root = Json::from(written);
        let parents = grouped(units.iter().flatten().copied().filter_map(|member| {
            let (parent, name) = member.name().rsplit_once('/')?;
            Some((parent, (unescaped(name), member)))
        }));
        for (count, (parent, members)) in parents.into_iter().enumerate() {
            // more locations than this were not written by this software
            let now = if count < PLACES { self.now(&root, parent) } else { None };
            let place = now.as_deref().and_then(|now| place(&mut root, now));
            let is_proof = |name: &str| parent.is_empty() && matches!(name, "signatures" | "proof");
            let (Some(object), Some(now)) = (place.and_then(Json::as_object_mut), &now) else {
                for (_, member) in members {
                    lost(member, NOT_RESTORED, losses);
                }
                continue;
            };
            // skip members that already exist
            let members =
                members.into_iter().filter(|(name, member)| object.get(name.as_str()) != Some(member.value()));
            let members: Vec<_> = members.collect();
            let there: HashSet<Text> = object.iter().map(|member| member.name().clone()).collect();
            let mut added = Vec::new();
            for (name, member) in members.into_iter().filter(|(name, _)| !is_proof(name)) {
                let token = member.name().rsplit('/').next().unwrap_or_default();
                if !there.contains(name.as_str()) || losses.is_made_up(&format!("{now}/{token}")) {
                    added.push((Text::from(name), member.value().clone()));
                } else {
                    lost(member, "preserved data was not restored: the member has another value now", losses);
                }
            }
            let all = std::mem::take(object).into_iter().map(|member| (member.name().clone(), member.value().clone()));
            *object = all.chain(added).collect();
        }
        object_of(root)
    }

    /// The current location of an original location. Items are found by their key. A missing item is recreated at the
    /// end of its list if its key was preserved; otherwise there is no location.
    fn now(&self, root: &Json, pointer: &str) -> Option<String> {
        let mut now = String::new();
        let mut json = Some(root);
        for step in steps(pointer) {
            let key = self.key(&step);
            let is_preserved = key.is_some_and(|(name, _)| self.members.contains(&format!("{}/{name}", step.before)));
            let token = match json.and_then(Json::as_array) {
                Some(items) => match self.target(items, &step) {
                    RestoreTarget::At(at) => at.to_string(),
                    RestoreTarget::Nowhere if is_preserved => items.len().to_string(),
                    RestoreTarget::Nowhere | RestoreTarget::Unknown => return None,
                },
                // the list is missing, and with it the items that were not preserved
                None if key.is_some() && !is_preserved => return None,
                None => step.token.to_owned(),
            };
            json = json.and_then(|json| inner(json, &token));
            now.push('/');
            now.push_str(&token);
        }
        Some(now)
    }

    /// The missing item on the path to this member.
    fn missing_item(&self, root: &Json, pointer: &str) -> Option<String> {
        let (parent, _) = pointer.rsplit_once('/')?;
        let mut json = root;
        for step in steps(parent) {
            let found = match json.as_array() {
                Some(items) => match self.target(items, &step) {
                    RestoreTarget::At(at) => items.get(at),
                    _ => None,
                },
                None => json.get(&unescaped(step.token)),
            };
            let Some(found) = found else {
                let mut keyed = steps(parent).filter(|step| self.keys.contains_key(step.before));
                let item = if json.as_array().is_some() { Some(step) } else { keyed.next() };
                return item.map(|step| step.before.to_owned());
            };
            json = found;
        }
        None
    }

    /// The preserved key of an item: the member, and its value.
    fn key(&self, step: &Step<'_>) -> Option<(&'static str, &String)> {
        key_of(step.list).zip(self.keys.get(step.before))
    }

    /// Finds the item with the key of this step, first at its original index.
    fn target(&self, items: &[Json], step: &Step<'_>) -> RestoreTarget {
        let index = step.token.parse::<usize>().ok();
        let Some((name, key)) = self.key(step) else {
            // an interface with embedded methods has no key: use the only such item
            let at = if step.list == "interfaces" { only_without(items, "url") } else { index };
            return at.map_or(RestoreTarget::Unknown, RestoreTarget::At);
        };
        let is = |item: &Json| item.get(name).and_then(Json::as_str) == Some(key);
        if let Some(at) = index.filter(|at| items.get(*at).is_some_and(is)) {
            return RestoreTarget::At(at);
        }
        let Some(left) = self.looks.get().checked_sub(items.len()) else { return RestoreTarget::Nowhere };
        self.looks.set(left);
        let mut all = items.iter().enumerate().filter(|(_, item)| is(item));
        match (all.next(), all.next()) {
            (None, _) => RestoreTarget::Nowhere,
            (Some((at, _)), None) => RestoreTarget::At(at),
            _ => RestoreTarget::Unknown,
        }
    }
}

/// The keys of all items that contain these members, by the items' locations.
pub(super) fn keys(document: &Json, members: &Object) -> Object {
    let mut keys: HashMap<&str, Json> = HashMap::new();
    for member in members {
        let Some((parent, _)) = member.name().rsplit_once('/') else { continue };
        let mut json = Some(document);
        for Step { list, token, before } in steps(parent) {
            json = json.and_then(|json| inner(json, token));
            let key = key_of(list).and_then(|name| json?.get(name)).filter(|key| key.as_str().is_some());
            if let Some(key) = key {
                keys.insert(before, key.clone());
            }
        }
    }
    let mut keys: Vec<_> = keys.into_iter().map(|(place, key)| (Text::from(place), key)).collect();
    keys.sort_unstable_by(|a, b| a.0.as_str().cmp(b.0.as_str()));
    keys.into_iter().collect()
}

/// The value at a token of a JSON Pointer.
fn inner<'a>(json: &'a Json, token: &str) -> Option<&'a Json> {
    match json.as_array() {
        Some(items) => items.get(token.parse::<usize>().ok()?),
        None => json.get(&unescaped(token)),
    }
}

/// Groups values by their keys, in the order of the first value of each group.
fn grouped<K: Clone + Eq + Hash, V>(values: impl Iterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    let mut known = HashMap::new();
    for (key, value) in values {
        let at = *known.entry(key.clone()).or_insert(groups.len());
        match groups.get_mut(at) {
            Some((_, group)) => group.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// A token of a JSON Pointer, the token before it, and the pointer up to it.
struct Step<'a> {
    list: &'a str,
    token: &'a str,
    before: &'a str,
}

fn steps(pointer: &str) -> impl Iterator<Item = Step<'_>> {
    let mut at = 0;
    let mut list = "";
    pointer.split('/').skip(usize::from(pointer.starts_with('/'))).filter(|_| !pointer.is_empty()).map(move |token| {
        at += 1 + token.len();
        let step = Step { list, token, before: pointer.get(..at).unwrap_or(pointer) };
        list = token;
        step
    })
}

/// The member that identifies the items of a list.
fn key_of(list: &str) -> Option<&'static str> {
    KEYED.iter().find(|(known, _)| *known == list).map(|(_, name)| *name)
}

/// The only item without a member.
fn only_without(items: &[Json], name: &str) -> Option<usize> {
    let mut all = items.iter().enumerate().filter(|(_, item)| item.get(name).is_none());
    match (all.next(), all.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

enum RestoreTarget {
    At(usize),
    Nowhere,
    /// Ambiguous, or not identified.
    Unknown,
}

fn lost(member: &Member, why: &str, losses: &mut Losses) {
    losses.lost_at(member.name().to_string(), member.value(), why, Severity::Warning);
}

fn object_of(json: Json) -> Object {
    match json.into_value() {
        Value::Object(object) => object,
        _ => Object::new(),
    }
}

fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// The object at a pointer, created if it is missing.
fn place<'a>(root: &'a mut Json, pointer: &str) -> Option<&'a mut Json> {
    if pointer.is_empty() {
        return Some(root);
    }
    let mut json = root;
    let mut tokens = pointer.strip_prefix('/')?.split('/').peekable();
    while let Some(token) = tokens.next() {
        let is_index = |token: &&str| token.bytes().all(|byte| byte.is_ascii_digit());
        let mut empty =
            || if tokens.peek().is_some_and(is_index) { Vec::new().into() } else { Json::from(Object::new()) };
        if json.as_array().is_some() {
            let (items, index) = (json.as_array_mut()?, token.parse::<usize>().ok()?);
            if index == items.len() {
                items.push(empty());
            }
            json = items.get_mut(index)?;
        } else {
            let (object, name) = (json.as_object_mut()?, unescaped(token));
            if !object.contains(&name) {
                object.insert(name.clone(), empty());
            }
            json = object.get_mut(&name)?;
        }
    }
    Some(json)
}
