// Verification of signatures with P-256 by the platform, which is many times faster than the module. Keys are checked by the module before, and the
// verdicts are the same: ECDSA over SHA-256 has one meaning.

import { base64url } from './bytes.js'

const UNKNOWN = 2

let verifier

/** Sets who verifies signatures with P-256: `(key, message, signature)` returns a boolean, or `undefined` if it cannot tell. Returns who did before. */
export const setVerifier = (next) => {
  const before = verifier
  verifier = next
  return before
}

/** Called by the module: 0 refused, 1 verified, 2 the module has to verify. */
export const verifySignature = (key, message, signature) => {
  try {
    const verdict = verifier?.(key, message, signature)
    return typeof verdict === 'boolean' ? Number(verdict) : UNKNOWN
  } catch {
    return UNKNOWN
  }
}

const P256 = 'P-256'

/** The JWK of a key as the module writes it: an uncompressed point. */
export const jwkOf = (key) => ({ kty: 'EC', crv: P256, x: base64url(key.subarray(1, 33)), y: base64url(key.subarray(33)) })

const webVerdict = async ({ key, message, signature }) => {
  try {
    const imported = await crypto.subtle.importKey('jwk', jwkOf(key), { name: 'ECDSA', namedCurve: P256 }, false, ['verify'])
    return await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, imported, signature, message)
  } catch {
    return undefined
  }
}

const name = (...parts) => parts.map(base64url).join(' ')

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
  const ask = (...parts) => {
    const [key, message, signature] = parts.map((part) => part.slice())
    asked.set(name(key, message, signature), { key, message, signature })
    return false
  }
  const found = withVerifier(ask, verify)
  if (asked.size === 0) return found
  const replies = new Map()
  for (const [question, entry] of asked) replies.set(question, await webVerdict(entry))
  return withVerifier((...parts) => replies.get(name(...parts)), verify)
}
