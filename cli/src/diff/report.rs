//! Changes, as text and JSON.

use crate::{
    failure::Failure,
    output::{escape::escape, terminal::Terminal},
};
use adp_compare::diff::{Change, Changes, Class};
use agent_description::json::{Json, Object};
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// Prints the changes between two documents; `bytes` is their total size.
pub fn compared(changes: &Changes, bytes: usize, terminal: &Terminal) -> Result<(), Failure> {
    let mut text = String::new();
    changes.iter().for_each(|change| line(&mut text, change));
    text.push_str(&summary(changes.iter(), changes.left_out()));
    if terminal.wants_json() { terminal.print_report_of(changes.to_json().into(), bytes) } else { terminal.print(text) }
}

/// Prints the changes since the lock file, by file.
pub fn locked(compared: &[(String, Changes)], terminal: &Terminal) -> Result<(), Failure> {
    let all = || compared.iter().flat_map(|(path, changes)| changes.iter().map(move |change| (path, change)));
    let left_out = compared.iter().map(|(_, changes)| changes.left_out()).sum::<usize>();
    if terminal.wants_json() {
        let listed = all().map(|(path, change)| {
            let mut object = change.to_json();
            object.insert("path", path.as_str());
            Json::from(object)
        });
        let mut object = Object::with_capacity(2);
        object.insert("changes", listed.collect::<Vec<_>>());
        // digests cannot show that a change is not breaking
        object.insert("breaking", compared.iter().any(|(_, changes)| changes.is_breaking()));
        return terminal.print_json(&object);
    }
    let mut text = String::new();
    for (path, changes) in compared.iter().filter(|(_, changes)| !changes.is_empty()) {
        let _ = writeln!(text, "{}", escape(path));
        changes.iter().for_each(|change| line(&mut text, change));
    }
    text.push_str(&summary(all().map(|(_, change)| change), left_out));
    terminal.print(text)
}

fn style(class: Class) -> Style {
    match class {
        Class::Breaking | Class::Changed => AnsiColor::Red.on_default().bold(),
        Class::Text => AnsiColor::Yellow.on_default().bold(),
        _ => Style::new(),
    }
}

fn line(text: &mut String, change: &Change) {
    let style = style(change.class());
    let place = if change.pointer.is_empty() { "document" } else { &change.pointer };
    let class = change.class().as_str();
    let _ =
        writeln!(text, "{style}{class:8}{style:#}  {}  {} [{}]", escape(place), escape(&change.detail), change.rule.id);
}

/// A summary such as `1 breaking, 2 text, 0 cosmetic`.
fn summary<'a>(changes: impl Iterator<Item = &'a Change>, left_out: usize) -> String {
    let [mut breaking, mut changed, mut texts, mut cosmetic] = [0_usize; 4];
    for change in changes {
        match change.class() {
            Class::Breaking => breaking += 1,
            Class::Changed => changed += 1,
            Class::Text => texts += 1,
            _ => cosmetic += 1,
        }
    }
    let more = if left_out > 0 { format!("; {left_out} more not listed") } else { String::new() };
    match (breaking, changed, texts, cosmetic) {
        (0, 0, 0, 0) => "nothing changed\n".to_owned(),
        (0, changed, 0, 0) => format!("{changed} changed{more}\n"),
        (_, 1.., ..) => format!("{breaking} breaking, {changed} changed, {texts} text, {cosmetic} cosmetic{more}\n"),
        _ => format!("{breaking} breaking, {texts} text, {cosmetic} cosmetic{more}\n"),
    }
}
