// "Sign": with a key that is made here and stays here.

import { button, checkbox, choice, element, field, live } from './element.js'
import { createEditor } from './editor.js'
import { errorBox } from './errors.js'
import { saveAs } from './download.js'
import { t } from './language.js'
import { attempt, sign } from './library.js'
import { createKey, didDocumentFor, KEY_TYPES } from './signing_key.js'

const DAY_MILLISECONDS = 86_400_000

export const signPanel = (studio) => {
  const state = studio.state('sign', { type: KEY_TYPES[0], key: null, did: '', suggested: '', days: '', replace: false, didDocument: '' })
  const keyMade = () => (state.key === null ? [] : [element('p', { class: 'box good' }, t('keyMade', state.type))])
  const status = live(...keyMade())
  const place = element('div', { class: 'editor small-editor' })
  const published = createEditor(place, { label: 'didDocument', text: state.didDocument, readOnly: true })
  const publish = element(
    'section',
    { hidden: state.didDocument === '' },
    element('h3', {}, t('didDocument')),
    element('p', { class: 'small' }, t('publishDid')),
    place,
    element('div', { class: 'tools' }, button(t('save'), () => saveAs('did.json', published.text), { class: 'plain' })),
  )
  const did = element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', value: state.did, input: () => (state.did = did.value.trim()) })

  const make = async () => {
    try {
      state.key = await createKey(state.type)
      status.replaceChildren(...keyMade())
    } catch (error) {
      status.replaceChildren(errorBox(error, studio))
    }
  }
  const signIt = async () => {
    if (state.key === null) await make()
    if (state.key === null) return
    const method = `${state.did}#key-1`
    try {
      const signed = await sign(studio.editor.text, options(state, method))
      state.didDocument = await didDocumentFor(state.did, method, state.key)
      studio.supplies.supply('didDocument', state.did, state.didDocument, 'made')
      published.replace(state.didDocument)
      publish.hidden = false
      studio.editor.replace(signed)
      status.replaceChildren(
        element('p', { class: 'box good' }, t('signed')),
        element('div', { class: 'tools' }, button(t('verifyIt'), () => studio.open('verify')), button(t('save'), () => saveAs('signed.json', signed), { class: 'plain' })),
      )
    } catch (error) {
      status.replaceChildren(errorBox(error, studio))
    }
  }
  return {
    node: element(
      'div',
      {},
      element('h2', {}, t('sign')),
      element('p', { class: 'small' }, t('signHint')),
      field(t('did'), did),
      field(t('keyType'), choice(KEY_TYPES.map((type) => [type, type]), state.type, (event) => Object.assign(state, { type: event.target.value, key: null }))),
      field(t('expiresAfter'), choice(['', '1', '30', '90', '365'].map((days) => [days, days === '' ? t('never') : t('days', days)]), state.days, (event) => (state.days = event.target.value))),
      checkbox(t('replaceSignature'), element('input', { type: 'checkbox', checked: state.replace, change: (event) => (state.replace = event.target.checked) })),
      element('div', { class: 'tools' }, button(t('createKey'), make, { class: 'plain' }), button(t('signNow'), signIt)),
      status,
      publish,
    ),
    update: () => {
      studio.editor.underline([])
      if (state.did !== '' && state.did !== state.suggested) return
      did.value = state.did = state.suggested = suggestion(studio.editor.text)
    },
  }
}

// The DID that the document names, or one of the host that it names.
const suggestion = (text) => {
  const { result } = attempt(() => JSON.parse(text))
  if (typeof result?.did === 'string') return result.did
  const url = [result?.['@id'], result?.url, result?.supportedInterfaces?.[0]?.url].find((value) => typeof value === 'string')
  const { result: address } = attempt(() => new URL(url))
  return address === null || address.host === '' ? 'did:wba:agent.example' : `did:wba:${address.host.replace(':', '%3A')}`
}

const options = ({ key, days, replace }, method) => ({
  method,
  key,
  ...(days === '' ? {} : { expires: new Date(Date.now() + Number(days) * DAY_MILLISECONDS) }),
  ...(replace ? { replace } : {}),
})
