// Text of a document as a person may see it: characters that hide or reorder text are named.

import { element } from './element.js'

const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
const MAX_CHARACTERS = 2000

const named = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`

/** Nodes that show a text. */
export const visible = (value) => {
  const nodes = []
  let text = ''
  const flush = () => {
    if (text !== '') nodes.push(text)
    text = ''
  }
  let count = 0
  for (const character of String(value)) {
    count += 1
    if (count > MAX_CHARACTERS) {
      text += '…'
      break
    }
    if (character === '\n' || character === '\t' || !HIDDEN.test(character)) {
      text += character
    } else {
      flush()
      nodes.push(element('span', { class: 'mark' }, named(character)))
    }
  }
  flush()
  return nodes
}

/** The same as plain text, in which characters that hide are named. */
export const plain = (value) => visible(value).map((node) => (typeof node === 'string' ? node : `[${node.textContent}]`)).join('')

/** The same for a sentence of the library, which has names and values in backticks. */
export const prose = (text) => {
  const parts = String(text).split('`')
  if (parts.length % 2 === 0) return visible(text)
  return parts.flatMap((part, index) => (index % 2 === 0 ? visible(part) : [element('code', {}, ...visible(part))]))
}
