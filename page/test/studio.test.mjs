// The page in Chromium. Expected values are from the vectors' own files, or by hand.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { chooseExample, dist, editorText, launch, open, openTab, panelSays, panelText, paste, POLICY, serve, verdictSays } from './browser.mjs'

const ALICE = 'did:wba:example.com:alice'
const vectors = join(import.meta.dirname, '../../vectors')
const didDocument = readFileSync(join(vectors, 'verify/did-documents/alice.json'), 'utf8')
const signed = readFileSync(join(vectors, 'verify/adp-ecdsa-p256.txt'), 'utf8').split('\n\n').slice(1).join('\n\n')

let chromium
let server
before(async () => {
  chromium = await launch()
  server = await serve()
})
after(async () => {
  await chromium.close()
  server.close()
})

/** Runs a test with a page, which afterwards must have had no complaint and asked nobody else. */
const studio = (name, run, { options = {}, url = () => server.base, foreign = [] } = {}) =>
  test(name, async () => {
    const opened = await open(chromium.browser, url(), options)
    try {
      await run(opened.page, opened)
      assert.deepEqual(opened.complaints, [])
      const others = opened.requests.filter((request) => !/^(blob|data):/.test(request) && !request.startsWith(url().split('#')[0]) && !request.startsWith(server.base))
      assert.deepEqual(others, foreign)
    } finally {
      await opened.page.close()
    }
  })

const clickButton = (page, text) =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll('button')].find((button) => button.textContent.includes(wanted) && button.checkVisibility())
    if (found === undefined) throw new Error(`no button ${wanted}`)
    found.click()
  }, text)

const notice = (page) => page.waitForSelector('#notice:not([hidden])').then(() => page.$eval('#notice', (box) => box.textContent))

const openDetails = (page) => page.evaluate(() => document.querySelectorAll('#panel details').forEach((part) => (part.open = true)))

studio('a finding is underlined where it is, behind characters of two code units, and its fix can be applied', async (page) => {
  await openTab(page, 'check')
  await paste(page, signed.replace('"name": "Grand Hotel Assistant"', '"description": "😀𝄞😀", "naem": "Grand Hotel Assistant"').replace(/^ {2}"description": "Books.*\n/m, ''))
  await panelSays(page, 'naem')
  const underlined = await page.evaluate(() => [...document.querySelector('#editor').shadowRoot.querySelectorAll('.cm-lintRange')].map((part) => part.textContent))
  assert.ok(underlined.includes('"naem"'), underlined.join())
  await clickButton(page, 'Replace with "name"')
  await page.waitForFunction(() => !document.getElementById('panel').innerText.includes('naem'))
  assert.match(await editorText(page), /😀𝄞😀", "name": "Grand Hotel Assistant"/)
})

studio('a dropped file takes the place of the document, and one that is too large or no text is refused', async (page) => {
  const drop = (bytes, name) =>
    page.evaluate(
      (numbers, fileName) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(numbers)], fileName))
        const content = document.querySelector('#editor').shadowRoot.querySelector('.cm-content')
        content.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, composed: true, cancelable: true }))
      },
      [...bytes],
      name,
    )
  await paste(page, '{"name": "before"}')
  await drop(Buffer.from(signed), 'ad.json')
  await panelSays(page, 'Agent description')
  assert.equal(await editorText(page), signed)
  await drop(Buffer.from([0xff, 0xfe]), 'image.png')
  assert.match(await notice(page), /image\.png is not UTF-8/)
  await drop(new Uint8Array((2 << 20) + 1), 'large.json')
  await page.waitForFunction(() => document.getElementById('notice').textContent.includes('large.json is larger'))
  assert.equal(await editorText(page), signed)
})

studio('what cannot be read is said with its place', async (page) => {
  await paste(page, '{"name": "a",\n "name": "b"}')
  await panelSays(page, 'json-duplicate-key')
  assert.match(await panelText(page), /Line 2, column 2/)
})

studio('one changed character shows which check fails, and undoing it mends the signature', async (page) => {
  await chooseExample(page, 0)
  await verdictSays(page, `Signed by ${ALICE}`)
  await panelSays(page, 'The signature covers every member except itself')
  const marked = (kind) => page.evaluate((name) => [...document.querySelector('#editor').shadowRoot.querySelectorAll(`.cm-${name}`)].map((part) => part.textContent).join(''), kind)
  assert.match(await marked('covered'), /Grand Hotel Assistant/)
  assert.match(await marked('signature'), /proofValue/)
  assert.equal(await marked('uncovered'), '')
  await clickButton(page, 'Change one character')
  await verdictSays(page, 'Not verified')
  const failed = await page.$$eval('.checks tbody tr', (rows) => rows.filter((row) => row.innerText.includes('failed')).map((row) => row.querySelector('th').dataset.check))
  assert.deepEqual(failed, ['signature'])
  await page.click('#editor >>> .cm-content')
  await page.keyboard.down('Control')
  await page.keyboard.press('z')
  await page.keyboard.up('Control')
  await verdictSays(page, `Signed by ${ALICE}`)
})

studio('the tampered example is not verified', async (page) => {
  await chooseExample(page, 1)
  await verdictSays(page, 'Not verified')
  await panelSays(page, 'proof-signature')
})

studio('every example is of its format, and valid unless it says otherwise', async (page) => {
  const names = await page.$$eval('#example option', (rows) => rows.map((row) => row.textContent).slice(1))
  assert.equal(names.length, 11)
  for (const [index, name] of names.entries()) {
    await chooseExample(page, index)
    await openTab(page, 'check')
    await page.waitForFunction(() => document.querySelector('#panel .box') !== null)
    const text = await panelText(page)
    assert.equal(/Not valid|Not readable/.test(text), name.includes('mistakes'), `${name}: ${text}`)
  }
})

studio('what is needed is named, and a pasted DID document is taken', async (page, { requests }) => {
  await paste(page, signed)
  await openTab(page, 'verify')
  await verdictSays(page, 'Waiting for the DID document of did:wba:example.com:alice')
  assert.match(await panelText(page), /https:\/\/example\.com\/alice\/did\.json/)
  assert.ok(requests.every((request) => /^data:/.test(request) || request.startsWith(server.base)))
  await openDetails(page)
  await page.type('#panel textarea', 'no document')
  await clickButton(page, 'Use')
  await panelSays(page, 'This is not a DID document')
  await page.$eval('#panel textarea', (area, text) => (area.value = text), didDocument)
  await clickButton(page, 'Use')
  await verdictSays(page, `Signed by ${ALICE}`)
  await panelSays(page, 'supplied here, not fetched from its host')
})

const intercept = (answer) => async (page) => {
  await page.setRequestInterception(true)
  page.on('request', (request) => (request.url().startsWith('https://example.com/') ? request.respond(answer(request)) : request.continue()))
}
const seen = []

studio(
  'the DID document is fetched when the person asks for it, without cookies and referrer',
  async (page) => {
    await paste(page, signed)
    await openTab(page, 'verify')
    await panelSays(page, 'Fetch from example.com')
    assert.deepEqual(seen, [])
    await clickButton(page, 'Fetch from example.com')
    await verdictSays(page, `Signed by ${ALICE}`)
    assert.doesNotMatch(await panelText(page), /not fetched from its host/)
    assert.equal(seen.length, 1)
    assert.ok(!seen[0].referer && !seen[0].cookie, JSON.stringify(seen))
  },
  {
    foreign: ['https://example.com/alice/did.json'],
    options: {
      before: intercept((request) => {
        seen.push(request.headers())
        return { headers: { 'access-control-allow-origin': '*' }, contentType: 'application/json', body: didDocument }
      }),
    },
  },
)

test('a server that lets no other site read leads to pasting', async () => {
  const { page } = await open(chromium.browser, server.base, { before: intercept(() => ({ contentType: 'application/json', body: didDocument })) })
  await paste(page, signed)
  await openTab(page, 'verify')
  await panelSays(page, 'Fetch from example.com')
  await clickButton(page, 'Fetch from example.com')
  await panelSays(page, 'paste it below')
  await verdictSays(page, 'Waiting for the DID document')
  assert.equal(await page.$eval('#panel .rows a', (link) => link.href), 'https://example.com/alice/did.json')
  assert.equal(await page.$eval('#panel details.paste', (box) => box.open), true)
  await page.close()
})

studio('expectations are kept: another domain is not accepted', async (page) => {
  await chooseExample(page, 0)
  await verdictSays(page, 'Signed by')
  await openDetails(page)
  await page.select('#panel details select', 'host')
  const inputs = await page.$$('#panel details input')
  await inputs[0].type('other.example')
  await verdictSays(page, 'Not verified')
  const failed = await page.$$eval('.checks tbody tr', (rows) => rows.filter((row) => row.innerText.includes('failed')).map((row) => row.querySelector('th').dataset.check))
  assert.deepEqual(failed, ['domain'])
})

// notes of each key that is made whether it can be exported
const noteKeys = (page) =>
  page.evaluateOnNewDocument(() => {
    globalThis.madeKeys = []
    const generate = crypto.subtle.generateKey.bind(crypto.subtle)
    crypto.subtle.generateKey = async (...values) => {
      const pair = await generate(...values)
      globalThis.madeKeys.push(pair.privateKey.extractable)
      return pair
    }
  })

studio('a key that is made here signs, and cannot be had', async (page) => {
  await chooseExample(page, 0)
  await openTab(page, 'sign')
  await panelSays(page, 'DID of the signer')
  await page.click('#panel input[type=checkbox]')
  // a key is never made silently
  await clickButton(page, 'Sign the document')
  assert.deepEqual(await page.evaluate(() => globalThis.madeKeys), [])
  assert.equal(await page.$$eval('#panel select', ([, expires]) => expires.value), '90')
  await clickButton(page, 'Create a key')
  await panelSays(page, 'A key of type P-256 is ready')
  await clickButton(page, 'Sign the document')
  await panelSays(page, 'The document in the editor is signed')
  await clickButton(page, 'Verify it')
  await verdictSays(page, `Signed by ${ALICE}`)
  const kept = await page.evaluate(async () => [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, (await indexedDB.databases()).length])
  assert.deepEqual(kept, ['{}', '{}', '', 0])
  assert.deepEqual(await page.evaluate(() => globalThis.madeKeys), [false])
}, { options: { before: noteKeys } })

studio('a card is signed, too', async (page) => {
  await chooseExample(page, 3)
  await openTab(page, 'sign')
  await clickButton(page, 'Create a key')
  await panelSays(page, 'A key of type P-256 is ready')
  await clickButton(page, 'Sign the document')
  await panelSays(page, 'The document in the editor is signed')
  await clickButton(page, 'Verify it')
  await verdictSays(page, 'Signed by did:wba:hotel.example')
  await panelSays(page, 'created here')
})

studio('versions are compared by class', async (page) => {
  await chooseExample(page, 0)
  await openTab(page, 'diff')
  await clickButton(page, 'Copy the document here')
  await panelSays(page, 'No changes.')
  await paste(page, signed.replace('Books rooms', 'Rents rooms').replace('"did:wba:example.com:alice",', '"did:wba:example.com:bob",'))
  await panelSays(page, 'There are breaking changes.')
  assert.match(await panelText(page), /Breaking \(\d+\)[^]*\/did[^]*Text \(\d+\)[^]*\/description/)
})

studio('a document is converted into another format than its own, with what is lost', async (page) => {
  await chooseExample(page, 3)
  await openTab(page, 'convert')
  assert.equal(await page.$eval('#panel select', (select) => select.value), 'adp')
  await chooseExample(page, 0)
  await openTab(page, 'convert')
  assert.equal(await page.$eval('#panel select', (select) => select.value), 'a2a-1.0')
  await page.select('#panel select', 'anp-07')
  await panelSays(page, 'Lost or changed')
  await clickButton(page, 'Edit the result')
  await page.waitForFunction(() => document.querySelector('#editor').shadowRoot.textContent.includes('protocolType'))
})

studio('a rule and a code are explained', async (page) => {
  await chooseExample(page, 1)
  await panelSays(page, 'proof-signature')
  await page.click('#panel [aria-label="Explain proof-signature"]')
  await panelSays(page, 'Fix')
  assert.equal(await page.$eval('[role=tab][aria-selected=true]', (tab) => tab.id), 'tab-explain')
  await page.$eval('#panel input', (input) => (input.value = ''))
  await page.type('#panel input', 'adp-5-nam')
  await panelSays(page, 'did you mean "adp-5-name"')
})

studio('after loading, no network is needed', async (page, { requests }) => {
  await page.setOfflineMode(true)
  const count = requests.length
  await chooseExample(page, 0)
  await verdictSays(page, `Signed by ${ALICE}`)
  await openTab(page, 'convert')
  await panelSays(page, 'Target format')
  assert.deepEqual(requests.slice(count).filter((request) => !request.startsWith('data:')), [])
})

const file = pathToFileURL(join(dist, 'studio.html')).href

studio(
  'the page works as one file from disk',
  async (page, { requests }) => {
    await chooseExample(page, 0)
    await verdictSays(page, `Signed by ${ALICE}`)
    assert.deepEqual(requests.filter((request) => !request.startsWith('data:')), [file])
    const html = readFileSync(join(dist, 'studio.html'), 'utf8')
    assert.match(html, /content="default-src 'none'; script-src 'sha256-[^"]*"/)
    assert.doesNotMatch(html.slice(0, 2000), /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')/)
  },
  { url: () => file },
)

studio('a link contains the document, and nothing is sent for it', async (page) => {
  await paste(page, signed)
  await panelSays(page, 'Agent description')
  await clickButton(page, 'Copy a link')
  await notice(page)
  const link = await page.evaluate(() => location.href)
  assert.match(link, /#doc=[\w-]+&tab=verify$/)
  const other = await open(chromium.browser, link)
  await panelSays(other.page, 'Agent description')
  assert.equal((await editorText(other.page)).replaceAll('\u200b', ''), signed.trimEnd() + (signed.endsWith('\n') ? '\n' : ''))
  assert.ok(server.asked.length > 0 && server.asked.every((path) => !path.includes('doc=')), 'what is behind # is not sent')
  assert.deepEqual(other.complaints, [])
  await other.page.close()
})

studio('a link never contains a private key', async (page) => {
  for (const secret of [
    '{"kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", "d": "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}',
    '-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg\n-----END PRIVATE KEY-----',
    '{"privateKeyMultibase": "z3u2en7t5LR2WtQH5PfFqMqwVHgeXouLzo6haApm8XHqvjxq"}',
  ]) {
    await paste(page, secret)
    await clickButton(page, 'Copy a link')
    assert.match(await notice(page), /private key/)
    assert.equal(await page.evaluate(() => location.hash), '')
  }
})

const linkTo = (bytes) => `doc=${deflateRawSync(bytes).toString('base64url')}`

test('hostile links end in a message', async () => {
  for (const [hash, expected] of [
    [linkTo(Buffer.alloc(64 << 20, 32)), /more than 2097152 bytes/],
    ['doc=AAAA', /no readable document/],
    ['doc=%%%', /no readable document/],
    [linkTo(Buffer.from([0xff, 0xfe])), /no readable document/],
    ['tab=__proto__&explain=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E', null],
    ['tab=constructor', null],
  ]) {
    const { page, complaints, requests } = await open(chromium.browser, `${server.base}#${hash}`)
    if (expected !== null) assert.match(await notice(page), expected)
    assert.deepEqual(complaints, [], hash)
    assert.ok(requests.every((request) => /^data:/.test(request) || request.startsWith(server.base)), hash)
    assert.equal(await page.$$eval('#panel img', (images) => images.length), 0)
    await page.close()
  }
})

studio('texts of a document are shown, not run', async (page) => {
  const script = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  const hostile = {
    [script]: script,
    ['\u202e\u200b']: 'x',
    name: script,
    description: `\u202e${script}`,
    version: '1.0.0',
    supportedInterfaces: [{ url: 'javascript:alert(3)', protocolBinding: script, protocolVersion: '1.0' }],
    capabilities: { constructor: 1, hasOwnProperty: 2 },
    defaultInputModes: [script],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: script, name: script, description: script, tags: [] }],
  }
  const text = JSON.stringify(hostile, null, 2).replace('"capabilities": {', '"capabilities": {"__proto__": {"streaming": true},')
  for (const document of [text, text.replace('"version"', '"signatures": [{"protected": "<b>", "signature": "\u202e"}], "version"'), `{"__proto__": {}, "proof": {"type": "${script}"}}`, `[${script}]`]) {
    await paste(page, document)
    for (const tab of ['check', 'verify', 'diff', 'convert', 'sign', 'check']) {
      await openTab(page, tab)
      if (tab === 'diff') await clickButton(page, 'Copy the document here')
      await openDetails(page)
      await new Promise((done) => setTimeout(done, 250))
      const found = await page.evaluate(() => [document.querySelectorAll('#panel img, #panel script, #panel b, #panel a[href]').length, /[\u202e\u200b]/.test(document.getElementById('panel').textContent)])
      assert.deepEqual(found, [0, false], tab)
    }
  }
  assert.equal(await page.evaluate(() => Object.prototype.streaming), undefined)
})

studio(
  'a panic is shown, and the next call works',
  async (page) => {
    await panelSays(page, 'The library stopped because of a bug')
    await paste(page, `${signed} `)
    await panelSays(page, 'Agent description')
  },
  {
    url: () => `${server.base}#${linkTo(Buffer.from(signed))}&tab=check`,
    options: {
      // the first instance stops at its first call, as after a panic
      before: (page) =>
        page.evaluateOnNewDocument(() => {
          const { Instance } = WebAssembly
          let count = 0
          WebAssembly.Instance = function (...values) {
            count += 1
            const instance = new Instance(...values)
            if (count > 1) return instance
            const broken = { ...instance.exports, inspect: () => { throw new WebAssembly.RuntimeError('unreachable') } }
            return { exports: broken }
          }
        }),
    },
  },
)

studio('tabs and findings are used by keyboard', async (page) => {
  await page.focus('#tab-check')
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-verify')
  await page.keyboard.press('End')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-explain')
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-check')
  // Tab leaves the editor
  await page.click('#editor >>> .cm-content')
  await page.keyboard.press('Tab')
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'editor')
})

studio(
  'in Chinese, the page has Chinese texts, and the language can be changed',
  async (page) => {
    assert.equal(await page.$eval('html', (html) => html.lang), 'zh-CN')
    await chooseExample(page, 0)
    await verdictSays(page, `由 ${ALICE} 签名`)
    await page.select('#language', 'en')
    await verdictSays(page, `Signed by ${ALICE}`)
    assert.equal(await page.$eval('html', (html) => html.lang), 'en')
    await page.evaluate(() => localStorage.clear())
  },
  { options: { language: 'zh-CN' } },
)

studio(
  'a change of the language keeps the key and what was entered, and changes the label of the editor',
  async (page) => {
    const label = () => page.evaluate(() => document.querySelector('#editor').shadowRoot.querySelector('.cm-content').getAttribute('aria-label'))
    await chooseExample(page, 0)
    await verdictSays(page, 'Signed by')
    await openDetails(page)
    await page.select('#panel details select', 'none')
    await openTab(page, 'sign')
    await panelSays(page, 'DID of the signer')
    await page.click('#panel input[type=checkbox]')
    await clickButton(page, 'Create a key')
    await panelSays(page, 'A key of type P-256 is ready')
    assert.equal(await label(), 'Document')
    await page.select('#language', 'zh-CN')
    await panelSays(page, 'P-256 密钥已就绪')
    assert.equal(await label(), '文档')
    assert.equal(await page.$eval('#panel input[type=checkbox]', (box) => box.checked), true)
    await clickButton(page, '签名文档')
    await panelSays(page, '编辑器中的文档已签名')
    assert.equal(await page.evaluate(() => globalThis.madeKeys.length), 1)
    await openTab(page, 'verify')
    await verdictSays(page, `由 ${ALICE} 签名`)
    assert.equal(await page.$eval('#panel details select', (select) => select.value), 'none')
    await chooseExample(page, 3)
    await openTab(page, 'check')
    await panelSays(page, 'A2A 卡片')
    await page.evaluate(() => localStorage.clear())
  },
  { options: { before: noteKeys } },
)

studio('what the signature covers is shown for a document of 60 kB', async (page) => {
  await paste(page, signed.replace('Books rooms', 'Books rooms '.repeat(5000)))
  await openTab(page, 'verify')
  await panelSays(page, 'The signature covers every member except itself')
})

for (const [width, scheme, paper] of [
  [390, 'light', 'rgb(251, 250, 247)'],
  [390, 'dark', 'rgb(20, 25, 26)'],
]) {
  studio(
    `nothing is wider than ${width} px, ${scheme}`,
    async (page) => {
      for (const [index, tab] of ['check', 'verify', 'diff', 'convert', 'sign', 'explain'].entries()) {
        await chooseExample(page, index % 2)
        await openTab(page, tab)
        await openDetails(page)
        await new Promise((done) => setTimeout(done, 200))
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, tab)
      }
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), paper)
    },
    { options: { width, scheme } },
  )
}

test('the policy of the page and of its server allows nothing inline', async () => {
  assert.doesNotMatch(POLICY, /unsafe-inline/)
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  assert.match(html, /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/)
  assert.doesNotMatch(html, /unsafe-inline|<style|style=|onclick|<script>/)
  const response = await fetch(server.base)
  assert.equal(response.headers.get('content-security-policy'), POLICY)
})

const verdict = (page) => page.$eval('#verdict', (line) => line.textContent)

studio('the first view is a verified example, and the verdict stays in sight at the end of the panel', async (page) => {
  await verdictSays(page, `Verified. Signed by ${ALICE} for example.com on 2026-01-31 12:00 UTC.`)
  for (const width of [1280, 390]) {
    await page.setViewport({ width, height: 700 })
    await page.evaluate(() => {
      document.getElementById('panel').scrollTop = 1e6
      scrollTo(0, 1e6)
    })
    const isSeen = await page.$eval('#verdict', (line) => {
      const { top, bottom, left } = line.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight && document.elementFromPoint(left + 5, (top + bottom) / 2) === line
    })
    assert.ok(isSeen, `${width} px`)
  }
})

studio('the live region says the verdict and nothing else, and once', async (page) => {
  await panelSays(page, 'Change one character')
  const regions = await page.$$eval('[aria-live], [role=status], [role=alert], [role=log]', (found) => found.filter((part) => part.checkVisibility()).map((part) => part.id))
  assert.deepEqual(regions, ['verdict'])
  await page.evaluate(() => {
    globalThis.heard = []
    new MutationObserver(() => globalThis.heard.push(document.getElementById('verdict').textContent)).observe(document.getElementById('verdict'), { childList: true, characterData: true, subtree: true })
  })
  await clickButton(page, 'Change one character')
  await verdictSays(page, 'Not verified. Failed: “Signature matches the text”.')
  await page.click('#editor >>> .cm-content')
  await page.keyboard.press('End')
  await page.keyboard.type(' ')
  await new Promise((done) => setTimeout(done, 500))
  assert.deepEqual(await page.evaluate(() => globalThis.heard), ['Not verified. Failed: “Signature matches the text”.'])
})

studio('only what is verified is green', async (page) => {
  const marks = () => page.evaluate(() => ['cm-covered', 'cm-verified'].map((name) => document.querySelector('#editor').shadowRoot.querySelectorAll(`.${name}`).length > 0))
  const greens = () => page.$$eval('#panel .good, #panel .is-verified', (found) => found.length)
  await verdictSays(page, 'Verified.')
  await panelSays(page, 'The signature covers every member')
  assert.deepEqual(await marks(), [true, true])
  await clickButton(page, 'Change one character')
  await panelSays(page, 'nothing of the text is marked')
  assert.deepEqual([await marks(), await greens()], [[false, false], 0])
  await paste(page, signed)
  await verdictSays(page, 'Waiting for')
  await panelSays(page, 'what the signature claims to cover')
  assert.deepEqual([await marks(), await greens()], [[true, false], 0])
  assert.match(await panelText(page), /DID document\s+waiting\s+waiting for the DID document of/)
  assert.doesNotMatch(await panelText(page), /failed/)
  assert.equal(await page.$eval('#panel details.not-reached', (part) => part.open), false)
})

const FAR = JSON.stringify({ '@context': { '@vocab': 'https://schema.org/', ad: 'https://agent-network-protocol.com/ad#' }, '@type': 'ad:AgentDescription', name: 'Far' })
const listing = JSON.stringify({ '@type': 'CollectionPage', items: [{ '@id': 'https://hotel.example.com/far.json' }] })
const answers = { 'https://hotel.example.com/.well-known/agent-descriptions': listing, 'https://hotel.example.com/far.json': FAR }
const far = async (page) => {
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    if (!request.url().startsWith('https://')) return request.continue()
    const body = answers[request.url()]
    request.respond({ status: body === undefined ? 404 : 200, headers: { 'access-control-allow-origin': '*' }, contentType: 'application/json', body: body ?? '' })
  })
}

studio(
  'a host and a pasted URL are opened after a click, and the document must name the host',
  async (page, { requests }) => {
    await page.type('#address', 'hotel.example.com')
    assert.ok(!requests.some((request) => request.startsWith('https:')))
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.getElementById('file').textContent.includes('far.json'))
    await verdictSays(page, 'Not signed')
    assert.equal(await page.$eval('#panel details.expectations select', (select) => select.value), 'fetched')
    await openTab(page, 'check')
    await paste(page, 'https://hotel.example.com/far.json')
    await panelSays(page, 'This is an address')
    await verdictSays(page, 'No document')
    const before = requests.length
    await clickButton(page, 'Fetch from hotel.example.com')
    await verdictSays(page, 'Not signed')
    assert.deepEqual(requests.slice(before).filter((request) => request.startsWith('https:')), ['https://hotel.example.com/far.json'])
  },
  { options: { before: far }, foreign: [...Object.keys(answers), 'https://hotel.example.com/far.json'] },
)

studio('a card with one valid signature of two is verified, and the page says why', async (page) => {
  await chooseExample(page, 3)
  await verdictSays(page, 'Verified. Signed by did:wba:hotel.example')
  await panelSays(page, 'One signature that passes is enough')
})

studio('several documents keep their edits and their undo, and unsaved ones are marked', async (page) => {
  const names = () => page.$$eval('#file option', (rows) => rows.map((row) => row.textContent))
  await chooseExample(page, 3)
  assert.deepEqual(await names(), ['Signed A2A card'])
  await page.click('#editor >>> .cm-content')
  await page.keyboard.press('Home')
  await page.keyboard.type(' ')
  await page.waitForFunction(() => document.getElementById('file').textContent.includes('not saved'))
  await chooseExample(page, 2)
  assert.deepEqual(await names(), ['● Signed A2A card (not saved)', 'Agent description with mistakes'])
  await openTab(page, 'check')
  await clickButton(page, 'Apply')
  await page.waitForFunction(() => document.querySelectorAll('#file option').length === 2 && document.querySelectorAll('#file option')[1].textContent.startsWith('●'))
  await page.select('#file', '0')
  await panelSays(page, 'A2A card')
  await page.click('#undo')
  await page.waitForFunction(() => document.querySelector('#file option').textContent === 'Signed A2A card')
  await page.select('#file', '1')
  await panelSays(page, 'Agent description')
  await page.click('#undo')
  await panelSays(page, 'naem')
})

studio('the summary names the agent, its prices and interfaces', async (page) => {
  const product = (name, price) => ({ '@type': 'Product', name, offers: { '@type': 'Offer', price, priceCurrency: 'CHF' } })
  const way = (name, member) => ({ '@type': 'StructuredInterface', '@id': `https://hotel.example/${name}`, name, description: name, protocol: name, url: `https://hotel.example/${name}`, ...member })
  await openTab(page, 'check')
  await paste(page, JSON.stringify({
    '@context': ['https://agent-network-protocol.com/ad#', { '@language': 'en' }],
    '@type': 'AgentDescription', '@id': 'https://hotel.example/ad.json', name: 'Seaside', owner: { '@type': 'Organization', name: 'Seaside AG' },
    products: [product('Single room', '95')], interfaces: [way('YAML', { humanAuthorization: true }), way('MCP', {})],
    securityDefinitions: { sc: { scheme: 'didwba', in: 'header', name: 'Authorization' } }, security: 'sc',
  }))
  await panelSays(page, 'Seaside AG')
  const rows = await page.$$eval('#panel .agent tbody tr', (found) => found.map((row) => [...row.cells].map((cell) => cell.textContent)))
  assert.deepEqual(rows, [
    ['Single room', '95 CHF'],
    ['OpenAPI', 'https://hotel.example/YAML', 'didwba', 'required'],
    ['MCP', 'https://hotel.example/MCP', 'didwba', 'not stated'],
  ])
  assert.match(await panelText(page), /Owner\s+Seaside AG/)
})

studio(
  'in Chinese, findings are Chinese, and what is not translated says that it is English',
  async (page) => {
    await openTab(page, 'check')
    await paste(page, '{"@context": ["https://agent-network-protocol.com/ad#", {"@language": "en"}], "@type": "AgentDescription", "security": "a"}')
    await panelSays(page, '智能体描述缺少 `name`'.replaceAll('`', ''))
    assert.ok((await page.$$eval('#panel .findings [lang=en]', (found) => found.map((part) => part.textContent))).every((text) => text.startsWith('（英文）')))
    await page.evaluate(() => localStorage.clear())
  },
  { options: { language: 'zh-CN' } },
)

studio('a link for no document is not made', async (page) => {
  await paste(page, ' ')
  await verdictSays(page, 'No document.')
  await clickButton(page, 'Copy a link')
  assert.match(await notice(page), /there is no document/)
  assert.equal(await verdict(page), 'No document.')
})
