// Signs requests as RFC 9421 and RFC 9530 have it, with node:crypto alone: no code of the package.

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** A caller: its DID, its document and its key. */
export const makeCaller = (host) => {
  const did = `did:wba:${host}`
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const keyId = `${did}#key-1`
  const document = {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: [{ id: keyId, type: 'JsonWebKey2020', controller: did, publicKeyJwk: { kty, crv, x, y } }],
    authentication: [keyId],
    assertionMethod: [keyId],
  }
  return { did, keyId, privateKey, publicKey, document }
}

/** The header fields that authenticate a request. */
export const signedHeaders = (caller, { method = 'GET', url, body, at = new Date(), nonce = randomBytes(16).toString('hex') }) => {
  const created = Math.floor(at.getTime() / 1000)
  const digest = body === undefined ? undefined : `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const names = ['"@method"', '"@target-uri"', ...(digest === undefined ? [] : ['"content-digest"'])]
  const params = `(${names.join(' ')});created=${created};expires=${created + 60};nonce="${nonce}";keyid="${caller.keyId}"`
  const base = [
    `"@method": ${method}`,
    `"@target-uri": ${url}`,
    ...(digest === undefined ? [] : [`"content-digest": ${digest}`]),
    `"@signature-params": ${params}`,
  ].join('\n')
  const signature = sign('sha256', Buffer.from(base), { key: caller.privateKey, dsaEncoding: 'ieee-p1363' })
  return {
    ...(digest === undefined ? {} : { 'content-digest': digest }),
    'signature-input': `sig1=${params}`,
    signature: `sig1=:${signature.toString('base64')}:`,
  }
}

/** The key of a nonce in a replay store: SHA-256 of the canonical JSON of origin, DID and nonce. */
export const replayKey = (origin, did, nonce) =>
  createHash('sha256').update(JSON.stringify([origin, did, nonce])).digest('hex')
