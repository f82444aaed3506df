// Addresses as a person types them: a URL, or a host whose agent description or card is looked for.

const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/i

/** Where the description or card of a host is, in this order. */
const WELL_KNOWN = ['/.well-known/agent-descriptions', '/.well-known/agent-card.json', '/ad.json']

/** The URLs that a text may mean, most likely first; none if it is no address. */
export const urlsOf = (text) => {
  const address = text.trim()
  if (/\s/.test(address) || address === '') return []
  if (HOST.test(address)) return WELL_KNOWN.map((path) => `https://${address.toLowerCase()}${path}`)
  const bare = address.split('/')[0]
  const url = !address.includes('://') && HOST.test(bare) ? `https://${address}` : address
  if (!URL.canParse(url)) return []
  const { protocol, hostname, pathname, search, href } = new URL(url)
  if (protocol !== 'https:' || !hostname.includes('.')) return []
  return pathname === '/' && search === '' ? WELL_KNOWN.map((path) => new URL(path, url).href) : [href.split('#')[0]]
}

/** The URL of the description that a listing of one agent names, else `null`. */
export const onlyItem = (text) => {
  try {
    const { items } = JSON.parse(text)
    const urls = Array.isArray(items) && items.length === 1 ? urlsOf(items[0]?.['@id'] ?? '') : []
    return urls.length === 1 ? urls[0] : null
  } catch {
    return null
  }
}
