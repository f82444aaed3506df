//! Media types.

pub(crate) use agent_description::header_field::essence;

pub(crate) fn is_json(essence: &str) -> bool {
    essence == "application/json" || essence == "text/json" || essence.ends_with("+json")
}
