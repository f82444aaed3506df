// The examples of the page, from the repository's test vectors, as the module `examples.js`.

import { readFileSync } from 'node:fs'

const folder = new URL('../vectors/', import.meta.url)
const read = (path) => readFileSync(new URL(path, folder), 'utf8')

/** `{headers, input}` of a vector. */
const vector = (path) => {
  const text = read(path)
  const end = text.indexOf('\n\n')
  const headers = Object.fromEntries(text.slice(0, end).split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  return { headers, input: text.slice(end + 2) }
}

const plain = (name, path) => ({ name, text: vector(path).input })

const signed = (name, area, file) => {
  const { headers, input } = vector(`${area}/${file}`)
  const text = read(`${area}/${headers['did-document']}`)
  return { name, tab: 'verify', text: input, didDocuments: [{ did: JSON.parse(text).id, text }] }
}

export const examples = () => {
  const description = signed('description', 'verify', 'adp-ecdsa-p256.txt')
  const [{ text: didDocument }] = description.didDocuments
  return [
    description,
    { ...description, name: 'tampered', text: description.text.replace('Books rooms at the', 'Sells rooms at the') },
    { name: 'mistakes', text: description.text.replace('"name": "Grand Hotel A', '"naem": "Grand Hotel 😀 A').replace('"security":', '"securty":').replace(/,\s*"proof"[^]*/, '\n}\n') },
    signed('card', 'card', 'two-signatures.txt'),
    plain('catalog', 'catalog/sound.txt'),
    plain('mcp-server', 'mcp/server.txt'),
    plain('mcp-server-card', 'mcp/server-card.txt'),
    plain('mcp-tools', 'mcp/tools.txt'),
    plain('skills', 'skills/index.txt'),
    plain('message', 'message/check-sound.txt'),
    { name: 'did', text: didDocument },
  ]
}
