//! Compares lists without regard to order.

use super::{
    change::Both,
    sets::{ByForm, Difference, Set, form, render_items},
    walk::{Walk, became},
    words,
};
use agent_description::{
    Json,
    diagnostic::{
        change::{self as rules, ChangeRule},
        members::{ItemOrder, Items, Spelling, Table},
        shortened,
    },
    json::Object,
};
use std::collections::{HashMap, HashSet};

/// The items of an array, or a single value as a list.
pub(super) fn one_or_more(list: Option<&Json>) -> &[Json] {
    list.map_or(&[], |list| list.as_array().unwrap_or(std::slice::from_ref(list)))
}

impl<'a> Walk<'a> {
    /// Compares a set from which callers choose one item.
    pub fn offers(&mut self, both: Both<'a>, gone: &'static ChangeRule, added: &'static ChangeRule) {
        let (Some(old), Some(new)) = (Set::from_json(both.0), Set::from_json(both.1)) else {
            return self.any(&rules::SHAPE, both);
        };
        self.difference(both, &old.difference(&new), gone, added);
    }

    /// Compares a set that callers must satisfy completely, such as security schemes.
    pub fn demands(&mut self, both: Both<'a>, own: bool) {
        if own && (both.0.is_none() || both.1.is_none()) {
            // without its own list, the document's list applies
            return self.any(&rules::DEMAND, both);
        }
        let (old, new) = (Set::from_items(one_or_more(both.0)), Set::from_items(one_or_more(both.1)));
        if new.items.is_empty() && !old.items.is_empty() {
            return self.any(&rules::DEMAND_DROPPED, both);
        }
        self.difference(both, &old.difference(&new), &rules::DEMAND_EASED, &rules::DEMAND);
    }

    /// Reports items that were removed or added, or a change of order.
    fn difference(
        &mut self,
        both: Both<'a>,
        difference: &Difference<'a>,
        gone: &'static ChangeRule,
        added: &'static ChangeRule,
    ) {
        for (items, rule, what) in [(&difference.gone, gone, "gone"), (&difference.added, added, "new")] {
            let is_wordless =
                items.len() <= words::MAX_FIGURES && items.iter().all(|item| words::is_wordless((None, Some(item))));
            match render_items(items, what) {
                Some(detail) if is_wordless => self.cosmetic(rule, detail),
                Some(detail) => self.add(rule, detail),
                None => {}
            }
        }
        if difference.is_none() && both.0 != both.1 {
            self.cosmetic(&rules::ORDER, became(both));
        }
    }

    /// Compares alternatives; callers must satisfy one of them. An absent or empty list means open access.
    pub fn alternatives(&mut self, both: Both<'a>, own: bool) {
        if own && (both.0.is_none() || both.1.is_none()) {
            return self.any(&rules::DEMAND, both);
        }
        let (Some(old), Some(new)) = (Set::from_json(both.0), Set::from_json(both.1)) else {
            return self.any(&rules::SHAPE, both);
        };
        let difference = old.difference(&new);
        if is_open(both.1) {
            // callers of the old document are not affected if access became open
            return self.any(if is_open(both.0) { &rules::OTHER } else { &rules::DEMAND_DROPPED }, both);
        }
        if is_open(both.0) {
            return self.any(&rules::DEMAND, both);
        }
        self.difference(both, &difference, &rules::DEMAND, &rules::DEMAND_EASED);
    }

    /// Compares a list whose items have keys.
    pub fn items(
        &mut self,
        items: &'static Items,
        table: &'static Table,
        both: Both<'a>,
        holders: (&'a Object, &'a Object),
    ) {
        // in JSON-LD a single value represents a list
        let takes_one = table.spelling == Spelling::Linked;
        if !takes_one && [both.0, both.1].iter().flatten().any(|list| list.as_array().is_none()) {
            return self.any(&rules::SHAPE, both);
        }
        let (old, new) = (one_or_more(both.0), one_or_more(both.1));
        let mut pairs = matched(items, old, new);
        let renamed = renamed(items, old, new, &mut pairs);
        let mut last = None;
        let (mut is_ordered, mut is_in_place) = (true, true);
        for (index, (item, earlier)) in new.iter().zip(&pairs.of_new).enumerate() {
            match earlier {
                Some(at) => {
                    is_ordered &= last.is_none_or(|last| last < *at);
                    is_in_place &= *at == index;
                    last = Some(*at);
                    let earlier = old.get(*at);
                    self.at_index(index, |walk| match earlier.filter(|_| renamed.contains(&index)) {
                        Some(earlier) => {
                            let names = [earlier, item].map(|item| name_of(items, item));
                            walk.add(
                                &rules::RENAMED,
                                format!("{} {} is called {} now", items.what, names[0], names[1]),
                            );
                        }
                        None => walk.two_objects(table, (earlier, Some(item))),
                    });
                }
                None => self.at_index(index, |walk| {
                    let demands = items.demand.and_then(|name| item.get(name)?.as_bool()).unwrap_or_default();
                    let rule = if demands { &rules::DEMAND } else { items.added };
                    walk.add(rule, format!("{} {} is new", items.what, name_of(items, item)));
                }),
            }
        }
        for (index, item) in old.iter().enumerate().filter(|(index, _)| !pairs.is_used(*index)) {
            self.at_index(index, |walk| {
                walk.add(items.removed, format!("{} {} is gone", items.what, name_of(items, item)));
            });
        }
        let by_name = |(name, value): (&str, &str)| {
            [holders.0, holders.1].iter().all(|holder| holder.get(name).and_then(Json::as_str) == Some(value))
        };
        match items.order {
            ItemOrder::First if pairs.is_used(0) && pairs.of_new.first() != Some(&Some(0)) => {
                let first = new.first().map(|item| name_of(items, item)).unwrap_or_default();
                self.add(&rules::PREFERRED, format!("{} {first} is the first now", items.what));
            }
            ItemOrder::Places { unless } if !is_in_place && !by_name(unless) => {
                self.add(&rules::POSITION, "the positions of existing parameters changed".to_owned());
            }
            ItemOrder::Steps if !is_ordered => {
                self.add(&rules::STEPS, "the same items in another order".to_owned());
            }
            _ if !is_ordered => self.cosmetic(&rules::ORDER, "the same items in another order".to_owned()),
            _ => {}
        }
    }
}

/// Whether a list of requirements allows open access.
fn is_open(list: Option<&Json>) -> bool {
    let asks_nothing = |item: &Json| {
        let schemes = item.as_object().map(|object| object.get("schemes").and_then(Json::as_object).unwrap_or(object));
        schemes.is_some_and(Object::is_empty)
    };
    let items = list.and_then(Json::as_array).unwrap_or_default();
    items.is_empty() || items.iter().any(asks_nothing)
}

/// The key of an item: a member, or the item itself if it is a string.
pub(crate) fn key_of<'a>(items: &Items, item: &'a Json) -> Option<&'a str> {
    items.key.iter().find_map(|name| item.get(name)?.as_str()).or_else(|| item.as_str())
}

fn name_of(items: &Items, item: &Json) -> String {
    key_of(items, item).map_or_else(|| "without a name".to_owned(), shortened)
}

/// Which old item corresponds to each new one.
struct Pairs {
    of_new: Vec<Option<usize>>,
    used: Vec<bool>,
}

impl Pairs {
    fn is_used(&self, old: usize) -> bool {
        self.used.get(old).copied().unwrap_or_default()
    }
}

/// New items that are old ones by another name, where a missing one is one that callers use: they are paired here.
fn renamed(items: &Items, old: &[Json], new: &[Json], pairs: &mut Pairs) -> HashSet<usize> {
    let mut renamed = HashSet::new();
    if items.removed.id != rules::REMOVED.id {
        return renamed;
    }
    let gone = old.iter().enumerate().filter(|(index, _)| !pairs.is_used(*index));
    let mut gone = ByForm::from_forms(gone.filter_map(|(index, item)| Some((index, form_without_key(items, item)?))));
    if gone.forms().next().is_none() {
        return renamed;
    }
    for (index, item) in new.iter().enumerate() {
        let Some(place) = pairs.of_new.get_mut(index).filter(|place| place.is_none()) else { continue };
        if let Some(earlier) = form_without_key(items, item).and_then(|form| gone.take(&form)) {
            *place = Some(earlier);
            pairs.used.get_mut(earlier).into_iter().for_each(|used| *used = true);
            renamed.insert(index);
        }
    }
    renamed
}

/// What an item says beside its key; nothing of one that says nothing else.
fn form_without_key(items: &Items, item: &Json) -> Option<Box<[u8]>> {
    key_of(items, item)?;
    let mut rest = item.clone();
    let object = rest.as_object_mut()?;
    items.key.iter().for_each(|name| drop(object.remove(name)));
    (!object.is_empty()).then(|| form(&rest))
}

/// Matches items with the same key: first equal ones, then in order.
fn matched(items: &Items, old: &[Json], new: &[Json]) -> Pairs {
    let mut pairs = Pairs { of_new: vec![None; new.len()], used: vec![false; old.len()] };
    let mut by_key: HashMap<Option<&str>, (Vec<usize>, Vec<usize>)> = HashMap::new();
    for (index, item) in old.iter().enumerate() {
        by_key.entry(key_of(items, item)).or_default().0.push(index);
    }
    for (index, item) in new.iter().enumerate() {
        by_key.entry(key_of(items, item)).or_default().1.push(index);
    }
    for (of_old, of_new) in by_key.into_values() {
        let mut pair = |old: usize, new: usize| {
            if let (Some(used), Some(place)) = (pairs.used.get_mut(old), pairs.of_new.get_mut(new)) {
                *used = true;
                *place = Some(old);
            }
        };
        if let (&[one], &[other]) = (of_old.as_slice(), of_new.as_slice()) {
            pair(one, other);
            continue;
        }
        let mut equal = ByForm::from_forms(of_old.iter().filter_map(|at| Some((*at, form(old.get(*at)?)))));
        let mut left = Vec::new();
        for index in of_new {
            match new.get(index).and_then(|item| equal.take(&form(item))) {
                Some(earlier) => pair(earlier, index),
                None => left.push(index),
            }
        }
        equal.into_rest().into_iter().zip(left).for_each(|(earlier, index)| pair(earlier, index));
    }
    pairs
}
