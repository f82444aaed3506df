// The results of the package on the repository's vectors.

import { createHash } from 'node:crypto'
import * as ad from '../package/node.js'

export const AT = '2026-11-01T00:00:00Z'
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

/** The kinds that are answered, with the operation of each. */
export const kinds = {
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

/** The code, and where the operation has one the output. */
export const result = async (vector, by) => {
  try {
    return [await kinds[vector.headers.kind](vector, by)].flat()
  } catch (error) {
    if (error instanceof ad.AdpError) return [error.code]
    throw error
  }
}
