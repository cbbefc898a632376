import { ORIGIN, partsOf } from './routes.ts'

/** How often a path may have been encoded over before we stop looking into it. */
const LAYERS_MAX = 8

/** A browser reads a backslash as a slash and drops tabs and newlines; `/.//host` folds to `//host`. */
function staysHere(text: string): boolean {
  const path = text.split(/[?#]/)[0] ?? ''
  if (!/^\/(?!\/)[^\\\p{Cc}]*$/u.test(path) || !URL.canParse(text, ORIGIN)) return false
  const { origin, pathname } = new URL(text, ORIGIN)
  return origin === ORIGIN && !pathname.startsWith('//')
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** S4.8: a return address if it is a path of this origin, whatever its encoding; its query and hash are kept. */
export function ownPath(given: string | null): string | null {
  if (given === null) return null
  let layer = given
  for (let count = 0; count < LAYERS_MAX; count += 1) {
    if (!staysHere(layer)) return null
    const inner = decoded(layer)
    if (inner === layer) {
      const { pathname, search, hash } = partsOf(given)
      return pathname + search + hash
    }
    layer = inner
  }
  return null
}
