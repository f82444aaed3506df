// The page as `adp studio` and the registry serve it, and the registry's own pages.
// `STUDIO_PROGRAMS` is the folder of the two programs; without it these tests are left out.

import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { axeFindings } from './axe.mjs'
import { dist, editorText, launch, open, openTab, paste, verdictSays } from './browser.mjs'

const programs = process.env.STUDIO_PROGRAMS
const skip = programs === undefined ? 'STUDIO_PROGRAMS is not set' : false

let chromium
before(async () => (chromium = await launch()))
after(() => chromium.close())

/** Starts a program that prints its address first. */
const start = async (name, ...values) => {
  const child = spawn(join(programs, name), values, { stdio: ['ignore', 'pipe', 'ignore'] })
  const url = await new Promise((found, failed) => {
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
      if (text.includes('\n')) found(text.split('\n')[0])
    })
    child.on('exit', () => failed(new Error(`${name} ended`)))
  })
  return { url, end: () => child.kill() }
}

test('adp studio shows its files and follows their changes, but keeps edits', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-files-'))
  const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')]
  writeFileSync(first, '{"name": "first"}')
  writeFileSync(second, '{"name": "second"}')
  const studio = await start('adp', 'studio', '--no-open', '--page', join(dist, 'embed'), first, second)
  const { page, complaints, requests } = await open(chromium.browser, studio.url)
  const shows = (text) => page.waitForFunction((wanted) => document.querySelector('#editor').shadowRoot.textContent.includes(wanted), {}, text)
  await shows('"first"')
  writeFileSync(first, '{"name": "changed"}')
  await shows('"changed"')
  await page.select('#file', '1')
  await shows('"second"')
  await paste(page, '{"name": "edited"}')
  writeFileSync(second, '{"name": "third"}')
  await page.waitForSelector('#notice:not([hidden])')
  assert.match(await editorText(page), /edited/)
  assert.match(await page.$eval('#file', (list) => list.textContent), /● second\.json \(not saved\)/)
  await page.evaluate(() => [...document.querySelectorAll('#notice button')].find((button) => button.textContent === 'Load the new version').click())
  await shows('"third"')
  assert.deepEqual(complaints, [])
  assert.ok(requests.every((request) => /^data:/.test(request) || request.startsWith(new URL(studio.url).origin)))
  studio.end()
  await page.close()
  rmSync(folder, { recursive: true })
})

test('the registry serves the page, and axe finds nothing on its own pages', { skip }, async () => {
  const registry = await start('adp-registry', 'serve', '--demo', '--listen', '127.0.0.1:0', '--rate', '1000', '--page', join(dist, 'embed'))
  const { page, complaints, requests } = await open(chromium.browser, `${registry.url}/studio`)
  await page.select('#example', '0')
  await verdictSays(page, 'Signed by did:wba:example.com:alice')
  await openTab(page, 'check')
  assert.deepEqual(complaints, [])
  assert.ok(requests.every((request) => /^data:/.test(request) || request.startsWith(registry.url)))
  for (const [width, scheme, language] of [[1280, 'light', 'en'], [1280, 'dark', 'zh-CN'], [390, 'light', 'zh-CN'], [390, 'dark', 'en']]) {
    await page.setViewport({ width, height: 1000 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.setExtraHTTPHeaders({ 'accept-language': language })
    for (const path of ['/', '/?q=travel', '/?q=nowhere-found', '/entry/urn:air:hotel.example:agent:book-room', '/entry/urn:air:library.example:misleading-card:reserve', '/check', '/api', '/none']) {
      await page.goto(registry.url + path)
      const shown = `${path} ${width} px, ${scheme}, ${language}`
      assert.equal(await page.$eval('html', (html) => html.lang), language, shown)
      assert.deepEqual(await axeFindings(page), [], shown)
      assert.ok(await page.$eval('html', (html) => html.scrollWidth <= html.clientWidth), `${shown}: nothing is wider than the window`)
    }
  }
  registry.end()
  await page.close()
})

test('the meanings of checks are those of adp explain', { skip }, async () => {
  const { page } = await open(chromium.browser, pathToFileURL(join(dist, 'studio.html')).href)
  for (const name of ['resolve', 'signature', 'domain', 'time', 'key-type', 'manifest', 'binding']) {
    const { meanings } = JSON.parse(execFileSync(join(programs, 'adp'), ['explain', '--json', name], { encoding: 'utf8' }))
    const { meaning } = meanings.find(({ verb }) => verb === 'adp verify')
    await openTab(page, 'explain')
    await page.$eval('#panel input', (input, text) => {
      input.value = text
      input.dispatchEvent(new Event('input'))
    }, name)
    await page.waitForFunction((wanted) => document.getElementById('panel').textContent.includes(wanted), {}, meaning.replaceAll('`', ''))
  }
  await page.close()
})
