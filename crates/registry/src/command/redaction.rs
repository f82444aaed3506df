//! One redactor in front of every output of this process: it knows the secrets of arguments, variables and inputs.

use agent_description::secret::{RedactingWriter, Redactor};
use std::{borrow::Cow, io, sync::LazyLock};

static REDACTOR: LazyLock<Redactor> = LazyLock::new(Redactor::default);

/// Remembers what is secret in the process's arguments and in the variables that it reads.
pub fn learn_arguments() {
    std::env::args_os().skip(1).for_each(|argument| REDACTOR.learn_argument(&argument.to_string_lossy()));
    for (name, value) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("ADP_") {
            REDACTOR.learn_argument(&value.to_string_lossy());
        }
    }
}

/// Remembers what is secret in an input.
pub fn learn(input: &[u8]) {
    REDACTOR.learn(input);
}

/// A message as it may be shown.
pub fn message(text: &str) -> Cow<'_, str> {
    REDACTOR.message(text)
}

/// A report as it may be shown.
pub fn data(text: &str) -> Cow<'_, str> {
    REDACTOR.data(text)
}

/// Standard error, for whoever writes whole lines to it.
pub fn stderr() -> RedactingWriter<io::Stderr> {
    RedactingWriter::new(REDACTOR.clone(), io::stderr())
}
