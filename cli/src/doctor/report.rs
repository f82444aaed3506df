//! The diagnosis, told to people and to programs.

use super::{Diagnosis, Target, fix::Patches};
use crate::{
    check::{Findings, sarif, to_failure},
    escape::escape,
    failure::{Failure, count},
    terminal::Terminal,
};
use adp_cards::doctor::{Exhibit, Score};
use agent_description::{
    diagnostic::{Diagnostic, Severity},
    json::{Json, Lines, Object},
};

/// The most findings that are told one by one, errors first.
const MOST: usize = 1000;

/// What is told.
pub struct Report<'a> {
    target: &'a str,
    diagnosis: &'a Diagnosis,
    score: Score,
    /// What each document is called.
    names: Vec<String>,
    found: Vec<Told<'a>>,
    /// How many findings are not told.
    omitted: usize,
}

struct Told<'a> {
    /// The place of the document in the diagnosis.
    document: usize,
    diagnostic: &'a Diagnostic,
    patch: Option<Json>,
    /// The file of the patch, where patches are written.
    file: Option<String>,
}

impl<'a> Report<'a> {
    pub fn new(
        name: &'a str,
        target: &Target,
        diagnosis: &'a Diagnosis,
        score: Score,
        patches: Option<&Patches>,
    ) -> Self {
        let name_of = |exhibit: &Exhibit<'_>| match target {
            Target::Folder(folder) => folder.name(&exhibit.url),
            Target::Host(_) => exhibit.url.clone(),
        };
        let names = diagnosis.exhibits.iter().map(name_of).collect();
        let mut found: Vec<Told<'a>> = Vec::new();
        let mut omitted = diagnosis.exhibits.iter().map(|exhibit| exhibit.report.omitted.total()).sum();
        for severity in [Severity::Error, Severity::Warning, Severity::Note] {
            for (document, exhibit) in diagnosis.exhibits.iter().enumerate() {
                for diagnostic in exhibit.report.diagnostics.iter().filter(|found| found.severity == severity) {
                    if found.len() == MOST {
                        omitted += 1;
                        continue;
                    }
                    let patch = exhibit.patch(diagnostic);
                    found.push(Told { document, diagnostic, patch, file: None });
                }
            }
        }
        // by document, in the order of the source
        found.sort_by_key(|told| (told.document, told.diagnostic.line, told.diagnostic.column));
        if patches.is_some() {
            for (number, told) in found.iter_mut().filter(|told| told.patch.is_some()).enumerate() {
                told.file = Some(Patches::name(number + 1, told.diagnostic.rule.id));
            }
        }
        Self { target: name, diagnosis, score, names, found, omitted }
    }

    /// The patches and the names of their files.
    pub fn patches(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.found.iter().filter_map(|told| Some((told.file.as_deref()?, told.patch.as_ref()?)))
    }

    /// Findings on stderr; documents and the score on stdout.
    pub fn print(&self, terminal: &Terminal) -> Result<(), Failure> {
        for (at, (exhibit, name)) in self.diagnosis.exhibits.iter().zip(&self.names).enumerate() {
            let lines = Lines::new(exhibit.source());
            for told in self.found.iter().filter(|told| told.document == at) {
                let failure = to_failure(told.diagnostic).in_lines(name, exhibit.source(), Some(&lines));
                terminal.show(told.diagnostic.severity, &failure);
                if let Some(file) = &told.file {
                    terminal.note(&format!("patch: {file}"));
                }
                terminal.note("");
            }
            if exhibit.is_shown() {
                let valid = match exhibit.is_valid() {
                    Some(true) => "valid",
                    Some(false) => "not valid",
                    None => "not checked",
                };
                let verified = match exhibit.verified {
                    Some(true) => ", verified",
                    Some(false) => ", not verified",
                    None => "",
                };
                let format =
                    exhibit.profile.as_deref().or(exhibit.format()).unwrap_or("of no format that is known here");
                terminal.print(format_args!("{}: {valid}{verified} ({})\n", escape(name), escape(format)))?;
            }
        }
        if self.omitted > 0 {
            terminal.note(&format!("{} findings more: {} are told, errors first", self.omitted, self.found.len()));
        }
        if self.diagnosis.left > 0 {
            terminal.note(&format!(
                "{} documents more are named, and were not looked at (--max-documents, --deadline)",
                self.diagnosis.left
            ));
        }
        let nothing = if self.score.shown { "" } else { ": nothing is shown" };
        terminal.print(format_args!("{}: score {} of 100{nothing}\n", escape(self.target), self.score.points()))
    }

    /// `{target, score, documents, findings, omitted, left}`
    pub fn to_json(&self) -> Json {
        let shown = self.diagnosis.exhibits.iter().zip(&self.names).filter(|(exhibit, _)| exhibit.is_shown());
        let documents = shown.map(|(exhibit, name)| {
            let mut object = Object::with_capacity(5);
            object.insert("url", name.as_str());
            object.insert("format", exhibit.format());
            object.insert("profile", exhibit.profile.as_deref());
            object.insert("valid", exhibit.is_valid());
            object.insert("verified", exhibit.verified);
            Json::from(object)
        });
        let documents: Vec<Json> = documents.collect();
        let findings = self.found.iter().map(|told| {
            let found = told.diagnostic;
            let mut object = Object::with_capacity(11);
            object.insert("rule", found.rule.id);
            object.insert("code", found.code.as_str());
            object.insert("severity", found.severity.as_str());
            object.insert("target", self.names.get(told.document).map(String::as_str));
            object.insert("pointer", found.pointer.as_deref());
            object.insert("line", found.line.map(count));
            object.insert("column", found.column.map(count));
            object.insert("message", found.message.as_str());
            object.insert("help", found.help.as_deref());
            object.insert("patch", told.patch.clone());
            object.insert("file", told.file.as_deref());
            Json::from(object)
        });
        let findings: Vec<Json> = findings.collect();
        let mut object = Object::with_capacity(6);
        object.insert("target", self.target);
        object.insert("score", u32::from(self.score.points()));
        object.insert("documents", documents);
        object.insert("findings", findings);
        object.insert("omitted", count(self.omitted));
        object.insert("left", count(self.diagnosis.left));
        object.into()
    }

    /// One run over all documents.
    pub fn to_sarif(&self) -> Json {
        let exhibits = self.diagnosis.exhibits.iter().zip(&self.names);
        let findings: Vec<Findings> = exhibits
            .map(|(exhibit, name)| {
                Findings::of(name.clone(), exhibit.source().to_vec(), exhibit.formats.clone(), exhibit.report.clone())
            })
            .collect();
        sarif::to_json(&findings)
    }
}
