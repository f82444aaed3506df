// The functions of the package, over a WebAssembly instance that `start` makes.

import { base64url, fromBase64url } from './bytes.js'
import { AdpError } from './errors.js'
import { withWebCrypto } from './host.js'
import { publicJwk, random, signerOf } from './keys.js'
import { makeRequestVerifier } from './request_verifier.js'

export { AdpError } from './errors.js'

// How often, and for how many documents, `resolveAndVerify` asks its resolver: a document can name others.
const MAX_ROUNDS = 8
const MAX_NEEDS = 64
const CHALLENGE_BYTES = 16

/** Any `domain` is accepted. */
export const ANY = Object.freeze({ any: true })
/** The `domain` must be the host of `fetchedFrom`. */
export const AS_FETCHED = Object.freeze({ asFetched: true })

// what `JSON.stringify` makes `{}` of, without a word
const NO_DOCUMENTS = ['Promise', 'Response', 'Request', 'Blob', 'Map', 'Set', 'ReadableStream', 'URL', 'Date']

const text = (document) => {
  if (typeof document === 'string') return document
  if (document instanceof Uint8Array) return decoded(document)
  if (document instanceof ArrayBuffer) return decoded(new Uint8Array(document))
  const kind = Object.prototype.toString.call(document).slice(8, -1)
  if (kind === 'Promise') throw new TypeError('expected a document, found a Promise: await it first')
  if (NO_DOCUMENTS.includes(kind) || ArrayBuffer.isView(document)) throw new TypeError(`expected a document: a string, bytes or an object; found a ${kind}`)
  if (document !== null && typeof document === 'object' && !Array.isArray(document)) return JSON.stringify(document)
  throw new TypeError('expected a document: a string, bytes or an object')
}

const decoded = (bytes) => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new AdpError({ code: 'json-encoding', class: 'refused', message: 'the document is not UTF-8' })
  }
}

const texts = (documents) =>
  Object.fromEntries(Object.entries(documents ?? {}).map(([name, document]) => [name, text(document)]))

const time = (value) => {
  const date = value === undefined ? new Date() : value
  if (date instanceof Date && Number.isNaN(date.getTime())) throw new TypeError('expected a time, found an invalid Date')
  return date instanceof Date ? date.toISOString() : String(date)
}

// a host is often passed as the URL that it was taken from
const host = (domain) => {
  if (typeof domain !== 'string') return domain
  const url = /^https?:\/\/([^/?#]*)/.exec(domain)
  if (url !== null) throw new TypeError(`\`domain\`: expected a host, found a URL; pass ${JSON.stringify(url[1])}`)
  if (domain === '') throw new TypeError('`domain` is empty; pass a host, or null for a document of no host')
  return domain
}

// Times become text and documents too; what is undefined was not given.
const forVerify = ({ didDocuments, artifacts, keySets, keySet, at, notBefore, ...rest } = {}) => {
  if (!('domain' in rest) || rest.domain === undefined) {
    throw new TypeError('`domain` has no default: pass a host, null for a document of no host, or ANY')
  }
  return {
    ...rest,
    domain: host(rest.domain),
    at: time(at),
    ...(notBefore === undefined ? {} : { notBefore: time(notBefore) }),
    didDocuments: texts(didDocuments),
    artifacts: texts(artifacts),
    keySets: texts(keySets),
    ...(keySet === undefined ? {} : { keySet: text(keySet) }),
  }
}

/**
 * The functions over an instance.
 * @param {() => Record<string, Function>} start makes a new instance and returns its functions
 */
export function makeApi(start) {
  let functions = start()
  // which instance it is: what one remembers, no other knows
  let generation = 1

  const call = (name, ...values) => {
    let answer
    try {
      answer = JSON.parse(functions[name](...values))
    } catch (error) {
      // a panic, or a stack that was too deep: the instance is left in the middle of something
      functions = start()
      generation += 1
      throw new AdpError({
        code: 'internal',
        class: 'undecided',
        message: `a bug in this package, not an error in the document (${name}: ${error.message}); please report it`,
      })
    }
    if (answer.error) throw new AdpError(answer.error)
    return answer.result
  }

  const withOptions = (name, documents, options) => call(name, ...documents.map(text), JSON.stringify(options))

  const verify = (document, options) => withOptions('verify', [document], forVerify(options))

  return {
    inspect: (document, { at, ...options } = {}) => withOptions('inspect', [document], { ...options, at: time(at) }),
    verify,
    needs: (document, options) => withOptions('needs', [document], forVerify(options)),
    signers: (document, options = {}) =>
      withOptions('needs', [document], forVerify({ domain: ANY, ...options }))
        .filter((need) => need.kind === 'didDocument')
        .map((need) => need.name),
    covers: (document, options = {}) => withOptions('covers', [document], options),
    diff: (old, next, options = {}) => withOptions('diff', [old, next], options),
    convert: (document, options) => withOptions('convert', [document], options),
    explain: (id) => call('explain', String(id)),
    findSecret: (document) => call('findSecret', text(document)),
    requestVerifier: (options) =>
      makeRequestVerifier({ call, generation: () => generation, abandon: (check) => functions.abandonRequest(check), text, time }, options),
    resolveAndVerify: async (document, { resolve, ...options }) => {
      const given = { ...options, at: time(options.at) }
      const supplied = { didDocuments: { ...options.didDocuments }, artifacts: { ...options.artifacts }, keySets: { ...options.keySets } }
      const places = { didDocument: supplied.didDocuments, artifact: supplied.artifacts, keySet: supplied.keySets }
      const asked = new Set()
      const reasons = new Map()
      const answered = async (need) => {
        const explain = (reason) => reasons.set(need.name, reason)
        try {
          return [need, await resolve(need, { explain })]
        } catch (cause) {
          const error = { code: 'net-connect', class: 'undecided', message: `${need.name} could not be resolved: ${cause?.message ?? cause}` }
          throw Object.assign(new AdpError(error), { cause })
        }
      }
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const open = withOptions('needs', [document], forVerify({ ...given, ...supplied })).filter(
          ({ kind, name }) => kind in places && !asked.has(`${kind} ${name}`),
        )
        if (open.length === 0) break
        const replies = await Promise.all(open.slice(0, MAX_NEEDS - asked.size).map(answered))
        for (const [{ kind, name }, reply] of replies) {
          asked.add(`${kind} ${name}`)
          if (reply !== null && reply !== undefined) places[kind][name] = reply
        }
        if (asked.size >= MAX_NEEDS) break
      }
      const found = await withWebCrypto(() => verify(document, { ...given, ...supplied }))
      const reason = reasons.get(found.claimedSigner) ?? [...reasons.values()][0]
      if (found.error?.code === 'net-offline' && reason !== undefined) found.error.message += `: ${reason}`
      return found
    },
    sign: async (document, { key, publicKey, sign, created, expires, keyId, method, domain, challenge, ...options }) => {
      const signer = await signerOf({ key, sign })
      const jwk = await publicJwk(publicKey ?? key)
      if (jwk === undefined) throw new TypeError('`publicKey` is missing: the private key cannot be exported, so pass the pair, or the public key as a CryptoKey or JWK')
      const given = {
        ...options,
        method: keyId ?? method,
        ...(domain === undefined ? {} : { domain: host(domain), challenge: challenge ?? random(CHALLENGE_BYTES) }),
        ...(domain === undefined && challenge !== undefined ? { challenge } : {}),
        publicKey: JSON.stringify(jwk),
        created: time(created),
        ...(expires === undefined ? {} : { expires: time(expires) }),
      }
      if (given.method === undefined) throw new TypeError('`keyId` is missing: pass the DID URL of the key, such as did:wba:hotel.example#key-1')
      const signatures = []
      for (;;) {
        const made = withOptions('sign', [document], { ...given, signatures })
        if (made.payload === undefined) return made.text
        signatures.push(base64url(await signer(fromBase64url(made.payload))))
      }
    },
  }
}
