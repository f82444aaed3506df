// The pages are run: what their comments say is what they print.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor

const MODULES = {
  '@agent-description/wasm': '../package/node.js',
  '@agent-description/wasm/client': '../package/client.js',
  '@agent-description/wasm/a2a': '../package/a2a.js',
  '@agent-description/wasm/express': '../package/express.js',
  '@agent-description/wasm/fetch': '../package/fetch.js',
}

/** Runs the examples of a page as one program: what it prints, and what the page says that it prints. */
const run = async (page, names = {}) => {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const code = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
  const printed = []
  const values = { ...names, print: (...parts) => printed.push(parts.join(' ')) }
  const declared = new Set()
  const imports = []
  const rest = code.replace(/^import (?:\{ (.*?) \}|(\w+)) from '(.*?)'$/gm, (_, list, name, from) => {
    const wanted = (list?.split(', ') ?? [name]).filter((one) => !declared.has(one))
    for (const one of wanted) {
      declared.add(one)
      imports.push([one, from, list === undefined])
    }
    return ''
  })
  for (const [name, from, isDefault] of imports) {
    const module = await import(MODULES[from] ?? from)
    assert.ok(isDefault || name in module, `${from} has no ${name}`)
    values[name] = isDefault ? module.default : module[name]
  }
  await new AsyncFunction(...Object.keys(values), rest.replaceAll('console.log(', 'print('))(...Object.values(values))
  return { printed, promised: [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line) }
}

test('the start page leads to its results', async () => {
  const { printed, promised } = await run('start/javascript.md')
  assert.deepEqual(printed, promised)
  assert.equal(promised.length, 6)
})

test('the examples for servers run', async () => {
  const { printed, promised } = await run('guides/javascript-servers.md', { redis: {} })
  assert.deepEqual(printed, promised)
  assert.equal(promised.length, 1)
})
