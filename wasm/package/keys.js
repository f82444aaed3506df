// Keys as JavaScript has them: WebCrypto keys, JWKs, PEM, KeyObjects of Node, and functions that sign elsewhere.

import { base64url } from './bytes.js'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const ED25519 = { name: 'Ed25519' }
const EXPECTED = 'expected a CryptoKey, a CryptoKeyPair, a JWK, PEM (PKCS#8) or a KeyObject'

const isPair = (key) => key?.privateKey !== undefined
const isCryptoKey = (key) => typeof CryptoKey !== 'undefined' && key instanceof CryptoKey
const isJwk = (key) => typeof key?.kty === 'string'

const algorithmOf = ({ kty, crv }) => {
  if (kty === 'EC' && crv === 'P-256') return P256
  if (kty === 'OKP' && crv === 'Ed25519') return ED25519
  throw new TypeError(`found a key of the type ${kty} ${crv ?? ''}; expected P-256 or Ed25519`)
}

/** The public members of a JWK, and no secret one. */
const publicOf = ({ kty, crv, x, y }) => ({ kty, crv, x, ...(y === undefined ? {} : { y }) })

const fromPem = async (pem) => {
  const text = pem.trim()
  if (!text.includes('\n') && text.includes('\\n')) throw new TypeError('the PEM contains \\n as text; replace it by line breaks')
  const found = text.match(/^-----BEGIN ([A-Z0-9 ]+)-----([\sA-Za-z0-9+/=]+)-----END \1-----$/)
  if (found === null) throw new TypeError('the text is no PEM; expected one block that begins with -----BEGIN PRIVATE KEY-----')
  if (found[1] === 'OPENSSH PRIVATE KEY') throw new TypeError('found a key of OpenSSH; ssh-keygen -p -m PKCS8 converts P-256, no Ed25519')
  if (found[1] !== 'PRIVATE KEY') throw new TypeError(`found PEM of the type ${found[1]}; convert it with openssl pkcs8 -topk8 -nocrypt`)
  const der = Uint8Array.from(atob(found[2].replace(/\s/g, '')), (character) => character.charCodeAt(0))
  for (const algorithm of [P256, ED25519]) {
    const key = await crypto.subtle.importKey('pkcs8', der, algorithm, true, ['sign']).catch(() => undefined)
    if (key !== undefined) return crypto.subtle.exportKey('jwk', key)
  }
  throw new TypeError('the PEM has no key of P-256 or Ed25519')
}

const fromJwk = async (jwk) => {
  const algorithm = algorithmOf(jwk)
  const { d } = jwk
  if (typeof d !== 'string') throw new TypeError('the JWK is a public key: `d` is missing')
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...publicOf(jwk), d }, algorithm, false, ['sign']),
    crypto.subtle.importKey('jwk', publicOf(jwk), algorithm, true, ['verify']),
  ])
  return { privateKey, publicKey }
}

/** A `CryptoKeyPair` from a private key in PEM (PKCS#8), a JWK or a `KeyObject`. Its private key cannot be exported. */
export async function importKey(key) {
  if (typeof key === 'string') return fromJwk(await fromPem(key))
  if (isJwk(key)) return fromJwk(key)
  if (typeof key?.export === 'function') return fromJwk(key.export({ format: 'jwk' }))
  throw new TypeError(`\`key\`: ${EXPECTED}`)
}

const exported = async (key) => publicOf(await crypto.subtle.exportKey('jwk', key))

/** The public JWK of a key of any kind; `undefined` if it cannot be known. */
export async function publicJwk(key) {
  if (isCryptoKey(key)) return key.type === 'public' || key.extractable ? exported(key) : undefined
  if (isPair(key)) return exported(key.publicKey)
  if (isJwk(key)) return publicOf(key)
  if (typeof key === 'string') return publicOf(await fromPem(key))
  if (typeof key?.export === 'function') return publicOf(key.export({ format: 'jwk' }))
  return undefined
}

const signatureAlgorithm = ({ algorithm }) => {
  if (algorithm.name === 'ECDSA' && algorithm.namedCurve === 'P-256') return { name: 'ECDSA', hash: 'SHA-256' }
  if (algorithm.name === 'Ed25519') return ED25519
  throw new TypeError(`found a key of ${algorithm.name} ${algorithm.namedCurve ?? ''}; expected P-256 or Ed25519`)
}

const SIGNATURE_BYTES = 64

/** A function that signs bytes, from the options `key` and `sign`: 64 bytes, r and s for ECDSA. */
export async function signerOf({ key, sign }) {
  if (sign === undefined && key === undefined) throw new TypeError('`key` is missing: pass a key, or a function `sign`')
  let signs = sign
  if (signs === undefined) {
    const secret = isCryptoKey(key) ? key : isPair(key) ? key.privateKey : (await importKey(key)).privateKey
    if (secret.type !== 'private') throw new TypeError('`key` is a public key')
    const algorithm = signatureAlgorithm(secret)
    signs = (bytes) => crypto.subtle.sign(algorithm, secret, bytes)
  }
  return async (bytes) => {
    const signature = new Uint8Array(await signs(bytes))
    if (signature.length !== SIGNATURE_BYTES) {
      throw new TypeError(`the signature has ${signature.length} bytes, expected 64: r and s for ECDSA (not DER), or Ed25519`)
    }
    return signature
  }
}

/** `count` random bytes in base64url. */
export const random = (count) => base64url(crypto.getRandomValues(new Uint8Array(count)))
