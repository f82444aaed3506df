// Colors of the members that a signature covers, of those that it does not cover, and of the signature.

import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import { jsonPlaces } from './json_places.js'

const setMarks = StateEffect.define()

export const coverageMarks = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = marks.map(transaction.changes)
    for (const effect of transaction.effects) if (effect.is(setMarks)) next = effect.value
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

const isTopLevel = (pointer) => /^\/[^/]*$/.test(pointer)

/** The effect that shows a coverage (`covers` of the package), or none. */
export const showCoverage = (text, coverage, isVerified) => {
  if (coverage === null) return setMarks.of(Decoration.none)
  const kinds = new Map([...coverage.uncovered.map((pointer) => [pointer, 'uncovered']), ...coverage.signature.map((pointer) => [pointer, 'signature'])])
  const ranges = []
  for (const [pointer, { from, to }] of jsonPlaces(text)) {
    // what was not examined has no color
    const kind = kinds.get(pointer) ?? (coverage.complete ? 'covered' : null)
    if (kind !== null && to > from && (isTopLevel(pointer) || kind === 'uncovered')) {
      ranges.push(Decoration.mark({ class: `cm-${kind}${isVerified ? ' cm-verified' : ''}` }).range(from, to))
    }
  }
  return setMarks.of(Decoration.set(ranges, true))
}
