// Errors as a person reads them.

import { button, element } from './element.js'
import { t } from './language.js'
import { prose, visible } from './visible.js'

/** A finding in the place of an error that says where it is, so that the editor can underline it. */
export const errorAsFinding = (error, text) => {
  const from = error.from ?? offsetOf(text, error.line, error.column)
  return from === null ? null : { severity: 'error', message: error.message, from, to: error.to ?? from + 1 }
}

// Lines and columns count from 1, columns in Unicode characters.
const offsetOf = (text, line, column) => {
  if (line === null || line === undefined) return null
  let start = 0
  for (let count = 1; count < line; count += 1) {
    const end = text.indexOf('\n', start)
    if (end === -1) return text.length
    start = end + 1
  }
  const before = [...text.slice(start, start + 2 * column)].slice(0, column - 1).join('')
  return start + before.length
}

/** A box that shows an error, with a button that explains its code. */
export const errorBox = (error, studio) => {
  if (error.code === undefined) return element('p', { class: 'box bad' }, ...visible(String(error)))
  const isBug = error.code === 'internal'
  return element(
    'div',
    { class: 'box bad', role: isBug ? 'alert' : null },
    element('p', {}, isBug ? t('panicked') : '', isBug ? ' ' : '', t('inEnglish'), element('span', { lang: 'en' }, ...prose(error.message))),
    error.line ? element('p', { class: 'small' }, t('position', error.line, error.column)) : null,
    error.code === 'usage' || isBug ? null : explainButton(error.code, studio),
  )
}

/** A button that opens the explanation of a rule or code. */
export const explainButton = (id, studio) =>
  button(element('code', {}, id), () => studio.explain(id), { class: 'plain', 'aria-label': t('explainId', id) })
