//! IRI compaction (JSON-LD 1.1 API, section 6.2).

use super::{Compactor, Use};
use crate::{
    context::{
        active_context::ActiveContext,
        inverse_context::{InverseEntry, TypeOrLanguage, language_and_direction},
        term::Container,
    },
    error::Result,
    expansion::{iri_expansion::split_compact, is_graph_object},
    iri,
    keyword::Keyword,
};
use adp_json::{Code, Json, Offset, Text};
use std::sync::Arc;

/// Number of bytes of an IRI that one unit of work covers.
const BYTES_PER_LOOKUP: usize = 64;

impl Compactor<'_, '_> {
    /// The alias of a keyword, or the keyword.
    pub(crate) fn keyword(&mut self, active: &ActiveContext, keyword: Keyword, at: Offset) -> Result<Text> {
        self.compact_iri(active, &keyword.text(), Use::VOCAB, at)
    }

    /// Compacts an IRI or keyword in a context: the best term for the value, else the shortest other name.
    pub(crate) fn compact_iri(
        &mut self,
        active: &ActiveContext,
        var: &Text,
        wanted: Use<'_>,
        at: Offset,
    ) -> Result<Text> {
        self.processor.budget.work(1 + var.len() / BYTES_PER_LOOKUP, at)?;
        let form = (usize::from(wanted.vocab), usize::from(wanted.value.is_some()));
        let (entry, shortened) = match self.inverse.for_context(active).iris.get(var) {
            Some(known) => (known.entry.clone(), known.shortened[form.0][form.1].clone()),
            None => (None, None),
        };
        // 4)
        if wanted.vocab {
            let entry = match entry {
                Some(known) => known,
                None => self.entry(active, var, at)?,
            };
            if let Some(entry) = entry
                && let Some(term) = self.select(active, &entry, wanted, at)?
            {
                self.processor.budget.text(term.len(), at)?;
                return Ok(term);
            }
        }
        if let Some(known) = shortened {
            // each occurrence is written
            self.processor.budget.text(known.len(), at)?;
            return Ok(known);
        }
        let shortened = self.shorten(active, var, wanted, at)?;
        // the cache is charged, too
        self.processor.budget.work(8, at)?;
        self.processor.budget.text(shortened.len(), at)?;
        let known = self.inverse.for_context(active).iris.entry(var.clone()).or_default();
        known.shortened[form.0][form.1] = Some(shortened.clone());
        Ok(shortened)
    }

    /// Computes the result for an IRI that is not cached.
    fn entry(&mut self, active: &ActiveContext, var: &Text, at: Offset) -> Result<Option<Arc<InverseEntry>>> {
        let (terms, seen) = active.terms.mapped_to(var);
        self.processor.budget.work(8 + 4 * seen, at)?;
        let entry = InverseEntry::from_state(active, &terms).map(Arc::new);
        self.inverse.for_context(active).iris.entry(var.clone()).or_default().entry = Some(entry.clone());
        Ok(entry)
    }

    /// 4.1) to 4.20) The best term for the value.
    fn select(
        &mut self,
        active: &ActiveContext,
        entry: &InverseEntry,
        wanted: Use<'_>,
        at: Offset,
    ) -> Result<Option<Text>> {
        let fit = self.fit(active, wanted, at)?;
        let mut preferred: Vec<Text> = Vec::with_capacity(5);
        let mut kind = fit.kind;
        // 4.15)
        if fit.value == "@reverse" {
            preferred.push(Text::from_static("@reverse"));
        }
        let id = wanted.value.and_then(|value| value.get("@id")).and_then(Json::as_text);
        match id {
            // 4.16)
            Some(id) if fit.value == "@id" || fit.value == "@reverse" => {
                let compact = self.compact_iri(active, id, Use::VOCAB, at)?;
                let is_term = active.terms.get(&compact).is_some_and(|term| term.mapping.as_str() == Some(id));
                let order = if is_term { ["@vocab", "@id", "@none"] } else { ["@id", "@vocab", "@none"] };
                preferred.extend(order.map(Text::from_static));
            }
            // 4.17)
            _ => {
                preferred.extend([fit.value, Text::from_static("@none")]);
                let list = wanted.value.and_then(|value| value.get("@list")).and_then(Json::as_array);
                if list.is_some_and(<[Json]>::is_empty) {
                    kind = TypeOrLanguage::Any;
                }
            }
        }
        // 4.18)
        preferred.push(Text::from_static("@any"));
        // 4.19)
        let direction =
            preferred.iter().find_map(|value| value.rfind('_').and_then(|from| value.get(from..)).map(Text::from));
        preferred.extend(direction);
        // 4.20)
        Ok(entry.select(&fit.containers, kind, &preferred).cloned())
    }

    /// 4.1) to 4.14), without framing's 4.2): the containers, and the type or language, that match a value.
    fn fit(&mut self, active: &ActiveContext, wanted: Use<'_>, at: Offset) -> Result<Fit> {
        let value = wanted.value;
        let has = |name: &str| value.is_some_and(|value| value.get(name).is_some());
        let index = [Container::INDEX, Container::INDEX.with(Container::SET)];
        let mut fit = Fit {
            containers: Vec::with_capacity(10),
            kind: TypeOrLanguage::Language,
            value: Text::from_static("@null"),
        };
        let is_graph = value.is_some_and(is_graph_object);
        // 4.5)
        if has("@index") && !is_graph {
            fit.containers.extend(index);
        }
        if wanted.reverse {
            // 4.6)
            fit.prefer_type(Text::from_static("@reverse"));
            fit.containers.push(Container::SET);
        } else if let Some(list) = value.and_then(|value| value.get("@list")) {
            // 4.7)
            if !has("@index") {
                fit.containers.push(Container::LIST);
            }
            self.fit_list(active, list.as_array().unwrap_or_default(), &mut fit, at)?;
        } else if is_graph {
            // 4.8)
            let with =
                |kind: Container| [Container::GRAPH.with(kind), Container::GRAPH.with(kind).with(Container::SET)];
            let (by_index, by_id) = (with(Container::INDEX), with(Container::ID));
            if has("@index") {
                fit.containers.extend(by_index);
            }
            if has("@id") {
                fit.containers.extend(by_id);
            }
            fit.containers.extend([Container::GRAPH, Container::GRAPH.with(Container::SET), Container::SET]);
            if !has("@index") {
                fit.containers.extend(by_index);
            }
            if !has("@id") {
                fit.containers.extend(by_id);
            }
            fit.containers.extend(index);
            fit.prefer_type(Text::from_static("@id"));
        } else {
            // 4.9)
            fit.one_value(value);
        }
        // 4.10)
        fit.containers.push(Container::default());
        if self.processor.is_1_1() {
            // 4.11)
            if !has("@index") {
                fit.containers.extend(index);
            }
            // 4.12)
            if has("@value") && value.and_then(Json::as_object).is_some_and(|object| object.len() == 1) {
                fit.containers.extend([Container::LANGUAGE, Container::LANGUAGE.with(Container::SET)]);
            }
        }
        Ok(fit)
    }

    /// 4.7.2) to 4.7.8) The common type or language of a list's items.
    fn fit_list(&mut self, active: &ActiveContext, items: &[Json], fit: &mut Fit, at: Offset) -> Result<()> {
        let none = Text::from_static("@none");
        let (mut common_type, mut common_language): (Option<Text>, Option<Text>) = (None, None);
        if items.is_empty() {
            common_language = Some(language_and_direction(
                active.language.as_deref(),
                active.direction.map(|to| to.text()).as_deref(),
            ));
        }
        self.processor.budget.work(items.len(), at)?;
        for item in items {
            let text = |name: &str| item.get(name).and_then(Json::as_str);
            let is_value = item.get("@value").is_some();
            let (language, kind) = match (is_value, text("@language"), text("@direction"), item.get("@type")) {
                (false, ..) => (none.clone(), Text::from_static("@id")),
                (true, language, Some(direction), _) => {
                    (language_and_direction(language, Some(direction)), none.clone())
                }
                (true, Some(language), None, _) => (language_and_direction(Some(language), None), none.clone()),
                (true, None, None, Some(kind)) => {
                    (none.clone(), kind.as_text().cloned().unwrap_or_else(|| none.clone()))
                }
                (true, None, None, None) => (Text::from_static("@null"), none.clone()),
            };
            let common = common_language.get_or_insert_with(|| language.clone());
            if *common != language && is_value {
                *common = none.clone();
            }
            let common = common_type.get_or_insert_with(|| kind.clone());
            if *common != kind {
                *common = none.clone();
            }
            if common_language.as_ref() == Some(&none) && common_type.as_ref() == Some(&none) {
                break;
            }
        }
        match common_type {
            Some(kind) if kind != none => fit.prefer_type(kind),
            _ => fit.prefer_language(common_language.unwrap_or(none)),
        }
        Ok(())
    }

    /// 5) to 11) The alternatives if no term matches.
    pub(crate) fn shorten(&mut self, active: &ActiveContext, var: &Text, wanted: Use<'_>, at: Offset) -> Result<Text> {
        // 5)
        if wanted.vocab
            && let Some(suffix) = active.vocab.as_ref().and_then(|vocab| var.strip_prefix(vocab.as_str()))
            && !suffix.is_empty()
            && active.terms.get(suffix).is_none()
        {
            return Ok(suffix.into());
        }
        // 6) 7) 8)
        if let Some(compact) = self.compact_with_prefix(active, var, wanted.value.is_none(), at)? {
            return Ok(compact);
        }
        // 9)
        if let Some((scheme, rest)) = split_compact(var)
            && !rest.starts_with("//")
            && scheme != "_"
            && active.terms.get(scheme).is_some_and(|term| term.prefix)
        {
            let message = format!(
                "the IRI {var:?} would be read as a compact IRI with the prefix {scheme:?}; rename the prefix, or define a term for the IRI"
            );
            return Err(self.processor.fault(Code::IRI_CONFUSED_WITH_PREFIX, at, message));
        }
        // 10)
        if !wanted.vocab
            && self.to_relative
            && let Some(relative) = active.base.as_ref().and_then(|base| iri::relativize(base, var))
        {
            // a name that looks like a keyword would be one; ours: with anything after the `@`
            return Ok(if relative.starts_with('@') { format!("./{relative}").into() } else { relative.into() });
        }
        // 11)
        Ok(var.clone())
    }

    /// 7) The shortest compact IRI.
    fn compact_with_prefix(
        &mut self,
        active: &ActiveContext,
        var: &Text,
        without_value: bool,
        at: Offset,
    ) -> Result<Option<Text>> {
        let mut best: Option<Text> = None;
        let lengths = self.inverse.for_context(active).prefix_lengths.clone();
        for &length in lengths.iter().take_while(|length| **length < var.len()) {
            let Some((namespace, suffix)) = var.split_at_checked(length) else { continue };
            self.processor.budget.work(1 + length / BYTES_PER_LOOKUP, at)?;
            // 7.1)
            for prefix in self.prefixes(active, namespace, at)?.iter() {
                // 7.2)
                if best.as_ref().is_some_and(|best| best.len() < prefix.len() + 1 + suffix.len()) {
                    break;
                }
                let candidate = Text::from(format!("{prefix}:{suffix}"));
                self.processor.budget.text(8 + candidate.len(), at)?;
                // 7.3)
                let is_free = active
                    .terms
                    .get_compact(&candidate)
                    .is_none_or(|term| without_value && term.mapping.as_str() == Some(var.as_str()));
                if is_free {
                    if best.as_ref().is_none_or(|best| (candidate.len(), &candidate) < (best.len(), best)) {
                        best = Some(candidate);
                    }
                    // later ones are longer, or greater by code points
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The prefixes that map to a namespace.
    fn prefixes(&mut self, active: &ActiveContext, namespace: &str, at: Offset) -> Result<Arc<[Text]>> {
        if let Some(known) = self.inverse.for_context(active).prefixes.get(namespace) {
            return Ok(known.clone());
        }
        let (terms, seen) = active.terms.mapped_to(namespace);
        self.processor.budget.work(seen, at)?;
        let prefixes: Arc<[Text]> =
            terms.into_iter().filter(|(_, definition)| definition.prefix).map(|(term, _)| term).collect();
        // most namespaces have no prefix, and there may be as many as IRIs
        if !prefixes.is_empty() {
            self.processor.budget.work(8, at)?;
            self.inverse.for_context(active).prefixes.insert(namespace.into(), prefixes.clone());
        }
        Ok(prefixes)
    }
}

/// The containers that match a value, best first, and the type or language.
struct Fit {
    containers: Vec<Container>,
    kind: TypeOrLanguage,
    value: Text,
}

impl Fit {
    fn prefer_type(&mut self, value: Text) {
        (self.kind, self.value) = (TypeOrLanguage::Type, value);
    }

    fn prefer_language(&mut self, value: Text) {
        (self.kind, self.value) = (TypeOrLanguage::Language, value);
    }

    /// 4.9) A value object, a node, or no value.
    fn one_value(&mut self, value: Option<&Json>) {
        let text = |name: &str| value.and_then(|value| value.get(name)).and_then(Json::as_text);
        let by_language = [Container::LANGUAGE, Container::LANGUAGE.with(Container::SET)];
        if value.is_some_and(|value| value.get("@value").is_some()) {
            let has_index = text("@index").is_some();
            let (language, direction) = (text("@language"), text("@direction"));
            if (language.is_some() || direction.is_some()) && !has_index {
                // 4.9.1.1) 4.9.1.2)
                self.prefer_language(language_and_direction(
                    language.map(|text| &**text),
                    direction.map(|text| &**text),
                ));
                self.containers.extend(by_language);
            } else if let Some(kind) = text("@type") {
                // 4.9.1.3)
                self.prefer_type(kind.clone());
            }
        } else {
            // 4.9.2)
            self.prefer_type(Text::from_static("@id"));
            let by_type = Container::TYPE.with(Container::SET);
            self.containers.extend([Container::ID, Container::ID.with(Container::SET), Container::TYPE, by_type]);
        }
        // 4.9.3)
        self.containers.push(Container::SET);
    }
}
