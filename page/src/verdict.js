// The verdict: one sentence with signer, host and time, which stays on the screen and is the only thing that a screen reader hears after each change.

import { urlsOf } from './address.js'
import { checkName } from './check_names.js'
import { t } from './language.js'
import { ANY, AS_FETCHED, attempt, needs, verify } from './library.js'
import { plain } from './visible.js'

const UNSIGNED = new Set(['proof-missing', 'jws-missing'])

export const EXPECTATIONS = { domain: 'any', host: '', signer: '', fetchedFrom: '', challenge: '', problem: null }

const optionsOf = (state, supplies) => {
  const domains = { any: ANY, none: null, host: state.host, fetched: AS_FETCHED }
  const options = { domain: domains[state.domain], ...supplies.options() }
  for (const name of ['signer', 'fetchedFrom', 'challenge']) if (state[name] !== '') options[name] = state[name]
  return options
}

/** A function that returns `{state, found, needed, error}` of the document, computed once for the same input. */
export const createVerification = (studio) => {
  let key
  let last
  return () => {
    const text = studio.editor.text
    const options = optionsOf(studio.state('verify', EXPECTATIONS), studio.supplies)
    const next = JSON.stringify([text, options])
    if (next !== key) [key, last] = [next, verification(text, options)]
    return last
  }
}

const verification = (text, options) => {
  const none = { found: null, needed: [], error: null, at: new Date() }
  // the address of a document is not a broken document
  if (text.trim() === '' || urlsOf(text).length > 0) return { ...none, state: 'empty' }
  const { result, error } = attempt(() => ({ found: verify(text, options), needed: needs(text, options) }))
  if (error !== null) return { ...none, state: error.line || error.code?.startsWith('json-') ? 'unreadable' : 'unverifiable', error }
  const { found, needed } = result
  const state = found.verified ? 'verified' : UNSIGNED.has(found.error?.code) ? 'unsigned' : needed.length > 0 ? 'waiting' : 'refused'
  return { ...none, state, found, needed }
}

/** What is needed, within a sentence. */
export const needName = ({ kind, name }) => `${t(`need_${kind}`).replace(/^[TA](?=[a-z])/, (letter) => letter.toLowerCase())} ${plain(name)}`

/** Whether a check failed only because something was not supplied yet. */
export const isWaitingCheck = ({ name, result, detail }, state) =>
  state === 'waiting' && result === 'fail' && (name === 'resolve' || /\bnet-offline\b/.test(detail ?? ''))

const minute = (time) => time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*$/, '$1 $2 UTC')

const hostOf = ({ domain, identity }) => {
  if (domain) return domain
  const [, host] = /^did:(?:wba|web):([^:#?]+)/.exec(identity ?? '') ?? []
  return host === undefined ? null : decodeURIComponent(host)
}

/** The sentence of a verification. */
export const sentence = ({ state, found, needed, error }) => {
  if (state === 'verified') {
    const host = hostOf(found)
    const parts = [
      t('signedBy', plain(found.identity ?? t('signerUnknown'))),
      host === null ? '' : t('forHost', plain(host)),
      found.created ? t('signedOn', minute(found.created)) : '',
      found.expires ? t('validUntil', minute(found.expires)) : '',
    ]
    return `${t('verified')}${t('stop')}${parts.join('')}${t('end')}`
  }
  if (state === 'waiting') return t('waitingFor', needed.map(needName).join(t('and')))
  if (state === 'refused') {
    const failed = found.checks.filter(({ result }) => result === 'fail').map(({ name }) => t('quoted', checkName(name)))
    return failed.length === 0 ? `${t('notVerified')}${t('end')}` : t('refusedBecause', failed.join(t('and')))
  }
  if (state === 'unreadable' && error.line) return `${t('unreadable')}${t('stop')}${t('position', error.line, error.column)}${t('end')}`
  return t(`verdict_${state}`)
}

/** Shows it. The text is only replaced if it differs, so that it is announced once. */
export const showVerdict = (found) => {
  const [bar, text, time] = ['verdict-bar', 'verdict', 'verdict-time'].map((id) => document.getElementById(id))
  const next = sentence(found)
  bar.dataset.state = found.state
  if (text.textContent !== next) text.textContent = next
  time.textContent = found.state === 'empty' ? '' : t('checkedAt', found.at.toLocaleTimeString(document.documentElement.lang))
}
