import { partsOf } from './routes.ts'

/** How many layers of encoding are undone before a path is given up. */
const LAYERS_MAX = 8

/** A browser reads a backslash as a slash and drops tabs and newlines; `/.//host` folds to `//host`. */
function folded(text: string): string | null {
  const path = text.split(/[?#]/)[0] ?? ''
  if (!/^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)) return null
  const { pathname, search, hash } = partsOf(text)
  return pathname.startsWith('//') ? null : pathname + search + hash
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** S4.8: the return address if it is a path of this origin, in any encoding; its query and hash are kept. */
export function ownPath(given: string | null): string | null {
  const path = given === null ? null : folded(given)
  let layer = path
  // Each layer as written: normalizing one would hide what the next decoding turns it into.
  for (let count = 0; layer !== null && count < LAYERS_MAX; count += 1) {
    if (folded(layer) === null) return null
    const inner = decoded(layer)
    if (inner === layer) return path
    layer = inner
  }
  return null
}
