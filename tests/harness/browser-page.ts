import { createActor, waitFor } from 'xstate'
import * as z from 'zod/mini'
import { createAccountsApi } from '../../src/services/accounts/accounts-api.ts'
import { receivedTokens } from '../../src/services/accounts/jwt.ts'
import { createRefreshPauses } from '../../src/services/accounts/refresh-pauses.ts'
import { provideSession } from '../../src/services/accounts/session.provide.ts'
import { createTokenStore } from '../../src/services/accounts/token-store.ts'
import { createClock } from '../../src/services/browser/clock.ts'
import { createStorage } from '../../src/services/browser/storage.ts'
import { createTabLock } from '../../src/services/browser/tab-lock.ts'
import { operation } from '../../src/services/contract/operations/operation.ts'
import { createAnonymousClient, createHttpClient } from '../../src/services/http/client.ts'

// The session as the app wires it, without the app, for the tests in real tabs.
const clock = createClock(window)
const accounts = createAccountsApi(createAnonymousClient({ base: '' }))
const session = createActor(
  provideSession({
    store: createTokenStore({ storage: () => window.localStorage, events: window, clock }),
    accounts,
    lock: createTabLock({ name: 'session-refresh', locks: navigator.locks }),
    clock,
    pauses: createRefreshPauses(
      createStorage(() => window.localStorage),
      clock.now,
    ),
  }),
  { systemId: 'session', input: { now: clock.steady(), jitter: 0.5 } },
)
const ended: string[] = []
session.on('signedOut', ({ reason }) => ended.push(reason))
session.start()
const http = createHttpClient({ base: '', scope: session, timeout: 5000, now: clock.steady })

const Bytes = z.object({ bytes: z.number() })

const page = {
  ended,
  settled: async () => (await waitFor(session, (snapshot) => snapshot.hasTag('settled'))).value,
  statuses: async (path: string, count: number) =>
    (await Promise.all(Array.from({ length: count }, (_, n) => http.request(`${path}/${n}`)))).map(
      ({ status }) => status,
    ),
  logIn: async (username: string) => {
    const tokens = receivedTokens(await accounts.logIn({ username, password: 'x' }), clock.now())
    if (tokens) session.send({ type: 'session.started', tokens })
  },
  /** The progress reported while sending `size` bytes, and the answer or the name of the error. */
  upload: async (path: `/${string}`, size: number, abortAt = 2) => {
    const form = new FormData()
    form.append('files', new File([new Uint8Array(size)], 'a.bin'))
    const parts: number[] = []
    const left = new AbortController()
    const onProgress = (part: number) => {
      parts.push(part)
      if (part >= abortAt) left.abort()
    }
    const outcome = await http
      .upload(operation(`POST ${path}`, Bytes, { summary: 'Take a file', who: 'self' }), {}, form, {
        onProgress,
        signal: left.signal,
      })
      .catch((error: Error) => error.name)
    return { parts, outcome }
  },
}
type BrowserPage = typeof page

declare global {
  interface Window {
    lectern: BrowserPage
  }
}
window.lectern = page
