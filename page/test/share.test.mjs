// Links with a document: the package's search for secret keys decides whether there is one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOf, linkFor } from '../src/share.js'

test('a text in which a secret key is found gets no link, and any other does', async () => {
  const asked = []
  const findSecret = (text) => {
    asked.push(text)
    return text.startsWith('kty') ? 'a secret key' : null
  }
  assert.deepEqual(await linkFor('kty: oct', 'check', findSecret), { problem: 'shareSecret' })
  const text = '{"private_key": "see the manual"}'
  const { hash } = await linkFor(text, 'check', findSecret)
  const link = new URLSearchParams(hash)
  assert.equal(await documentOf(link.get('doc')), text)
  assert.equal(link.get('tab'), 'check')
  assert.deepEqual(asked, ['kty: oct', text])
})

test('without the search there is no link', async () => {
  await assert.rejects(linkFor('{}', 'check', () => { throw new Error('the module is not loaded') }))
})
