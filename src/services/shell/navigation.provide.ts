import { fromCallback, fromPromise } from 'xstate'
import { navigationMachine } from '../../machines/shell/navigation/navigation.machine.ts'
import type { Arrival } from '../../machines/shell/navigation/navigation.setup.ts'
import type { NavigationInput, Route } from '../../machines/shell/navigation/navigation.types.ts'
import { t } from '../../texts/t.ts'
import type { BrowserHistory } from '../browser/browser-history.ts'
import { focusHeading } from '../browser/focus.ts'
import type { Storage } from '../browser/storage.ts'
import type { NewerVersion } from './newer-version.ts'

/** S2.3: a reset token that waits for the log-in page. */
const PENDING_RESET = 'pendingResetToken'

interface NavigationServices {
  readonly tab: Window
  readonly history: BrowserHistory
  readonly tabStorage: Storage
  /** Fetches a screen's code; a second call for the same one is free. */
  readonly loadScreen: (routeId: string) => Promise<unknown>
  readonly newerVersion: NewerVersion
}

/** The machine's input. */
export const navigationInput = (
  { history, tabStorage }: NavigationServices,
  routes: readonly Route[],
): NavigationInput => ({ routes, ...history.start(), pendingResetToken: tabStorage.read(PENDING_RESET) })

/** A menu or dialog that the person has just opened would close if it lost the focus. */
const OPENED = '[role=menu][data-state=open], [role=dialog][data-state=open]'

/** Unless the page focused something. */
function moveFocus({ document }: Window) {
  if (document.activeElement?.matches('main input, main textarea') || document.querySelector(OPENED)) return
  focusHeading(document)
}

const holdUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Navigation with the browser's address bar, title, scroll and focus. */
export function provideNavigation({
  tab,
  history,
  tabStorage,
  loadScreen,
  newerVersion,
}: NavigationServices) {
  let isFirst = true
  /** The visible content. */
  let shown: string | null = null

  const title = (screen: { title: string }) => {
    tab.document.title = t('{title} · Lectern', { title: screen.title })
  }

  async function present(arrival: Arrival) {
    title(arrival)
    const wasFirst = isFirst
    isFirst = false
    shown = arrival.path
    await history.scrollTo(arrival)
    newerVersion.restore(arrival.path)
    if (arrival.isOtherPage && !wasFirst) moveFocus(tab)
  }

  return navigationMachine.provide({
    actors: {
      watchHistory: fromCallback(({ sendBack }) =>
        history.watch((entry) => sendBack({ type: 'history.moved', ...entry })),
      ),
      loadScreen: fromPromise(async ({ input }) => {
        try {
          await loadScreen(input.routeId)
        } catch (error) {
          throw await newerVersion.explained(error)
        }
      }),
    },
    actions: {
      writeHistory: (_, arrival) => history.write(arrival),
      presentScreen: (_, arrival) => void present(arrival),
      nameScreen: (_, screen) => title(screen),
      // A failed prefetch is retried by the visit itself, which shows the failure.
      prefetchScreen: (_, { routeId }) => void loadScreen(routeId).catch(() => undefined),
      returnInHistory: (_, { by }) => history.go(by),
      guardUnload: () => tab.addEventListener('beforeunload', holdUnload),
      releaseUnload: () => tab.removeEventListener('beforeunload', holdUnload),
      forgetPendingReset: () => tabStorage.remove(PENDING_RESET),
      reloadPage: () => newerVersion.renew(() => shown),
    },
  })
}
