//! Resolves the ends of links, for checks and for the compilation.

use super::{FieldPath, Flow, Link, LinkEnd, Root, rules};
use crate::fault::Fault;
use agent_description::{
    Code,
    diagnostic::{Finding, Suggestions, shortened},
};
use std::collections::HashMap;

/// The owner of a link's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// An action, by index.
    Action(usize),
    Flow,
}

/// A resolved end of a link: its owner, and the path of the value.
pub(crate) type End = (Place, FieldPath);

/// The IDs that the links of a flow refer to.
pub(crate) struct LinkEnds<'a> {
    own: Option<&'a str>,
    actions: HashMap<&'a str, usize>,
}

impl<'a> LinkEnds<'a> {
    pub(crate) fn for_flow(flow: &'a Flow) -> Self {
        let actions = flow.actions.iter().enumerate();
        Self {
            own: flow.id.as_deref(),
            actions: actions.filter_map(|(at, action)| Some((action.id.as_deref()?, at))).collect(),
        }
    }

    /// Resolves the origin and target of a link, as far as they exist, and adds what keeps its flow from running.
    pub(crate) fn resolve(
        &self,
        link: &Link,
        suggestions: &mut Suggestions,
        faults: &mut Vec<Fault>,
    ) -> (Option<End>, Option<End>) {
        let origin = self.end(&link.origin, true, suggestions, faults);
        let target = self.end(&link.target, false, suggestions, faults);
        let mut nowhere = |end: &LinkEnd, path: &FieldPath, why: &str| {
            let message = format!("the path {} does not resolve: {why}", shortened(&path.to_string()));
            let help = "links go from the flow or an earlier action into an action, or into the flow's response";
            faults.push(Fault::new(&rules::PATH, end.path_at, Code::INVALID_REFERENCE, message, help));
        };
        if let Some((Place::Flow, path @ FieldPath { root: Root::Response, .. })) = &origin {
            nowhere(&link.origin, path, "a flow has no response before it has run");
        }
        match &target {
            Some((Place::Flow, path)) if path.root != Root::Response => {
                nowhere(&link.target, path, "links to the flow can set only its response");
            }
            Some((Place::Action(_), path)) if path.root == Root::Response => {
                nowhere(&link.target, path, "links cannot set the response of an action");
            }
            _ => {}
        }
        if let (Some((Place::Action(from), _)), Some((Place::Action(to), _))) = (&origin, &target)
            && from >= to
        {
            let which = if from == to { "the same" } else { "a later" };
            let message = format!("the value is taken from {which} action");
            let help = "actions run in order: move the origin before the target";
            faults.push(Fault::new(&rules::ORDER, link.origin.action_at, Code::INVALID_REFERENCE, message, help));
        }
        (origin, target)
    }

    fn end(
        &self,
        end: &LinkEnd,
        is_origin: bool,
        suggestions: &mut Suggestions,
        faults: &mut Vec<Fault>,
    ) -> Option<End> {
        let id = end.action_id.as_deref();
        let text = end.field_path.as_deref();
        let path = text.and_then(|text| match FieldPath::read(text) {
            Ok(path) => Some(path),
            Err(error) => {
                let message = format!("the path {} does not resolve: {error}", shortened(text));
                let is_flow = id.is_none_or(|id| self.own == Some(id) && !self.actions.contains_key(id));
                let help = help_for(text, is_origin, is_flow);
                faults.push(Fault::new(&rules::PATH, end.path_at, Code::INVALID_REFERENCE, message, help));
                None
            }
        });
        match (self.owner(id, path.as_ref().map(|path| path.root), is_origin), id) {
            (Some(place), _) => Some((place, path?)),
            (None, id) => {
                let id = id.unwrap_or_default();
                let finding =
                    Finding::new(Code::INVALID_REFERENCE, format!("the flow has no action {}", shortened(id)));
                let near = suggestions.closest(id, self.actions.keys().copied().chain(self.own));
                let finding = with_near(finding, id, near, "name an action of the flow, or the flow itself");
                faults.push(Fault { rule: &rules::KNOWN_ACTION, at: end.action_at, finding });
                None
            }
        }
    }

    /// Finds the owner by ID: the flow or an action. `None` for an unknown ID. If an action has the ID of its flow, a
    /// response belongs to the flow's outputs and everything else to its inputs.
    fn owner(&self, id: Option<&str>, root: Option<Root>, is_origin: bool) -> Option<Place> {
        let Some(id) = id else { return Some(Place::Flow) };
        match self.actions.get(id) {
            Some(at) if self.own == Some(id) => {
                let is_response = root == Some(Root::Response);
                Some(if is_response == is_origin { Place::Action(*at) } else { Place::Flow })
            }
            Some(at) => Some(Place::Action(*at)),
            None => (self.own == Some(id)).then_some(Place::Flow),
        }
    }
}

/// Help for an invalid path.
fn help_for(text: &str, is_origin: bool, is_flow: bool) -> String {
    let roots: &[Root] = match (is_flow, is_origin) {
        (true, true) | (false, false) => &[Root::Parameters, Root::RequestBody],
        (true, false) | (false, true) => &[Root::Response],
    };
    let below = |root: &Root| {
        // `body` is a common misspelling of `requestBody`
        let text = if *root == Root::RequestBody { text.strip_prefix("body.").unwrap_or(text) } else { text };
        FieldPath::below(*root, text)
    };
    let below = |root: &Root| below(root).map(|path| format!("`{}`", shortened(&path.to_string())));
    match roots.iter().map(below).collect::<Option<Vec<_>>>().filter(|_| FieldPath::root_of(text).is_none()) {
        Some(paths) => format!("write {}", paths.join(" or ")),
        None => "start it with `parameters.`, `requestBody.` or `responses.success.`".to_owned(),
    }
}

/// Adds the closest known name to a finding about an unknown one.
pub(crate) fn with_near(remark: Finding, written: &str, near: Option<&str>, otherwise: &str) -> Finding {
    match near {
        Some(near) => remark.meant(written, near),
        None => remark.with_help(otherwise),
    }
}
