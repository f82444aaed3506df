// "Sign": with a key that is made here and stays here.

import { button, checkbox, choice, element, field, place as slot } from './element.js'
import { createEditor } from './editor.js'
import { errorBox } from './errors.js'
import { saveAs } from './download.js'
import { t } from './language.js'
import { attempt, inspect, sign } from './library.js'
import { createKey, didDocumentFor, KEY_TYPES } from './signing_key.js'

const DAY_MILLISECONDS = 86_400_000

export const signPanel = (studio) => {
  const state = studio.state('sign', { type: KEY_TYPES[0], key: null, did: '', suggested: '', days: '90', replace: false, didDocument: '' })
  const keyMade = () => (state.key === null ? [] : [element('p', { class: 'box good' }, t('keyMade', state.type))])
  const status = slot(...keyMade())
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

  const expiry = field(t('expiresAfter'), choice(['1', '30', '90', '365', ''].map((days) => [days, days === '' ? t('never') : days === '1' ? t('oneDay') : t('days', days)]), state.days, (event) => (state.days = event.target.value)))
  // a key is made by this button alone
  const make = async () => {
    try {
      state.key = await createKey(state.type)
      showKey()
      status.replaceChildren(...keyMade())
    } catch (error) {
      status.replaceChildren(errorBox(error, studio))
    }
  }
  const makeButton = button('', make, { class: 'plain' })
  const signButton = button(t('signNow'), () => signIt(), { 'aria-describedby': 'sign-hint' })
  const hint = element('p', { class: 'small', id: 'sign-hint' })
  const showKey = () => {
    makeButton.textContent = t(state.key === null ? 'createKey' : 'replaceKey')
    signButton.disabled = state.key === null
    hint.textContent = state.key === null ? t('keyFirst') : ''
  }
  const signIt = async () => {
    const method = `${state.did}#key-1`
    try {
      const signed = await sign(studio.editor.text, options(state, method, studio.editor.text))
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
      const isSigned = !state.replace && /replace/.test(error.message)
      status.replaceChildren(errorBox(error, studio), ...(isSigned ? [element('p', {}, t('replaceHint', t('replaceSignature')))] : []))
    }
  }
  showKey()
  return {
    node: element(
      'div',
      {},
      element('h2', {}, t('sign')),
      element('p', { class: 'small' }, t('signHint')),
      field(t('did'), did),
      field(t('keyType'), choice(KEY_TYPES.map((type) => [type, type]), state.type, (event) => {
        Object.assign(state, { type: event.target.value, key: null })
        status.replaceChildren()
        showKey()
      })),
      expiry,
      checkbox(t('replaceSignature'), element('input', { type: 'checkbox', checked: state.replace, change: (event) => (state.replace = event.target.checked) })),
      element('div', { class: 'tools' }, makeButton, signButton),
      hint,
      status,
      publish,
    ),
    update: () => {
      studio.editor.underline([])
      expiry.hidden = !hasExpiry(studio.editor.text)
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

// cards and envelopes have no place for an expiry
const WITHOUT_EXPIRY = new Set(['a2a-card', 'seed-card', 'envelope'])
const hasExpiry = (text) => !(attempt(() => inspect(text)).result?.formats ?? []).some((format) => WITHOUT_EXPIRY.has(format))

const options = ({ key, days, replace }, keyId, text) => ({
  keyId,
  key,
  ...(days === '' || !hasExpiry(text) ? {} : { expires: new Date(Date.now() + Number(days) * DAY_MILLISECONDS) }),
  ...(replace ? { replace } : {}),
})
