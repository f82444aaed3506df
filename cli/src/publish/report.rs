//! The report of a run, as text and JSON.

use crate::{
    failure::{Failure, Outcome},
    output::{
        escape::escape,
        object,
        terminal::{Terminal, counted},
    },
};
use adp_publish::{FileAction, FileChange, FileKind, ProofOrigin, Published, Renewal, SiteChanges, url_path};
use agent_description::{hex::hex, json::Object};
use std::path::Path;

#[derive(Debug)]
pub struct PublishReport<'a> {
    /// The changes that were made or would be made.
    pub changes: &'a SiteChanges,
    pub site: &'a Path,
    /// Whether the run only checked.
    pub check: bool,
}

impl PublishReport<'_> {
    /// Prints the report. A check that finds changes is refused.
    pub fn print(&self, terminal: &Terminal) -> Result<Outcome, Failure> {
        for path in &self.changes.left {
            terminal.note(&format!("{path} is no longer published, but the file was changed and is kept"));
        }
        for path in self.changes.taken_over() {
            let path = escape(path);
            terminal.note(&if self.check {
                format!("{path} is not in the manifest; `adp publish` would add it")
            } else {
                format!("{path} was not in the manifest and is added: a later run may replace or remove it")
            });
        }
        if terminal.wants_json() {
            terminal.print_json(&self.to_json())?;
        } else {
            self.print_text(terminal)?;
        }
        Ok(if self.check && !self.up_to_date() { Outcome::Refused } else { Outcome::Done })
    }

    fn up_to_date(&self) -> bool {
        self.changes.removed.is_empty() && self.changes.wanted.iter().all(|change| !is_stale(change))
    }

    /// Why a file is not up to date.
    fn reason(&self, change: &FileChange) -> Option<String> {
        let is_of_folder = matches!(change.file.kind, FileKind::Linked | FileKind::AgentDescription);
        let of_site = match change.published {
            Published::Adopted => "it was not in the manifest and is added",
            Published::Modified => "the published file was changed, and not by `adp publish`",
            Published::Removed => "the published file was removed, and not by `adp publish`",
            Published::Unmodified if is_of_folder => "it was changed in the folder after it was published",
            Published::Unmodified => "the folder or an option was changed after it was published",
            Published::Never => "not published yet",
        };
        match &change.file.proof {
            Some(ProofOrigin::Given { expiring: true }) => {
                Some("its existing proof expires soon; only the signer can renew it".to_owned())
            }
            _ if change.published == Published::Never && !self.check => None,
            Some(ProofOrigin::Made(Renewal::Changed | Renewal::Unpublished)) => Some(of_site.to_owned()),
            Some(ProofOrigin::Made(why)) if change.published == Published::Modified => {
                Some(format!("{of_site}: {why}"))
            }
            Some(ProofOrigin::Made(why)) => Some(why.to_string()),
            _ if matches!(change.published, Published::Adopted | Published::Modified) => Some(of_site.to_owned()),
            _ if change.action == FileAction::Kept => None,
            _ => Some(of_site.to_owned()),
        }
    }

    fn print_text(&self, terminal: &Terminal) -> Result<(), Failure> {
        for change in self.changes.wanted.iter().filter(|change| is_stale(change)) {
            let word = if self.check { "stale" } else { change.action.as_str() };
            let mut line = format!("{word} {}", escape(&change.file.path));
            if let Some(did) = &change.file.did {
                line.push_str(&format!(" of {did}"));
            }
            if let Some(expires) = change.file.expires {
                line.push_str(&format!(", valid until {expires}"));
            }
            if let Some(reason) = self.reason(change) {
                line.push_str(&format!(": {}", escape(&reason)));
            }
            terminal.print(format_args!("{line}\n"))?;
        }
        for path in self.changes.removed.keys() {
            let word = if self.check { "stale" } else { FileAction::Removed.as_str() };
            let why = if self.check { ": removed from the folder" } else { "" };
            terminal.print(format_args!("{word} {}{why}\n", escape(path)))?;
        }
        let (site, files) = (self.site.display(), counted(self.changes.wanted.len(), "file"));
        let [written, kept, removed] =
            [FileAction::Written, FileAction::Kept, FileAction::Removed].map(|action| self.changes.count(action));
        terminal.note(&if self.up_to_date() {
            format!("{site}: up to date, {files} for {}", self.changes.host)
        } else if self.check {
            format!("{site}: not up to date; {written} to write, {removed} to remove, {kept} up to date")
        } else {
            format!("{site}: {files} for {}; {written} written, {kept} kept, {removed} removed", self.changes.host)
        });
        Ok(())
    }

    fn to_json(&self) -> Object {
        let mut wanted: Vec<&FileChange> = self.changes.wanted.iter().collect();
        wanted.sort_by(|a, b| a.file.path.cmp(&b.file.path));
        let wanted = wanted.into_iter().map(|change| {
            let file = &change.file;
            object! {
                "path": &file.path,
                "action": change.action.as_str(),
                "kind": file.kind.as_str(),
                "url": format!("https://{}/{}", self.changes.host, url_path(&file.path)),
                "did": file.did.as_ref(),
                "expires": file.expires,
                "sha256": change.checksum.map(|checksum| hex(&checksum.sha256)),
                "reason": self.reason(change),
            }
        });
        let removed = self.changes.removed.iter();
        let removed = removed.map(|(path, _)| object! { "path": path, "action": FileAction::Removed.as_str() });
        object! {
            "site": self.site.display().to_string(),
            "host": &self.changes.host,
            "check": self.check,
            "upToDate": self.up_to_date(),
            "files": wanted.chain(removed).collect::<Vec<_>>(),
            "written": self.changes.count(FileAction::Written),
            "kept": self.changes.count(FileAction::Kept),
            "removed": self.changes.count(FileAction::Removed),
        }
    }
}

/// Whether a file is not up to date.
fn is_stale(change: &FileChange) -> bool {
    change.action == FileAction::Written
        || change.published == Published::Modified
        || matches!(change.file.proof, Some(ProofOrigin::Given { expiring: true }))
}

/// Prints all errors that prevent publishing.
pub fn print_refusals(refusals: Vec<Failure>, terminal: &Terminal) -> Result<Outcome, Failure> {
    let outcome = refusals.iter().map(Failure::outcome).max().unwrap_or(Outcome::Done);
    for (at, refusal) in refusals.iter().enumerate() {
        if at > 0 {
            terminal.note("");
        }
        terminal.explain(refusal);
    }
    if terminal.wants_json() {
        let of_file = |refusal: &Failure| {
            let mut error = refusal.error();
            error.insert("file", refusal.input());
            error
        };
        terminal.print_json(&object! {
            "error": refusals.first().map(Failure::error),
            "errors": refusals.iter().map(of_file).collect::<Vec<_>>(),
        })?;
    } else {
        terminal.note(&format!("nothing was changed: {}", counted(refusals.len(), "fault")));
    }
    Ok(outcome)
}
