// Accessibility findings of axe-core in a page.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** All findings, each as one line. */
export const axeFindings = async (page) => {
  await page.evaluate(source)
  const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`))
}
