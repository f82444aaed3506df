//! Findings about schemas.

use super::{Compiler, Schema};
use agent_description::{
    Code, Json,
    diagnostic::{Finding, Findings, Rule},
};

impl Compiler {
    /// Compiles a schema and reports its faults: by the first rule if the schema is invalid, by the second if it is only
    /// unsupported here.
    pub fn check(&mut self, found: &mut Findings<'_>, schema: &Json, rules: [&'static Rule; 2]) -> Option<Schema> {
        rules.into_iter().for_each(|rule| found.exercise(rule));
        let faults = match self.compile(schema) {
            Ok(schema) => return Some(schema),
            Err(faults) => faults,
        };
        for fault in faults {
            let rule = rules[usize::from(!fault.kind.is_wrong())];
            found.add(rule, fault.offset, || {
                let finding = Finding::new(Code::INVALID_SCHEMA, fault.message);
                match fault.meant {
                    Some((written, meant)) => finding.meant(written, meant),
                    None => finding,
                }
            });
        }
        None
    }
}
