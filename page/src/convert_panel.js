// "Convert": the document in another format, and what is lost.

import { button, choice, element, field, place as slot } from './element.js'
import { createEditor } from './editor.js'
import { errorBox } from './errors.js'
import { saveAs } from './download.js'
import { t } from './language.js'
import { attempt, convert, inspect } from './library.js'
import { prose, visible } from './visible.js'

const TARGETS = ['a2a-1.0', 'a2a-0.3', 'adp', 'anp-07', 'mcp-tools', 'seed-card']

export const convertPanel = (studio) => {
  const state = studio.state('convert', { to: null, url: '' })
  // into its own format, a card is not converted
  const target = () => state.to ?? (attempt(() => inspect(studio.editor.text)).result?.formats?.includes('a2a-card') ? 'adp' : TARGETS[0])
  const result = slot()
  const lost = element('ul', { class: 'rows' })
  const place = element('div', { class: 'editor small-editor', hidden: true })
  const written = createEditor(place, { label: 'convertedDocument', readOnly: true })
  const after = element(
    'div',
    { class: 'tools', hidden: true },
    button(t('useAsDocument'), () => studio.editor.replace(written.text), { class: 'plain' }),
    button(t('save'), () => saveAs(`${target()}.json`, written.text), { class: 'plain' }),
  )
  const change = (name, read) => (event) => {
    state[name] = read(event.target)
    update()
  }
  const targets = choice(TARGETS.map((name) => [name, t(`target_${name}`)]), state.to, change('to', (input) => input.value))
  const update = () => {
    targets.value = target()
    const { result: made, error } = attempt(() => (studio.editor.text.trim() === '' ? null : convert(studio.editor.text, options(target(), state))))
    studio.editor.underline([])
    place.hidden = after.hidden = made === null
    if (made !== null) written.replace(made.text)
    result.replaceChildren(error !== null ? errorBox(error, studio) : made === null ? element('p', {}, t('empty')) : summary(made))
    lost.replaceChildren(...(made?.losses ?? []).map(loss))
  }
  return {
    node: element(
      'div',
      {},
      element('h2', {}, t('convert')),
      field(t('target'), targets),
      field(t('convertUrl'), element('input', { type: 'url', value: state.url, input: change('url', (input) => input.value.trim()) })),
      result,
      place,
      after,
      lost,
    ),
    update,
  }
}

const options = (to, { url }) => ({ to, ...(url === '' ? {} : { url }) })

const summary = (made) =>
  element(
    'div',
    {},
    made.losesConsent ? element('p', { class: 'box bad' }, t('losesConsent')) : null,
    element('p', { class: made.losses.length === 0 ? 'box good' : 'box wait' }, made.losses.length === 0 ? t('noLosses') : t('losses', made.losses.length)),
  )

const loss = ({ pointer, severity, reason }) =>
  element(
    'li',
    {},
    element('span', { class: `tag ${severity}` }, t(severity)),
    ' ',
    pointer === '' ? null : element('code', {}, ...visible(pointer)),
    ' ',
    t('inEnglish'),
    element('span', { lang: 'en' }, ...prose(reason)),
  )
