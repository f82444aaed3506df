// The functions of the package, over a WebAssembly instance that `start` makes.

import { makeRequestVerifier } from './request_verifier.js'

// How often, and for how many documents, `resolveAndVerify` asks its resolver: a document can name others.
const MAX_ROUNDS = 8
const MAX_NEEDS = 64

/** Why there is no result. */
export class AdpError extends Error {
  constructor(error) {
    super(error.message)
    this.name = 'AdpError'
    this.code = error.code
    this.class = error.class
    this.pointer = error.pointer ?? null
    this.line = error.line ?? null
    this.column = error.column ?? null
    this.from = error.from ?? null
    this.to = error.to ?? null
  }
}

/** Any `domain` is accepted. */
export const ANY = Object.freeze({ any: true })
/** The `domain` must be the host of `fetchedFrom`. */
export const AS_FETCHED = Object.freeze({ asFetched: true })

const text = (document) => {
  if (typeof document === 'string') return document
  if (document instanceof Uint8Array) return decoded(document)
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
  return date instanceof Date ? date.toISOString() : String(date)
}

// Times become text and documents too; what is undefined was not given.
const forVerify = ({ didDocuments, artifacts, keySets, keySet, at, notBefore, ...rest } = {}) => {
  if (!('domain' in rest) || rest.domain === undefined) {
    throw new TypeError('`domain` has no default: pass a host, null for a document of no host, or ANY')
  }
  return {
    ...rest,
    at: time(at),
    ...(notBefore === undefined ? {} : { notBefore: time(notBefore) }),
    didDocuments: texts(didDocuments),
    artifacts: texts(artifacts),
    keySets: texts(keySets),
    ...(keySet === undefined ? {} : { keySet: text(keySet) }),
  }
}

const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')

const fromBase64url = (value) => {
  const binary = atob(value.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

const webCryptoAlgorithm = (key) =>
  key.algorithm.name === 'ECDSA' ? { name: 'ECDSA', hash: 'SHA-256' } : { name: key.algorithm.name }

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

  return {
    inspect: (document, { at, ...options } = {}) => withOptions('inspect', [document], { ...options, at: time(at) }),
    verify: (document, options) => withOptions('verify', [document], forVerify(options)),
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
      makeRequestVerifier(
        { call, generation: () => generation, abandon: (check) => functions.abandonRequest(check), text, time, base64url },
        options,
      ),
    resolveAndVerify: async (document, { resolve, ...options }) => {
      const given = { ...options, at: time(options.at) }
      const supplied = { didDocuments: { ...options.didDocuments }, artifacts: { ...options.artifacts }, keySets: { ...options.keySets } }
      const places = { didDocument: supplied.didDocuments, artifact: supplied.artifacts, keySet: supplied.keySets }
      const asked = new Set()
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const open = withOptions('needs', [document], forVerify({ ...given, ...supplied })).filter(
          ({ kind, name }) => kind in places && !asked.has(`${kind} ${name}`),
        )
        if (open.length === 0) break
        const replies = await Promise.all(open.slice(0, MAX_NEEDS - asked.size).map(async (need) => [need, await resolve(need)]))
        for (const [{ kind, name }, reply] of replies) {
          asked.add(`${kind} ${name}`)
          if (reply !== null && reply !== undefined) places[kind][name] = reply
        }
        if (asked.size >= MAX_NEEDS) break
      }
      return withOptions('verify', [document], forVerify({ ...given, ...supplied }))
    },
    sign: async (document, { key, publicKey, sign, created, expires, ...options }) => {
      const jwk = publicKey ?? key?.publicKey
      const exported = jwk instanceof CryptoKey ? await crypto.subtle.exportKey('jwk', jwk) : jwk
      if (exported === undefined) throw new TypeError('`publicKey` is missing: pass a CryptoKey or a JWK')
      const { kty, crv, x, y } = exported
      const secret = key?.privateKey ?? key
      const signer = sign ?? ((payload) => crypto.subtle.sign(webCryptoAlgorithm(secret), secret, payload))
      const given = {
        ...options,
        publicKey: JSON.stringify({ kty, crv, x, ...(y === undefined ? {} : { y }) }),
        created: time(created),
        ...(expires === undefined ? {} : { expires: time(expires) }),
      }
      const signatures = []
      for (;;) {
        const made = withOptions('sign', [document], { ...given, signatures })
        if (made.payload === undefined) return made.text
        signatures.push(base64url(await signer(fromBase64url(made.payload))))
      }
    },
  }
}
