// axe-core finds nothing on the page, in any tab, light and dark.

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

for (const [width, scheme, language] of [[1280, 'light', 'en'], [1280, 'dark', 'zh-CN'], [390, 'dark', 'en']]) {
  test(`axe finds nothing: ${width} px, ${scheme}, ${language}`, async () => {
    const { page } = await open(chromium.browser, server.base, { width, scheme, language })
    for (const [index, tab] of [[null, 'check'], [2, 'check'], [0, 'verify'], [1, 'verify'], [0, 'diff'], [0, 'convert'], [0, 'sign'], [0, 'explain']]) {
      if (index !== null) await chooseExample(page, index)
      await openTab(page, tab)
      await page.evaluate(() => document.querySelectorAll('#panel details').forEach((part) => (part.open = true)))
      await new Promise((done) => setTimeout(done, 250))
      assert.deepEqual(await axeFindings(page), [], tab)
    }
    await page.close()
  })
}
