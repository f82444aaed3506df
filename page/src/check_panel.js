// "Check": what the document is and what is wrong with it, with fixes.

import { agentSummary } from './agent_summary.js'
import { urlsOf } from './address.js'
import { button, element, place as slot } from './element.js'
import { errorAsFinding, errorBox, explainButton } from './errors.js'
import { inChinese, ruleInChinese } from './findings_zh.js'
import { formatName } from './format_names.js'
import { currentLanguage, t } from './language.js'
import { attempt, inspect } from './library.js'
import { prose, visible } from './visible.js'

export const checkPanel = (studio) => {
  const result = slot()
  return {
    node: element('div', {}, result),
    update: () => result.replaceChildren(...report(studio)),
  }
}

const report = (studio) => {
  const { editor } = studio
  const text = editor.text
  if (text.trim() === '') {
    editor.underline([])
    return [element('h2', {}, t('check')), element('p', { class: 'lead' }, t('empty'))]
  }
  const [url] = urlsOf(text)
  if (url !== undefined) {
    editor.underline([])
    return [
      element('h2', {}, t('isAddress')),
      element('p', {}, t('isAddressHint')),
      element('div', { class: 'tools' }, button(t('fetch', new URL(url).host), () => studio.openAddress(text))),
    ]
  }
  const { result, error } = attempt(() => inspect(text))
  if (error !== null) {
    const finding = errorAsFinding(error, text)
    editor.underline(finding === null ? [] : [finding])
    const jump = finding === null ? null : button(t('position', error.line, error.column), () => editor.select(finding.from, finding.to), { class: 'plain' })
    return [element('h2', {}, t('unreadable')), errorBox(error, studio), jump].filter((part) => part !== null)
  }
  // a click while the text is newer than its findings does nothing
  const apply = (findings) => {
    if (editor.text === text) editor.change(findings.map(({ from, to, replacement }) => ({ from, to, insert: replacement })))
  }
  editor.underline(result.findings, (finding) =>
    isFixable(finding) ? [{ name: t('fix', finding.replacement), apply: () => apply([finding]) }] : [],
  )
  const fixes = independent(result.findings.filter(isFixable))
  return [
    element('h2', {}, result.title === null ? t('unknownFormat') : formatName(result.title)),
    element('p', { class: 'small' }, result.profile ?? '', ' · ', t('bytes', new TextEncoder().encode(text).length)),
    element('p', { class: result.valid ? 'box neutral' : 'box bad' }, summary(result)),
    fixes.length > 1 ? button(t('fixAll', fixes.length), () => apply(fixes)) : null,
    element('ol', { class: 'findings' }, result.findings.map((finding) => row(finding, studio, apply))),
    result.omitted > 0 ? element('p', {}, t('omitted', result.omitted)) : null,
    agentSummary(result.model, false),
    result.model === null ? null : model(result.model),
  ].filter((part) => part !== null)
}

const summary = ({ valid, findings }) => {
  const count = (severity) => findings.filter((finding) => finding.severity === severity).length
  if (findings.length === 0) return t('noProblems')
  return `${valid ? t('valid') : t('notValid')} ${t('counts', count('error'), count('warning'), count('note'))}`
}

const isFixable = ({ replacement, from, to }) => replacement !== null && from !== null && to !== null

// Fixes of places that do not overlap: of two for one place, the first.
const independent = (findings) => {
  const kept = []
  for (const finding of [...findings].sort((a, b) => a.from - b.from)) {
    if (kept.length === 0 || kept.at(-1).to <= finding.from) kept.push(finding)
  }
  return kept
}

const row = (finding, studio, apply) =>
  element(
    'li',
    { class: `finding ${finding.severity}` },
    ...said(finding),
    element(
      'div',
      { class: 'actions' },
      isFixable(finding) ? button([t('fix', ''), element('code', {}, ...visible(finding.replacement))], () => apply([finding])) : null,
      finding.from === null
        ? null
        : button(t('position', finding.line, finding.column), () => studio.editor.select(finding.from, finding.to), { class: 'plain' }),
      explainButton(finding.rule, studio),
    ),
  )

// In Chinese: the translated message, else the rule's translated summary before the English message, which says that it is English.
const said = ({ severity, message, help, rule }) => {
  const tag = element('span', { class: 'tag' }, t(severity))
  const isEnglish = currentLanguage() === 'en'
  const translated = isEnglish ? message : inChinese(message)
  const english = (text, title) => element('p', { class: 'small', lang: 'en' }, element('span', { lang: 'zh-CN' }, title), ...prose(text))
  if (translated !== null) {
    const row = [element('p', {}, tag, ' ', ...prose(translated))]
    const summary = isEnglish ? null : ruleInChinese(rule)
    if (summary !== null) row.push(element('p', { class: 'small' }, t('ruleIs'), ...prose(summary)))
    if (help !== null) row.push(isEnglish ? element('p', { class: 'small' }, ...prose(help)) : english(help, t('inEnglish')))
    return row
  }
  const summary = ruleInChinese(rule)
  return [
    element('p', {}, tag, ' ', ...(summary === null ? [t('noTranslation')] : prose(summary))),
    english(help === null ? message : `${message}; ${help}`, t('inEnglish')),
  ]
}

const model = (value) =>
  element(
    'details',
    {},
    element('summary', {}, t('model')),
    element('p', { class: 'small' }, t('unverified')),
    element('pre', { tabindex: '0' }, ...visible(JSON.stringify(value, null, 2))),
  )
