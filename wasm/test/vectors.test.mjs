// The repository's vectors, through the package: the same results as every other implementation's.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { setVerifier } from '../package/host.js'
import * as ad from '../package/node.js'
import { folders, vectors } from './vectors.mjs'

const AT = '2026-11-01T00:00:00Z'
const isTrue = (value) => value === 'true'
const words = (value) => value?.split(' ')

const checked = (vector) => {
  const { findings } = ad.inspect(vector.input, { at: AT, strict: isTrue(vector.headers.strict) })
  const found = findings.filter(({ message }) => !message.includes('not checked in this build'))
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

/** `verify`, or where signatures are verified by WebCrypto, which only `resolveAndVerify` can ask. */
const verify = (input, options, by) => (by === 'WebCrypto' ? ad.resolveAndVerify(input, { ...options, resolve: () => null }) : ad.verify(input, options))

const verified = async ({ headers, input, file }, by) => {
  const did = proofDid(input)
  const options = {
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
  }
  return (await verify(input, options, by)).error?.code ?? 'ok'
}

const cardVerified = async ({ headers, input, file }, by) => {
  const did = headers['did-document'] && JSON.parse(file('did-document')).id
  const options = {
    at: headers.at,
    domain: ad.ANY,
    signer: headers.signer,
    fetchedFrom: headers['fetched-from'],
    keySet: headers.jwks,
    payloadForms: words(headers.readings),
    didDocuments: did ? { [did]: file('did-document') } : {},
  }
  return (await verify(input, options, by)).error?.code ?? 'ok'
}

const catalogVerified = async ({ headers, input, file }) => {
  // read for the DID that is asked for, as a resolver would; every URL of an entry gives the artifact
  const resolve = ({ kind }) => (kind === 'didDocument' ? headers['did-document'] && file('did-document') : headers.artifact) ?? null
  const { error } = await ad.resolveAndVerify(input, {
    at: headers.at,
    domain: null,
    signer: headers.signer,
    format: 'ai-catalog',
    follow: headers.artifact !== undefined,
    resolve,
  })
  return error?.code ?? 'ok'
}

const difference = ({ headers, input }) => {
  const { changes } = ad.diff(headers.old, input)
  return ['ok', changes.map(({ class: kind, rule, pointer }) => `${kind} ${rule} ${pointer}`).join('; ')]
}

const converted = ({ headers, input }) => {
  const { text } = ad.convert(input, { to: headers.to, strict: isTrue(headers.strict) })
  const findings = ad.inspect(text, { at: AT }).findings
  // the vector has the canonical form: the same members, in order
  return ['ok', canonical(JSON.parse(text)), findings]
}

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** The SHA-256 of what a signature of the card covers: the payload of the JWS that is to be signed. */
const cardPayload = async ({ headers, input }) => {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  let payload
  const sign = (bytes) => {
    payload = Buffer.from(Buffer.from(bytes).toString('latin1').split('.')[1], 'base64url')
    throw new Captured()
  }
  try {
    await ad.sign(input, { method: 'did:wba:example.com#key-1', publicKey, sign, payloadForm: headers.reading })
  } catch (error) {
    if (!(error instanceof Captured)) throw error
  }
  return ['ok', createHash('sha256').update(payload).digest('hex')]
}

class Captured extends Error {}

/** JSON itself: any object may have a proof, and what is no object is read. */
const read = ({ headers, input }) => {
  try {
    ad.inspect(input, { at: AT, format: 'data-integrity' })
  } catch (error) {
    if (headers.kind === 'document' || error.code.startsWith('json-')) throw error
  }
  return 'ok'
}

const requestVerified = async ({ headers, input, file }) => {
  const remembered = words(headers.remembers) ?? []
  const number = (name) => headers[name] && Number(headers[name])
  const verifier = ad.requestVerifier({
    origin: headers.audience,
    resolve: () => file('did-document'),
    replayStore: { record: ({ key }) => (remembered.includes(key) ? 'replayed' : isTrue(headers['store-full']) ? 'full' : 'fresh') },
    acceptSignedBeforeStart: true,
    allowNoNonce: isTrue(headers['allow-no-nonce']),
    legacy: isTrue(headers.legacy),
    maxAge: number('window-seconds'),
    maxBodyBytes: number('body-limit'),
    now: () => new Date(headers.at),
  })
  const { caller, refusal } = await verifier.verify({ ...rawRequest(input), jsonBody: isTrue(headers['json-body']) })
  return refusal === null ? ['ok', caller.keyId] : refusal.code
}

/** A request as HTTP/1.1 writes it, without transfer coding. */
const rawRequest = (bytes) => {
  const text = Buffer.from(bytes).toString('latin1')
  const [, head, body] = text.match(/^(.*?)\r?\n\r?\n(.*)$/s)
  const [line, ...fields] = head.split(/\r?\n/)
  const [method, target] = line.split(' ')
  const headers = fields.map((field) => field.match(/^([^:]+):[ \t]*(.*?)[ \t]*$/s).slice(1))
  return { method, target, headers, body: new Uint8Array(Buffer.from(body, 'latin1')) }
}

const kinds = {
  json: read,
  document: read,
  check: checked,
  'card-check': checked,
  'catalog-check': checked,
  'message-check': checked,
  verify: verified,
  'card-verify': cardVerified,
  'card-sign': cardPayload,
  'catalog-verify': catalogVerified,
  diff: difference,
  convert: converted,
  'auth-request': requestVerified,
}

/** Kinds of operations that the package does not have, alone or at all. */
const OTHER_KINDS = [
  'jcs', 'did', 'did-url', 'did-document', 'public-key', 'proof-value', 'signing-input', 'jws', 'expand', 'nquads', 'compact', 'handle',
  'binding-generation', 'listing', 'lock', 'mcp-call', 'intent', 'flow-check', 'message-capability', 'message-verify',
  'bot-request', 'bot-directory', 'covered',
]

const result = async (vector, by) => {
  try {
    return [await kinds[vector.headers.kind](vector, by)].flat()
  } catch (error) {
    if (error instanceof ad.AdpError) return [error.code]
    throw error
  }
}

// of each kind: how many vectors are run, so that none is left out by accident
const counts = {
  json: 50, document: 4, check: 82, 'card-check': 58, 'catalog-check': 30, 'message-check': 13, verify: 217, 'card-verify': 54, 'card-sign': 5,
  'catalog-verify': 68, diff: 5, convert: 5, 'auth-request': 145,
}

/** The JSON Schemas of tools are not checked in this build: it reports that instead. */
const OF_SCHEMAS = ['elsewhere', 'endless', 'look-ahead', 'reference'].map((word) => `mcp/tools-schema-${word}.txt`).concat('mcp/tools-schema.txt')

test('schemas of tools are reported as not checked', () => {
  for (const { input } of all.filter(({ name }) => OF_SCHEMAS.includes(name))) {
    const { code, severity, message } = ad.inspect(input, { at: AT }).findings[0]
    assert.deepEqual([code, severity], ['invalid-schema', 'warning'])
    assert.match(message, /not checked in this build/)
  }
})

const all = folders().flatMap(vectors)

/** Who verifies signatures with P-256: `node:crypto`, the module, or WebCrypto, which the module is asked for. */
const VERIFIERS = ['node:crypto', 'module', 'WebCrypto']
const WITH_SIGNATURES = ['verify', 'card-verify', 'catalog-verify', 'auth-request']

const runs = Object.entries(counts).flatMap(([kind, count]) => (WITH_SIGNATURES.includes(kind) ? VERIFIERS : VERIFIERS.slice(0, 1)).map((by) => [kind, count, by]))

for (const [kind, count, by] of runs) {
  test(`the vectors of the kind ${kind}, verified by ${by}`, async (t) => {
    if (by !== VERIFIERS[0]) {
      const before = setVerifier(by === 'module' ? () => undefined : undefined)
      t.after(() => setVerifier(before))
    }
    // the limits of registries are checked by registries
    const run = all.filter(({ name, headers }) => headers.kind === kind && !('for-registry' in headers) && !OF_SCHEMAS.includes(name))
    const wrong = []
    for (const vector of run) {
      const [code, output] = await result(vector, by)
      const { expect, output: expected } = vector.headers
      // check kinds have the format as their output, which others return too
      const differs = output !== undefined && expected !== undefined && output !== expected
      if (code !== expect || differs) wrong.push(`${vector.name}: ${code} ${output ?? ''}, expected ${expect} ${expected ?? ''}`)
    }
    assert.deepEqual(wrong, [])
    assert.equal(run.length, count)
  })
}

test('every kind is run, or is of an operation that the package does not have', () => {
  const known = new Set([...Object.keys(kinds), ...OTHER_KINDS])
  assert.deepEqual(all.filter(({ headers }) => !known.has(headers.kind)).map(({ name }) => name), [])
  assert.deepEqual(Object.keys(counts), Object.keys(kinds))
  assert.equal(all.length, 1_442)
})
