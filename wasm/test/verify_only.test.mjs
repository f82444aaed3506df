// The entry `/verify`: the verdicts of the whole package for descriptions and cards.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as all from '../package/node.js'
import * as small from '../package/verify.js'
import { folders, vectors } from './vectors.mjs'

const bytes = (path) => readFileSync(new URL(`../package/${path}/adp.wasm`, import.meta.url))

test('the small module has the verdicts of the large one, for the vectors of descriptions and cards', async () => {
  assert.throws(() => small.verify('{}', { domain: null }), /`await load\(\)` first/)
  await small.load(bytes('dist-verify'))
  const kinds = ['verify', 'card-verify']
  const told = ({ verify }, input, options) => {
    try {
      const { status, signer, error } = verify(input, options)
      return [status, signer, error?.code]
    } catch (error) {
      return [error.code]
    }
  }
  const differing = []
  let verified = 0
  for (const { name, headers, input, file } of folders().flatMap(vectors).filter(({ headers }) => kinds.includes(headers.kind))) {
    const did = headers['did-document'] && JSON.parse(file('did-document')).id
    const didDocuments = typeof did === 'string' && /^did:(wba|web):[^/]+$/.test(did) ? { [did]: file('did-document') } : {}
    const options = { at: headers.at, domain: all.ANY, didDocuments, signer: headers.signer }
    const [large, little] = [told(all, input, options), told(small, input, options)]
    if (large[0] === 'verified') verified += 1
    if (JSON.stringify(large) !== JSON.stringify(little)) differing.push(`${name}: ${large} ${little}`)
  }
  assert.deepEqual(differing, [])
  assert.ok(verified > 20, `${verified}`)
})

test('it is much smaller', () => {
  assert.ok(bytes('dist-verify').length < 0.75 * bytes('dist').length)
})
