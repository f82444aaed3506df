// Verification of signatures by the platform, which is many times faster than the module. Keys are checked by the module before, and the verdicts
// are the same: ECDSA over SHA-256 has one meaning, and what platforms differ in for Ed25519 the module checks itself.

import { base64url } from './bytes.js'

const UNKNOWN = 2

let verifier

/** Sets who verifies: `(type, key, message, signature)` returns a boolean, or `undefined` if it cannot tell. Returns who did before. */
export const setVerifier = (next) => {
  const before = verifier
  verifier = next
  return before
}

/** Called by the module: 0 refused, 1 verified, 2 the module has to verify. */
export const verifySignature = (type, key, message, signature) => {
  try {
    const verdict = verifier?.(type, key, message, signature)
    return typeof verdict === 'boolean' ? Number(verdict) : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

/** The JWK of a key as the module writes it: an uncompressed point, or the 32 bytes of Ed25519. */
export const jwkOf = (type, key) =>
  type === 'P-256'
    ? { kty: 'EC', crv: type, x: base64url(key.subarray(1, 33)), y: base64url(key.subarray(33)) }
    : { kty: 'OKP', crv: type, x: base64url(key) }

const webVerdict = async ({ type, key, message, signature }) => {
  try {
    const [algorithm, options] = type === 'P-256' ? [{ name: 'ECDSA', namedCurve: type }, { name: 'ECDSA', hash: 'SHA-256' }] : [type, type]
    const imported = await crypto.subtle.importKey('jwk', jwkOf(type, key), algorithm, false, ['verify'])
    return await crypto.subtle.verify(options, imported, signature, message)
  } catch {
    return undefined
  }
}

const name = (...parts) => parts.map((part) => (typeof part === 'string' ? part : base64url(part))).join(' ')

const withVerifier = (next, act) => {
  const before = setVerifier(next)
  try {
    return act()
  } finally {
    setVerifier(before)
  }
}

/**
 * The result of `verify`, whose signatures WebCrypto checks: it is called to see which signatures it asks for, and again with the replies. Where the
 * platform verifies at once, or there is no WebCrypto, `verify` is called once.
 */
export const withWebCrypto = async (verify) => {
  if (verifier !== undefined || globalThis.crypto?.subtle === undefined) return verify()
  const asked = new Map()
  const ask = (type, ...parts) => {
    const [key, message, signature] = parts.map((part) => part.slice())
    asked.set(name(type, key, message, signature), { type, key, message, signature })
    return false
  }
  const found = withVerifier(ask, verify)
  if (asked.size === 0) return found
  const replies = new Map()
  for (const [question, entry] of asked) replies.set(question, await webVerdict(entry))
  return withVerifier((...parts) => replies.get(name(...parts)), verify)
}
