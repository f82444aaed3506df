//! Compares keywords that contain several schemas.

use super::super::{
    lists::form,
    rules,
    walk::{Both, Walk},
};
use agent_description::{Json, diagnostic::members::Direction};
use std::collections::{HashMap, HashSet, VecDeque};

impl<'a> Walk<'a> {
    /// Compares schemas by index; an additional one restricts.
    pub(super) fn tuple(&mut self, direction: Direction, both: Both<'a>) {
        let (Some(old), Some(new)) = (list(both.0), list(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        for index in 0..old.len().max(new.len()) {
            self.at_index(index, |walk| walk.subschema(direction, (old.get(index), new.get(index))));
        }
    }

    /// Compares schemas by name; an additional one restricts.
    pub(super) fn schemas_by_name(&mut self, direction: Direction, both: Both<'a>) {
        let Some((old, new)) = self.objects_of(both) else { return self.any(&rules::INCOMPARABLE, both) };
        let mut before: HashMap<&str, &'a Json> =
            old.iter().map(|entry| (entry.name().as_str(), entry.value())).collect();
        for entry in new {
            let earlier = before.remove(entry.name().as_str());
            self.within(entry.name(), |walk| walk.subschema(direction, (earlier, Some(entry.value()))));
        }
        for entry in old.iter().filter(|entry| before.contains_key(entry.name().as_str())) {
            self.within(entry.name(), |walk| walk.subschema(direction, (Some(entry.value()), None)));
        }
    }

    /// Compares the schemas of `allOf` (`all`), `anyOf` or `oneOf`. Equal schemas are matched, and so are the
    /// only two remaining ones.
    pub(super) fn subschemas(&mut self, direction: Direction, both: Both<'a>, all: bool) {
        let (Some(old), Some(new)) = (list(both.0), list(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        // without the keyword every value is accepted
        if !all && (both.0.is_none() || both.1.is_none()) {
            let detail = if both.0.is_none() { "alternatives were added" } else { "the alternatives were removed" };
            return self.grade(direction, both.0.is_none(), detail);
        }
        let mut equal: HashMap<Box<[u8]>, VecDeque<usize>> = HashMap::new();
        for (index, schema) in old.iter().enumerate() {
            equal.entry(form(schema)).or_default().push_back(index);
        }
        self.schemas.charge(equal.keys().map(|form| 64 + form.len()).sum());
        let (mut pairs, mut added) = (Vec::new(), Vec::new());
        for (index, schema) in new.iter().enumerate() {
            match equal.get_mut(&form(schema)).and_then(VecDeque::pop_front) {
                Some(earlier) => pairs.push((earlier, index)),
                None => added.push(index),
            }
        }
        let used: HashSet<usize> = pairs.iter().map(|(earlier, _)| *earlier).collect();
        let mut gone: Vec<usize> = (0..old.len()).filter(|index| !used.contains(index)).collect();
        let is_ordered = pairs.is_sorted();
        if let (&[earlier], &[index]) = (gone.as_slice(), added.as_slice()) {
            pairs.push((earlier, index));
            (gone, added) = (Vec::new(), Vec::new());
        }
        for (earlier, index) in pairs {
            // equal schemas can refer to different definitions
            self.at_index(index, |walk| walk.subschema(direction, (old.get(earlier), new.get(index))));
        }
        for index in added {
            self.at_index(index, |walk| walk.grade(direction, all, "a schema was added"));
        }
        for index in gone {
            self.at_index(index, |walk| walk.grade(direction, !all, "a schema was removed"));
        }
        if !is_ordered {
            self.cosmetic(&rules::ORDER, "the same schemas in another order".to_owned());
        }
    }
}

fn list(value: Option<&Json>) -> Option<&[Json]> {
    match value {
        None => Some(&[]),
        Some(value) => value.as_array(),
    }
}
