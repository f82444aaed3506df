// The repository's vectors, through the package: the same results as every other implementation's.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setVerifier } from '../package/host.js'
import * as ad from '../package/node.js'
import { AT, kinds, result } from './answers.mjs'
import { folders, vectors } from './vectors.mjs'

/** Kinds of operations that the package does not have, alone or at all. */
const OTHER_KINDS = [
  'jcs', 'did', 'did-url', 'did-document', 'public-key', 'proof-value', 'signing-input', 'jws', 'expand', 'nquads', 'compact', 'handle',
  'binding-generation', 'listing', 'lock', 'mcp-call', 'intent', 'flow-check', 'message-capability', 'message-verify',
  'bot-request', 'bot-directory', 'covered',
]

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
