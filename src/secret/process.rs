//! The redactor of a program, which knows its arguments and variables.

use super::Redactor;
use std::{env, path::Path, sync::LazyLock};

/// How the names of the variables begin that programs of this project read.
const VARIABLES: &str = "ADP_";

static REDACTOR: LazyLock<Redactor> = LazyLock::new(Redactor::default);

impl Redactor {
    /// The one redactor of this process, in front of all its outputs.
    #[must_use]
    pub fn for_process() -> &'static Self {
        &REDACTOR
    }

    /// Remembers what is secret in the arguments of this process, and in the variables that it reads. Values of the flags in `public` look
    /// like keys and are none.
    pub fn learn_process(&self, public: &[&str]) {
        let mut is_public = false;
        for argument in env::args_os().skip(1) {
            let argument = argument.to_string_lossy();
            match is_public || argument.split_once('=').is_some_and(|(flag, _)| public.contains(&flag)) {
                true => self.learn(argument.as_bytes()),
                false => self.learn_name(&argument),
            }
            is_public = public.contains(&&*argument);
        }
        for (name, value) in env::vars_os() {
            if name.to_string_lossy().starts_with(VARIABLES) {
                self.learn_name(&value.to_string_lossy());
            }
        }
    }

    /// Remembers what is secret in an argument, or in a line of a list of inputs, unless it is the name of a file that exists: that may
    /// look like a key and is none.
    pub fn learn_name(&self, argument: &str) {
        match Path::new(argument).exists() {
            true => self.learn(argument.as_bytes()),
            false => self.learn_argument(argument),
        }
    }
}
