//! Resolves the ends of links, for checks and for the compilation.

use super::{FieldPath, FieldPathStep, Flow, Link, LinkEnd, Root, rules};
use crate::fault::Fault;
use agent_description::{
    Code,
    diagnostic::{Finding, Suggestions, shortened},
    json::Offset,
};
use std::collections::{HashMap, HashSet};

/// The owner of a link's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Place {
    /// An action, by index.
    Action(usize),
    Flow,
}

/// A resolved end of a link: its owner, and the path of the value.
pub(crate) type End = (Place, FieldPath);

/// The IDs and inputs that the links of a flow refer to.
pub(crate) struct LinkEnds<'a> {
    own: Option<&'a str>,
    actions: HashMap<&'a str, usize>,
    parameters: HashSet<&'a str>,
    has_body: bool,
}

impl<'a> LinkEnds<'a> {
    pub(crate) fn for_flow(flow: &'a Flow) -> Self {
        let actions = flow.actions.iter().enumerate();
        Self {
            own: flow.id.as_deref(),
            actions: actions.filter_map(|(at, action)| Some((action.id.as_deref()?, at))).collect(),
            parameters: flow.parameters.iter().map(|parameter| parameter.name.as_str()).collect(),
            has_body: flow.request_body.is_some(),
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
            let message = nowhere(path, why);
            faults.push(Fault::new(&rules::PATH, end.path_at, Code::INVALID_REFERENCE, message, HELP_FOR_ENDS));
        };
        match &target {
            Some((Place::Flow, path)) if path.root != Root::Response => {
                nowhere(&link.target, path, "links to the flow can set only its response");
            }
            Some((Place::Action(_), path)) if path.root == Root::Response => {
                nowhere(&link.target, path, "links cannot set the response of an action");
            }
            Some((_, path)) if !path.has_small_indices() => {
                let why = format!("a link sets an index of at most {}", FieldPath::MAX_TARGET_INDEX);
                nowhere(&link.target, path, &why);
            }
            _ => {}
        }
        if let Some((Place::Flow, path)) = &origin {
            faults.extend(self.undeclared(link.origin.path_at, path, suggestions));
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

    /// Why an origin is not an input of the flow.
    fn undeclared(&self, at: Offset, path: &FieldPath, suggestions: &mut Suggestions) -> Option<Fault> {
        let (rule, message, help) = match (path.root, path.steps.first()) {
            (Root::Response, _) => {
                (&rules::PATH, nowhere(path, "a flow has no response before it has run"), HELP_FOR_ENDS.to_owned())
            }
            (Root::Parameters, Some(FieldPathStep::Index(_))) => {
                let help = "write the name of a parameter of the flow".to_owned();
                (&rules::PATH, nowhere(path, "a flow's parameters have names"), help)
            }
            (Root::Parameters, Some(FieldPathStep::Name(name))) if !self.parameters.contains(name.as_str()) => {
                let message = format!("the flow has no parameter {}", shortened(name));
                (&rules::DECLARED, message, self.help_for_parameter(name, suggestions))
            }
            (Root::RequestBody, _) if !self.has_body => {
                let message = "the flow has no request body".to_owned();
                (&rules::DECLARED, message, "declare `fields.requestBody`".to_owned())
            }
            _ => return None,
        };
        Some(Fault::new(rule, at, Code::INVALID_REFERENCE, message, help))
    }

    /// Help for a parameter that the flow does not declare.
    fn help_for_parameter(&self, name: &str, suggestions: &mut Suggestions) -> String {
        let inside = name.split_once('[').filter(|(name, _)| self.parameters.contains(name));
        match (inside, suggestions.closest(name, self.parameters.iter().copied())) {
            (Some((name, way)), _) => {
                let way = way.split(['.', '[', ']']).filter(|part| !part.is_empty());
                let way = way.collect::<Vec<_>>().join(".");
                format!("for a member of the parameter, write `parameters.{name}.{way}`")
            }
            (None, Some(near)) => format!("did you mean {near:?}?"),
            (None, None) => "declare it under `fields.parameters`".to_owned(),
        }
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

/// Help for an end that links cannot have.
const HELP_FOR_ENDS: &str = "links go from the flow or an earlier action into an action, or into the flow's response";

/// The message for a path without a value.
fn nowhere(path: &FieldPath, why: &str) -> String {
    format!("the path {} does not resolve: {why}", shortened(&path.to_string()))
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
        None if FieldPath::root_of(text).is_some() => {
            format!("write at most {} names or indexes, separated by single dots", FieldPath::MAX_STEPS)
        }
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
