import type { NavigationContext, Path } from './navigation.types.ts'
import { ownPath } from './own-path.ts'
import { match, partsOf, redirected } from './routes.ts'

const LOG_IN = '/login'
const HOME = '/'
/** Consecutive redirects before they count as a loop. */
const REDIRECTS_MAX = 8
export const resetPath = (token: string): Path => `/reset-password/${encodeURIComponent(token)}`

type Knowledge = Pick<NavigationContext, 'routes' | 'visitor' | 'pendingResetToken'>

/** S4.7, S4.8, S2.10: log-in, with the return address unless the person left by choice. */
function logInPath({ visitor }: Knowledge, path: Path): Path {
  const query = new URLSearchParams()
  if (visitor?.reason === 'expired') query.set('session_expired', 'true')
  if (visitor?.reason !== 'user' && path !== HOME) query.set('return', path)
  return query.size === 0 ? LOG_IN : `${LOG_IN}?${query}`
}

/**
 * Redirect of a signed-in person who requests a guest page: the return address, unless that is a guest page too.
 */
function wayBack({ routes }: Knowledge, path: Path): Path {
  const back = ownPath(new URLSearchParams(partsOf(path).search).get('return'))
  return back !== null && match(routes, back).route.access !== 'guest' ? back : HOME
}

function next(known: Knowledge, path: Path): Path {
  const found = match(known.routes, path)
  const { access, redirect } = found.route
  const signedIn = known.visitor?.signedIn === true
  const { pathname, search } = partsOf(path)
  if (pathname === LOG_IN) {
    const token = new URLSearchParams(search).get('reset_token') ?? known.pendingResetToken
    if (token) return resetPath(token)
  }
  if (access === 'protected' && !signedIn) return logInPath(known, path)
  if (access === 'guest' && signedIn) return wayBack(known, path)
  return redirect === undefined ? path : redirected(redirect, found, path)
}

/** The whole access policy (S2.3, S2.10, S2.11, S2.15, S4.7, S4.8, S6.1): the path that is shown instead of `path`. */
export function decide(known: Knowledge, path: Path): Path {
  let decided = path
  for (let count = 0; count < REDIRECTS_MAX; count += 1) {
    const step = next(known, decided)
    if (step === decided) break
    decided = step
  }
  return decided
}

/**
 * The path that replaces `path` when its organization is left: the list that the page belongs to, or the page
 * without its query. Null for a page that every organization has, and for a page without an organization.
 */
export function listInstead(routes: Knowledge['routes'], path: Path): Path | null {
  const { access, pattern } = match(routes, path).route
  const list = pattern.split(/\/[:*]/)[0] ?? path
  const { pathname, search } = partsOf(path)
  return access === 'protected' && pathname + search !== list ? list : null
}
