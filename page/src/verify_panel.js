// "Verify": what is needed for a verdict, who the agent is, which checks passed, and which members the signature covers. The verdict itself is above.

import { agentSummary } from './agent_summary.js'
import { checkMeaning, checkName } from './check_names.js'
import { download } from './download.js'
import { button, choice, element, field, place as slot } from './element.js'
import { errorAsFinding, errorBox, explainButton } from './errors.js'
import { formatName } from './format_names.js'
import { jsonPlaces } from './json_places.js'
import { t } from './language.js'
import { attempt, covers, inspect } from './library.js'
import { didOf } from './supplies.js'
import { EXPECTATIONS, isWaitingCheck, needName } from './verdict.js'
import { prose, visible } from './visible.js'

// for a large document it takes a second: it waits until typing pauses
const COVERAGE_DELAY_MILLISECONDS = 600

export const verifyPanel = (studio) => {
  const state = studio.state('verify', EXPECTATIONS)
  const result = slot()
  const host = field(t('host'), text(state, 'host', () => studio.update()))
  const showHost = () => (host.hidden = state.domain !== 'host')
  // a box that is pasted into survives the updates of what is around it
  const paste = pasteBox((document, did) => {
    studio.supplies.supply('didDocument', did, document, 'pasted')
    state.problem = null
    studio.update()
  })
  const update = () => {
    const needed = studio.verification().needed
    paste.node.open = needed.length > 0
    result.replaceChildren(...report(studio, state, paste.node))
  }
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
          studio.update()
        },
      ),
    ),
    host,
    field(t('signerExpected'), text(state, 'signer', () => studio.update())),
    field(t('fetchedFrom'), text(state, 'fetchedFrom', () => studio.update())),
    field(t('challenge'), text(state, 'challenge', () => studio.update())),
  )
  return {
    node: element('div', {}, result, expectations),
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

// A pasted DID document is taken at once; what is typed needs the button.
const pasteBox = (supply) => {
  const area = element('textarea', { rows: '5', spellcheck: 'false', autocomplete: 'off' })
  const problem = element('p', { class: 'box bad', role: 'alert', hidden: true })
  const use = () => {
    const { result: did, error } = attempt(() => didOf(area.value))
    problem.hidden = error === null
    if (error !== null) return problem.replaceChildren(t('noDidDocument'), ' ', ...prose(error.message))
    const document = area.value
    area.value = ''
    supply(document, did)
  }
  area.addEventListener('paste', () => setTimeout(use))
  const node = element('details', { class: 'paste' }, element('summary', {}, t('pasteDidDocument')), field(t('didDocument'), area), button(t('use'), use), problem)
  return { node }
}

const report = (studio, state, paste) => {
  const { editor, supplies } = studio
  const document = editor.text
  clearTimeout(state.coverageTimer)
  const verification = studio.verification()
  const { found, needed, error } = verification
  if (verification.state === 'empty') {
    editor.cover(null)
    return [element('h2', {}, t('verify')), element('p', { class: 'lead' }, t('empty'))]
  }
  if (error !== null) {
    const finding = errorAsFinding(error, document)
    editor.underline(finding === null ? [] : [finding])
    editor.cover(null)
    return [element('h2', {}, t('notVerifiable')), errorBox(error, studio)]
  }
  editor.underline([])
  const { result: inspected } = attempt(() => inspect(document))
  return [
    element('h2', {}, inspected?.title ? formatName(inspected.title) : t('verify')),
    ...reason(verification, studio),
    ...neededRows(needed, studio, state, paste),
    agentSummary(found.model ?? inspected?.model ?? null, found.model !== null),
    facts(found),
    ...checks(found.checks, verification, studio),
    coverage(studio, document, state, verification.state),
    supplied(supplies, studio),
    needed.length === 0 ? paste : null,
  ].filter((part) => part !== null)
}

// What the verdict does not say in its sentence.
const reason = ({ state, found }, studio) => {
  if (state === 'waiting') return [element('p', { class: 'box wait' }, t('undecidedWhy'))]
  if (state === 'verified') {
    const isFetched = studio.supplies.list().some(({ name, source }) => name === found.identity && source === 'fetched')
    const isMixed = found.signatures?.some(({ verified }) => !verified) ?? false
    return [isFetched ? null : t('notFetchedHere'), isMixed ? t('oneIsEnough') : null].filter((text) => text !== null).map((text) => element('p', { class: 'small' }, text))
  }
  if (found.error === null) return []
  return [element('div', { class: 'box bad' }, element('p', {}, t('inEnglish'), element('span', { lang: 'en' }, ...prose(found.error.message))), explainButton(found.error.code, studio))]
}

// What has to be fetched, each with a button and its address. Nothing is fetched before.
const neededRows = (needed, studio, state, paste) => {
  if (needed.length === 0) return []
  const row = ({ kind, name, url }) => {
    const address = url ?? (kind === 'didDocument' ? null : name)
    const isAddress = URL.canParse(address) && new URL(address).protocol === 'https:'
    const fetchIt = async (event) => {
      event.target.disabled = true
      event.target.textContent = t('fetching', new URL(address).host)
      try {
        studio.supplies.supply(kind, name, await download(address), 'fetched')
        state.problem = null
      } catch (error) {
        state.problem = [address, error.message]
      }
      studio.update()
    }
    const copy = () => navigator.clipboard.writeText(address).then(() => studio.notify(t('copied'), 'good'), () => {})
    return element(
      'li',
      {},
      element('p', {}, t(`need_${kind}`), ' ', element('code', {}, ...visible(name))),
      isAddress ? element('p', { class: 'small' }, element('a', { href: address, target: '_blank', rel: 'noopener noreferrer' }, ...visible(address))) : null,
      isAddress && studio.supplies.canSupply(kind)
        ? element('div', { class: 'actions' }, button(t('fetch', new URL(address).host), fetchIt), button(t('copyAddress'), copy, { class: 'plain' }))
        : null,
    )
  }
  return [
    element('h3', {}, t('needed')),
    element('ul', { class: 'rows' }, needed.map(row)),
    state.problem === null ? null : element('p', { class: 'box wait', role: 'alert' }, ...visible(t('notFetched', ...state.problem))),
    paste,
  ].filter((part) => part !== null)
}

const FACTS = ['format', 'identity', 'binding', 'claimedSigner', 'verificationMethod', 'suite', 'created', 'expires', 'domain', 'challenge']
// cards have them by signature
const SIGNATURE_FACTS = ['kid', 'alg', 'reading', 'keySource']

const facts = (found) => {
  const fact = (name, value) => (typeof value === 'string' ? [element('dt', {}, t(`fact_${name}`)), element('dd', {}, ...visible(value))] : [])
  // a claim that was verified is not said twice
  const named = FACTS.filter((name) => name !== 'claimedSigner' || found.claimedSigner !== found.identity)
  const rows = named.flatMap((name) => fact(name, found[name]))
  const signatures = found.suite === null || found.suite === undefined ? found.signatures ?? [] : []
  const of = (signature, index) => [
    element('dt', { class: 'over' }, t('signatureNumber', index + 1)),
    element('dd', {}, t(signature.verified ? 'result_pass' : signature.error?.code === 'net-offline' ? 'result_waiting' : 'result_fail')),
    ...SIGNATURE_FACTS.flatMap((name) => fact(name, signature[name])),
  ]
  return element('dl', {}, rows, signatures.flatMap(of))
}

// green is only what belongs to a verified document
const colorOf = (result, state) => (result === 'fail' ? 'bad' : result === 'pass' ? (state === 'verified' ? 'good' : 'neutral') : 'wait')

const checks = (all, { state, needed }, studio) => {
  if (all.length === 0) return []
  const waiting = needed.map(needName).join(t('and'))
  const row = (check) => {
    const { name, result, detail } = check
    const isWaiting = isWaitingCheck(check, state)
    const meaning = checkMeaning(name)
    const title = checkName(name)
    return element(
      'tr',
      {},
      element('th', { scope: 'row', 'data-check': name }, meaning === null ? title : button(title, () => studio.explain(name.split(' ')[0]), { class: 'link', title: meaning.replaceAll('`', ''), 'aria-label': t('explainId', title) })),
      element('td', {}, element('span', { class: `result ${isWaiting ? 'wait' : colorOf(result, state)}` }, t(isWaiting ? 'result_waiting' : `result_${result}`))),
      element('td', isWaiting ? {} : { lang: 'en' }, ...(isWaiting ? visible(t('waitingForThis', waiting)) : prose(detail ?? ''))),
    )
  }
  const table = (rows, caption) =>
    element(
      'table',
      { class: 'checks' },
      element('caption', {}, caption),
      element('thead', {}, element('tr', {}, ['check', 'result', 'detail'].map((name) => element('th', { scope: 'col' }, t(`column_${name}`))))),
      element('tbody', {}, rows.map(row)),
    )
  const reached = all.filter(({ result }) => result !== 'not-reached')
  const rest = all.filter(({ result }) => result === 'not-reached')
  return [
    reached.length === 0 ? null : table(reached, t('checks')),
    rest.length === 0 ? null : element('details', { class: 'not-reached' }, element('summary', {}, t('notReached', rest.length)), table(rest, t('notReached', rest.length))),
  ].filter((part) => part !== null)
}

// A place that is filled later.
const coverage = (studio, document, state, verdict) => {
  const place = element('section', {})
  // what is refused has no color: nothing of it is trusted
  studio.editor.cover(null)
  state.coverageTimer = setTimeout(() => {
    const { result, error } = attempt(() => covers(document))
    const isSigned = error === null && result.signature.length > 0
    studio.editor.cover(isSigned && verdict !== 'refused' ? result : null, verdict === 'verified')
    if (isSigned) place.replaceChildren(...covered(studio, document, result, verdict))
  }, COVERAGE_DELAY_MILLISECONDS)
  return place
}

const covered = (studio, document, result, verdict) => {
  const places = jsonPlaces(document)
  const jump = (pointer) => {
    const place = places.get(pointer)
    return button(element('code', {}, ...visible(pointer)), () => studio.editor.select(place?.from, place?.to), { class: 'plain' })
  }
  const legend = (kind) => element('span', { class: `${kind}${verdict === 'verified' ? ' is-verified' : ''}` }, t(`legend_${kind}`))
  return [
    element('h3', {}, t('coverage')),
    verdict === 'refused' ? element('p', {}, t('coverageRefused')) : element('p', { class: 'legend' }, ...['covered', 'uncovered', 'signature'].map(legend)),
    verdict === 'waiting' ? element('p', {}, t('coverageWaiting')) : null,
    result.uncovered.length === 0
      ? verdict === 'refused' ? null : element('p', {}, t(result.complete ? 'allCovered' : 'allExaminedCovered'))
      : element('div', {}, element('p', {}, t('someUncovered')), element('ul', { class: 'rows' }, result.uncovered.map((pointer) => element('li', {}, jump(pointer))))),
    element('div', { class: 'tools' }, button(t('tamper'), () => tamper(studio, places, result), { class: 'plain' })),
  ].filter((part) => part !== null)
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

const supplied = (supplies, studio) => {
  const rows = supplies.list()
  if (rows.length === 0) return null
  const remove = ({ kind, name }) => () => {
    supplies.remove(kind, name)
    studio.update()
  }
  return element(
    'section',
    {},
    element('h3', {}, t('supplied')),
    element('ul', { class: 'rows' }, rows.map((row) => element('li', {}, element('code', {}, ...visible(row.name)), ' ', t(`source_${row.source}`), ' ', button(t('remove'), remove(row), { class: 'plain', 'aria-label': t('removeName', row.name) })))),
  )
}
