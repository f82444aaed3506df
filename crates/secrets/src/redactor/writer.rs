//! A stream for log lines that hides secrets.

use crate::Redactor;
use std::io::{self, Write};

/// The standard error of this process, without the secrets of each message written to it. Callers must write complete
/// lines, like `tracing` subscribers.
#[derive(Debug)]
pub struct RedactedStderr;

impl Write for RedactedStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        io::stderr().write_all(Redactor::for_process().message(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}
