// The page: one document, and a tab for each thing to do with it.

import { checkPanel } from './check_panel.js'
import { convertPanel } from './convert_panel.js'
import { diffPanel } from './diff_panel.js'
import { element } from './element.js'
import { createEditor } from './editor.js'
import { EXAMPLES } from './examples.js'
import { explainPanel } from './explain_panel.js'
import { currentLanguage, setLanguage, t, translate } from './language.js'
import { findSecret, loadLibrary } from './library.js'
import { documentOf, linkFor, MAX_LINKED_BYTES } from './share.js'
import { signPanel } from './sign_panel.js'
import { createSupplies } from './supplies.js'
import { createTabs } from './tabs.js'
import { verifyPanel } from './verify_panel.js'
import { watchFiles } from './watched_files.js'

const PANELS = { check: checkPanel, verify: verifyPanel, diff: diffPanel, convert: convertPanel, sign: signPanel, explain: explainPanel }
const DELAY_MILLISECONDS = 150
const MAX_FILE_BYTES = MAX_LINKED_BYTES

const byId = (id) => document.getElementById(id)
const panel = byId('panel')
let panels = {}
// what the person entered, by panel: a change of the language makes new panels
const states = {}
let open = 'check'
let timer

const notify = (text) => {
  byId('notice').textContent = text
  byId('notice').hidden = text === ''
}

const update = () => panels[open].update()

const studio = {
  supplies: createSupplies(),
  open: (name) => tabs.open(name),
  state: (name, initial) => (states[name] ??= initial),
  explain: (id) => {
    tabs.open('explain')
    panels.explain.show(id)
    panel.focus()
  },
  later: (call) => {
    clearTimeout(timer)
    timer = setTimeout(call, DELAY_MILLISECONDS)
  },
}

const showPanel = (name) => {
  panels[open]?.close?.()
  open = name
  panels[name] ??= PANELS[name](studio)
  panel.replaceChildren(panels[name].node)
  update()
}

const showDocument = (text, documents = []) => {
  for (const { did, text: didDocument } of documents) studio.supplies.supply('didDocument', did, didDocument, 'example')
  notify('')
  studio.editor.replace(text)
  update()
}

const readFile = async (file) => {
  if (file.size > MAX_FILE_BYTES) return notify(t('fileTooLarge', file.name))
  try {
    showDocument(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  } catch {
    notify(t('notText', file.name))
  }
}

const dropFile = (event) => {
  const [file] = event.dataTransfer.files
  if (file === undefined) return
  event.preventDefault()
  event.stopPropagation()
  readFile(file)
}

const share = async () => {
  const { hash, problem } = await linkFor(studio.editor.text, open, findSecret)
  if (problem !== undefined) return notify(t(problem))
  history.replaceState(null, '', `#${hash}`)
  try {
    await navigator.clipboard.writeText(location.href)
    notify(t('linkCopied'))
  } catch {
    notify(t('linkInAddress'))
  }
}

const readLink = async () => {
  const link = new URLSearchParams(location.hash.slice(1))
  if (link.has('files')) watchFiles(link.get('files'), filesChanged, () => notify(t('serverGone')))
  if (link.has('doc')) {
    try {
      showDocument(await documentOf(link.get('doc')))
    } catch (error) {
      notify(t('badLink', error.message))
    }
  }
  if (link.has('explain')) studio.explain(link.get('explain'))
  else if (tabs.names.includes(link.get('tab'))) tabs.open(link.get('tab'))
}

// `adp studio`: a file that changes on disk is shown again, unless it was edited here
let files = []
const filesChanged = (next) => {
  const shown = files[byId('file').value]
  const isEdited = shown !== undefined && studio.editor.text !== shown.text
  const isNew = files.length === 0
  files = next
  byId('file-choice').hidden = next.length < 2
  if (isNew) byId('file').replaceChildren(...next.map(({ name }, index) => element('option', { value: String(index) }, name)))
  const current = next[byId('file').value]
  if (current.text === null) return notify(t('fileGone', current.name))
  if (!isNew && current.text === shown.text) return
  if (isEdited) notify(t('fileChanged', current.name))
  else showDocument(current.text)
}

const listExamples = () => {
  const rows = EXAMPLES.map(({ name }, index) => element('option', { value: String(index) }, t(`example_${name}`)))
  byId('example').replaceChildren(element('option', { value: '' }, t('chooseExample')), ...rows)
}

const listen = () => {
  byId('language').value = currentLanguage()
  byId('language').addEventListener('change', (event) => {
    setLanguage(event.target.value)
    translate()
    studio.editor.translate()
    listExamples()
    panels[open].close?.()
    panels = {}
    showPanel(open)
  })
  byId('example').addEventListener('change', (event) => {
    const example = EXAMPLES[event.target.value]
    if (example === undefined) return
    showDocument(example.text, example.didDocuments)
    if (example.tab !== undefined) tabs.open(example.tab)
  })
  byId('file').addEventListener('change', (event) => showDocument(files[event.target.value].text ?? ''))
  byId('open').addEventListener('click', () => byId('open-file').click())
  byId('open-file').addEventListener('change', (event) => {
    const [file] = event.target.files
    if (file !== undefined) readFile(file)
    event.target.value = ''
  })
  byId('share').addEventListener('click', share)
  addEventListener('dragover', (event) => event.preventDefault())
  // before the editor, which would insert the file into the text
  addEventListener('drop', dropFile, { capture: true })
  addEventListener('hashchange', readLink)
}

translate()
try {
  await loadLibrary()
} catch (error) {
  notify(t('notLoaded', error.message))
  throw error
}
studio.editor = createEditor(byId('editor'), { label: 'document', onChange: () => studio.later(update) })
const tabs = createTabs(document.querySelector('[role=tablist]'), showPanel)
listExamples()
listen()
tabs.open('check')
await readLink()
document.documentElement.dataset.ready = ''
