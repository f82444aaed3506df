// A key pair of WebCrypto. The private key cannot be exported: not even this page can read it.

const ALGORITHMS = { 'P-256': { name: 'ECDSA', namedCurve: 'P-256' }, Ed25519: { name: 'Ed25519' } }

export const KEY_TYPES = Object.keys(ALGORITHMS)

export const createKey = (type) => crypto.subtle.generateKey(ALGORITHMS[type], false, ['sign', 'verify'])

/** The DID document that publishes the key. */
export const didDocumentFor = async (did, method, key) => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', key.publicKey)
  const publicKeyJwk = y === undefined ? { kty, crv, x } : { kty, crv, x, y }
  const document = {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: [{ id: method, type: 'JsonWebKey2020', controller: did, publicKeyJwk }],
    authentication: [method],
    assertionMethod: [method],
  }
  return JSON.stringify(document, null, 2)
}
