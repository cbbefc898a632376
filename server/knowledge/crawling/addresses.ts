/** Parameters that identify a visitor's origin, not the page. */
const TRACKING =
  /^(?:utm_[a-z_]{1,40}|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|mc_[ce]id|igshid|_ga|_gl)$/i
const ADDRESS_LENGTH_MAX = 1_000

/** Sorted by name, without tracking: servers read parameters by name. Their spelling is kept. */
const sortedQuery = (search: string) => {
  const parameters = search.slice(1).split('&')
  const nameOf = (parameter: string) => parameter.split('=')[0] ?? ''
  const kept = parameters.filter((one) => one !== '' && !TRACKING.test(nameOf(one)))
  kept.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/**
 * Normalizes an address: no fragment, default port, user name or tracking parameters; parameters are sorted by
 * name. Paths are kept, because only one of `/a` and `/a/` may answer. Null if it is not a page's address.
 */
export const normalized = (href: string, base?: string): string | null => {
  const url = URL.parse(href, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  url.search = sortedQuery(url.search)
  return url.href.length > ADDRESS_LENGTH_MAX ? null : url.href
}

/** Identifies a page within its site: a slash at the end of the path does not distinguish pages. */
export const placeOf = (address: string) => {
  const { pathname, search } = new URL(address)
  return pathname.replace(/\/$/, '') + search
}

export type Site = ReturnType<typeof createSite>

/**
 * Pages of one origin, regardless of `www.` and the scheme, since sites redirect between them. Addresses are
 * requested in the site's own spelling.
 */
export const createSite = (start: string) => {
  let { protocol, host } = new URL(start)
  const hostKey = (url: URL) => url.hostname.replace(/^www\./, '') + (url.port === '' ? '' : `:${url.port}`)
  const key = hostKey(new URL(start))
  const holds = (address: string) => hostKey(new URL(address)) === key

  return {
    holds,
    /** From now on, addresses use this one's scheme and host. */
    moveTo(address: string) {
      ;({ protocol, host } = new URL(address))
    },
    origin: () => `${protocol}//${host}`,
    /** The address in the site's spelling. */
    ownSpelling(address: string) {
      const url = new URL(address)
      return `${protocol}//${host}${url.pathname}${url.search}`
    },
  }
}

/** Whether both are addresses of one page, however they are written. */
export const isOnePage = (one: string, other: string) =>
  createSite(one).holds(other) && placeOf(one) === placeOf(other)
