interface RuntimeConfig {
  /** Precedes every path of the API, without trailing slash; '' is this origin (S7.31). */
  readonly apiBase: string
}

declare global {
  interface Window {
    /** Set by a script that a deployment loads before the app. */
    LECTERN_CONFIG?: { readonly apiBase?: unknown }
  }
}

const isBase = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:\/\/[^\s?#]+|\/(?![/\\])[^\s?#]*)$/.test(value)

/** @throws Error if the operator's value is not an address: better at once than at the first request. */
export function readRuntimeConfig(tab: Pick<Window, 'LECTERN_CONFIG'>): RuntimeConfig {
  const apiBase = tab.LECTERN_CONFIG?.apiBase ?? ''
  if (apiBase === '') return { apiBase }
  if (!isBase(apiBase)) throw new Error('LECTERN_CONFIG.apiBase is neither an http(s) address nor a path')
  return { apiBase: apiBase.replace(/\/+$/, '') }
}
