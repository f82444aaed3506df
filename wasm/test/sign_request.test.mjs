// Requests that the package signs: verified by the package, and by `adp`, where it is built.

import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, verify as verifyBytes } from 'node:crypto'
import { test } from 'node:test'
import { challengeNonce, createDidDocument, importKey, signedFetch, signRequest } from '../package/client.js'
import { requestVerifier } from '../package/node.js'
import { makeCaller } from './signing.mjs'

const ORIGIN = 'https://hotel.example'
const caller = makeCaller('caller.example')
const pem = caller.privateKey.export({ type: 'pkcs8', format: 'pem' })
const jwk = caller.privateKey.export({ format: 'jwk' })
const resolve = ({ name }) => (name === caller.did ? caller.document : null)
const body = '{"nights":2}'
const common = { url: `${ORIGIN}/orders?table=7`, method: 'POST', body, keyId: caller.keyId }
const received = (fields, { method = 'POST', target = '/orders?table=7', content = body } = {}) => ({
  method,
  target,
  headers: Object.entries(fields),
  body: new TextEncoder().encode(content),
})
const code = ({ refusal }) => refusal?.code ?? 'ok'

test('keys of every kind sign, and the signature is the one of RFC 9421', async () => {
  const verifier = requestVerifier({ origin: ORIGIN, resolve, acceptSignedBeforeStart: true })
  const pair = await importKey(pem)
  assert.equal(pair.privateKey.extractable, false)
  const sign = (payload) => crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, payload)
  for (const key of [{ key: pem }, { key: jwk }, { key: caller.privateKey }, { key: pair }, { key: pair.privateKey }, { sign }]) {
    assert.equal(code(await verifier.verify(received(await signRequest({ ...common, ...key })))), 'ok')
  }
  const fields = await signRequest({ ...common, key: pem, nonce: 'n-1', created: '2026-01-01T00:00:00Z', headers: { 'Content-Type': ' application/json ' }, cover: ['content-type', '@authority'] })
  // the digest is that of `printf '{"nights":2}' | openssl dgst -sha256 -binary | base64`
  assert.equal(fields['content-digest'], 'sha-256=:3Z43c800Kbw/0W6MH/2geIXGHGCuYqp0MWnoDCSWoiY=:')
  const params = '("@method" "@target-uri" "@authority" "content-digest" "content-type");created=1767225600;expires=1767225660;nonce="n-1";keyid="did:wba:caller.example#key-1"'
  assert.equal(fields['signature-input'], `sig1=${params}`)
  const base = [
    '"@method": POST',
    '"@target-uri": https://hotel.example/orders?table=7',
    '"@authority": hotel.example',
    `"content-digest": ${fields['content-digest']}`,
    '"content-type": application/json',
    `"@signature-params": ${params}`,
  ].join('\n')
  const signature = Buffer.from(fields.signature.slice('sig1=:'.length, -1), 'base64')
  assert.ok(verifyBytes('sha256', Buffer.from(base), { key: caller.publicKey, dsaEncoding: 'ieee-p1363' }, signature))
})

test('what is signed is what is accepted', async () => {
  const verifier = requestVerifier({ origin: ORIGIN, resolve, acceptSignedBeforeStart: true })
  const of = async (options) => received(await signRequest({ ...common, key: jwk, ...options }))
  const long = { created: new Date(Date.now() - 600_000), expires: new Date(Date.now() - 540_000) }
  for (const [expected, request] of [
    ['ok', await of({})],
    ['ok', await of({ url: `${ORIGIN}/orders?table=7#place` })],
    ['auth-signature', { ...(await of({})), method: 'PUT' }],
    ['auth-signature', { ...(await of({})), target: '/orders?table=8' }],
    ['auth-digest', { ...(await of({})), body: new TextEncoder().encode('{}') }],
    ['auth-signature', await of({ url: 'https://other.example/orders?table=7' })],
    ['auth-expired', await of(long)],
  ]) {
    assert.equal(code(await verifier.verify(request)), expected)
  }
})

test('mistakes of the caller are errors before anything is signed', async () => {
  const sign = () => assert.fail('signed')
  const other = { ...common, sign }
  for (const [options, message] of [
    [{ ...other, method: 'get' }, /upper case/],
    [{ ...other, keyId: 'did:wba:x' }, /keyId/],
    [{ ...other, url: '/orders' }, /absolute URL/],
    [{ ...other, url: 'https://a:b@hotel.example/' }, /password/],
    [{ ...other, body: { nights: 2 } }, /body/],
    [{ ...other, cover: '@authority' }, /list/],
    [{ ...other, cover: ['x-missing'] }, /no field x-missing/],
    [{ ...other, cover: ['@status'] }, /@status/],
    [{ ...other, headers: { signature: 'x' } }, /signature/],
    [{ ...other, nonce: 'a"b' }, /nonce/],
    [{ ...other, expires: new Date(0) }, /expires/],
    [{ ...other, keyid: 'x' }, /unknown option `keyid`/],
    [{ ...common }, /`key` is missing/],
    [{ ...common, sign: () => new Uint8Array(70) }, /70 bytes/],
  ]) {
    await assert.rejects(signRequest(options), (error) => (assert.ok(error instanceof TypeError), assert.match(error.message, message), true))
  }
  await assert.rejects(importKey(pem.replaceAll('\n', '\\n')), /\\n as text/)
  await assert.rejects(importKey(caller.privateKey.export({ type: 'sec1', format: 'pem' })), /openssl pkcs8/)
  await assert.rejects(importKey('secret'), /no PEM/)
  await assert.rejects(importKey(caller.publicKey.export({ format: 'jwk' })), /public key/)
})

/** A service that answers like a server: its requests, and a fetch that reaches it. */
const service = (options) => {
  const verifier = requestVerifier({ origin: ORIGIN, resolve, ...options })
  const seen = []
  const reach = async (url, init) => {
    const { pathname, search } = new URL(url)
    const bytes = new Uint8Array(await new Response(init.body ?? null).arrayBuffer())
    seen.push({ url, init })
    const { caller: found, refusal } = await verifier.verify({ method: init.method, target: pathname + search, headers: init.headers, body: bytes })
    return refusal === null ? Response.json({ did: found.did }) : new Response(refusal.body, refusal)
  }
  return { seen, reach }
}

test('a signed fetch answers the challenge, once', async () => {
  const { seen, reach } = service({ requireChallengeNonce: true })
  const call = signedFetch({ key: pem, keyId: caller.keyId, origins: [ORIGIN], fetch: reach })
  const response = await call(`${ORIGIN}/orders`, { method: 'post', body, headers: { 'content-type': 'application/json' } })
  assert.deepEqual([response.status, await response.json(), seen.length], [200, { did: caller.did }, 2])
  assert.match(seen[1].init.headers.get('signature-input'), /"content-type"/)
  assert.equal(seen[1].init.redirect, 'manual')
  assert.equal((await call(new Request(`${ORIGIN}/orders?a=b`))).status, 200)

  const stranger = service({ resolve: () => null, acceptSignedBeforeStart: true })
  const refused = await signedFetch({ key: pem, keyId: caller.keyId, origins: [ORIGIN], fetch: stranger.reach })(`${ORIGIN}/orders`)
  assert.deepEqual([refused.status, stranger.seen.length], [401, 1])
  // a server that challenges for ever
  let requests = 0
  const endless = async () => ((requests += 1), new Response(null, { status: 401, headers: { 'www-authenticate': `DIDWba nonce="n${requests}"` } }))
  assert.equal((await signedFetch({ key: pem, keyId: caller.keyId, origins: () => true, fetch: endless })(ORIGIN)).status, 401)
  assert.equal(requests, 2)
})

test('signatures go to the origins that are named, and to no other', async () => {
  const send = () => assert.fail('sent')
  const call = signedFetch({ key: pem, keyId: caller.keyId, origins: [ORIGIN], fetch: send })
  for (const url of ['https://evil.example/', 'http://hotel.example/', 'https://hotel.example:8443/', 'https://hotel.example.evil.example/']) {
    await assert.rejects(call(url), { name: 'AdpError', code: 'auth-origin' }, url)
  }
  const sent = []
  const reach = async (url) => (sent.push(url), new Response())
  const inList = signedFetch({ key: pem, keyId: caller.keyId, origins: ['http://hotel.internal'], fetch: reach })
  const decides = signedFetch({ key: pem, keyId: caller.keyId, origins: () => true, fetch: reach })
  await inList('http://hotel.internal/a')
  for (const url of ['http://127.0.0.1:8080/', 'http://localhost/', 'http://[::1]:8080/', 'https://hotel.example/']) await decides(url)
  assert.equal(sent.length, 5)
  for (const url of ['http://hotel.internal/a', 'http://127.0.0.1.evil.example/', 'http://localhost.evil.example/', 'http://128.0.0.1/']) {
    await assert.rejects(decides(url), { name: 'AdpError', code: 'auth-origin' }, url)
  }
  await assert.rejects(decides('ftp://hotel.example/'), /found the scheme ftp:; expected https, or http for an origin that is named/)
  assert.throws(() => signedFetch({ key: pem, keyId: caller.keyId }), /`origins` has no default/)
  assert.throws(() => signedFetch({ key: pem, keyId: caller.keyId, origins: ['hotel.example'] }), TypeError)
  assert.throws(() => signedFetch({ key: pem, keyId: 'x', origins: [] }), /keyId/)
  assert.throws(() => signedFetch({ keyId: caller.keyId, origins: [] }), /`key` is missing/)
})

test('challenges are read as RFC 9110 has them', () => {
  const nonce = (value) => challengeNonce({ 'www-authenticate': value })
  for (const [value, expected] of [
    ['DIDWba realm="a, b", nonce="n-1"', 'n-1'],
    ['Negotiate, Bearer abc/+=, DIDWba nonce=n1 , error="x"', 'n1'],
    ['didwba Realm = "a", NONCE="a\\b"', 'ab'],
    ['Basic realm="DIDWba nonce=\\"evil\\"", DIDWba nonce="n"', 'n'],
    ['Basic nonce="n"', null],
    ['DIDWba nonce="a", DIDWba nonce="b"', null],
    ['DIDWba nonce="a', null],
    ['DIDWba nonce="a" realm="b"', null],
    ['DIDWba nonce="a", nonce="b"', null],
    ['DIDWba nonce=""', null],
    ['DIDWba nonce="a b"', null],
    ['DIDWba nonce="a;keyid"', null],
    [`DIDWba nonce="${'x'.repeat(257)}"`, null],
    ['DIDWba', null],
  ]) {
    assert.equal(nonce(value), expected, value)
  }
  assert.equal(challengeNonce({}), null)
})

test('DID documents are those of `adp did create`', async () => {
  const publicKey = createPublicKey(caller.privateKey)
  const document = await createDidDocument(caller.did, publicKey)
  assert.deepEqual(document.verificationMethod, [
    { id: caller.keyId, type: 'EcdsaSecp256r1VerificationKey2019', controller: caller.did, publicKeyJwk: caller.document.verificationMethod[0].publicKeyJwk },
  ])
  // a key and its document of `adp did create --host agent.example.com`
  const seed = createPrivateKey('-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIEfZj4u3Ez+qCZt0ygzxMQ+0kxbZIsMBZU9ALXYPouP+\n-----END PRIVATE KEY-----\n')
  const both = await createDidDocument('did:wba:agent.example.com%3A8443', [seed, pem])
  assert.equal(both.verificationMethod[0].publicKeyMultibase, 'z6MkvrTCJJUtQyTM6CqU52RLZCotdnpShtDdHWqbW2HoeqB7')
  assert.deepEqual(both.authentication, ['did:wba:agent.example.com%3A8443#key-1', 'did:wba:agent.example.com%3A8443#key-2'])
  assert.ok(!JSON.stringify(both).includes(jwk.d))
  for (const did of ['hotel.example', 'did:key:z6Mk', 'did:wba:a.example:agent', 'did:wba:a.example:e1_x']) await assert.rejects(createDidDocument(did, pem), TypeError)
  const hidden = await importKey(pem)
  await assert.rejects(createDidDocument(caller.did, hidden.privateKey), /public part/)
  assert.deepEqual(await createDidDocument(caller.did, hidden), document)
})
