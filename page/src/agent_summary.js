// "Who is this agent": name, owner, products with prices, and interfaces with security and human authorization, from the model of the document.

import { element } from './element.js'
import { t } from './language.js'
import { visible } from './visible.js'

const MAX_ROWS = 20
const PROTOCOLS = { YAML: 'OpenAPI', openrpc: 'OpenRPC', JSONRPC: 'JSON-RPC' }

const list = (value) => (Array.isArray(value) ? value : [])
const text = (value) => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
const hosted = (value) => (URL.canParse(value) ? new URL(value).host : '')

const price = ({ price: found }) => {
  const amount = text(found?.amount)
  return amount === '' ? '' : `${amount} ${text(found.currency) || t('noCurrency')}`
}

const authorization = ({ humanAuthorization: value }) => (value === true ? t('humanYes') : value === false ? t('humanNo') : t('notStated'))

const securityOf = (item, model) => {
  const names = list(item.security).length > 0 ? list(item.security) : list(model.security)
  const of = (name) => {
    if (typeof name !== 'string') return text(name?.scheme ?? name?.definitionName)
    const definition = list(model.securityDefinitions).find((row) => row?.definitionName === name)
    return text(definition?.scheme) || name
  }
  const schemes = names.map(of).filter((name) => name !== '')
  return schemes.length > 0 ? schemes.join(', ') : list(model.securitySchemes).map((row) => text(row?.name ?? row?.id ?? row?.kind)).filter(Boolean).join(', ') || t('notStated')
}

const table = (title, head, rows, total) =>
  rows.length === 0
    ? []
    : [
        element('h4', {}, title),
        element(
          'div',
          { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': title },
          element(
            'table',
            { class: 'checks' },
            element('thead', {}, element('tr', {}, head.map((name) => element('th', { scope: 'col' }, name)))),
            element('tbody', {}, rows.map((row) => element('tr', {}, row.map((cell) => element('td', {}, ...visible(cell)))))),
          ),
        ),
        total > rows.length ? element('p', { class: 'small' }, t('omitted', total - rows.length)) : null,
      ].filter((part) => part !== null)

const fact = (name, value) => (value === '' ? [] : [element('dt', {}, name), element('dd', {}, ...visible(value))])

/** The summary; `isVerified` says whether the signature covers what it shows. `null` if the model names nobody. */
export const agentSummary = (model, isVerified) => {
  if (model === null || typeof model !== 'object' || text(model.name) === '') return null
  const products = [...list(model.products), ...list(model.services)]
  const interfaces = list(model.interfaces)
  const owner = model.owner ?? model.provider
  const isCard = interfaces.some((item) => item?.binding !== undefined)
  const offered = products.slice(0, MAX_ROWS).map((item) => [text(item?.name) || text(item?.url) || text(item?.id), list(item?.offers).map(price).filter(Boolean).join('; ') || t('notStated')])
  const called = interfaces.slice(0, MAX_ROWS).map((item) => {
    const protocol = text(item?.protocol ?? item?.binding)
    const address = text(item?.url) || text(item?.id)
    const row = [new Map(Object.entries(PROTOCOLS)).get(protocol) ?? (protocol || (item?.kind === 'natural-language' ? t('naturalLanguage') : t('notStated'))), address, securityOf(item ?? {}, model)]
    return isCard ? row : [...row, authorization(item ?? {})]
  })
  const heads = [t('protocol'), t('addressOf'), t('security'), ...(isCard ? [] : [t('humanAuthorization')])]
  const skills = list(model.skills).map((item) => text(item?.name)).filter(Boolean)
  return element(
    'section',
    { class: 'agent', 'aria-label': t('who') },
    element('h3', {}, t('who')),
    element('p', { class: 'small' }, t(isVerified ? 'coveredSummary' : 'unverified')),
    element(
      'dl',
      {},
      ...fact(t('agentName'), text(model.name)),
      ...fact(t('description'), text(model.description)),
      ...fact(t('owner'), text(owner?.name) || text(owner?.organization) || hosted(owner?.url ?? '')),
      ...fact('DID', text(model.did)),
      ...fact(t('host'), hosted(model.id ?? model.url ?? interfaces[0]?.url ?? '')),
      ...fact(t('skills'), skills.slice(0, MAX_ROWS).join(' · ')),
    ),
    ...table(t('products'), [t('product'), t('price')], offered, products.length),
    ...table(t('interfaces'), heads, called, interfaces.length),
  )
}
