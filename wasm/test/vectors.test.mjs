// The repository's vectors, through the package: the same results as every other implementation's.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as ad from '../package/node.js'
import { vectors } from './vectors.mjs'

const AT = '2026-11-01T00:00:00Z'
const isTrue = (value) => value === 'true'
const words = (value) => value?.split(' ')

const checked = (vector) => {
  const found = ad.inspect(vector.input, { at: AT, strict: isTrue(vector.headers.strict) }).findings
  return found.find((finding) => isTrue(vector.headers.any) || finding.severity === 'error')?.code ?? 'ok'
}

/** The DID that the proof names, where the input is JSON at all. */
const proofDid = (input) => {
  try {
    return String(JSON.parse(new TextDecoder().decode(input)).proof.verificationMethod).split('#')[0]
  } catch {
    return undefined
  }
}

const domain = (headers) => {
  if (headers.domain !== undefined) return headers.domain
  if (isTrue(headers['any-domain'])) return ad.ANY
  return headers['fetched-from'] === undefined ? null : ad.AS_FETCHED
}

const verified = ({ headers, input, file }) => {
  const did = proofDid(input)
  const verification = ad.verify(input, {
    at: headers.at,
    domain: domain(headers),
    fetchedFrom: headers['fetched-from'],
    purpose: headers.purpose,
    challenge: headers.challenge,
    requireDomain: isTrue(headers['require-domain']),
    signer: headers.signer,
    maxAge: headers['max-age-seconds'] && Number(headers['max-age-seconds']),
    notBefore: headers['not-before'],
    suites: words(headers.suites),
    didDocuments: /^did:(wba|web):[^/]+$/.test(did) ? { [did]: file('did-document') } : {},
  })
  return verification.error?.code ?? 'ok'
}

const cardVerified = ({ headers, input, file }) => {
  const did = headers['did-document'] && JSON.parse(file('did-document')).id
  const verification = ad.verify(input, {
    at: headers.at,
    domain: ad.ANY,
    signer: headers.signer,
    fetchedFrom: headers['fetched-from'],
    keySet: headers.jwks,
    payloadForms: words(headers.readings),
    didDocuments: did ? { [did]: file('did-document') } : {},
  })
  return verification.error?.code ?? 'ok'
}

const kinds = {
  check: checked,
  'card-check': checked,
  'catalog-check': checked,
  verify: verified,
  'card-verify': cardVerified,
}

const result = (vector) => {
  try {
    return kinds[vector.headers.kind](vector)
  } catch (error) {
    if (error instanceof ad.AdpError) return error.code
    throw error
  }
}

// of a folder: how many vectors are run, so that none is left out by accident
for (const [folder, count] of [['check', 59], ['card', 69], ['catalog', 30], ['verify', 217]]) {
  test(`the vectors in ${folder}`, () => {
    // the limits of registries are checked by registries
    const run = vectors(folder).filter((vector) => vector.headers.kind in kinds && !('for-registry' in vector.headers))
    const wrong = run.map((vector) => [vector, result(vector)]).filter(([vector, found]) => found !== vector.headers.expect)
    assert.deepEqual(wrong.map(([vector, found]) => `${vector.name}: ${found}, expected ${vector.headers.expect}`), [])
    assert.equal(run.length, count)
  })
}
