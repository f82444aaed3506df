//! The findings of a check: all of them for diagnostics, the first error for verification.

use super::{CheckReport, Coverage, Diagnostic, Finding, Omitted, Place, Rule, Severity};
use adp_json::{Code, Document, Offset, value_offset};
use std::collections::{BTreeMap, HashMap, hash_map::Entry};

/// How many findings are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingFilter {
    /// Only the first error; warnings and notes are not created.
    FirstError,
    /// All: listed up to [`CheckReport::MAX_DIAGNOSTICS`], counted beyond.
    Everything {
        /// Whether warnings become errors if their rule supports it ([`Rule::strict`]).
        strict: bool,
    },
}

/// Maximum number of listed findings of a document; others are counted.
const MAX_LISTED: usize = CheckReport::MAX_DIAGNOSTICS;

/// Maximum number of errors that are created, and of other findings. What follows is only counted, by rule: it has no
/// message and no position, and a value that two rules find counts twice.
const MAX_CREATED: usize = 10 * MAX_LISTED;

/// The key for deduplication: a value has one finding of each code, but may miss several terms. A [shared
/// code](Code::is_shared) has one finding for each rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// The start of the value, also if its name is invalid.
    offset: Offset,
    code: Code,
    /// The index of the missing term in [`Findings::terms`], from 1; 0 if nothing is missing.
    missing: u16,
    /// A hash of the rule's ID if findings of the code are distinguished by rule, else 0.
    rule: u32,
}

impl Key {
    fn is_missing(self) -> bool {
        self.missing != 0
    }
}

/// Several rules can require the same member and type; for all other shared codes, each rule has its own findings.
fn told_apart_by(code: Code, rule: &Rule) -> u32 {
    let is_one_fault = !code.is_shared() || code == Code::MISSING || code == Code::WRONG_TYPE;
    if is_one_fault { 0 } else { rule.id.bytes().fold(5381_u32, |hash, byte| hash.wrapping_mul(33) ^ u32::from(byte)) }
}

/// A listed finding.
#[derive(Debug)]
struct ListedFinding {
    rule: &'static Rule,
    finding: Finding,
    place: Box<Place>,
    key: Key,
}

/// The findings of a document, added by a check.
///
/// A value has one finding of each code, by the first rule that found it; one for each rule if formats share the code;
/// and one for each missing term.
#[derive(Debug)]
pub struct Findings<'a> {
    document: &'a Document,
    wanted: FindingFilter,
    /// Up to [`MAX_LISTED`] errors and up to [`MAX_LISTED`] others, so that warnings never displace errors.
    listed: Vec<ListedFinding>,
    /// Number of errors among them.
    errors: usize,
    /// The created findings with a correction that are not listed. Programs that apply corrections check again
    /// afterwards, and then get the next ones.
    unlisted: Vec<ListedFinding>,
    /// Number of created errors and of other findings.
    created: [usize; 2],
    /// All created findings with the rule that found them first. Only for diagnostics.
    known: HashMap<Key, &'static Rule>,
    /// Number of findings that were not created, by rule and whether an item is missing.
    only_counted: BTreeMap<(&'static str, bool), (&'static Rule, usize)>,
    /// The missing terms and their owners.
    terms: Vec<(&'static str, &'static str)>,
    /// Only for diagnostics.
    coverage: Option<Box<Coverage>>,
}

impl<'a> Findings<'a> {
    /// Creates an empty list.
    #[must_use]
    pub fn new(document: &'a Document, wanted: FindingFilter) -> Self {
        let coverage = (wanted != FindingFilter::FirstError).then(Box::default);
        Self {
            document,
            wanted,
            listed: Vec::new(),
            errors: 0,
            unlisted: Vec::new(),
            created: [0; 2],
            known: HashMap::new(),
            only_counted: BTreeMap::new(),
            terms: Vec::new(),
            coverage,
        }
    }

    /// Whether a finding by this rule would be listed or counted; `missing` selects its severity.
    #[must_use]
    pub fn wants(&self, rule: &Rule, missing: bool) -> bool {
        match self.wanted {
            FindingFilter::FirstError => self.listed.is_empty() && rule.severity(missing, false) == Severity::Error,
            FindingFilter::Everything { .. } => true,
        }
    }

    fn severity(&self, rule: &Rule, missing: bool) -> Severity {
        rule.severity(missing, self.wanted == FindingFilter::Everything { strict: true })
    }

    fn has_room(&self, severity: Severity) -> bool {
        match severity {
            Severity::Error => self.errors < MAX_LISTED,
            Severity::Warning | Severity::Note => self.listed.len() - self.errors < MAX_LISTED,
        }
    }

    /// Whether a finding is created, because it is wanted and not one of too many. Otherwise it is counted if it is
    /// wanted.
    fn creates(&mut self, rule: &'static Rule, missing: bool) -> bool {
        if !self.wants(rule, missing) {
            return false;
        }
        if let Some(coverage) = &mut self.coverage {
            coverage.broken(rule);
        }
        let [errors, others] = &mut self.created;
        let is_error =
            rule.severity(missing, self.wanted == FindingFilter::Everything { strict: true }) == Severity::Error;
        let created = if is_error { errors } else { others };
        if *created < MAX_CREATED {
            *created += 1;
            return true;
        }
        self.count(rule, missing, 1);
        false
    }

    /// Counts findings that are not created.
    fn count(&mut self, rule: &'static Rule, missing: bool, more: usize) {
        self.only_counted.entry((rule.id, missing)).or_insert((rule, 0)).1 += more;
    }

    /// Records that a rule applies.
    #[inline]
    pub fn exercise(&mut self, rule: &Rule) {
        if let Some(coverage) = &mut self.coverage {
            coverage.exercise(rule);
        }
    }

    /// Records that a rule applies to the value at `offset`, and adds the finding of `make` unless the rule `holds`.
    #[inline]
    pub fn check(&mut self, rule: &'static Rule, holds: bool, offset: Offset, make: impl FnOnce() -> Finding) {
        self.exercise(rule);
        if !holds {
            self.add(rule, offset, make);
        }
    }

    /// Adds the finding of `make` for the value at `offset`, or for the member with this name, if it is needed.
    #[cold]
    pub fn add(&mut self, rule: &'static Rule, offset: Offset, make: impl FnOnce() -> Finding) {
        self.add_one(rule, offset, false, make);
    }

    /// Adds a finding that is only a message.
    pub fn report(&mut self, rule: &'static Rule, offset: Offset, code: Code, message: impl FnOnce() -> String) {
        self.add(rule, offset, || Finding::new(code, message()));
    }

    /// Adds a missing item of the value at `offset`: the finding of `make` has a [`Finding::missing`].
    #[cold]
    pub fn add_missing(&mut self, rule: &'static Rule, offset: Offset, make: impl FnOnce() -> Finding) {
        self.add_one(rule, offset, true, make);
    }

    #[cold]
    fn add_one(&mut self, rule: &'static Rule, offset: Offset, missing: bool, make: impl FnOnce() -> Finding) {
        if self.creates(rule, missing) {
            let finding = make();
            // neither listed nor applied, it needs no position
            let is_kept = self.has_room(self.severity(rule, missing)) || finding.meant.is_some();
            let place = if is_kept { Box::new(Place::from_offset(self.document, offset)) } else { Box::default() };
            self.keep(rule, finding, place, offset);
        }
    }

    /// Adds an existing finding.
    #[cold]
    pub fn push(&mut self, rule: &'static Rule, finding: Finding, place: Box<Place>) {
        if self.creates(rule, finding.missing.is_some()) {
            let offset = place.offset;
            self.keep(rule, finding, place, offset);
        }
    }

    #[cold]
    fn keep(&mut self, rule: &'static Rule, finding: Finding, place: Box<Place>, offset: Offset) {
        let key = Key {
            offset: value_offset(self.document.json(), offset),
            code: finding.code,
            missing: finding.missing.map_or(0, |missing| self.number_of(missing)),
            rule: told_apart_by(finding.code, rule),
        };
        if self.coverage.is_none() || self.admits(key, rule) {
            self.list(ListedFinding { rule, finding, place, key });
        }
    }

    /// Whether a value has no finding with this key, or one with a lower severity, which an error replaces. Otherwise
    /// an error of verification could be listed as a warning.
    fn admits(&mut self, key: Key, rule: &'static Rule) -> bool {
        let strict = self.wanted == FindingFilter::Everything { strict: true };
        let is_error = |rule: &Rule| rule.severity(key.is_missing(), strict) == Severity::Error;
        match self.known.entry(key) {
            Entry::Vacant(new) => _ = new.insert(rule),
            Entry::Occupied(known) if is_error(known.get()) || !is_error(rule) => return false,
            Entry::Occupied(mut known) => {
                known.insert(rule);
                // searched at most once for each possible error
                if self.errors < MAX_LISTED
                    && let Some(at) = self.listed.iter().position(|listed| listed.key == key)
                {
                    self.listed.remove(at);
                }
            }
        }
        true
    }

    /// The number of a missing term in [`Findings::terms`].
    fn number_of(&mut self, missing: (&'static str, &'static str)) -> u16 {
        let at = self.terms.iter().position(|known| *known == missing).unwrap_or_else(|| {
            self.terms.push(missing);
            self.terms.len() - 1
        });
        u16::try_from(at + 1).unwrap_or(u16::MAX)
    }

    fn list(&mut self, found: ListedFinding) {
        let severity = self.severity(found.rule, found.key.is_missing());
        if self.has_room(severity) {
            self.errors += usize::from(severity == Severity::Error);
            self.listed.push(found);
        } else if found.finding.meant.is_some() {
            self.unlisted.push(found);
        }
    }

    /// Adds other findings about the document in order, filtered by rule with `keeps`.
    pub fn append(&mut self, other: Findings<'_>, keeps: impl Fn(&Rule) -> bool) {
        if let (Some(coverage), Some(others)) = (&mut self.coverage, other.coverage) {
            coverage.merge(*others);
        }
        let numbers: Vec<u16> = other.terms.iter().map(|missing| self.number_of(*missing)).collect();
        let own = |key: Key| {
            let number = usize::from(key.missing).checked_sub(1).and_then(|at| numbers.get(at));
            Key { missing: number.copied().unwrap_or_default(), ..key }
        };
        for found in other.listed.into_iter().chain(other.unlisted) {
            let key = own(found.key);
            if keeps(found.rule) && self.wants(found.rule, key.is_missing()) && self.admits(key, found.rule) {
                self.list(ListedFinding { key, ..found });
            }
        }
        for (key, rule) in other.known.into_iter().filter(|(_, rule)| keeps(rule)) {
            self.known.entry(own(key)).or_insert(rule);
        }
        for ((_, missing), (rule, count)) in other.only_counted {
            if keeps(rule) && self.wants(rule, missing) {
                self.count(rule, missing, count);
            }
        }
    }

    /// Whether the value at `offset`, or its name, has a finding of this code by this rule, unless it is only counted.
    #[must_use]
    pub fn has(&self, rule: &Rule, code: Code, offset: Offset) -> bool {
        let offset = value_offset(self.document.json(), offset);
        let key = Key { offset, code, missing: 0, rule: told_apart_by(code, rule) };
        self.known.get(&key).is_some_and(|known| *known == rule)
    }

    /// The listed findings so far, with their rules.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Rule, &Finding)> {
        self.listed.iter().map(|found| (found.rule, &found.finding))
    }

    /// The report: at most [`CheckReport::MAX_DIAGNOSTICS`] findings in document order, errors preferred; the number of
    /// omitted ones; and the rules that applied, if all findings were needed.
    #[must_use]
    pub fn into_report(self) -> CheckReport {
        let mut omitted = Omitted::default();
        for (key, rule) in &self.known {
            *omitted.count_mut(self.severity(rule, key.is_missing())) += 1;
        }
        for ((_, missing), (rule, count)) in &self.only_counted {
            *omitted.count_mut(self.severity(rule, *missing)) += count;
        }
        let mut room_for_others = MAX_LISTED - self.errors;
        let strict = self.wanted == FindingFilter::Everything { strict: true };
        let mut diagnostics = Vec::with_capacity(self.listed.len().min(MAX_LISTED));
        let mut unlisted = self.unlisted;
        let severity_of = |found: &ListedFinding| found.rule.severity(found.key.is_missing(), strict);
        let diagnostic = |found: ListedFinding| {
            let severity = severity_of(&found);
            Diagnostic::from_finding(self.document, found.rule, found.finding, *found.place, severity)
        };
        for found in self.listed {
            let severity = severity_of(&found);
            if severity != Severity::Error {
                let Some(left) = room_for_others.checked_sub(1) else {
                    unlisted.extend(Some(found).filter(|found| found.finding.meant.is_some()));
                    continue;
                };
                room_for_others = left;
            }
            let omitted = omitted.count_mut(severity);
            *omitted = omitted.saturating_sub(1);
            diagnostics.push(diagnostic(found));
        }
        let unlisted_fixes = unlisted.into_iter().map(diagnostic).collect();
        let coverage = self.coverage.map_or_else(Coverage::default, |coverage| *coverage);
        let mut report = CheckReport { diagnostics, omitted, unlisted_fixes, coverage };
        report.sort();
        report
    }

    /// The first finding and its position; an error if only the first error was needed.
    #[must_use]
    pub fn into_first(self) -> Option<(Finding, Box<Place>)> {
        self.listed.into_iter().next().map(|found| (found.finding, found.place))
    }
}
