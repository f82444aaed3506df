// The page: the open documents, the verdict, and a tab for each thing to do with the shown document.

import { onlyItem, urlsOf } from './address.js'
import { checkPanel } from './check_panel.js'
import { convertPanel } from './convert_panel.js'
import { diffPanel } from './diff_panel.js'
import { download, fetchThroughServer, saveAs } from './download.js'
import { button, element } from './element.js'
import { createEditor } from './editor.js'
import { EXAMPLES } from './examples.js'
import { explainPanel } from './explain_panel.js'
import { currentLanguage, setLanguage, t, translate } from './language.js'
import { findSecret, loadLibrary } from './library.js'
import { createDocuments } from './open_documents.js'
import { documentOf, linkFor, MAX_LINKED_BYTES } from './share.js'
import { signPanel } from './sign_panel.js'
import { createSupplies } from './supplies.js'
import { createTabs } from './tabs.js'
import { createVerification, EXPECTATIONS, showVerdict } from './verdict.js'
import { verifyPanel } from './verify_panel.js'
import { visible } from './visible.js'
import { watchFiles } from './watched_files.js'

const PANELS = { check: checkPanel, verify: verifyPanel, diff: diffPanel, convert: convertPanel, sign: signPanel, explain: explainPanel }
const DELAY_MILLISECONDS = 150
// beside another tab, the verdict of a large document waits until typing pauses
const LARGE_CHARACTERS = 50_000
const VERDICT_DELAY_MILLISECONDS = 800
const MAX_FILE_BYTES = MAX_LINKED_BYTES

const byId = (id) => document.getElementById(id)
const panel = byId('panel')
let panels = {}
// what the person entered, by panel: a change of the language makes new panels
const states = {}
let open = 'check'
let timer
let verdictTimer

/** A notice with buttons; `kind` is `wait` or `good`. An empty text closes it. */
const notify = (text, kind = 'wait', actions = []) => {
  byId('notice-text').textContent = text
  byId('notice').className = `notice ${kind}`
  byId('notice-actions').replaceChildren(...actions, button(t('close'), () => notify(''), { class: 'plain' }))
  byId('notice').hidden = text === ''
}

const update = () => {
  clearTimeout(timer)
  clearTimeout(verdictTimer)
  panels[open]?.update()
  const show = () => showVerdict(studio.verification())
  if (open !== 'verify' && studio.editor.text.length > LARGE_CHARACTERS) verdictTimer = setTimeout(show, VERDICT_DELAY_MILLISECONDS)
  else show()
  listFiles()
}

const studio = {
  supplies: createSupplies(),
  open: (name) => tabs.open(name),
  state: (name, initial) => (states[name] ??= { ...initial }),
  explain: (id) => {
    tabs.open('explain')
    panels.explain.show(id)
    panel.focus()
  },
  later: (call) => {
    clearTimeout(timer)
    timer = setTimeout(call, DELAY_MILLISECONDS)
  },
  update,
  notify,
  openAddress: (text) => openAddress(text),
}
studio.verification = createVerification(studio)

const showPanel = (name) => {
  panels[open]?.close?.()
  open = name
  panels[name] ??= PANELS[name](studio)
  panel.replaceChildren(panels[name].node)
  update()
}

// The host that a document was fetched from is what its proof must name.
const expectHost = (url) => {
  const state = studio.state('verify', EXPECTATIONS)
  if (url !== null) Object.assign(state, { domain: 'fetched', fetchedFrom: url })
  else if (state.fetchedFrom !== '') Object.assign(state, { domain: state.domain === 'fetched' ? 'any' : state.domain, fetchedFrom: '' })
  state.problem = null
  panels.verify = undefined
}

const refresh = () => showPanel(open)

const showDocument = (name, text, { didDocuments = [], url = null } = {}) => {
  studio.supplies.supplyExample(didDocuments)
  notify('')
  expectHost(url)
  documents.add({ name, text, url, didDocuments })
  refresh()
}

const readFile = async (file) => {
  if (file.size > MAX_FILE_BYTES) return notify(t('fileTooLarge', file.name))
  try {
    showDocument(file.name, new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
  } catch {
    notify(t('notText', file.name))
  }
}

const readFiles = async (list) => {
  for (const file of list) await readFile(file)
}

const dropFile = (event) => {
  const { files } = event.dataTransfer
  if (files.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  readFiles([...files])
}

// Opens a URL, or what a host publishes. A listing of one agent leads to its description.
const openAddress = async (text) => {
  const urls = urlsOf(text)
  if (urls.length === 0) return notify(t('noAddress'))
  const submit = byId('open-address')
  submit.disabled = true
  submit.textContent = t('fetching', new URL(urls[0]).host)
  let failure
  try {
    for (const url of urls) {
      try {
        let [found, address] = [await download(url), url]
        const item = onlyItem(found)
        if (item !== null) [found, address] = [await download(item), item]
        showDocument(address, found, { url: address })
        return tabs.open('verify')
      } catch (error) {
        failure ??= error
      }
    }
    const link = (url) => element('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, ...visible(url))
    notify(t('addressFailed', failure.message), 'wait', urls.map(link))
  } finally {
    submit.disabled = false
    submit.textContent = t('openAddress')
  }
}

const fileName = () => {
  const name = (documents.current?.name ?? '').split('/').at(-1).replace(/[^\w.-]/g, '_')
  return name === '' ? 'document.json' : /\.\w+$/.test(name) ? name : `${name}.json`
}

const save = () => {
  saveAs(fileName(), studio.editor.text)
  if (documents.current !== null) documents.saved(documents.current, studio.editor.text)
  notify(t('savedAs', fileName()), 'good')
  listFiles()
}

const copy = async () => {
  try {
    await navigator.clipboard.writeText(studio.editor.text)
    notify(t('copied'), 'good')
  } catch {
    notify(t('notCopied'))
  }
}

const share = async () => {
  if (studio.editor.text.trim() === '') return notify(t('shareEmpty'))
  const { hash, problem } = await linkFor(studio.editor.text, open, findSecret)
  if (problem !== undefined) return notify(t(problem))
  history.replaceState(null, '', `#${hash}`)
  try {
    await navigator.clipboard.writeText(location.href)
    notify(t('linkCopied'), 'good')
  } catch {
    notify(t('linkInAddress'), 'good')
  }
}

const readLink = async () => {
  const link = new URLSearchParams(location.hash.slice(1))
  const token = link.get('files') ?? link.get('fetch')
  if (token !== null) fetchThroughServer(token)
  if (link.has('files')) watchFiles(token, filesChanged, () => notify(t('serverGone')))
  if (link.has('doc')) {
    try {
      showDocument(t('linked'), await documentOf(link.get('doc')))
    } catch (error) {
      notify(t('badLink', error.message))
    }
  }
  if (link.has('explain')) studio.explain(link.get('explain'))
  else if (tabs.names.includes(link.get('tab')) && link.get('tab') !== open) tabs.open(link.get('tab'))
  return link.has('files') || link.has('doc')
}

const askAboutFile = (row, text) => {
  const load = () => {
    documents.reload(row, text)
    notify('')
    refresh()
  }
  const keep = () => {
    documents.saved(row, text)
    notify('')
    listFiles()
  }
  notify(t('fileChanged', row.name), 'wait', [button(t('loadNew'), load), button(t('keepMine'), keep, { class: 'plain' })])
}

// `adp studio`: a file that changes on disk is shown again, unless it was edited here
let files = []
const filesChanged = (next) => {
  const isNew = files.length === 0
  const before = files
  files = next
  if (isNew) {
    for (const [disk, { name, text }] of next.entries()) documents.add({ name, text: text ?? '', disk }, disk === 0)
    expectHost(null)
    return refresh()
  }
  for (const { row } of documents.list()) {
    const { text } = next[row.disk] ?? {}
    if (row.disk === null || text === before[row.disk].text) continue
    if (text === null) notify(t('fileGone', row.name))
    else if (documents.isEdited(row)) askAboutFile(row, text)
    else documents.reload(row, text)
  }
  update()
}

// the marked names of the open documents: a dot for edits that are not saved
let shownFiles = ''
function listFiles() {
  const rows = documents.list()
  const key = JSON.stringify(rows.map(({ name, isEdited, isCurrent }) => [name, isEdited, isCurrent]))
  byId('undo').disabled = !studio.editor.canUndo
  if (key === shownFiles) return
  shownFiles = key
  byId('file-choice').hidden = rows.length === 0
  const label = (name, isEdited) => (isEdited ? t('edited', plainName(name)) : plainName(name))
  byId('file').replaceChildren(...rows.map(({ name, isEdited, isCurrent }, index) => element('option', { value: String(index), selected: isCurrent }, label(name, isEdited))))
}

const plainName = (name) => (name === '' ? t('unnamed') : visible(name).map((node) => (typeof node === 'string' ? node : `[${node.textContent}]`)).join(''))

const listExamples = () => {
  const rows = EXAMPLES.map(({ name }, index) => element('option', { value: String(index) }, t(`example_${name}`)))
  byId('example').replaceChildren(element('option', { value: '' }, t('chooseExample')), ...rows)
}

const showExample = (index) => {
  const example = EXAMPLES[index]
  showDocument(t(`example_${example.name}`), example.text, example)
  if (example.tab !== undefined) tabs.open(example.tab)
}

const listen = () => {
  byId('language').value = currentLanguage()
  byId('language').addEventListener('change', (event) => {
    setLanguage(event.target.value)
    translate()
    studio.editor.translate()
    listExamples()
    shownFiles = ''
    panels[open].close?.()
    panels = {}
    showPanel(open)
  })
  byId('example').addEventListener('change', (event) => {
    const index = event.target.value
    // a menu: the same example can be chosen again
    event.target.value = ''
    if (EXAMPLES[index] !== undefined) showExample(index)
  })
  byId('file').addEventListener('change', (event) => {
    const { row } = documents.list()[event.target.value]
    documents.show(row)
    studio.supplies.supplyExample(row.didDocuments ?? [])
    expectHost(row.url)
    refresh()
  })
  byId('address-form').addEventListener('submit', (event) => {
    event.preventDefault()
    openAddress(byId('address').value)
  })
  byId('open').addEventListener('click', () => byId('open-file').click())
  byId('open-file').addEventListener('change', (event) => {
    const chosen = [...event.target.files]
    event.target.value = ''
    readFiles(chosen)
  })
  byId('save').addEventListener('click', save)
  byId('copy').addEventListener('click', copy)
  byId('undo').addEventListener('click', () => studio.editor.undo())
  byId('share').addEventListener('click', share)
  addEventListener('dragover', (event) => event.preventDefault())
  // before the editor, which would insert the file into the text
  addEventListener('drop', dropFile, { capture: true })
  addEventListener('hashchange', readLink)
  addEventListener('beforeunload', (event) => {
    if (documents.list().some(({ row, isEdited }) => isEdited && row.disk !== null)) event.preventDefault()
  })
}

translate()
try {
  await loadLibrary()
} catch (error) {
  notify(t('notLoaded', error.message))
  throw error
}
studio.editor = createEditor(byId('editor'), {
  label: 'document',
  onChange: () => studio.later(update),
  onReplace: () => {
    documents.renamed()
    studio.supplies.supplyExample([])
    expectHost(null)
    studio.later(refresh)
  },
})
const documents = createDocuments(studio.editor)
const tabs = createTabs(document.querySelector('[role=tablist]'), showPanel)
listExamples()
listen()
tabs.open('check')
if (!(await readLink())) {
  const tab = open
  showDocument(t('example_description'), EXAMPLES[0].text, EXAMPLES[0])
  if (tab === 'check' && !location.hash.includes('tab=')) tabs.open('verify')
}
document.documentElement.dataset.ready = ''
