// A Chromium, and a web server of the page as strict as a real one.

import { readFile } from 'node:fs/promises'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import puppeteer from 'puppeteer-core'

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' }
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const dist = join(import.meta.dirname, '../dist')

/** Serves `dist/` on a free port of loopback. `asked` has the path of each request. */
export const serve = async () => {
  const asked = []
  const server = createServer(async (request, response) => {
    asked.push(request.url)
    const path = new URL(request.url, 'http://host').pathname
    try {
      const name = path === '/' ? 'index.html' : path
      const body = await readFile(join(dist, name))
      const type = TYPES[extname(name)] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready))
  return { base: `http://127.0.0.1:${server.address().port}/`, asked, close: () => server.close() }
}

export const launch = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-'))
  const browser = await puppeteer.launch({
    executablePath: process.env.INTEROP_CHROMIUM ?? '/usr/bin/chromium',
    userDataDir: folder,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  return { browser, close: async () => (await browser.close(), rmSync(folder, { recursive: true, force: true })) }
}

/** Opens the page. `complaints` are errors and broken policies, `requests` all URLs that were asked for. */
export const open = async (browser, url, { width = 1280, scheme = 'light', language = 'en', before = () => {} } = {}) => {
  const page = await browser.newPage()
  const complaints = []
  const requests = []
  await page.setViewport({ width, height: 1000 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await page.evaluateOnNewDocument((tag) => {
    Object.defineProperty(navigator, 'languages', { get: () => [tag] })
    addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`))
  }, language)
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => requests.push(request.url()))
  await before(page)
  await page.goto(url)
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 })
  return { page, complaints, requests }
}

export const panelText = (page) => page.$eval('#panel', (panel) => panel.innerText)

/** Waits until the panel shows a text. */
export const panelSays = (page, text) =>
  page.waitForFunction((wanted) => document.getElementById('panel').innerText.includes(wanted), { timeout: 30_000 }, text)

/** Waits until the verdict says a text. */
export const verdictSays = (page, text) =>
  page.waitForFunction((wanted) => document.getElementById('verdict').innerText.includes(wanted), { timeout: 30_000 }, text)

/** Replaces the document as a person who pastes it. */
export const paste = async (page, text) => {
  await page.click('#editor >>> .cm-content')
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.evaluate((pasted) => {
    const content = document.querySelector('#editor').shadowRoot.querySelector('.cm-content')
    const data = new DataTransfer()
    data.setData('text/plain', pasted)
    content.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

/** The text of the editor. */
export const editorText = (page) =>
  page.evaluate(() => [...document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'))

export const openTab = (page, name) => page.click(`#tab-${name}`)
export const chooseExample = (page, index) => page.select('#example', String(index))
