import { fromCallback, fromPromise } from 'xstate'
import { type Arrival, navigationMachine } from '../machines/navigation/navigation.machine.ts'
import type { NavigationEvent, NavigationInput, Visitor } from '../machines/navigation/navigation.types.ts'
import type { SessionRef, SessionSnapshot } from '../machines/session/session.machine.ts'
import { isSessionKnown, isSignedIn, selectSignOutReason } from '../machines/session/session.selectors.ts'
import { createBrowserHistory, entryOf } from './browser-history.ts'
import { createPendingReset } from './pending-reset.ts'

export interface NavigationServices {
  readonly session: SessionRef
  /** Fetches the code of a screen; the second call for the same one is free. */
  readonly loadScreen: (routeId: string) => Promise<unknown>
  readonly tab?: Window
}

const pendingResetOf = (tab: Window) => createPendingReset(() => tab.sessionStorage)

/** Where the tab was opened or reloaded, for the machine's input. */
export const startingPoint = (tab: Window): Omit<NavigationInput, 'routes'> => ({
  ...entryOf(tab),
  pendingResetToken: pendingResetOf(tab).read(),
})

const visitorOf = (session: SessionSnapshot): Visitor => ({
  signedIn: isSignedIn(session),
  reason: selectSignOutReason(session),
})

/** A keyboard or screen reader goes on at the top of the new page, unless the page put the caret somewhere. */
function moveFocus({ document }: Window) {
  if (document.activeElement?.matches('main input, main textarea')) return
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

const holdUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Navigation with the browser's address bar, title, scroll and focus. */
export function provideNavigation({ session, loadScreen, tab = window }: NavigationServices) {
  const history = createBrowserHistory(tab)
  let isFirst = true

  async function present(arrival: Arrival) {
    tab.document.title = `${arrival.title} · Lectern`
    const wasFirst = isFirst
    isFirst = false
    await history.scrollTo(arrival)
    if (arrival.isOtherPage && !wasFirst) moveFocus(tab)
  }

  return navigationMachine.provide({
    actors: {
      watchHistory: fromCallback<NavigationEvent>(({ sendBack }) =>
        history.watch((entry) => sendBack({ type: 'history.moved', ...entry })),
      ),
      watchVisitor: fromCallback<NavigationEvent>(({ sendBack }) => {
        let last: Visitor | null = null
        const tell = (snapshot: SessionSnapshot) => {
          const visitor = visitorOf(snapshot)
          if (!isSessionKnown(snapshot) || visitor.signedIn === last?.signedIn) return
          last = visitor
          sendBack({ type: 'visitor.changed', visitor })
        }
        const subscription = session.subscribe(tell)
        tell(session.getSnapshot())
        return () => subscription.unsubscribe()
      }),
      loadScreen: fromPromise<void, { routeId: string }>(async ({ input }) => {
        await loadScreen(input.routeId)
      }),
    },
    actions: {
      writeHistory: (_, arrival) => history.write(arrival),
      presentScreen: (_, arrival) => void present(arrival),
      // A prefetch that fails is tried again by the visit itself, which shows the failure.
      prefetchScreen: (_, { routeId }) => void loadScreen(routeId).catch(() => undefined),
      returnInHistory: (_, { by }) => history.go(by),
      guardUnload: () => tab.addEventListener('beforeunload', holdUnload),
      releaseUnload: () => tab.removeEventListener('beforeunload', holdUnload),
      forgetPendingReset: () => pendingResetOf(tab).forget(),
    },
  })
}
