// DID documents to publish.

import { fromBase64url } from './bytes.js'
import { publicJwk } from './keys.js'

// did:wba 1.2 allows no new DID with a path that is not bound to a key
const DID = /^did:(?:wba:[A-Za-z0-9.-]+(?:%3A[0-9]+)?|web:[A-Za-z0-9.-]+(?:%3A[0-9]+)?(?::[A-Za-z0-9._~%-]+)*)$/
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** The Multikey of an Ed25519 key: its multicodec is 0xed, as a varint. */
const multikey = ({ x }) => {
  let value = [0xed, 0x01, ...fromBase64url(x)].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; value > 0n; value /= 58n) text = BASE58[Number(value % 58n)] + text
  return `z${text}`
}

/**
 * A DID document whose keys may sign documents and requests, as `adp did create` makes it. `keys` are public or private keys of any kind, whose public
 * part can be known; they are `#key-1`, `#key-2`, … A DID that is bound to a key has a signed document, which `adp did create` makes.
 */
export async function createDidDocument(did, keys) {
  if (typeof did !== 'string' || !DID.test(did)) {
    throw new TypeError(`found ${JSON.stringify(did)}; expected a DID such as did:wba:hotel.example; for one with a path, use adp did create`)
  }
  const all = Array.isArray(keys) ? keys : [keys]
  if (all.length === 0) throw new TypeError('`keys` is empty; expected at least one key')
  const jwks = await Promise.all(all.map(publicJwk))
  const verificationMethod = jwks.map((jwk, index) => {
    if (jwk === undefined) throw new TypeError(`key ${index + 1}: its public part is not known; pass the public key, or the pair`)
    const common = (type) => ({ id: `${did}#key-${index + 1}`, type, controller: did })
    if (jwk.crv === 'P-256') return { ...common('EcdsaSecp256r1VerificationKey2019'), publicKeyJwk: jwk }
    if (jwk.crv === 'Ed25519') return { ...common('Multikey'), publicKeyMultibase: multikey(jwk) }
    throw new TypeError(`key ${index + 1}: found a key of the type ${jwk.crv}; expected P-256 or Ed25519`)
  })
  const has = (curve) => jwks.some(({ crv }) => crv === curve)
  const ids = verificationMethod.map(({ id }) => id)
  return {
    '@context': [
      'https://www.w3.org/ns/did/v1',
      ...(has('Ed25519') ? ['https://w3id.org/security/multikey/v1'] : []),
      ...(has('P-256') ? ['https://w3id.org/security/suites/jws-2020/v1'] : []),
    ],
    id: did,
    verificationMethod,
    authentication: ids,
    assertionMethod: [...ids],
  }
}
