//! The redactor of a program, which learns from its arguments and environment.

use crate::Redactor;
use std::{env, path::Path, sync::LazyLock};

/// Prefixes of the environment variables that programs of this project read.
const VARIABLES: &str = "ADP_";

static REDACTOR: LazyLock<Redactor> = LazyLock::new(Redactor::default);

impl Redactor {
    /// The redactor of this process, used for all output.
    #[must_use]
    pub fn for_process() -> &'static Self {
        &REDACTOR
    }

    /// Learns the secrets in the arguments of this process and in its environment variables.
    pub fn learn_process(&self) {
        for argument in env::args_os().skip(1) {
            let argument = argument.to_string_lossy();
            self.learn_name(&argument);
            let value = argument.split_once('=').filter(|_| argument.starts_with('-'));
            self.learn_url(value.map_or(&*argument, |(_, url)| url));
        }
        for (name, value) in env::vars_os() {
            if name.to_string_lossy().starts_with(VARIABLES) {
                self.learn_name(&value.to_string_lossy());
            }
        }
    }

    /// Learns the secrets in an argument, or in a line of an input list, unless it is the name of an existing file,
    /// which may look like a key.
    pub fn learn_name(&self, argument: &str) {
        // most names look like no secret, and looking takes less time than asking for the file
        if !self.may_be_secret(argument) {
            return;
        }
        match Path::new(argument).exists() {
            true => self.learn(argument.as_bytes()),
            false => self.learn_argument(argument),
        }
    }
}
