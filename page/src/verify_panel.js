// "Verify": who signed, under which expectations, what is needed for it, and which members the signature covers.

import { button, choice, element, field, live } from './element.js'
import { errorAsFinding, errorBox, explainButton } from './errors.js'
import { download } from './download.js'
import { jsonPlaces } from './json_places.js'
import { t } from './language.js'
import { ANY, AS_FETCHED, attempt, covers, needs, verify } from './library.js'
import { didOf } from './supplies.js'
import { prose, visible } from './visible.js'

// for a large document it takes a second: it waits until typing pauses
const COVERAGE_DELAY_MILLISECONDS = 600

export const verifyPanel = (studio) => {
  const state = studio.state('verify', { domain: 'any', host: '', signer: '', fetchedFrom: '', challenge: '', problem: null })
  const result = live()
  const host = field(t('host'), text(state, 'host', () => update()))
  const showHost = () => (host.hidden = state.domain !== 'host')
  const update = () => result.replaceChildren(...report(studio, state, update))
  showHost()
  const expectations = element(
    'details',
    { class: 'expectations' },
    element('summary', {}, t('expectations')),
    field(
      t('domain'),
      choice(
        [['any', t('domainAny')], ['none', t('domainNone')], ['host', t('domainHost')], ['fetched', t('domainFetched')]],
        state.domain,
        (event) => {
          state.domain = event.target.value
          showHost()
          update()
        },
      ),
    ),
    host,
    field(t('signerExpected'), text(state, 'signer', () => update())),
    field(t('fetchedFrom'), text(state, 'fetchedFrom', () => update())),
    field(t('challenge'), text(state, 'challenge', () => update())),
  )
  const supply = (document) => {
    studio.supplies.supply('didDocument', didOf(document), document, 'pasted')
    state.problem = null
    update()
  }
  return {
    node: element('div', {}, result, expectations, pasted(supply)),
    update,
    close: () => {
      clearTimeout(state.coverageTimer)
      studio.editor.cover(null)
    },
  }
}

const text = (state, name, change) =>
  element('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    value: state[name],
    input: (event) => {
      state[name] = event.target.value.trim()
      change()
    },
  })

const pasted = (supply) => {
  const area = element('textarea', { rows: '6', spellcheck: 'false', autocomplete: 'off' })
  const problem = element('p', { class: 'box bad', role: 'alert', hidden: true })
  const use = () => {
    const { error } = attempt(() => supply(area.value))
    problem.hidden = error === null
    if (error === null) area.value = ''
    else problem.replaceChildren(t('noDidDocument'), ' ', ...visible(error.message))
  }
  return element(
    'details',
    {},
    element('summary', {}, t('pasteDidDocument')),
    field(t('didDocument'), area),
    button(t('use'), use),
    problem,
  )
}

const optionsOf = (state, supplies) => {
  const domains = { any: ANY, none: null, host: state.host, fetched: AS_FETCHED }
  const options = { domain: domains[state.domain], ...supplies.options() }
  for (const name of ['signer', 'fetchedFrom', 'challenge']) if (state[name] !== '') options[name] = state[name]
  return options
}

const report = (studio, state, update) => {
  const { editor, supplies } = studio
  const document = editor.text
  clearTimeout(state.coverageTimer)
  if (document.trim() === '') {
    editor.cover(null)
    return [element('h2', {}, t('verify')), element('p', { class: 'lead' }, t('empty'))]
  }
  const options = optionsOf(state, supplies)
  const { result, error } = attempt(() => ({ found: verify(document, options), needed: needs(document, options) }))
  if (error !== null) {
    const finding = errorAsFinding(error, document)
    editor.underline(finding === null ? [] : [finding])
    editor.cover(null)
    return [element('h2', {}, t('notVerifiable')), errorBox(error, studio)]
  }
  editor.underline([])
  const { found, needed } = result
  return [
    verdict(found, needed, studio),
    ...needs_(needed, studio, state, update),
    facts(found),
    checks(found.checks),
    coverage(studio, document, state),
    supplied(supplies, update),
  ].filter((part) => part !== null)
}

const verdict = (found, needed, studio) => {
  if (found.verified) {
    const signer = found.identity === null ? t('signerUnknown') : found.identity
    const isFetched = studio.supplies.list().some(({ name, source }) => name === found.identity && source === 'fetched')
    return element(
      'div',
      { class: 'box good' },
      element('h2', {}, t('verified')),
      element('p', {}, ...visible(t('signedBy', signer))),
      isFetched ? null : element('p', { class: 'small' }, t('notFetchedHere')),
    )
  }
  const isWaiting = needed.length > 0
  const failed = found.checks.filter(({ result }) => result === 'fail').map(({ name }) => name)
  return element(
    'div',
    { class: isWaiting ? 'box wait' : 'box bad' },
    element('h2', {}, isWaiting ? t('undecided') : t('notVerified')),
    isWaiting ? element('p', {}, t('undecidedWhy')) : element('p', {}, ...prose(found.error?.message ?? '')),
    isWaiting || failed.length === 0 ? null : element('p', {}, t('failedChecks', failed.join(', '))),
    isWaiting || found.error === null ? null : explainButton(found.error.code, studio),
  )
}

// What has to be fetched, each with a button. Nothing is fetched before.
const needs_ = (needed, studio, state, update) => {
  if (needed.length === 0) return []
  const row = ({ kind, name, url }) => {
    const address = url ?? (kind === 'didDocument' ? null : name)
    const fetchIt = async (event) => {
      event.target.disabled = true
      try {
        studio.supplies.supply(kind, name, await download(address), 'fetched')
        state.problem = null
      } catch (error) {
        state.problem = [address, error.message]
      }
      update()
    }
    const canFetch = studio.supplies.canSupply(kind) && URL.canParse(address) && new URL(address).protocol === 'https:'
    return element(
      'li',
      {},
      element('p', {}, t(`need_${kind}`), ' ', element('code', {}, ...visible(name))),
      address === null ? null : element('p', { class: 'small' }, ...visible(address)),
      canFetch ? button(t('fetch', new URL(address).host), fetchIt) : null,
    )
  }
  return [
    element('h3', {}, t('needed')),
    element('ul', { class: 'rows' }, needed.map(row)),
    state.problem === null ? null : element('p', { class: 'box bad', role: 'alert' }, ...visible(t('notFetched', ...state.problem))),
  ].filter((part) => part !== null)
}

const FACTS = ['format', 'identity', 'binding', 'signer', 'verificationMethod', 'suite', 'created', 'expires', 'domain', 'challenge']

const facts = (found) => {
  const rows = FACTS.filter((name) => typeof found[name] === 'string').flatMap((name) => [
    element('dt', {}, t(`fact_${name}`)),
    element('dd', {}, ...visible(found[name])),
  ])
  return element('dl', {}, rows)
}

const RESULTS = { pass: 'good', fail: 'bad' }

const checks = (rows) => {
  if (rows.length === 0) return null
  const body = rows.map(({ name, result, detail }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      element('td', {}, element('span', { class: `result ${RESULTS[result] ?? 'wait'}` }, t(`result_${result}`))),
      element('td', {}, ...prose(detail ?? '')),
    ),
  )
  const head = ['check', 'result', 'detail'].map((name) => element('th', { scope: 'col' }, t(`column_${name}`)))
  return element(
    'table',
    { class: 'checks' },
    element('caption', {}, t('checks')),
    element('thead', {}, element('tr', {}, head)),
    element('tbody', {}, body),
  )
}

// A place that is filled later.
const coverage = (studio, document, state) => {
  const place = element('section', {})
  state.coverageTimer = setTimeout(() => {
    const { result, error } = attempt(() => covers(document))
    const isSigned = error === null && result.signature.length > 0
    studio.editor.cover(isSigned ? result : null)
    if (isSigned) place.replaceChildren(...covered(studio, document, result))
  }, COVERAGE_DELAY_MILLISECONDS)
  return place
}

const covered = (studio, document, result) => {
  const places = jsonPlaces(document)
  const jump = (pointer) => {
    const place = places.get(pointer)
    return button(element('code', {}, ...visible(pointer)), () => studio.editor.select(place?.from, place?.to), { class: 'plain' })
  }
  return [
    element('h3', {}, t('coverage')),
    element('p', { class: 'legend' }, ...['covered', 'uncovered', 'signature'].map((kind) => element('span', { class: kind }, t(`legend_${kind}`)))),
    result.uncovered.length === 0
      ? element('p', {}, t(result.complete ? 'allCovered' : 'allExaminedCovered'))
      : element('div', {}, element('p', {}, t('someUncovered')), element('ul', { class: 'rows' }, result.uncovered.map((pointer) => element('li', {}, jump(pointer))))),
    button(t('tamper'), () => tamper(studio, places, result), { class: 'plain' }),
  ]
}

// Changes one letter of the longest covered string, to show which check fails then.
const tamper = ({ editor }, places, { signature, uncovered }) => {
  const isWithin = (pointer, list) => list.some((other) => pointer === other || pointer.startsWith(`${other}/`))
  const strings = [...places].filter(([pointer, { kind }]) => kind === 'String' && !pointer.startsWith('/@') && !isWithin(pointer, signature) && !isWithin(pointer, uncovered))
  const [, place] = strings.reduce((best, row) => (best === null || length(row) > length(best) ? row : best), null) ?? []
  const match = place && /[A-Za-z](?=[^A-Za-z]*"$)/.exec(editor.text.slice(place.valueFrom, place.to))
  if (!match) return
  const from = place.valueFrom + match.index
  editor.change([{ from, to: from + 1, insert: match[0] === 'x' ? 'y' : 'x' }])
  editor.select(from, from + 1)
}

const length = ([, { valueFrom, to }]) => to - valueFrom

const supplied = (supplies, update) => {
  const rows = supplies.list()
  if (rows.length === 0) return null
  const remove = ({ kind, name }) => () => {
    supplies.remove(kind, name)
    update()
  }
  return element(
    'section',
    {},
    element('h3', {}, t('supplied')),
    element('ul', { class: 'rows' }, rows.map((row) => element('li', {}, element('code', {}, ...visible(row.name)), ' ', t(`source_${row.source}`), ' ', button(t('remove'), remove(row), { class: 'plain', 'aria-label': t('removeName', row.name) })))),
  )
}
