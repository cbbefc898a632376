import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { PATIENCE } from '../harness/patience.ts'

/** Everything that acts on a page; a step that does so waits for rest first. */
const ACTIONS = {
  locator: [
    'check',
    'click',
    'dblclick',
    'dispatchEvent',
    'dragTo',
    'fill',
    'focus',
    'press',
    'pressSequentially',
    'selectOption',
    'setChecked',
    'setInputFiles',
    'tap',
    'uncheck',
  ],
  page: ['goto', 'goBack', 'goForward', 'reload'],
  keyboard: ['press', 'type', 'insertText'],
  // A clock that moves past what is on its way ends it by its deadline.
  clock: ['fastForward', 'pauseAt', 'runFor', 'setSystemTime'],
} as const

const onTheirWay = new WeakMap<Page, Set<Request>>()
/** Whether steps of the running test wait: a worker runs one test at a time. */
let isAwaited = false

function watchRequests(page: Page) {
  const requests = new Set<Request>()
  onTheirWay.set(page, requests)
  const end = (request: Request) => requests.delete(request)
  page.on('request', (request) => requests.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  // A page that is left takes its requests along.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    for (const request of requests) if (!request.isNavigationRequest()) requests.delete(request)
  })
}

/** Runs in the page: notes which actors of the app are busy, as XState's developer tools are told of them. */
function watchActors() {
  const busy = new Map<string, string>()
  const note = (actorRef: AnyActorRef, snapshot: AnyMachineSnapshot) => {
    const isBusy = snapshot.status === 'active' && snapshot.tags?.has('busy')
    if (isBusy) busy.set(actorRef.sessionId, snapshot.machine.id)
    else busy.delete(actorRef.sessionId)
  }
  const register = (root: AnyActorRef) =>
    root.system.inspect((event) => {
      if (event.type === '@xstate.snapshot')
        note(event.actorRef as AnyActorRef, event.snapshot as AnyMachineSnapshot)
    })
  Object.assign(window, {
    busyActors: () => [...busy.values()],
    __xstate__: { services: new Set(), register, unregister() {}, onRegister: () => ({ unsubscribe() {} }) },
  })
}

/**
 * What the page is busy with, after everything that is due at once has run. Between two pieces of its code, a page that
 * was just loaded has no request on its way and no actor, but the app has not drawn itself.
 */
const busyWith = (page: Page): Promise<readonly string[]> =>
  page
    .evaluate(async () => {
      const turn = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = resolve
          port2.postMessage(null)
        })
      // An answer that has come runs through promises, actors and React.
      for (let n = 0; n < 4; n += 1) await turn()
      const root = document.getElementById('root')
      const isOfReact = (element: Element) =>
        Object.keys(element).some((key) => key.startsWith('__reactFiber$'))
      const isDrawn = () => [...root!.querySelectorAll('*')].some(isOfReact)
      const isWaiting = () =>
        root!.querySelector('[aria-busy=true] [role=status]:empty') && !root!.querySelector('main')
      if (root && (!isDrawn() || isWaiting())) return ['the app itself']
      return (window as { busyActors?: () => readonly string[] }).busyActors?.() ?? []
    })
    // The page is being left.
    .catch(() => ['navigation'])

/** Waits until no request of the page is on its way and no actor of the app is busy. */
export async function atRest(page: Page) {
  const requests = onTheirWay.get(page)
  if (!requests || page.isClosed()) return
  const started = Date.now()
  for (;;) {
    const busy = requests.size === 0 ? await busyWith(page) : [...requests].map((one) => one.url())
    if (busy.length === 0 && requests.size === 0) return
    if (Date.now() - started > PATIENCE.wait) throw new Error(`the page is not at rest: ${busy.join(', ')}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Acts on purpose while requests are on their way or actors are busy. */
export async function whileBusy<Result>(act: () => Promise<Result>): Promise<Result> {
  const before = isAwaited
  isAwaited = false
  try {
    return await act()
  } finally {
    isAwaited = before
  }
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>

const patched = new WeakSet<object>()

/** Makes each of these methods wait first. */
function waitFirst<Target extends object>(
  target: Target,
  names: readonly string[],
  ready: (self: Target) => Promise<void>,
) {
  if (patched.has(target)) return
  patched.add(target)
  const methods = target as Methods
  for (const name of names) {
    const act = methods[name]
    if (!act) throw new Error(`Playwright has no ${name}`)
    methods[name] = async function (this: unknown, ...args) {
      if (isAwaited) await ready(this as Target)
      return act.apply(this, args)
    }
  }
}

/** What came only after the page was at rest may be about to move again. */
async function isThere(locator: Locator) {
  await atRest(locator.page())
  await locator.waitFor({ state: 'attached' })
  await atRest(locator.page())
}

/** From now on, every step on a page of the context waits until that page is at rest. */
export async function actAtRest(context: BrowserContext) {
  isAwaited = true
  await context.addInitScript(watchActors)
  const attend = (page: Page) => {
    if (onTheirWay.has(page)) return
    watchRequests(page)
    waitFirst<Page>(Object.getPrototypeOf(page), ACTIONS.page, atRest)
    waitFirst<Locator>(Object.getPrototypeOf(page.locator('body')), ACTIONS.locator, isThere)
    waitFirst(page.clock, ACTIONS.clock, () => atRest(page))
    waitFirst(page.keyboard, ACTIONS.keyboard, () => atRest(page))
  }
  for (const page of context.pages()) attend(page)
  context.on('page', attend)
}

export const endRest = () => {
  isAwaited = false
}
