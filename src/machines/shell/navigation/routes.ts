import { inject, parse } from 'regexparam'
import { t } from '../../../texts/t.ts'
import type { Match, Path, Route } from './navigation.types.ts'

/** S2.18: if no pattern fits. */
export const NOT_FOUND: Route = {
  id: 'notFound',
  pattern: '*',
  access: 'public',
  title: t('Page Not Found'),
}

/** Only for parsing: no request ever goes there. */
const ORIGIN = 'http://origin.invalid'

export function partsOf(path: Path) {
  // Joined, not resolved: `//host` typed after our address is one of our paths.
  const { pathname, search, hash } = new URL(ORIGIN + (path.startsWith('/') ? path : `/${path}`))
  return { pathname, search, hash }
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The first route whose pattern fits the whole path. */
export function match(routes: readonly Route[], path: Path): Match {
  const { pathname } = partsOf(path)
  for (const route of routes) {
    const { keys, pattern } = parse(route.pattern)
    const found = pattern.exec(pathname)
    if (!found) continue
    const params = keys.flatMap((key, index) => {
      const value = found[index + 1]
      return value === undefined ? [] : [[key, decoded(value)] as const]
    })
    return { route, params: Object.fromEntries(params) }
  }
  return { route: NOT_FOUND, params: {} }
}

/** A redirect with the match's values filled in, and with the path's query and hash. */
export function redirected(redirect: string, { params }: Match, path: Path): Path {
  const { search, hash } = partsOf(path)
  const encoded = Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, value.split('/').map(encodeURIComponent).join('/')]),
  )
  return inject(redirect, encoded) + search + hash
}
