//! A stream for log lines that hides secrets.

use super::Redactor;
use std::io::{self, Write};

/// A stream that hides the secrets of each message written to it. Callers must write complete lines, like `tracing`
/// subscribers.
#[derive(Debug)]
pub struct RedactingWriter<W> {
    redactor: Redactor,
    stream: W,
}

impl<W> RedactingWriter<W> {
    /// Wraps a stream.
    #[must_use]
    fn new(redactor: Redactor, stream: W) -> Self {
        Self { redactor, stream }
    }
}

impl RedactingWriter<io::Stderr> {
    /// Wraps the standard error of this process.
    #[must_use]
    pub fn stderr() -> Self {
        Self::new(Redactor::for_process().clone(), io::stderr())
    }
}

impl<W: Write> Write for RedactingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        self.stream.write_all(self.redactor.message(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
