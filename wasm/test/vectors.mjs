// The repository's vectors: files of headers and an input.

import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../../vectors')

/** The folders of the vectors. */
export const folders = () => readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)

/** `{name, headers, input, file}` of each vector in a folder. */
export const vectors = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.txt'))
    .map((name) => {
      const bytes = readFileSync(join(root, folder, name))
      const end = bytes.indexOf('\n\n')
      const lines = bytes.subarray(0, end).toString('utf8').split('\n')
      const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)))
      const file = (header) => readFileSync(join(root, folder, headers[header]), 'utf8')
      return { name: `${folder}/${name}`, headers, input: new Uint8Array(bytes.subarray(end + 2)), file }
    })
