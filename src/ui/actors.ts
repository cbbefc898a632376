import { useSelector } from '@xstate/react'
import type { SessionRef } from '../machines/accounts/session/session.machine.ts'
import type { AppRef } from '../machines/shell/app.machine.ts'
import type { NavigationRef } from '../machines/shell/navigation/navigation.machine.ts'
import {
  selectParam,
  selectPathname,
  selectSearch,
} from '../machines/shell/navigation/navigation.selectors.ts'
import type { SidebarRef } from '../machines/shell/sidebar.machine.ts'
import type { ThemeRef } from '../machines/shell/theme.machine.ts'
import type { ToastsRef } from '../machines/shell/toasts/toasts.machine.ts'
import { createProvided } from './provided.ts'

/** The actors that live as long as the page: the root and its children. */
interface Actors {
  readonly app: AppRef
  readonly session: SessionRef
  readonly navigation: NavigationRef
  readonly toasts: ToastsRef
  readonly theme: ThemeRef
  readonly sidebar: SidebarRef
}

export const [ActorsContext, useActors] = createProvided<Actors>('Actors')

export const usePath = () => useSelector(useActors().navigation, selectPathname)

/** The location as wouter's router reads and changes it: navigation decides what happens. */
export function useNavigationLocation(): [string, (path: string, options?: { replace?: boolean }) => void] {
  const { navigation } = useActors()
  return [
    usePath(),
    (path, { replace = false } = {}) => navigation.send({ type: 'navigation.requested', path, replace }),
  ]
}

/** A value of the shown route's pattern; '' if there is none of that name. */
export const useRouteParam = (name: string) => useSelector(useActors().navigation, selectParam(name)) ?? ''

export const useSearchParam = (name: string) =>
  new URLSearchParams(useSelector(useActors().navigation, selectSearch)).get(name)

/** Addresses of the shown screen that differ from the present one in one parameter. */
export function usePathsWith(name: string) {
  const path = usePath()
  const search = useSelector(useActors().navigation, selectSearch)
  return (value: string | number) => {
    const asked = new URLSearchParams(search)
    asked.set(name, String(value))
    return `${path}?${asked}`
  }
}
