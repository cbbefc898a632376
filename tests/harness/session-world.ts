import { createActor, SimulatedClock } from 'xstate'
import { createAccountsApi } from '../../src/services/accounts/accounts-api.ts'
import { receivedTokens } from '../../src/services/accounts/jwt.ts'
import { createRefreshPauses } from '../../src/services/accounts/refresh-pauses.ts'
import { provideSession } from '../../src/services/accounts/session.provide.ts'
import { createTokenStore } from '../../src/services/accounts/token-store.ts'
import { type Clock, createSteady } from '../../src/services/browser/clock.ts'
import { createStorage } from '../../src/services/browser/storage.ts'
import { createTabLock } from '../../src/services/browser/tab-lock.ts'
import { createAnonymousClient, createHttpClient } from '../../src/services/http/client.ts'
import { type Handler, type Received, startScriptedServer } from './scripted-server.ts'
import { sharedLocks, sharedStorage } from './tabs.ts'

export const MINUTE = 60_000

/** A unique JWT with these claims. */
export function jwt(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'HS256' })}.${encode({ jti: crypto.randomUUID(), ...claims })}.signature`
}

export interface WorldOptions {
  /** Overrides of the default, where a valid token gets 200, another 401, and /refresh rotates. */
  readonly handler?: (request: Received, next: () => ReturnType<Handler>) => ReturnType<Handler>
  /** Ms. */
  readonly accessLife?: number
  readonly timeout?: number
  /** The server's initial time, in ms. */
  readonly start?: number
  /** Local clocks minus the server's, in ms. */
  readonly skew?: number
  readonly locks?: Pick<LockManager, 'request'> | undefined
}

/** A server with single-use refresh tokens, and as many tabs as a case needs. */
export async function createWorld(options: WorldOptions = {}) {
  const { handler, accessLife = 15 * MINUTE, timeout = 30_000, locks = sharedLocks() } = options
  let { skew = 0 } = options
  let serverTime = options.start ?? Date.UTC(2026, 0, 1)
  let good = { access: '', refresh: '' }
  const disk = sharedStorage()
  const stops: (() => void | Promise<void>)[] = []

  function issue(subject = 'ada', claims: object = {}) {
    const iat = Math.floor(serverTime / 1000)
    const pair = {
      access_token: jwt({ sub: subject, iat, exp: iat + accessLife / 1000, ...claims }),
      refresh_token: jwt({ sub: subject, iat, exp: iat + 30 * 24 * 3600 }),
    }
    good = { access: pair.access_token, refresh: pair.refresh_token }
    return pair
  }

  const isGood = ({ headers }: Pick<Received, 'headers'>) => headers.authorization === `Bearer ${good.access}`

  const standard = ({ path, headers, body }: Received): ReturnType<Handler> => {
    if (path === '/api/v1/logout') return { body: { message: 'bye' } }
    if (path === '/api/v1/refresh') {
      const reused = JSON.parse(body).refresh_token !== good.refresh
      return reused ? { status: 401, body: { detail: 'used', code: 'unauthorized' } } : { body: issue() }
    }
    return isGood({ headers })
      ? { body: { path } }
      : { status: 401, body: { detail: 'no', code: 'unauthorized' } }
  }
  const server = await startScriptedServer(async (request) => {
    const reply = await (handler ? handler(request, () => standard(request)) : standard(request))
    return { ...reply, headers: { date: new Date(serverTime).toUTCString(), ...reply.headers } }
  })
  stops.push(server.stop)

  function openTab({
    broken,
    lockPatience,
    asleep = false,
    jitter = 0.5,
  }: {
    broken?: (key: string) => boolean
    lockPatience?: number
    /** Its monotonic clock stops. */
    asleep?: boolean
    jitter?: number
  } = {}) {
    const { storage, events, sleep } = disk.openTab(broken)
    const ticks = new Set<() => void>()
    const onlines = new Set<() => void>()
    const listen = (listeners: Set<() => void>) => (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    const now = () => serverTime + skew
    const clock: Clock = {
      now,
      steady: createSteady(now, () => (asleep ? 0 : serverTime)),
      onTick: listen(ticks),
      onOnline: listen(onlines),
    }
    const waits: number[] = []
    const pace = { wait: async (ms: number) => void waits.push(ms) }
    const store = createTokenStore({ storage: () => storage, events, clock })
    const anonymous = createAnonymousClient({ base: server.url, timeout, ...pace })
    const accounts = createAccountsApi(anonymous)
    const pauses = createRefreshPauses(
      createStorage(() => storage),
      now,
    )
    const lock = createTabLock({
      name: 'session-refresh',
      locks,
      ...(lockPatience !== undefined && { patience: lockPatience }),
    })
    const timers = new SimulatedClock()
    const session = createActor(provideSession({ store, accounts, lock, clock, pauses }), {
      systemId: 'session',
      input: { now: clock.steady(), jitter },
      clock: timers,
    })
    const ended: string[] = []
    session.on('signedOut', ({ reason }) => ended.push(reason))
    const http = createHttpClient({ base: server.url, scope: session, timeout, now: clock.steady, ...pace })
    stops.push(() => void session.stop())
    return {
      session,
      http,
      anonymous,
      accounts,
      store,
      storage,
      timers,
      /** Reasons for which sessions ended here. */
      ended,
      waits,
      sleep,
      start: () => void session.start(),
      /** The world's time advances, and this tab's timers fire. */
      wait: (ms: number) => {
        serverTime += ms
        timers.increment(ms)
      },
      tick: () => {
        for (const listener of ticks) listener()
      },
      online: () => {
        for (const listener of onlines) listener()
      },
      /** As the log-in form does. */
      logIn: (subject?: string) => {
        const tokens = receivedTokens(issue(subject), clock.steady())
        if (tokens) session.send({ type: 'session.started', tokens })
      },
    }
  }

  return {
    server,
    disk,
    issue,
    isGood,
    openTab,
    /** A pair in storage, as left by a closed tab. */
    remember: (pair = issue(), clockOffset = skew) => {
      disk.items.set('refreshToken', pair.refresh_token)
      disk.items.set('tokenClockOffset', String(clockOffset))
      disk.items.set('token', pair.access_token)
      return pair
    },
    /** The server stops accepting the access token. */
    revokeAccess: () => {
      good = { ...good, access: 'revoked' }
    },
    pass: (ms: number) => {
      serverTime += ms
    },
    /** The person sets their clock back. */
    setBack: (ms: number) => {
      skew -= ms
    },
    refreshes: () => server.count('/api/v1/refresh'),
    stop: async () => {
      for (const stop of stops.reverse()) await stop()
    },
  }
}

export type SessionWorld = Awaited<ReturnType<typeof createWorld>>
