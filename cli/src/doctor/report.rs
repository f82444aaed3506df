//! The report of an inspection, as text, JSON and SARIF.

use super::{Diagnosis, DoctorTarget, fix::Patches};
use crate::{
    check::{InputFindings, sarif},
    failure::Failure,
    output::{escape::escape, object, terminal::Terminal},
};
use adp_compare::doctor::{ProbedDocument, Score, ScoreRow};
use agent_description::{
    diagnostic::Diagnostic,
    json::{Json, Lines, Object},
};
use serde::Serialize;
use std::cmp::Reverse;

/// Maximum number of findings to print, errors first.
const MAX_FINDINGS: usize = 1000;

pub struct DoctorReport<'a> {
    target: &'a str,
    diagnosis: &'a Diagnosis,
    score: Score,
    /// Whether any request was answered. If not, nothing was checked, and the score says nothing.
    pub is_answered: bool,
    names: Vec<String>,
    found: Vec<ReportLine<'a>>,
    /// Number of omitted findings.
    omitted: usize,
}

struct ReportLine<'a> {
    /// Index of the document.
    document: usize,
    diagnostic: &'a Diagnostic,
    patch: Option<Json>,
    /// The file name of the patch, if patches are written.
    file: Option<String>,
}

impl<'a> DoctorReport<'a> {
    pub fn new(
        name: &'a str,
        target: &DoctorTarget,
        diagnosis: &'a Diagnosis,
        score: Score,
        patches: Option<&Patches>,
    ) -> Self {
        let name_of = |probed: &ProbedDocument<'_>| match target {
            DoctorTarget::Folder(folder) => folder.name(&probed.url),
            DoctorTarget::Host(_) => probed.url.clone(),
        };
        let names = diagnosis.documents.iter().map(name_of).collect();
        let mut found: Vec<ReportLine<'a>> = Vec::new();
        let mut omitted: usize = diagnosis.documents.iter().map(|probed| probed.report.omitted.total()).sum();
        for (document, probed) in diagnosis.documents.iter().enumerate() {
            let lines = probed.report.diagnostics.iter();
            found.extend(lines.map(|diagnostic| ReportLine { document, diagnostic, patch: None, file: None }));
        }
        // errors first, then by document, in source order
        found.sort_by_key(|line| Reverse(line.diagnostic.severity));
        omitted += found.len().saturating_sub(MAX_FINDINGS);
        found.truncate(MAX_FINDINGS);
        found.sort_by_key(|line| (line.document, line.diagnostic.line, line.diagnostic.column));
        for line in &mut found {
            line.patch = diagnosis.documents.get(line.document).and_then(|probed| probed.patch(line.diagnostic));
        }
        if patches.is_some() {
            for (number, line) in found.iter_mut().filter(|line| line.patch.is_some()).enumerate() {
                line.file = Some(Patches::name(number + 1, line.diagnostic.rule.id));
            }
        }
        Self { target: name, diagnosis, score, is_answered: true, names, found, omitted }
    }

    /// The patches and their file names.
    pub fn patches(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.found.iter().filter_map(|line| Some((line.file.as_deref()?, line.patch.as_ref()?)))
    }

    /// Prints findings to stderr, documents and the score to stdout. If no request was answered, there is no score.
    pub fn print(&self, terminal: &Terminal) -> Result<(), Failure> {
        for (at, (probed, name)) in self.diagnosis.documents.iter().zip(&self.names).enumerate() {
            let lines = Lines::new(probed.source());
            for line in self.found.iter().filter(|line| line.document == at) {
                let failure = Failure::from_finding(line.diagnostic).in_lines(name, probed.source(), Some(&lines));
                terminal.show(line.diagnostic.severity, &failure);
                if let Some(file) = &line.file {
                    terminal.note(&format!("patch: {file}"));
                }
                terminal.note("");
            }
            if probed.is_shown() {
                let valid = match probed.is_valid() {
                    Some(true) => "valid",
                    Some(false) => "not valid",
                    None => "not checked",
                };
                let verified = match probed.verified {
                    // not by a signature, which `adp verify` requires of a file
                    Some(true) if probed.is_did_document() => ", verified by its URL",
                    Some(true) => ", verified",
                    Some(false) => ", not verified",
                    None => "",
                };
                let format = probed.profile.as_deref().or(probed.format()).unwrap_or("format not recognized");
                terminal.print(format_args!("{}: {valid}{verified} ({})\n", escape(name), escape(format)))?;
            }
        }
        if self.omitted > 0 {
            terminal.note(&format!("{} more findings; {} are shown, errors first", self.omitted, self.found.len()));
        }
        if self.diagnosis.left > 0 {
            terminal.note(&format!(
                "{} more documents are linked and were not fetched (--max-documents, --deadline)",
                self.diagnosis.left
            ));
        }
        if !self.is_answered {
            return terminal.print(format_args!("{}: no score: no request was answered\n", escape(self.target)));
        }
        for row in ScoreRow::from_documents(&self.diagnosis.documents).iter().filter(|row| !row.is_held) {
            let name = self.names.get(row.document).map_or("", String::as_str);
            terminal.print(format_args!(
                "-{} of {}: {} {}\n",
                row.weight,
                self.score.applied,
                row.rule,
                escape(name)
            ))?;
        }
        let nothing = if self.score.shown { "" } else { ": found no document of a known format" };
        terminal.print(format_args!("{}: score {} of 100{nothing}\n", escape(self.target), self.score.points()))
    }

    pub fn as_json(&self) -> Object {
        let shown = self.diagnosis.documents.iter().zip(&self.names).filter(|(probed, _)| probed.is_shown());
        let documents = shown.map(|(probed, name)| {
            object! {
                "url": name,
                "format": probed.format(),
                "profile": probed.profile.as_deref(),
                "valid": probed.is_valid(),
                "verified": probed.verified,
            }
        });
        let findings = self.found.iter().map(|line| {
            let own = object! {
                "target": self.names.get(line.document),
                "patch": line.patch.as_ref(),
                "file": line.file.as_deref(),
            };
            let found = object::json(line.diagnostic);
            Object::from_unique(found.as_object().into_iter().flatten().cloned().chain(own).collect())
        });
        let rows = ScoreRow::from_documents(&self.diagnosis.documents).into_iter().map(|row| {
            object! {
                "target": self.names.get(row.document),
                "rule": row.rule,
                "weight": row.weight,
                "held": row.is_held,
            }
        });
        object! {
            "target": self.target,
            "answered": self.is_answered,
            "score": self.score.points(),
            "held": self.score.held,
            "applied": self.score.applied,
            "rows": rows.collect::<Vec<_>>(),
            "documents": documents.collect::<Vec<_>>(),
            "findings": findings.collect::<Vec<_>>(),
            "omitted": self.omitted,
            "left": self.diagnosis.left,
        }
    }

    /// The SARIF form of the report, with one run.
    pub fn as_sarif(&self) -> impl Serialize {
        let documents = self.diagnosis.documents.iter().zip(&self.names);
        let findings: Vec<InputFindings> = documents
            .map(|(probed, name)| {
                InputFindings::from_report(
                    name.clone(),
                    probed.source().to_vec(),
                    probed.formats.clone(),
                    probed.report.clone(),
                )
            })
            .collect();
        sarif::log_of(&findings)
    }
}
