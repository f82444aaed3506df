// The page docs/start/javascript.md is run: what its comments say is what it prints.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

test('the start page leads to its results', async () => {
  const page = readFileSync(new URL('../../docs/start/javascript.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code)
  assert.ok(blocks.length >= 4)
  // one module of all blocks, in which imports come first
  const code = blocks.join('\n')
  const imports = code.match(/^import .*$/gm).join('\n')
  const rest = code.replace(/^import .*$/gm, '').replaceAll('console.log(', 'print(')
  const printed = []
  const run = new (Object.getPrototypeOf(async () => {}).constructor)('ad', 'print', `const { ${names(imports)} } = ad\n${rest}`)
  await run(await import('../package/node.js'), (...values) => printed.push(values.join(' ')))
  const promised = [...code.matchAll(/^ *console\.log[^\n]*\n(?:}\n)?\/\/ (.*)$/gm)].map(([, text]) => text)
  assert.deepEqual(printed, promised)
  assert.equal(promised.length, 6)
})

const names = (imports) =>
  [...new Set([...imports.matchAll(/\{ (.*?) \}/g)].flatMap(([, list]) => list.split(', ')))].join(', ')
