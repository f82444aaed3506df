// "Compare": the changes from an older document to the one in the editor, by class.

import { button, element, place as slot } from './element.js'
import { createEditor } from './editor.js'
import { errorBox, explainButton } from './errors.js'
import { jsonPlaces } from './json_places.js'
import { t } from './language.js'
import { attempt, diff } from './library.js'
import { prose, visible } from './visible.js'

const CLASSES = ['breaking', 'changed', 'text', 'cosmetic']

export const diffPanel = (studio) => {
  const state = studio.state('diff', { older: '' })
  const result = slot()
  const place = element('div', { class: 'editor small-editor' })
  const update = () => result.replaceChildren(...report(studio, older))
  const change = () => {
    state.older = older.text
    studio.later(update)
  }
  const older = createEditor(place, { label: 'olderDocument', text: state.older, onChange: change })
  const use = () => older.replace(studio.editor.text)
  return {
    node: element(
      'div',
      {},
      element('h2', {}, t('diff')),
      element('p', { class: 'small' }, t('diffHint')),
      element('div', { class: 'tools' }, button(t('useAsOlder'), use, { class: 'plain' })),
      element('h3', {}, t('olderDocument')),
      place,
      result,
    ),
    update,
  }
}

const report = (studio, older) => {
  studio.editor.underline([])
  if (older.text.trim() === '' || studio.editor.text.trim() === '') return []
  const { result, error } = attempt(() => diff(older.text, studio.editor.text))
  if (error !== null) return [errorBox(error, studio)]
  const places = jsonPlaces(studio.editor.text)
  const groups = CLASSES.map((name) => [name, result.changes.filter((change) => change.class === name)]).filter(([, changes]) => changes.length > 0)
  return [
    element('p', { class: result.breaking ? 'box bad' : 'box good' }, result.changes.length === 0 ? t('noChanges') : t(result.breaking ? 'breakingChanges' : 'noBreakingChanges')),
    ...groups.flatMap(([name, changes]) => [
      element('h3', {}, t(`class_${name}`), ` (${changes.length})`),
      element('ul', { class: 'rows' }, changes.map((change) => row(change, places, studio))),
    ]),
    ...(result.omitted > 0 ? [element('p', {}, t('omitted', result.omitted))] : []),
  ]
}

const row = ({ pointer, rule, detail }, places, studio) => {
  const place = places.get(pointer)
  const jump = place === undefined ? null : button(element('code', {}, ...visible(pointer === '' ? '/' : pointer)), () => studio.editor.select(place.from, place.to), { class: 'plain' })
  return element('li', {}, element('p', {}, t('inEnglish'), element('span', { lang: 'en' }, ...prose(detail))), element('div', { class: 'actions' }, jump ?? element('code', {}, ...visible(pointer)), explainButton(rule, studio)))
}
