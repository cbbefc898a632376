import type { NavigationSnapshot } from './navigation.machine.ts'
import { partsOf } from './routes.ts'

/** The shown path with query and hash; '/' before the first screen. */
export const selectPath = ({ context }: NavigationSnapshot) => context.current?.path ?? '/'

/** The shown path without query, hash and trailing slash; '/' before the first screen. */
export function selectPathname({ context }: NavigationSnapshot) {
  const { pathname } = partsOf(context.current?.path ?? '/')
  return pathname !== '/' && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
}

/** The query without its question mark. */
export const selectSearch = ({ context }: NavigationSnapshot) =>
  context.current ? partsOf(context.current.path).search.slice(1) : ''

/** The organization that the address asks for, as in links of emails; null if it names none. */
export const selectWantedOrganization = ({ context }: NavigationSnapshot) =>
  new URLSearchParams(partsOf(context.target.path).search).get('organization')

/** The screen to draw; null before the first one. */
export const selectRouteId = ({ context }: NavigationSnapshot) => context.current?.route.id ?? null

/** Values of the shown route's pattern, by name. */
export const selectParam =
  (name: string) =>
  ({ context }: NavigationSnapshot) =>
    context.current?.params[name] ?? null

export const hasScreenFailed = (navigation: NavigationSnapshot) => navigation.hasTag('failed')

/** Whether a newer version was not loaded, because the person stayed. */
export const isOutdated = ({ context }: NavigationSnapshot) => context.isOutdated

/** Whether the person is being asked about unsaved changes. */
export const isLeavingBlocked = (navigation: NavigationSnapshot) => navigation.hasTag('blocked')

/** Whether leaving would lose typed text. */
export const selectHasChanges = (navigation: NavigationSnapshot) => navigation.matches({ settled: 'unsaved' })
