// axe-core finds nothing on the page, in any tab, light and dark, and nothing is wider than the window.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { axeFindings } from './axe.mjs'
import { chooseExample, launch, open, openTab, serve } from './browser.mjs'

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

// axe fails at elements that are replaced meanwhile
const settled = (page) =>
  page.evaluate(async () => {
    for (let before; before !== document.body.innerHTML; ) {
      before = document.body.innerHTML
      await new Promise((done) => setTimeout(done, 300))
    }
  })

for (const [width, scheme, language] of [[1280, 'light', 'en'], [1280, 'dark', 'zh-CN'], [390, 'dark', 'en'], [390, 'light', 'zh-CN']]) {
  test(`axe finds nothing: ${width} px, ${scheme}, ${language}`, async () => {
    const { page } = await open(chromium.browser, server.base, { width, scheme, language })
    for (const [index, tab] of [[null, 'check'], [2, 'check'], [0, 'verify'], [1, 'verify'], [3, 'verify'], [0, 'diff'], [0, 'convert'], [0, 'sign'], [0, 'explain']]) {
      if (index !== null) await chooseExample(page, index)
      await openTab(page, tab)
      await page.evaluate(() => document.querySelectorAll('#panel details').forEach((part) => (part.open = true)))
      await settled(page)
      assert.deepEqual(await axeFindings(page), [], tab)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, tab)
    }
    await page.close()
  })
}
