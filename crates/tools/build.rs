//! Writes the table of `src/text/look_alike.rs`: that of `unicode-security`, in a third of the size, for browsers.

use std::{env, error::Error, fs, ops::RangeInclusive, path::Path};
use unicode_normalization::is_nfd;
use unicode_security::confusable_detection::skeleton;

/// The characters that may have rows; a test compares others, too.
const RANGES: [RangeInclusive<char>; 2] = ['\0'..='\u{323af}', '\u{e0000}'..='\u{e0fff}'];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let mut look_alikes = Table::default();
    for c in RANGES.into_iter().flatten() {
        let same = c.to_string();
        // names are compared in lower case, decomposed
        if !c.to_lowercase().eq([c]) || !is_nfd(&same) {
            continue;
        }
        let form: String = skeleton(&same).collect();
        if form != same {
            look_alikes.add(c, form);
        }
    }
    let path = Path::new(&env::var_os("OUT_DIR").ok_or("no OUT_DIR")?).join("look_alikes");
    fs::write(path.with_extension("starts"), look_alikes.starts())?;
    fs::write(path.with_extension("forms"), look_alikes.forms())?;
    Ok(())
}

/// Rows of a first character, a last one, and the form of all from the first to the last.
#[derive(Default)]
struct Table(Vec<(char, char, String)>);

impl Table {
    fn add(&mut self, c: char, form: String) {
        match self.0.last_mut() {
            Some((_, last, same)) if *same == form && u32::from(*last) + 1 == u32::from(c) => *last = c,
            _ => self.0.push((c, c, form)),
        }
    }

    /// For each row, how far its first character is behind the last row, and its last behind the first, as LEB128.
    fn starts(&self) -> Vec<u8> {
        let (mut bytes, mut end) = (Vec::new(), 0);
        for (first, last, _) in &self.0 {
            let (first, last) = (u32::from(*first), u32::from(*last));
            for mut number in [first - end, last - first] {
                while number >= 0x80 {
                    bytes.push(number.to_le_bytes()[0] | 0x80);
                    number >>= 7;
                }
                bytes.push(number.to_le_bytes()[0]);
            }
            end = last;
        }
        bytes
    }

    /// A line for each row.
    fn forms(&self) -> String {
        self.0.iter().map(|(_, _, form)| format!("{form}\n")).collect()
    }
}
