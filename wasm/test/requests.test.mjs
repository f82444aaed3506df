// Signed requests: through `requestVerifier`, and in servers of the Fetch standard.

import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { makeApi } from '../package/api.js'
import * as wasm from '../package/dist/adp.js'
import { authenticator } from '../package/fetch.js'
import { requestVerifier } from '../package/node.js'
import { makeCaller, replayKey, signedHeaders } from './signing.mjs'

const ORIGIN = 'https://hotel.example'
const caller = makeCaller('caller.example')
const resolve = ({ name }) => (name === caller.did ? caller.document : null)
const accepting = { origin: ORIGIN, resolve, acceptSignedBeforeStart: true }
const body = new TextEncoder().encode('{"nights":2}')

const signed = ({ method = 'POST', target = '/orders?table=7', origin = ORIGIN, content = body, ...rest } = {}) => ({
  method,
  target,
  headers: Object.entries(signedHeaders(rest.caller ?? caller, { method, url: origin + target, body: content ?? undefined, ...rest })),
  body: content ?? undefined,
})

const code = ({ refusal }) => refusal?.code ?? 'ok'
const header = (refusal, name) => refusal.headers.find(([found]) => found === name)?.[1]

test('a signed request has a caller, once', async () => {
  const verifier = requestVerifier(accepting)
  const request = signed()
  const { caller: found, refusal } = await verifier.verify(request)
  assert.equal(refusal, null)
  assert.deepEqual([found.did, found.keyId, found.form], [caller.did, caller.keyId, 'rfc9421'])
  assert.deepEqual(found.covered, ['@method', '@target-uri', 'content-digest'])
  const again = await verifier.verify(request)
  assert.deepEqual([again.caller, again.refusal.code, again.refusal.status], [null, 'auth-replayed', 401])
})

test('of many copies at the same time one is accepted', async () => {
  const verifier = requestVerifier({ ...accepting, resolve: async (need) => (await null, resolve(need)) })
  const request = signed()
  const codes = (await Promise.all(Array.from({ length: 50 }, () => verifier.verify(request)))).map(code)
  assert.deepEqual(codes.filter((found) => found !== 'auth-replayed'), ['ok'])
})

test('what was not signed is refused', async () => {
  const verifier = requestVerifier(accepting)
  const other = makeCaller('caller.example')
  const cases = [
    ['auth-signature', { ...signed(), method: 'PUT' }],
    ['auth-signature', { ...signed(), target: '/orders?table=8' }],
    ['auth-digest', { ...signed(), body: new TextEncoder().encode('{"nights":3}') }],
    ['auth-uncovered', { ...signed({ content: null }), body }],
    ['auth-signature', signed({ origin: 'https://other.example' })],
    ['auth-audience', signed({ target: 'https://other.example/orders', origin: '' })],
    ['auth-signature', signed({ caller: other })],
    ['auth-expired', signed({ at: new Date(Date.now() - 400_000) })],
    ['auth-not-yet-valid', signed({ at: new Date(Date.now() + 400_000) })],
    ['auth-missing', { method: 'GET', target: '/', headers: [] }],
    ['auth-malformed', { ...signed(), target: '/orders#x' }],
    ['auth-malformed', { ...signed(), headers: [...signed().headers, ['x', '\u0100']] }],
    ['ok', signed()],
  ]
  for (const [expected, request] of cases) {
    assert.equal(code(await verifier.verify(request)), expected, `${request.method} ${request.target}`)
  }
})

test('headers that name a host have no effect', async () => {
  const verifier = requestVerifier(accepting)
  const request = signed()
  const headers = [...request.headers, ['host', 'other.example'], ['x-forwarded-host', 'third.example'], ['forwarded', 'host=x.example']]
  assert.equal(code(await verifier.verify({ ...request, headers })), 'ok')
})

test('a refusal is a challenge, and its nonce leads to the service', async () => {
  const verifier = requestVerifier({ origin: ORIGIN, resolve })
  // the store of this service may have forgotten what was accepted before it started
  const { refusal } = await verifier.verify(signed())
  assert.deepEqual([refusal.code, refusal.status], ['auth-before-start', 401])
  assert.match(header(refusal, 'www-authenticate'), /realm="hotel\.example"/)
  const nonce = header(refusal, 'www-authenticate').match(/nonce="([^"]+)"/)[1]
  assert.equal(code(await verifier.verify(signed({ nonce }))), 'ok')
  assert.equal(code(await verifier.verify(signed({ nonce }))), 'auth-replayed')
  // a nonce of another service of the same origin
  const other = requestVerifier({ origin: ORIGIN, resolve })
  assert.equal(code(await other.verify(signed({ nonce }))), 'auth-before-start')
})

test('servers with one secret know the nonces of each other', async () => {
  const nonceSecret = new Uint8Array(32).fill(7)
  const replayStore = { record: () => 'fresh', survivesRestart: true }
  const [one, other] = [0, 1].map(() => requestVerifier({ origin: ORIGIN, resolve, nonceSecret, replayStore, requireChallengeNonce: true }))
  const { refusal } = await one.verify(signed())
  assert.equal(refusal.code, 'auth-malformed')
  const nonce = header(refusal, 'www-authenticate').match(/nonce="([^"]+)"/)[1]
  assert.equal(code(await other.verify(signed({ nonce }))), 'ok')
})

test('a store of the service decides, and is asked for good signatures only', async () => {
  const asked = []
  let answer = 'fresh'
  const record = async (entry) => {
    asked.push(entry)
    if (answer instanceof Error) throw answer
    return answer
  }
  const verifier = requestVerifier({ ...accepting, replayStore: { record } })
  assert.equal(code(await verifier.verify(signed({ nonce: 'n-1' }))), 'ok')
  assert.equal(asked[0].key, replayKey(ORIGIN, caller.did, 'n-1'))
  assert.ok(asked[0].expires instanceof Date && asked[0].expires > asked[0].now)
  for (const [next, expected, status] of [
    ['replayed', 'auth-replayed', 401],
    ['full', 'auth-store-full', 503],
    ['expired', 'auth-expired', 401],
    ['yes', 'auth-store-full', 503],
    [undefined, 'auth-store-full', 503],
    [new Error('no connection'), 'auth-store-full', 503],
  ]) {
    answer = next
    const { refusal } = await verifier.verify(signed())
    assert.deepEqual([refusal.code, refusal.status], [expected, status], String(next))
  }
  const before = asked.length
  await verifier.verify({ ...signed(), method: 'PUT' })
  assert.equal(asked.length, before)
})

test('a DID without document is 401 without a nonce, one that is not available 503', async () => {
  for (const [resolve, expected, status] of [
    [() => null, 'net-status', 401],
    [() => '{}', 'did-document-shape', 401],
    [() => ({ ...caller.document, id: 'did:wba:other.example' }), 'did-document-mismatch', 401],
    [() => Promise.reject(new Error('secret.internal refused')), 'net-connect', 503],
    [() => 7, 'net-connect', 503],
  ]) {
    const { refusal } = await requestVerifier({ ...accepting, resolve }).verify(signed())
    assert.equal(refusal.status, status, refusal.message)
    assert.ok(!/nonce=/.test(header(refusal, 'www-authenticate') ?? ''), expected)
    // which of the faults it is, callers do not learn
    assert.ok(!/secret\.internal/.test(JSON.stringify([refusal.headers, refusal.body])))
  }
})

test('the log of the service has the reason of each refusal, and what was thrown', async () => {
  const denied = []
  const onDenied = (refusal, request) => denied.push([refusal.code, refusal.status, refusal.message, refusal.cause, request.target])
  const thrown = new TypeError('record is broken')
  const record = () => {
    throw thrown
  }
  const broken = requestVerifier({ ...accepting, replayStore: { record }, onDenied })
  assert.equal(broken.checkHead({ method: 'GET', target: '/head', headers: [] }).status, 401)
  const { refusal } = await broken.verify(signed())
  assert.equal(refusal.cause, thrown)
  const hosts = requestVerifier({ ...accepting, resolve: (need, { explain }) => (explain('caller.example is not in `hosts`'), null), onDenied })
  await hosts.verify(signed())
  assert.deepEqual(denied.map(([code, status, , cause, target]) => [code, status, cause, target]), [
    ['auth-missing', 401, undefined, '/head'],
    ['auth-store-full', 503, thrown, '/orders?table=7'],
    ['net-status', 401, undefined, '/orders?table=7'],
  ])
  assert.match(denied[2][2], /caller\.example is not in `hosts`$/)
  assert.throws(() => requestVerifier({ ...accepting, onDenied: true }), TypeError)
})

test('a log that fails changes no reply', async (t) => {
  const printed = t.mock.method(console, 'error', () => {})
  for (const onDenied of [() => assert.fail('full'), () => Promise.reject(new Error('full'))]) {
    assert.equal(requestVerifier({ ...accepting, onDenied }).checkHead({ method: 'GET', target: '/', headers: [] }).code, 'auth-missing')
  }
  await new Promise(setImmediate)
  assert.equal(printed.mock.callCount(), 2)
})

test('a signature needs a nonce, unless the service says otherwise; that of a challenge, if it says so', async () => {
  const { privateKey, keyId } = caller
  const without = async () => {
    const request = signed()
    // signed again by hand, without `nonce`
    const created = Math.floor(Date.now() / 1000)
    const params = `("@method" "@target-uri");created=${created};expires=${created + 60};keyid="${keyId}"`
    const base = `"@method": GET\n"@target-uri": ${ORIGIN}/\n"@signature-params": ${params}`
    const signature = sign('sha256', Buffer.from(base), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64')
    return { ...request, method: 'GET', target: '/', headers: [['signature-input', `sig1=${params}`], ['signature', `sig1=:${signature}:`]], body: undefined }
  }
  const codes = async (options) => {
    const verifier = requestVerifier({ ...accepting, ...options })
    return [code(await verifier.verify(await without())), code(await verifier.verify(signed()))]
  }
  assert.deepEqual(await codes({}), ['auth-malformed', 'ok'])
  assert.deepEqual(await codes({ requireNonce: false }), ['ok', 'ok'])
  assert.deepEqual(await codes({ allowNoNonce: true }), ['ok', 'ok'])
  assert.deepEqual(await codes({ requireChallengeNonce: true }), ['auth-malformed', 'auth-malformed'])
})

test('a caller that may not is refused before its document is asked for', async () => {
  const asked = []
  const other = makeCaller('other.example')
  const asking = { ...accepting, resolve: (need) => (asked.push(need.name), resolve(need)) }
  const one = requestVerifier({ ...asking, allowedDids: [caller.did] })
  const { refusal } = await one.verify(signed({ caller: other }))
  assert.deepEqual([refusal.code, refusal.status, asked], ['auth-forbidden', 403, []])
  assert.equal(code(await one.verify(signed())), 'ok')
  assert.deepEqual(asked, [caller.did])
  assert.equal(code(await requestVerifier({ ...asking, allowedDids: [] }).verify(signed())), 'auth-forbidden')
  for (const allowedDids of [caller.did, ['caller.example'], new Set([caller.did])]) {
    assert.throws(() => requestVerifier({ ...asking, allowedDids }), /allowedDids/)
  }
})

test('a did:key caller needs no document', async () => {
  const { did } = makeDidKey()
  const keyCaller = { ...did, keyId: did.keyId }
  const verifier = requestVerifier({ ...accepting, resolve: () => assert.fail('a document was asked for') })
  assert.equal(code(await verifier.verify(signed({ caller: keyCaller }))), 'ok')
})

test('options without a default, and unknown ones', () => {
  assert.throws(() => requestVerifier({ resolve }), TypeError)
  assert.throws(() => requestVerifier({ origin: ORIGIN }), TypeError)
  assert.throws(() => requestVerifier({ origin: 'hotel', resolve }), { code: 'usage' })
  assert.throws(() => requestVerifier({ ...accepting, nonceSecret: new Uint8Array(8) }), TypeError)
  assert.throws(() => requestVerifier({ ...accepting, allowNoNonces: true }), { code: 'usage', message: /allowNoNonces/ })
})

test('a new instance knows nothing of the requests of the one before', async () => {
  const module = new WebAssembly.Module(readFileSync(new URL('../package/dist/adp.wasm', import.meta.url)))
  let raw
  let traps = false
  const api = makeApi(() => {
    raw = wasm.initSync({ module })
    return { ...wasm, explain: (id) => (traps ? trap(raw) : wasm.explain(id)) }
  })
  const end = () => {
    traps = true
    assert.throws(() => api.explain('x'), { code: 'internal', class: 'undecided' })
    traps = false
  }
  let release
  const waits = new Promise((go) => (release = go))
  const verifier = api.requestVerifier({ ...accepting, resolve: async (need) => (await waits, resolve(need)) })
  const first = verifier.verify(signed())
  const strict = api.requestVerifier({ origin: ORIGIN, resolve })
  const { refusal } = await strict.verify(signed())
  const nonce = header(refusal, 'www-authenticate').match(/nonce="([^"]+)"/)[1]
  const once = signed({ nonce })
  assert.equal(code(await strict.verify(once)), 'ok')
  end()
  // the number of the first check is that of another one now
  const second = verifier.verify(signed({ target: '/other' }))
  release()
  assert.deepEqual((await first).refusal.status, 503)
  assert.equal(code(await second), 'ok')
  // its memory is gone: what was accepted is not accepted again
  assert.equal(code(await strict.verify(once)), 'auth-before-start')
})

test('servers of the Fetch standard', async () => {
  const authenticate = authenticator({ ...accepting, maxBodyBytes: 64 })
  const request = ({ headers, method, target, body }) => new Request(`http://127.0.0.1:8080${target}`, { method, headers, body })
  const found = await authenticate(request(signed()))
  assert.deepEqual([found.caller.did, found.response], [caller.did, null])
  assert.deepEqual(found.body, body)
  const refused = await authenticate(request({ ...signed(), target: '/x' }))
  assert.deepEqual([refused.caller, refused.response.status], [null, 401])
  assert.match(refused.response.headers.get('www-authenticate'), /^DIDWba/)
  assert.equal((await authenticate(new Request(ORIGIN))).response.status, 401)
  assert.equal((await authenticate(request(signed({ content: new Uint8Array(65) })))).response.status, 413)
})

/** Runs the instance into a trap: a read beyond its memory. */
const trap = (raw) => raw.explain(0xffff_fff0, 64)

function makeDidKey() {
  const base = makeCaller('unused.example')
  const { x, y } = base.publicKey.export({ format: 'jwk' })
  const yBytes = Buffer.from(y, 'base64url')
  const point = Buffer.concat([Buffer.from([2 + (yBytes[31] & 1)]), Buffer.from(x, 'base64url')])
  // the multicodec of P-256 public keys is 0x1200, as a varint
  const multibase = `z${base58(Buffer.concat([Buffer.from([0x80, 0x24]), point]))}`
  const did = `did:key:${multibase}`
  return { did: { ...base, did, keyId: `${did}#${multibase}` } }
}

function base58(bytes) {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text
  return text
}
