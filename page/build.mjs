// Builds the page: `dist/` for web servers, `dist/studio.html` as one file, and `dist/embed/` compressed for our own servers.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

process.chdir(import.meta.dirname)
await build({ logLevel: 'warn' })

const read = (name) => readFileSync(join('dist', name))
const files = readdirSync('dist', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/').replace(/^dist\//, ''))
const only = (pattern) => {
  const found = files.filter((name) => pattern.test(name))
  if (found.length !== 1) throw new Error(`expected one file like ${pattern}, found ${found}`)
  return found[0]
}
const compressed = (bytes) => gzipSync(bytes, { level: 9 })

for (const name of files) {
  mkdirSync(join('dist/embed', dirname(name)), { recursive: true })
  writeFileSync(join('dist/embed', name), compressed(read(name)))
}

// one file: everything within, allowed by its hash
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
// `</script` within a string of JavaScript would end the element
const script = read(only(/\.js$/)).toString('utf8').replaceAll('</script', '<\\/script')
const style = read(only(/\.css$/)).toString('utf8')
const icon = `data:image/svg+xml;base64,${read(only(/\.svg$/)).toString('base64')}`
const wasm = compressed(read(only(/\.wasm$/))).toString('base64')
const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; img-src data:; connect-src https:; base-uri 'none'; form-action 'none'`
const replaced = (html, pattern, text) => {
  if (!pattern.test(html)) throw new Error(`index.html has no ${pattern}`)
  return html.replace(pattern, () => text)
}
let html = read('index.html').toString('utf8')
html = replaced(html, /(?<=http-equiv="Content-Security-Policy" content=")[^"]*/, policy)
html = replaced(html, /<script type="module"[^>]*><\/script>\s*/, '')
html = replaced(html, /<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`)
html = replaced(html, /(?<=<link rel="icon" href=")[^"]*/, icon)
html = replaced(html, /<\/body>/, `<script type="application/wasm" id="wasm">${wasm}</script>\n<script type="module">${script}</script>\n</body>`)
writeFileSync('dist/studio.html', html)
for (const name of [...files, 'studio.html']) {
  const bytes = read(name)
  console.log(`${name}: ${bytes.length} bytes, ${compressed(bytes).length} compressed`)
}
