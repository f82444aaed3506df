// Requests, signed with the key of a DID (RFC 9421, RFC 9530, as the Agent Network Protocol uses them).

import { base64 } from './bytes.js'
import { challengeNonce, wantedComponents } from './challenge.js'
import { AdpError } from './errors.js'
import { random, signerOf } from './keys.js'

const LIFETIME = 60
const NONCE_BYTES = 16
const KEY_ID = /^did:[a-z0-9]+:[A-Za-z0-9._~%:-]+#[A-Za-z0-9._~%:-]+$/
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/
const FIELD_VALUE = /^[\t\x20-\x7e]*$/
// credentials come from the key alone
const NOT_THE_CALLERS = ['authorization', 'content-digest', 'signature', 'signature-agent', 'signature-input']

const seconds = (value, option) => {
  const time = value instanceof Date ? value.getTime() : Date.parse(value)
  if (Number.isNaN(time)) throw new TypeError(`\`${option}\`: expected a Date or a time of RFC 3339`)
  return Math.floor(time / 1000)
}

const checked = (keyId) => {
  if (typeof keyId !== 'string' || !KEY_ID.test(keyId)) {
    throw new TypeError(`\`keyId\`: found ${JSON.stringify(keyId)}; expected a DID URL such as did:wba:agent.example#key-1`)
  }
  return keyId
}

const httpUrl = (value) => {
  let url
  try {
    url = new URL(value)
  } catch {
    throw new TypeError(`\`url\`: found ${JSON.stringify(String(value))}; expected an absolute URL such as https://hotel.example/orders`)
  }
  if (!['https:', 'http:'].includes(url.protocol)) throw new TypeError(`\`url\`: found the scheme ${url.protocol}; expected https, or http for an origin that is named`)
  if (url.username !== '' || url.password !== '') throw new TypeError('`url` contains a password; remove it')
  url.hash = ''
  return url
}

const derived = (method, url) => ({
  '@method': method,
  '@target-uri': url.href,
  '@authority': url.host,
  '@scheme': url.protocol.slice(0, -1),
  '@path': url.pathname,
  '@query': url.search === '' ? '?' : url.search,
  '@request-target': url.pathname + url.search,
})

const digestOf = async (body) => `sha-256=:${base64(await crypto.subtle.digest('SHA-256', body))}:`

/** What a component says: its name is one that is known. */
const valueOf = (name, values, headers) => {
  if (name.startsWith('@')) {
    if (values[name] === undefined) throw new TypeError(`\`cover\`: ${name} is no component of a request that can be signed here`)
    return values[name]
  }
  if (!FIELD_NAME.test(name)) throw new TypeError(`\`cover\`: found ${JSON.stringify(name)}; expected the name of a field in lower case`)
  const value = headers.get(name)
  if (value === null) throw new TypeError(`\`cover\`: the request has no field ${name}`)
  if (!FIELD_VALUE.test(value)) throw new TypeError(`the field ${name} has characters that are not ASCII; encode them`)
  return value
}

const fieldsOf = async ({ method, url, headers, body, cover, nonce, created, expires, keyId, signs }) => {
  for (const name of NOT_THE_CALLERS) {
    if (headers.has(name)) throw new TypeError(`the header field ${name} is set by the signature; remove it`)
  }
  const all = new Headers(headers)
  const hasBody = body.length > 0
  if (hasBody) all.set('content-digest', await digestOf(body))
  const extra = [...new Set(cover)].filter((name) => !['@method', '@target-uri', 'content-digest'].includes(name))
  const names = ['@method', '@target-uri', ...extra.filter((name) => name.startsWith('@')), ...(hasBody ? ['content-digest'] : []), ...extra.filter((name) => !name.startsWith('@'))]
  if (!Number.isSafeInteger(created) || !(expires > created)) throw new TypeError('`expires` is not after `created`')
  const params = `(${names.map((name) => `"${name}"`).join(' ')});created=${created};expires=${expires};nonce="${nonce}";keyid="${keyId}"`
  const values = derived(method, url)
  const lines = names.map((name) => `"${name}": ${valueOf(name, values, all)}`)
  const base = [...lines, `"@signature-params": ${params}`].join('\n')
  const signature = await signs(new TextEncoder().encode(base))
  return {
    ...(hasBody ? { 'content-digest': all.get('content-digest') } : {}),
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${base64(signature)}:`,
  }
}

const bytesOf = (body) => {
  if (body === undefined || body === null) return new Uint8Array()
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('`body`: expected a string or bytes, exactly as they are sent')
}

const NONCE = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/

/**
 * The header fields that authenticate a request: `Signature`, `Signature-Input`, and `Content-Digest` where there is a body. Send the same method, URL and
 * body. A server accepts them once.
 */
export async function signRequest({ method = 'GET', url, headers, body, key, sign, keyId, cover = [], nonce, created, expires, ...rest }) {
  const unknown = Object.keys(rest)[0]
  if (unknown !== undefined) throw new TypeError(`unknown option \`${unknown}\``)
  if (!/^[A-Z][A-Z-]*$/.test(method)) throw new TypeError(`\`method\`: found ${JSON.stringify(method)}; expected upper case such as GET`)
  if (!Array.isArray(cover)) throw new TypeError('`cover`: expected a list of names')
  if (nonce !== undefined && !NONCE.test(nonce)) throw new TypeError('`nonce`: expected 1 to 256 visible characters of ASCII, without quotes')
  const made = created === undefined ? Math.floor(Date.now() / 1000) : seconds(created, 'created')
  return fieldsOf({
    method,
    url: httpUrl(url),
    headers: new Headers(headers),
    body: bytesOf(body),
    cover,
    nonce: nonce ?? random(NONCE_BYTES),
    created: made,
    expires: expires === undefined ? made + LIFETIME : seconds(expires, 'expires'),
    keyId: checked(keyId),
    signs: await signerOf({ key, sign }),
  })
}

const isLoopback = ({ hostname }) => hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)

const originsOf = (origins) => {
  // plain http needs a name in a list: others can read and change what it carries
  if (typeof origins === 'function') return (origin) => (origin.startsWith('https:') || isLoopback(new URL(origin))) && origins(origin)
  if (!Array.isArray(origins)) throw new TypeError('`origins` has no default: pass a list such as ["https://hotel.example"], or a function')
  const list = origins.map((origin) => {
    const url = httpUrl(origin)
    if (url.pathname !== '/' || url.search !== '') throw new TypeError(`\`origins\`: found ${origin}; expected an origin such as ${url.origin}`)
    return url.origin
  })
  return (origin) => list.includes(origin)
}

/**
 * A `fetch` that signs each request, and once more with the nonce of the server if the server answers with one. Requests to other `origins` are errors;
 * redirects are not followed, because a signature is for one URL.
 */
export function signedFetch({ key, sign, keyId, origins, cover = [], fetch: send = fetch, now = () => new Date(), ...rest }) {
  const unknown = Object.keys(rest)[0]
  if (unknown !== undefined) throw new TypeError(`unknown option \`${unknown}\``)
  const allows = originsOf(origins)
  checked(keyId)
  if (key === undefined && sign === undefined) throw new TypeError('`key` is missing: pass a key, or a function `sign`')
  if (!Array.isArray(cover)) throw new TypeError('`cover`: expected a list of names')
  let signer
  return async (input, init) => {
    const given = new Request(input, init)
    const url = httpUrl(given.url)
    if (!allows(url.origin)) {
      const message = `credentials may not be sent to ${url.origin}, so nothing was sent; name it in a list \`origins\` if you trust it`
      throw new AdpError({ code: 'auth-origin', class: 'refused', message })
    }
    signer ??= signerOf({ key, sign })
    const signs = await signer.catch((error) => {
      signer = undefined
      throw error
    })
    const body = new Uint8Array(await given.arrayBuffer())
    const headers = new Headers(given.headers)
    const request = async (nonce, wanted) => {
      const created = seconds(now(), 'now')
      const covered = ['@authority', ...(headers.has('content-type') ? ['content-type'] : []), ...cover, ...wanted]
      const fields = await fieldsOf({
        method: given.method, url, headers, body, cover: covered, nonce, created, expires: created + LIFETIME, keyId, signs,
      })
      const { signal } = given
      const sent = new Headers(headers)
      for (const [name, value] of Object.entries(fields)) sent.set(name, value)
      return send(url.href, { method: given.method, headers: sent, ...(body.length > 0 ? { body } : {}), redirect: 'manual', signal })
    }
    const response = await request(random(NONCE_BYTES), [])
    const nonce = response.status === 401 ? challengeNonce(response.headers) : null
    if (nonce === null) return response
    await response.body?.cancel().catch(() => {})
    return request(nonce, wantedComponents(response.headers, (name) => headers.has(name)))
  }
}
