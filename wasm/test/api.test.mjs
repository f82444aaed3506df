// What the package promises beyond verdicts.

import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as ad from '../package/node.js'
import { makeApi } from '../package/api.js'
import { setVerifier } from '../package/host.js'
import * as wasm from '../package/dist/adp.js'

const HOST = 'hotel.example'
const DID = `did:wba:${HOST}`
const METHOD = `${DID}#key-1`
const description = {
  '@context': 'https://agent-network-protocol.com/ad#',
  '@type': 'AgentDescription',
  '@id': `https://${HOST}/ad.json`,
  name: 'Rooms 😀',
  did: DID,
  created: '2026-01-01T00:00:00Z',
  securityDefinitions: { open_sc: { scheme: 'nosec' } },
  security: 'open_sc',
  interfaces: [
    {
      '@type': 'StructuredInterface',
      '@id': `https://${HOST}/ad.json#book`,
      name: 'Book',
      description: 'Books rooms.',
      protocol: 'JSON-RPC 2.0',
      url: `https://${HOST}/book`,
    },
  ],
}

const card = {
  name: 'Rooms',
  description: 'Books rooms.',
  version: '1.0.0',
  supportedInterfaces: [{ url: `https://${HOST}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'book', name: 'Book', description: 'Books a room.', tags: ['booking'] }],
}

const keys = (name) =>
  crypto.subtle.generateKey(name === 'Ed25519' ? { name } : { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

const didDocument = async (pair) => {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKeyJwk = y === undefined ? { kty, crv, x } : { kty, crv, x, y }
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: DID,
    verificationMethod: [{ id: METHOD, type: 'JsonWebKey2020', controller: DID, publicKeyJwk }],
    authentication: [METHOD],
    assertionMethod: [METHOD],
  }
}

for (const algorithm of ['ECDSA', 'Ed25519']) {
  test(`a key that cannot be exported signs, and the document is verified (${algorithm})`, async () => {
    const key = await keys(algorithm)
    const signed = await ad.sign(description, { method: METHOD, key })
    const didDocuments = { [DID]: await didDocument(key) }
    const found = ad.verify(signed, { domain: null, didDocuments })
    assert.deepEqual([found.verified, found.identity, found.error], [true, DID, null])
    assert.equal(found.model.name, 'Rooms 😀')
    const other = ad.verify(signed.replace('Rooms', 'Roams'), { domain: null, didDocuments })
    assert.deepEqual([other.verified, other.document, other.model], [false, null, null])
    assert.equal(other.error.code, 'proof-signature')
  })
}

test('a signer elsewhere is asked for the signature of a card', async () => {
  const key = await keys('ECDSA')
  const asked = []
  const signed = await ad.sign(card, {
    method: METHOD,
    publicKey: key.publicKey,
    sign: async (payload) => {
      asked.push(payload)
      return crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, payload)
    },
  })
  assert.equal(asked.length, 1)
  assert.equal(JSON.parse(signed).signatures.length, 1)
  const found = ad.verify(signed, { domain: ad.ANY, didDocuments: { [DID]: await didDocument(key) } })
  assert.deepEqual([found.verified, found.identity], [true, DID])
})

test('an Ed25519 key signs cards under either name', async () => {
  const key = await keys('Ed25519')
  const didDocuments = { [DID]: await didDocument(key) }
  for (const [alg, named] of [[undefined, 'EdDSA'], ['EdDSA', 'EdDSA'], ['Ed25519', 'Ed25519']]) {
    const signed = await ad.sign(card, { keyId: METHOD, key, alg })
    const { protected: header } = JSON.parse(signed).signatures[0]
    assert.equal(JSON.parse(Buffer.from(header, 'base64url')).alg, named)
    assert.equal(ad.verify(signed, { domain: ad.ANY, didDocuments }).status, 'verified')
  }
  await assert.rejects(ad.sign(card, { keyId: METHOD, key, alg: 'ES256' }), { code: 'jws-algorithm' })
  await assert.rejects(ad.sign(description, { keyId: METHOD, key, alg: 'Ed25519' }), /alg does not apply/)
})

// the signature was made and verified with `cryptography` (Python)
const OFFER = {
  offer: 'room',
  price: '120.00',
  currency: 'EUR',
  proof: {
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created: '2026-11-01T10:00:00Z',
    verificationMethod: 'did:web:agent.example.com#0',
    proofPurpose: 'assertionMethod',
    domain: ['agent.example.com', 'b.example.com'],
    proofValue: 'zYyw5eizezUFBUyvVC8SL43iGj36ytMakq1RUd55e5JVregn73sAzzzURG9wiNxPmRjGc9ZNV2eUWhcDFZyrMSdi',
  },
}

test('a set of domains has the expected one, and a set of proofs is named', () => {
  const signer = 'did:web:agent.example.com'
  const method = { id: '#0', type: 'Multikey', controller: signer, publicKeyMultibase: 'z6MkrNZr8u7S4XePJWXysUAg6QiY9Ldcybw1PL9LuZPPvEaM' }
  const didDocuments = { [signer]: { id: signer, assertionMethod: ['#0'], verificationMethod: [method] } }
  const found = (document, domain) => ad.verify(document, { domain, signer, didDocuments, at: '2026-11-02T00:00:00Z' })
  for (const domain of OFFER.proof.domain) assert.deepEqual([found(OFFER, domain).status, found(OFFER, domain).domain], ['verified', domain])
  assert.equal(found(OFFER, 'c.example.com').error.code, 'proof-domain')
  assert.equal(found({ ...OFFER, proof: [OFFER.proof] }, null).error.code, 'proof-multiple')
})

test('what is needed is named, with the URL of DID documents', async () => {
  const signed = await ad.sign(description, { method: METHOD, key: await keys('ECDSA') })
  assert.deepEqual(ad.signers(signed), [DID])
  assert.deepEqual(ad.needs(signed, { domain: null }), [
    { kind: 'didDocument', name: DID, url: `https://${HOST}/.well-known/did.json`, digest: null },
  ])
  assert.equal(ad.verify(signed, { domain: null }).verified, false)
})

test('a result tells verified from claimed, and what is wrong where', async () => {
  const key = await keys('ECDSA')
  const signed = await ad.sign(description, { keyId: METHOD, key, domain: HOST })
  const didDocuments = { [DID]: await didDocument(key) }
  const good = ad.verify(signed, { domain: HOST, didDocuments })
  assert.deepEqual([good.status, good.signer, good.claimedSigner, good.keyId], ['verified', DID, DID, METHOD])
  // a challenge was made for the domain
  assert.match(good.challenge, /^[\w-]{22}$/)
  const forged = ad.verify(signed.replace('Rooms', 'Roams'), { domain: HOST, didDocuments })
  assert.deepEqual([forged.status, forged.signer, forged.claimedSigner, forged.keyId], ['refused', null, DID, METHOD])
  assert.deepEqual([forged.error.class, forged.error.code, typeof forged.error.message], ['refused', 'proof-signature', 'string'])
  const waiting = ad.verify(signed, { domain: HOST })
  assert.deepEqual([waiting.status, waiting.error.class, waiting.error.code], ['undecided', 'undecided', 'net-offline'])
  const text = JSON.stringify({ ...JSON.parse(signed), proof: 7 }, null, 2)
  const { error } = ad.verify(text, { domain: HOST })
  assert.equal(error.pointer, '/proof')
  assert.equal(error.line, text.slice(0, text.indexOf('"proof"')).split('\n').length)
  assert.throws(() => ad.verify('{', { domain: null }), { status: 'malformed' })
  // a resolver that says why
  const elsewhere = await ad.resolveAndVerify(signed, { domain: HOST, resolve: (need, { explain }) => (explain('a.example is not in `hosts`'), null) })
  assert.match(elsewhere.error.message, /a\.example is not in `hosts`$/)
  const broken = ad.resolveAndVerify(signed, { domain: HOST, resolve: () => Promise.reject(new TypeError('offline')) })
  await assert.rejects(broken, (error) => error.code === 'net-connect' && error.class === 'undecided' && error.cause instanceof TypeError)
})

test('keys that one has sign: PEM, JWK and KeyObject', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const didDocuments = { [DID]: await ad.createDidDocument(DID, pem) }
  for (const key of [pem, privateKey, privateKey.export({ format: 'jwk' }), await ad.importKey(pem)]) {
    assert.equal(ad.verify(await ad.sign(description, { keyId: METHOD, key }), { domain: null, didDocuments }).status, 'verified')
  }
  const { privateKey: alone } = await ad.importKey(pem)
  await assert.rejects(ad.sign(description, { keyId: METHOD, key: alone }), /`publicKey` is missing/)
  await assert.rejects(ad.sign(description, { keyId: METHOD }), /`key` is missing/)
  await assert.rejects(ad.sign(description, { key: pem }), /`keyId` is missing/)
  await assert.rejects(ad.sign(description, { keyId: METHOD, key: pem, domain: `https://${HOST}` }), /expected a host/)
})

test('a platform that verifies everything verifies no Ed25519 signature whose R is of small order', async () => {
  const key = await keys('Ed25519')
  const signed = JSON.parse(await ad.sign(description, { keyId: METHOD, key }))
  const didDocuments = { [DID]: await didDocument(key) }
  const before = setVerifier(() => true)
  try {
    assert.equal(ad.verify(signed, { domain: null, didDocuments }).status, 'verified')
    // the point (0, 1), in base58, is 32 bytes; s is 0
    const small = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)])
    signed.proof.proofValue = base58(signed.proof.proofValue, small)
    assert.equal(ad.verify(signed, { domain: null, didDocuments }).error.code, 'proof-signature')
  } finally {
    setVerifier(before)
  }
})

/** The bytes in the encoding of another value: multibase, or base64url. */
const base58 = (like, bytes) => {
  if (!like.startsWith('z')) return bytes.toString('base64url')
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text
  return `z${text}`
}

test('findings have UTF-16 offsets', () => {
  const text = JSON.stringify(description).replace(`"https://${HOST}/book"`, '7')
  const finding = ad.inspect(text).findings.find(({ pointer }) => pointer === '/interfaces/0/url')
  assert.equal(text.slice(finding.from, finding.to), '7')
})

test('a proof covers every member but itself', async () => {
  const signed = await ad.sign(description, { method: METHOD, key: await keys('ECDSA') })
  const found = ad.covers(signed)
  assert.deepEqual([found.signature, found.uncovered, found.complete], [['/proof'], [], true])
  assert.ok(found.examined >= 14, `${found.examined}`)
})

/** The JSON Pointers of all members and items of a value. */
const pointers = (value, at = '') =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([name, part]) => {
        const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
        return [pointer, ...pointers(part, pointer)]
      })

const changedAt = (document, pointer) => {
  const changed = structuredClone(document)
  const names = pointer.split('/').slice(1).map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = names.pop()
  names.reduce((value, name) => value[name], changed)[last] = 'changed'
  return changed
}

test('the members that can be changed without breaking the signature are exactly the uncovered ones', async () => {
  const key = await keys('ECDSA')
  const didDocuments = { [DID]: await didDocument(key) }
  const card = {
    name: 'Rooms',
    extra: { 'a/b': [1, { c: 2 }] },
    description: 'Books rooms.',
    version: '1.0.0',
    supportedInterfaces: [{ url: `https://${HOST}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
    capabilities: { streaming: true, extensions: [{ uri: `https://${HOST}/ext`, required: false, params: { 'x~y': [1.5, null] } }] },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'book', note: 'new', name: 'Book', description: 'Books a room.', tags: ['booking'], examples: [] }],
  }
  // the SDKs' form omits unknown members, so that anyone can change them
  for (const [document, form, uncovered] of [
    [description, {}, []],
    [card, { payloadForm: 'served' }, []],
    [card, { payloadForm: 'pruned' }, ['/extra', '/skills/0/note']],
  ]) {
    const signed = JSON.parse(await ad.sign(document, { method: METHOD, key, ...form }))
    const found = ad.covers(signed, form)
    assert.deepEqual([found.uncovered, found.complete], [uncovered, true])
    const options = { domain: ad.ANY, signer: DID, didDocuments, ...(form.payloadForm ? { payloadForms: [form.payloadForm] } : {}) }
    assert.equal(ad.verify(signed, options).verified, true)
    for (const pointer of pointers(document)) {
      const isUncovered = uncovered.some((other) => pointer === other || pointer.startsWith(`${other}/`))
      let verified = false
      try {
        verified = ad.verify(changedAt(signed, pointer), options).verified
      } catch (error) {
        assert.ok(error instanceof ad.AdpError && error.code !== 'internal', `${pointer}: ${error}`)
      }
      assert.equal(verified, isUncovered, pointer)
    }
  }
})

test('what a signature covers is found in time that grows with the size of the document', () => {
  const interfaces = Array.from({ length: 400 }, (_, index) => ({ ...description.interfaces[0], '@id': `https://${HOST}/ad.json#book${index}` }))
  const many = Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`ex:${index}`, index]))
  const deep = Array.from({ length: 50 }).reduce((inner) => ({ a: inner, b: [1, 2.5, null] }), 'x'.repeat(60_000))
  for (const document of [{ ...description, interfaces }, { ...description, ...many }, { ...description, deep }]) {
    const text = JSON.stringify(document)
    assert.ok(text.length > 55_000, `${text.length}`)
    const began = performance.now()
    const found = ad.covers(text)
    const milliseconds = performance.now() - began
    assert.deepEqual([found.uncovered, found.examined, found.complete], [[], pointers(document).length, true])
    assert.ok(milliseconds < 1000, `${milliseconds} ms`)
  }
})

test('nothing is checked silently', () => {
  assert.throws(() => ad.verify(description, {}), TypeError)
  assert.throws(() => ad.verify(description, { domain: undefined }), TypeError)
  assert.throws(() => ad.verify(description, { domain: null, sigener: DID }), { code: 'usage', message: /sigener/ })
  assert.throws(() => ad.verify(description, { domain: { any: false } }), { code: 'usage' })
  assert.throws(() => ad.inspect('[1]'), { code: 'document-shape' })
  assert.throws(() => ad.inspect('{"a": 1, "a": 2}'), { code: 'json-duplicate-key', line: 1, column: 10 })
  for (const value of [7, [], Promise.resolve('{}'), new Response('{}'), new Map(), new Date(), new Uint16Array(1)]) assert.throws(() => ad.inspect(value), TypeError)
  assert.equal(ad.inspect(new TextEncoder().encode(JSON.stringify(description)).buffer).valid, true)
  assert.throws(() => ad.inspect(description, { at: new Date('x') }), TypeError)
  assert.throws(() => ad.verify(description, { domain: `https://${HOST}/ad.json` }), { name: 'TypeError', message: /pass "hotel\.example"/ })
  assert.throws(() => ad.verify(description, { domain: '' }), TypeError)
})

test('documents are compared and converted', () => {
  const next = structuredClone(description)
  next.interfaces[0].url = `https://${HOST}/order`
  const found = ad.diff(description, next)
  assert.equal(found.format, 'adp')
  assert.deepEqual(found.changes.map(({ pointer, class: kind }) => [pointer, kind]), [['/interfaces/0/url', 'breaking']])
  const made = ad.convert(description, { to: 'anp-07' })
  assert.equal(JSON.parse(made.text).protocolType, 'ANP')
  assert.equal(made.losesConsent, false)
  assert.throws(() => ad.convert(description, { to: 'yaml' }), { code: 'usage' })
})

test('secret keys are found as before publishing', () => {
  const seed = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'
  for (const text of [
    JSON.stringify({ kty: 'OKP', crv: 'Ed25519', d: seed }),
    '{"secretKeyMultibase": "z3u2RDpgFe6Voz19gxWsBkueKj6XiuC9w1bSBT4FTowsWk6A"}',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlFgEZx\n',
    'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g',
  ])
    assert.equal(typeof ad.findSecret(text), 'string', text)
  // a JWK in YAML has no exact form
  const others = ['{}', '{"private_key": "see the manual"}', JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: seed }), `kty: OKP\ncrv: Ed25519\nd: ${seed}\n`]
  for (const text of others) assert.equal(ad.findSecret(text), null)
})

test('rules and codes are explained', () => {
  assert.equal(ad.explain('adp-5-name').id, 'adp-5-name')
  assert.match(ad.explain('proof-signature').fix, /\w/)
  assert.throws(() => ad.explain('proof-signatur'), { message: /did you mean "proof-signature"/ })
})

test('a trap is reported, and a new instance goes on', () => {
  const module = new WebAssembly.Module(readFileSync(new URL('../package/dist/adp.wasm', import.meta.url)))
  let instances = 0
  let raw
  let traps = false
  const api = makeApi(() => {
    instances += 1
    raw = wasm.initSync({ module })
    // a read beyond the memory ends the instance as a panic does
    return { ...wasm, explain: (id) => (traps ? raw.explain(0xffff_fff0, 64) : wasm.explain(id)) }
  })
  traps = true
  const failed = { name: 'AdpError', code: 'internal', class: 'undecided', message: /please report it/ }
  assert.throws(() => api.explain('adp-5-name'), failed)
  traps = false
  assert.equal(api.explain('adp-5-name').id, 'adp-5-name')
  assert.equal(instances, 2)
})

test('a caller whose stack is nearly full gets an error, and the next call a verdict', () => {
  const codes = new Set()
  const descend = () => {
    try {
      descend()
    } catch {
      try {
        ad.inspect(description)
        codes.add('ok')
      } catch (error) {
        codes.add(error.code ?? error.name)
      }
    }
  }
  descend()
  assert.ok(codes.size >= 1 && [...codes].every((code) => ['ok', 'internal', 'RangeError'].includes(code)), [...codes].join())
  assert.equal(ad.inspect(description).valid, true)
})

test('what a document needs is resolved, once each', async () => {
  const key = await keys('ECDSA')
  const signed = await ad.sign(description, { method: METHOD, key })
  const asked = []
  const resolve = async (need) => (asked.push(need.name), didDocument(key))
  assert.equal((await ad.resolveAndVerify(signed, { domain: null, resolve })).verified, true)
  assert.deepEqual(asked, [DID])
  const without = await ad.resolveAndVerify(signed, { domain: null, resolve: () => null })
  assert.equal(without.verified, false)
  await assert.rejects(ad.resolveAndVerify(signed, { resolve }), TypeError)
  await assert.rejects(ad.resolveAndVerify(signed, { domain: null, resolve: () => Promise.reject(new Error('offline')) }), /offline/)
})

test('5,000 hostile texts end in a result or an AdpError, in bounded time', () => {
  const seeds = [JSON.stringify(description), '{"proof": {}}', '{"a":[[[[[[', '"', '{"name":"\\ud800"}', '\ufeff{}', '{"__proto__": {"x": 1}}']
  let state = 1
  const chance = (most) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % most
  }
  const pieces = ['{', '}', '[', ']', '"', '\\', ',', ':', '1e999', '-0', 'null', '\u0000', '\u202e', '😀', '\ud800', '"@id":', '"proof":']
  const began = performance.now()
  for (let round = 0; round < 5000; round += 1) {
    let text = seeds[chance(seeds.length)]
    for (let change = chance(4); change >= 0; change -= 1) {
      const at = chance(text.length + 1)
      text = text.slice(0, at) + pieces[chance(pieces.length)] + text.slice(at + chance(3))
    }
    for (const call of [() => ad.inspect(text), () => ad.verify(text, { domain: ad.ANY }), () => ad.signers(text)]) {
      try {
        call()
      } catch (error) {
        assert.ok(error instanceof ad.AdpError && error.code !== 'internal', `${JSON.stringify(text)}: ${error}`)
      }
    }
  }
  assert.ok(performance.now() - began < 60_000)
})
