// An editor for JSON. It is in a shadow root: there its styles are constructed sheets, which the content security policy allows.

import { undo, undoDepth } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { lintGutter, setDiagnostics } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { coverageMarks, showCoverage } from './coverage_marks.js'
import { editorTheme, followScheme, useScheme } from './editor_theme.js'
import { t } from './language.js'

const SEVERITIES = { error: 'error', warning: 'warning', note: 'info' }

const replacesAll = ({ changes, startState }) => {
  let isAll = false
  changes.iterChanges((from, to) => (isAll ||= from === 0 && to === startState.doc.length))
  return isAll
}

/**
 * @param {HTMLElement} place where the editor is
 * @param {{label: string, text?: string, readOnly?: boolean, onChange?: () => void, onReplace?: () => void}} options `label` is the name of a text; `onReplace` is called when a paste replaces all of it
 */
export const createEditor = (place, { label, text = '', readOnly = false, onChange = () => {}, onReplace = () => {} }) => {
  const root = place.attachShadow({ mode: 'open' })
  const extensions = [
    basicSetup,
    json(),
    lintGutter(),
    coverageMarks,
    EditorView.lineWrapping,
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of(() => ({ 'aria-label': t(label), tabindex: '0' })),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange()
      if (update.transactions.some((transaction) => transaction.isUserEvent('input.paste') && replacesAll(transaction))) onReplace()
    }),
    editorTheme(),
  ]
  const host = document.createElement('div')
  host.className = 'host'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.host { height: 100%; }')
  root.adoptedStyleSheets = [sheet]
  root.append(host)
  const view = new EditorView({ doc: text, parent: host, root, extensions })
  followScheme(view)
  const bounded = (offset) => Math.min(Math.max(offset ?? 0, 0), view.state.doc.length)
  return {
    view,
    get text() {
      return view.state.doc.toString()
    },
    /** Replaces all of the text. */
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true })
    },
    /** Shows another document, with an undo history of its own. */
    open(text) {
      view.setState(EditorState.create({ doc: text, extensions }))
      useScheme(view)
      onChange()
    },
    /** The document with its undo history, for `restore`. */
    keep() {
      return view.state
    },
    restore(state) {
      view.setState(state)
      useScheme(view)
      onChange()
    },
    /** Whether a change can be taken back. */
    get canUndo() {
      return undoDepth(view.state) > 0
    },
    /** Takes the last change back. */
    undo() {
      undo(view)
    },
    /** Changes parts of it: `[{from, to, insert}]`. */
    change(changes) {
      view.dispatch({ changes })
    },
    /** Writes the label in the language of the page. */
    translate() {
      view.dispatch({})
    },
    /** Selects a part and brings it into sight. */
    select(from, to = from) {
      const [anchor, head] = [bounded(from), bounded(to)]
      view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      view.focus()
    },
    /** Underlines findings. `actions` returns the actions of a finding. */
    underline(findings, actions = () => []) {
      const diagnostics = findings.map((finding) => ({
        from: bounded(finding.from),
        to: bounded(Math.max(finding.to ?? 0, finding.from ?? 0)),
        severity: SEVERITIES[finding.severity] ?? 'error',
        message: finding.help ? `${finding.message}\n${finding.help}` : finding.message,
        actions: actions(finding),
      }))
      view.dispatch(setDiagnostics(view.state, diagnostics))
    },
    /** Colors what a signature covers: green only if it verifies, neutral while that is not known. `null` removes the colors. */
    cover(coverage, isVerified = false) {
      view.dispatch({ effects: showCoverage(view.state.doc.toString(), coverage, isVerified) })
    },
  }
}
