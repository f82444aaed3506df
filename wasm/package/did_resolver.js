// DID documents over HTTPS, from hosts that the caller names.

import { boundedBytes } from './bytes.js'

export { boundedBytes } from './bytes.js'

const MAX_DOCUMENT_BYTES = 262_144
const FETCH_TIMEOUT = 10_000
const MAX_KEPT_DOCUMENTS = 10_000
const FAILURE_LIFETIME = 30_000
const MAX_FETCHES_AT_ONCE = 64
const MAX_FETCHES_PER_MINUTE = 300
// a third of them is for DIDs that resolved before: forged requests cannot use it up
const MAX_FETCHES_OF_NEW_DIDS_PER_MINUTE = 200

/**
 * A resolver of DID documents. `hosts` are the hosts that it may ask, with the port if it is not 443, or a function that decides. A document is kept for
 * `maxAge` seconds. A name that leads to a private address is asked like any other: name hosts that you trust.
 */
export function didResolver({ hosts, maxAge = 300, fetch: fetchDocument = fetch, now = Date.now }) {
  if (typeof hosts !== 'function' && !Array.isArray(hosts)) throw new TypeError('`hosts` has no default: pass a list of hosts, or a function')
  const allows = typeof hosts === 'function' ? hosts : (host) => hosts.includes(host)
  const documents = new Kept()
  const failures = new Kept()
  const underWay = new Map()
  let window = { minute: 0, fetches: 0 }

  const load = async (url) => {
    const minute = Math.floor(now() / 60_000)
    if (window.minute !== minute) window = { minute, fetches: 0 }
    const limit = documents.has(url) ? MAX_FETCHES_PER_MINUTE : MAX_FETCHES_OF_NEW_DIDS_PER_MINUTE
    if (window.fetches >= limit || underWay.size >= MAX_FETCHES_AT_ONCE) throw new Error('too many fetches; try again later')
    window.fetches += 1
    const response = await fetchDocument(url, {
      // `error` is not everywhere; a redirect is no status 200
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      headers: { accept: 'application/did+json, application/json' },
      signal: AbortSignal.timeout(FETCH_TIMEOUT),
    })
    if (response.status === 404 || response.status === 410) {
      failures.keep(url, null, now() + FAILURE_LIFETIME)
      return null
    }
    const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
    if (isRedirect) throw new Error(`${url}: found a redirect, which is not followed`)
    if (response.status !== 200) throw new Error(`${url}: HTTP status ${response.status}`)
    const document = await boundedBytes(response, MAX_DOCUMENT_BYTES)
    documents.keep(url, document, now() + maxAge * 1000)
    return document
  }

  return async ({ kind, url }, { explain = () => {} } = {}) => {
    if (kind !== 'didDocument' || url === null) return null
    const { protocol, host } = new URL(url)
    if (protocol !== 'https:' || !allows(host)) {
      explain(`${host} is not in \`hosts\``)
      return null
    }
    const kept = documents.get(url, now()) ?? failures.get(url, now())
    if (kept === undefined && !underWay.has(url)) underWay.set(url, load(url).finally(() => underWay.delete(url)))
    const found = kept === undefined ? await underWay.get(url) : kept
    if (found === null) explain(`${url}: there is no such document`)
    return found
  }
}

/** Replies by URL, the newest ones. */
class Kept {
  #entries = new Map()

  has(url) {
    return this.#entries.has(url)
  }

  get(url, now) {
    const entry = this.#entries.get(url)
    return entry !== undefined && now < entry.expires ? entry.reply : undefined
  }

  keep(url, reply, expires) {
    this.#entries.delete(url)
    this.#entries.set(url, { reply, expires })
    if (this.#entries.size > MAX_KEPT_DOCUMENTS) this.#entries.delete(this.#entries.keys().next().value)
  }
}
