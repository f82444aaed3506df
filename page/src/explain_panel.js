// "Explain": a rule or an error code.

import { checkMeaning, checkName } from './check_names.js'
import { element, field, place as slot } from './element.js'
import { errorBox } from './errors.js'
import { ruleInChinese } from './findings_zh.js'
import { currentLanguage, t } from './language.js'
import { attempt, explain } from './library.js'
import { prose, visible } from './visible.js'

const PARTS = ['summary', 'rule', 'why', 'fix', 'source']
const EXAMPLES = ['wrong', 'right']

export const explainPanel = (studio) => {
  const input = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', input: () => update() })
  const result = slot()
  const update = () => result.replaceChildren(...explanation(input.value.trim(), studio))
  return {
    node: element('div', {}, element('h2', {}, t('explain')), field(t('ruleOrCode'), input), result),
    update,
    show: (id) => {
      input.value = id
      update()
    },
  }
}

const explanation = (id, studio) => {
  if (id === '') return [element('p', { class: 'small' }, t('explainHint'))]
  const meaning = checkMeaning(id)
  if (meaning !== null) {
    return [element('h3', {}, checkName(id)), element('dl', {}, element('dt', {}, t('explain_check')), element('dd', {}, element('code', {}, ...visible(id))), element('dt', {}, t('explain_rule')), element('dd', {}, ...prose(meaning)))]
  }
  const { result, error } = attempt(() => explain(id))
  if (error !== null) return [errorBox(error, studio)]
  const parts = PARTS.filter((part) => result[part]).flatMap((part) => [
    element('dt', {}, t(`explain_${part}`)),
    element('dd', { lang: 'en' }, t('inEnglish'), ...prose(result[part])),
  ])
  const examples = EXAMPLES.filter((part) => result[part]).flatMap((part) => [
    element('h3', {}, t(`explain_${part}`)),
    element('pre', { tabindex: '0', 'aria-label': t(`explain_${part}`) }, ...visible(pretty(result[part]))),
  ])
  const chinese = currentLanguage() === 'en' ? null : ruleInChinese(id)
  const summary = chinese === null ? null : element('p', {}, ...prose(chinese))
  return [element('h3', {}, element('code', {}, result.id ?? result.code)), ...(summary === null ? [] : [summary]), element('dl', {}, parts), ...examples]
}

const pretty = (text) => {
  const { result, error } = attempt(() => JSON.stringify(JSON.parse(text), null, 2))
  return error === null ? result : text
}
