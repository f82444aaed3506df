// Where the members of a JSON text are: JSON Pointer -> offsets in UTF-16 code units.

import { parser } from '@lezer/json'

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null'])
// the library refuses deeper documents
const MAX_DEPTH = 128

const escaped = (name) => name.replaceAll('~', '~0').replaceAll('/', '~1')

const decoded = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A map from pointers to `{from, to, valueFrom, kind}`; `from` is where the name of a member starts. */
export const jsonPlaces = (text) => {
  const places = new Map()
  const visit = (node, pointer, start, depth) => {
    places.set(pointer, { from: start, to: node.to, valueFrom: node.from, kind: node.name })
    if (depth > MAX_DEPTH) return
    let index = 0
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.name === 'Property') {
        const name = child.firstChild
        const value = child.lastChild
        if (name?.name !== 'PropertyName' || value === null || !VALUES.has(value.name)) continue
        visit(value, `${pointer}/${escaped(decoded(text.slice(name.from, name.to)))}`, name.from, depth + 1)
      } else if (VALUES.has(child.name)) {
        visit(child, `${pointer}/${index}`, child.from, depth + 1)
        index += 1
      }
    }
  }
  for (let child = parser.parse(text).topNode.firstChild; child !== null; child = child.nextSibling) {
    if (VALUES.has(child.name)) {
      visit(child, '', child.from, 0)
      break
    }
  }
  return places
}
