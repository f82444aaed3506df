// The looks of the editors, in the colors of the style sheet, which follow the light or dark scheme.

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Compartment } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const rules = {
  '&': { backgroundColor: 'var(--raised)', color: 'var(--ink)', height: '100%', fontSize: '0.875rem' },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '-3px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK SC", monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--raised)', color: 'var(--soft)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '.cm-activeLineGutter': { color: 'var(--ink)', fontWeight: '650' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--selected)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--code)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-specialChar': { color: 'var(--bad)' },
  '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line)' },
  '.cm-tooltip': { maxWidth: 'min(32rem, 90vw)', fontFamily: 'system-ui, sans-serif' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)', padding: '0.25rem 0.625rem', borderRadius: '4px' },
  '.cm-covered': { backgroundColor: 'var(--neutral-paper)' },
  '.cm-covered.cm-verified': { backgroundColor: 'var(--good-paper)' },
  '.cm-signature': { backgroundColor: 'var(--seal-paper)' },
  '.cm-uncovered': { backgroundColor: 'var(--wait-paper)', textDecoration: 'underline dashed var(--wait)', textUnderlineOffset: '0.3em' },
}

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--name)' },
  { tag: tags.string, color: 'var(--string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--atom)' },
  { tag: tags.invalid, color: 'var(--bad)' },
])

const isDark = matchMedia('(prefers-color-scheme: dark)')
const theme = new Compartment()
const current = () => EditorView.theme(rules, { dark: isDark.matches })

export const editorTheme = () => [theme.of(current()), syntaxHighlighting(highlight)]

/** Gives an editor the scheme that the system has now. */
export const useScheme = (view) => view.dispatch({ effects: theme.reconfigure(current()) })

/** Keeps an editor in the scheme that the system has. */
export const followScheme = (view) =>
  isDark.addEventListener('change', () => useScheme(view))
