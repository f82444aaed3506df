//! Reads the names of inputs in batches, without waiting for more than the first name.

use crate::input::source::InputSource;
use agent_description::secret::Redactor;
use std::io::{self, BufRead, BufReader, Read};

/// Maximum number of files per batch, large enough that distributing batches costs little.
const BATCH_SIZE: usize = 32;

/// The name of an input, or a line that is not UTF-8, with invalid bytes replaced.
pub type BatchInputName = Result<String, String>;

/// Maximum length of a line in bytes; file names and URLs are shorter.
const MAX_LINE_BYTES: usize = 64 << 10;

/// The number of names in a list.
pub fn count(list: impl Read) -> io::Result<u64> {
    let mut reader = BufReader::with_capacity(64 << 10, list);
    // a name starts at the first byte of a line that is neither empty nor a comment
    let (mut names, mut is_start) = (0, true);
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(names);
        }
        for &byte in buffer {
            let is_end = matches!(byte, b'\n' | b'\r');
            names += u64::from(is_start && !is_end && byte != b'#');
            is_start = is_end;
        }
        let read = buffer.len();
        reader.consume(read);
    }
}

/// Whether a name is a URL.
pub fn is_url(name: &str) -> bool {
    matches!(InputSource::from_name(name), InputSource::Url(_))
}

/// An iterator over names.
pub struct Names {
    origin: Origin,
    /// A name that was read but not returned yet.
    held: Option<BatchInputName>,
}

/// The source of names.
enum Origin {
    /// The command line.
    Given(std::vec::IntoIter<String>),
    /// A list with one name per line.
    Listed(BufReader<Box<dyn Read + Send>>),
}

impl Names {
    /// The given names.
    pub fn given(names: Vec<String>) -> Self {
        Self { origin: Origin::Given(names.into_iter()), held: None }
    }

    /// The names of a list.
    pub fn listed(list: impl Read + Send + 'static) -> Self {
        let lines = BufReader::with_capacity(64 << 10, Box::new(list) as Box<dyn Read + Send>);
        Self { origin: Origin::Listed(lines), held: None }
    }

    /// The next batch: several files, or one URL. Empty at the end.
    ///
    /// Waits only for the first name, so that a process that writes the list gets each result before it continues.
    pub fn handful(&mut self) -> io::Result<Vec<BatchInputName>> {
        let mut names = Vec::with_capacity(BATCH_SIZE);
        while names.len() < BATCH_SIZE && (names.is_empty() || self.has_more()) {
            match self.next()? {
                Some(name) if name.as_ref().is_ok_and(|name| is_url(name)) => {
                    if names.is_empty() {
                        names.push(name);
                    } else {
                        self.held = Some(name);
                    }
                    break;
                }
                Some(name) => names.push(name),
                None => break,
            }
        }
        Ok(names)
    }

    /// Whether another name is available without waiting.
    fn has_more(&self) -> bool {
        match &self.origin {
            Origin::Given(_) => true,
            Origin::Listed(lines) => lines.buffer().contains(&b'\n'),
        }
    }

    fn next(&mut self) -> io::Result<Option<BatchInputName>> {
        if let Some(held) = self.held.take() {
            return Ok(Some(held));
        }
        let lines = match &mut self.origin {
            Origin::Given(names) => return Ok(names.next().map(Ok)),
            Origin::Listed(lines) => lines,
        };
        let mut line = Vec::new();
        loop {
            line.clear();
            if lines.take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
                return Ok(None);
            }
            if line.len() > MAX_LINE_BYTES {
                let problem = format!("a line of the list has more than {MAX_LINE_BYTES} bytes, the limit for a name");
                return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
            }
            if line.last() == Some(&b'\n') {
                line.pop();
            }
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            if !matches!(line.first(), None | Some(b'#')) {
                Redactor::for_process().learn_name(&String::from_utf8_lossy(&line));
                let name = String::from_utf8(line);
                return Ok(Some(name.map_err(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())));
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{BATCH_SIZE, Names};
    use std::io::{self, Read};

    fn all(mut names: Names) -> Vec<Vec<String>> {
        let mut handfuls = Vec::new();
        loop {
            let handful = names.handful().unwrap();
            if handful.is_empty() {
                return handfuls;
            }
            handfuls.push(handful.into_iter().map(|name| name.unwrap_or_else(|bad| format!("bad {bad}"))).collect());
        }
    }

    #[test]
    fn files_come_together_and_urls_alone() {
        let list = "a\nb\n\n# c\r\nhttps://e.example/1\r\nhttps://e.example/2\n#\nc\nd";
        assert_eq!(super::count(list.as_bytes()).unwrap(), 6);
        assert_eq!(
            all(Names::listed(list.as_bytes())),
            [vec!["a", "b"], vec!["https://e.example/1"], vec!["https://e.example/2"], vec!["c"], vec!["d"]]
        );
        let many: Vec<String> = (0..2 * BATCH_SIZE + 8).map(|n| n.to_string()).collect();
        let handfuls = all(Names::given(many.clone()));
        assert_eq!(handfuls.iter().map(Vec::len).collect::<Vec<_>>(), [BATCH_SIZE, BATCH_SIZE, 8]);
        assert_eq!(handfuls.concat(), many);
    }

    #[test]
    fn a_name_that_is_no_text_is_one_bad_name() {
        assert_eq!(all(Names::listed(&b"a\n\xff.json\nb\n"[..])), [["a", "bad \u{fffd}.json", "b"]]);
    }

    #[test]
    fn a_line_without_end_is_no_name() {
        let mut names = Names::listed(io::repeat(b'x').take(16 << 20));
        assert_eq!(names.handful().unwrap_err().kind(), io::ErrorKind::InvalidData);
        let longest = "x".repeat(super::MAX_LINE_BYTES - 1);
        // the size of a batch depends on the buffer
        assert_eq!(all(Names::listed(io::Cursor::new(format!("{longest}\nb")))).concat(), [longest.as_str(), "b"]);
    }

    /// Returns one line per read.
    struct Slow(Vec<&'static [u8]>);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let line = if self.0.is_empty() { return Ok(0) } else { self.0.remove(0) };
            buffer[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }

    #[test]
    fn a_slow_list_is_answered_line_by_line() {
        assert_eq!(all(Names::listed(Slow(vec![b"a\n", b"b\n", b"c\n"]))), [["a"], ["b"], ["c"]]);
    }
}
