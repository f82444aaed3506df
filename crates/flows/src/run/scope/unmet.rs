//! Explains which criterion of a step is false, with its values.

use super::{ExpressionValue, Scope, weight};
use crate::{arazzo::Operand, run::secrets::Secrets, workflow::Criterion};
use agent_description::{
    Json,
    diagnostic::cut,
    secret::{MASK, is_credential_name},
};

/// Maximum number of values to show for a criterion.
const MAX_VALUES: usize = 8;
/// Maximum length of a shown value, in characters.
const MAX_VALUE_CHARS: usize = 200;
/// Maximum memory of a value that is shown in part, in bytes.
const MAX_VALUE_BYTES: usize = 1 << 20;
/// Maximum length of a shown criterion, in characters.
const MAX_CRITERION_CHARS: usize = 300;

/// The message, such as
/// `the criterion "$response.body#/state == 'open'" is not met: $response.body#/state is "closed"`.
pub(crate) fn problem(criterion: &Criterion, scope: &Scope<'_>, secrets: &Secrets) -> String {
    let (written, values): (String, Vec<(String, Option<ExpressionValue<'_>>)>) = match criterion {
        Criterion::Simple(condition) => {
            let mut operands = Vec::new();
            condition.each_operand(&mut |operand| {
                if matches!(operand, Operand::Expression(..)) && operands.len() < MAX_VALUES {
                    operands.push(operand);
                }
            });
            (condition.to_string(), operands.into_iter().map(|it| (it.to_string(), scope.operand(it))).collect())
        }
        Criterion::Regex(context, pattern) => {
            (format!("{context} matches /{pattern}/"), vec![(context.to_string(), scope.value(context))])
        }
        Criterion::JsonPath(context, query) => {
            (format!("{context} has {query}"), vec![(context.to_string(), scope.value(context))])
        }
    };
    let mut told: Vec<String> = Vec::new();
    for (name, value) in values {
        let value = format!("{name} is {}", shown(&name, value.as_deref(), secrets));
        if told.len() < MAX_VALUES && !told.contains(&value) {
            told.push(value);
        }
    }
    let written = cut(&secrets.mask(&written), MAX_CRITERION_CHARS);
    let values = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
    format!("its success criterion `{written}` is not met{values}")
}

/// A redacted value. Secrets are redacted before it is shortened, because a partial secret would not be detected.
fn shown(name: &str, value: Option<&Json>, secrets: &Secrets) -> String {
    let Some(value) = value else { return "absent".to_owned() };
    if name.rsplit(['.', '/', '#']).next().is_some_and(is_credential_name) {
        return MASK.to_owned();
    }
    if weight(value) > MAX_VALUE_BYTES {
        return format!("{}, too large to be shown", value.kind());
    }
    let mut secrets = secrets.clone();
    secrets.add_named(value);
    cut(&secrets.mask_json(value).to_compact(), MAX_VALUE_CHARS)
}
