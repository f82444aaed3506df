//! Compares keywords that contain several schemas.

use super::super::{
    change::Both,
    sets::{ByForm, form},
    walk::{Walk, objects_of, pairs},
};
use agent_description::{Json, diagnostic::change as rules};

impl<'a> Walk<'a> {
    /// Compares schemas by index; an additional one restricts.
    pub(super) fn tuple(&mut self, both: Both<'a>) {
        let (Some(old), Some(new)) = (list(both.0), list(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        for index in 0..old.len().max(new.len()) {
            self.at_index(index, |walk| walk.subschema((old.get(index), new.get(index))));
        }
    }

    /// Compares schemas by name; an additional one restricts.
    pub(super) fn schemas_by_name(&mut self, both: Both<'a>) {
        let Some((old, new)) = objects_of(both) else { return self.any(&rules::INCOMPARABLE, both) };
        for (name, both) in pairs(old, new) {
            self.within(name, |walk| walk.subschema(both));
        }
    }

    /// Compares the schemas of `allOf` (`all`), `anyOf` or `oneOf`. Equal schemas are matched, and so are the
    /// only two remaining ones.
    pub(super) fn subschemas(&mut self, both: Both<'a>, all: bool) {
        let (Some(old), Some(new)) = (list(both.0), list(both.1)) else {
            return self.any(&rules::INCOMPARABLE, both);
        };
        // without the keyword every value is accepted
        if !all && (both.0.is_none() || both.1.is_none()) {
            let detail = if both.0.is_none() { "alternatives were added" } else { "the alternatives were removed" };
            return self.grade(both.0.is_none(), detail);
        }
        let mut equal = ByForm::from_forms(old.iter().map(form).enumerate());
        self.schemas.charge(equal.forms().map(|form| 64 + form.len()).sum());
        let (mut pairs, mut added) = (Vec::new(), Vec::new());
        for (index, schema) in new.iter().enumerate() {
            match equal.take(&form(schema)) {
                Some(earlier) => pairs.push((earlier, index)),
                None => added.push(index),
            }
        }
        let mut gone = equal.into_rest();
        let is_ordered = pairs.is_sorted();
        if let (&[earlier], &[index]) = (gone.as_slice(), added.as_slice()) {
            pairs.push((earlier, index));
            (gone, added) = (Vec::new(), Vec::new());
        }
        for (earlier, index) in pairs {
            // equal schemas can refer to different definitions
            self.at_index(index, |walk| walk.subschema((old.get(earlier), new.get(index))));
        }
        for index in added {
            self.at_index(index, |walk| walk.grade(all, "a schema was added"));
        }
        for index in gone {
            self.at_index(index, |walk| walk.grade(!all, "a schema was removed"));
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
