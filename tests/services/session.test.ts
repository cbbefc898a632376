import { describe, expect, it, onTestFinished } from 'vitest'
import { createHttpClient } from '../../src/services/http/client.ts'
import { HttpError, NetworkError, SessionEndedError } from '../../src/services/http/errors.ts'
import { gate, type Handler } from '../harness/scripted-server.ts'
import { createWorld, jwt, MINUTE, type WorldOptions } from '../harness/session-world.ts'
import { sharedLocks } from '../harness/tabs.ts'

const HOUR = 60 * MINUTE

async function open(options?: WorldOptions) {
  const world = await createWorld(options)
  onTestFinished(world.stop)
  return world
}

/** A world with one tab whose stored pair is good. */
async function openSignedIn(options?: WorldOptions) {
  const world = await open(options)
  world.remember()
  const tab = world.openTab()
  tab.start()
  await until(() => tab.session.getSnapshot().hasTag('settled'))
  return { world, tab }
}

const until = (condition: () => boolean) => expect.poll(condition).toBe(true)
/** A refresh gets that answer, and everything else its own. */
const refreshGets = (answer: (next: () => ReturnType<Handler>) => ReturnType<Handler>): WorldOptions => ({
  handler: (request, next) => (request.path === '/api/v1/refresh' ? answer(next) : next()),
})

describe('401 and the refresh queue', () => {
  it('[A1] [S4.9] [S4.10] 50 concurrent 401s cause one refresh and 50 successes', async () => {
    const { world, tab } = await openSignedIn()
    world.revokeAccess()
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => tab.http.request(`/x/${n}`)))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(world.refreshes()).toBe(1)
    expect(world.server.received).toHaveLength(101)
  })

  it('[A2] a request that starts during a refresh waits for it and carries the new token', async () => {
    const held = gate()
    const { world, tab } = await openSignedIn(refreshGets((next) => held.opened.then(next)))
    const old = tab.store.read()?.access
    world.revokeAccess()
    const first = tab.http.request('/first')
    await until(() => world.refreshes() === 1)
    const later = Array.from({ length: 20 }, (_, n) => tab.http.request(`/later/${n}`))
    expect(world.server.received.map(({ path }) => path)).toEqual(['/first', '/api/v1/refresh'])
    held.open()
    await Promise.all([first, ...later])
    const carried = world.server.received.filter(({ path }) => path.startsWith('/later'))
    expect(carried).toHaveLength(20)
    expect(carried.every(({ headers }) => headers.authorization !== `Bearer ${old}`)).toBe(true)
  })

  it('[A3] a late 401 of an older token is repeated with the new one and refreshes nothing', async () => {
    const held = gate()
    const { world, tab } = await openSignedIn({
      handler: async (request, next) => {
        const reply = next()
        if (request.path === '/late' && world.refreshes() === 0) await held.opened
        return reply
      },
    })
    world.revokeAccess()
    const late = tab.http.request('/late')
    await until(() => world.server.count('/late') === 1)
    await tab.http.request('/early')
    held.open()
    expect((await late).status).toBe(200)
    expect(world.refreshes()).toBe(1)
  })

  it('[A4] a repetition that is a 401 as well ends the session', async () => {
    const { world, tab } = await openSignedIn({
      handler: (request, next) => (request.path === '/never' ? { status: 401 } : next()),
    })
    await expect(tab.http.request('/never')).rejects.toThrow(SessionEndedError)
    expect(world.server.count('/never')).toBe(2)
    expect(world.refreshes()).toBe(1)
    expect(tab.ended).toEqual(['expired'])
    expect(tab.session.getSnapshot().matches({ signedOut: 'expired' })).toBe(true)
  })

  it('[A5] a 401 on log-in is an answer with its detail', async () => {
    const world = await open({
      handler: () => ({ status: 401, body: { detail: 'Wrong password.', code: 'wrong_password' } }),
    })
    const { accounts } = world.openTab()
    const attempt = accounts.logIn({ username: 'ada@example.com', password: 'x' })
    await expect(attempt).rejects.toMatchObject({ detail: 'Wrong password.', status: 401 })
    expect(world.refreshes()).toBe(0)
  })

  it('[S7.30] log-in is form-encoded, the rest is JSON and carries the token', async () => {
    const { world, tab } = await openSignedIn({
      handler: ({ path }, next) => (path === '/api/v1/login' ? { body: world.issue() } : next()),
    })
    await tab.http.request('/x', { method: 'POST', body: { a: 'b&c' } })
    await tab.accounts.logIn({ username: 'ada@example.com', password: 'a&b' })
    const [call, logIn] = world.server.received
    expect(call).toMatchObject({
      body: '{"a":"b&c"}',
      headers: {
        'content-type': 'application/json',
        authorization: expect.stringMatching(/^Bearer [^.]+\.[^.]+\.[^.]+$/),
      },
    })
    expect(logIn).toMatchObject({
      body: 'username=ada%40example.com&password=a%26b',
      headers: { 'content-type': expect.stringContaining('application/x-www-form-urlencoded') },
    })
    expect(logIn?.headers).not.toHaveProperty('authorization')
  })

  it('[S3.1] tokens are kept under `token` and `refreshToken`', async () => {
    const { world, tab } = await openSignedIn()
    const { access, refresh } = tab.session.getSnapshot().context.tokens!
    expect([world.disk.items.get('token'), world.disk.items.get('refreshToken')]).toEqual([access, refresh])
  })
})

describe('a refresh that is refused', () => {
  it('[A6] [S4.7] [S4.11] clears the tokens and rejects each caller once', async () => {
    const { world, tab } = await openSignedIn(refreshGets(() => ({ status: 400 })))
    world.revokeAccess()
    const calls = await Promise.allSettled(Array.from({ length: 50 }, () => tab.http.request('/x')))
    expect(
      calls.every((call) => call.status === 'rejected' && call.reason instanceof SessionEndedError),
    ).toBe(true)
    expect([...world.disk.items]).toEqual([])
    expect(tab.ended).toEqual(['expired'])
    expect(world.refreshes()).toBe(1)
    const sent = world.server.received.length
    await expect(tab.http.request('/x')).rejects.toThrow(SessionEndedError)
    expect(world.server.received).toHaveLength(sent)
  })

  it('[A11] keeps the session until the access token really expires', async () => {
    const { world, tab } = await openSignedIn(refreshGets(() => ({ status: 400 })))
    world.pass(11 * MINUTE)
    tab.tick()
    await until(() => tab.session.getSnapshot().context.refused)
    expect((await tab.http.request('/still')).status).toBe(200)
    world.pass(4 * MINUTE)
    tab.tick()
    expect(tab.ended).toEqual(['expired'])
    expect(world.refreshes()).toBe(1)
  })
})

describe('a refresh without an answer', () => {
  it.each([
    ['500', { status: 500 }],
    ['502 as a page', { status: 502, body: '<html>', headers: { 'content-type': 'text/html' } }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['408', { status: 408 }],
    ['425', { status: 425 }],
    ['200 with junk', { status: 200, body: '{"access_tok' }],
    ['a pair that is none', { body: { access_token: 'a.b.c', refresh_token: 'd' } }],
    ['a broken connection', { fault: 'reset' as const }],
  ])('[A7] [spec 9] %s keeps the tokens, and the next 200 resumes the queue', async (_, failure) => {
    let working = false
    const { world, tab } = await openSignedIn(refreshGets((next) => (!working ? failure : next())))
    const before = [...world.disk.items]
    world.revokeAccess()
    const call = tab.http.request('/x')
    await until(() => tab.session.getSnapshot().hasTag('unreachable'))
    expect([...world.disk.items]).toEqual(expect.arrayContaining(before))
    working = true
    tab.wait(2000)
    expect((await call).status).toBe(200)
    expect(tab.ended).toEqual([])
    expect(world.refreshes()).toBe(2)
  })

  it('[A8] one that hangs is given up after 30 s', async () => {
    const { world, tab } = await openSignedIn({ timeout: HOUR, ...refreshGets(() => ({ fault: 'hang' })) })
    world.pass(11 * MINUTE)
    tab.tick()
    await until(() => world.refreshes() === 1)
    tab.wait(30_000)
    expect(tab.session.getSnapshot().matches({ signedIn: { waiting: 'usable' } })).toBe(true)
  })

  it('[S4.6] [spec 10] one that hangs holds up no request while the old token is good', async () => {
    const { world, tab } = await openSignedIn({ timeout: HOUR, ...refreshGets(() => ({ fault: 'hang' })) })
    world.pass(11 * MINUTE)
    tab.tick()
    await until(() => world.refreshes() === 1)
    expect((await tab.http.request('/x')).status).toBe(200)
    world.revokeAccess()
    const refused = tab.http.request('/y')
    await until(() => tab.session.getSnapshot().matches({ signedIn: { refreshing: 'blocked' } }))
    tab.http.request('/later').catch(() => undefined)
    expect(world.server.received.filter(({ path }) => path === '/later')).toEqual([])
    refused.catch(() => undefined)
  })

  it('[A9] offline, the refresh comes at once when the network is back', async () => {
    let online = false
    const { world, tab } = await openSignedIn(refreshGets((next) => (!online ? { fault: 'reset' } : next())))
    world.pass(16 * MINUTE)
    tab.tick()
    await until(() => tab.session.getSnapshot().hasTag('unreachable'))
    online = true
    tab.online()
    await until(() => tab.session.getSnapshot().matches({ signedIn: 'fresh' }))
    expect(tab.ended).toEqual([])
    expect(world.refreshes()).toBe(2)
  })

  it('[session, seen beside 1] a person who tries again does not wait for the next try', async () => {
    let down = true
    const { world, tab } = await openSignedIn(refreshGets((next) => (down ? { status: 503 } : next())))
    world.pass(16 * MINUTE)
    tab.tick()
    await until(() => tab.session.getSnapshot().hasTag('unreachable'))
    down = false
    world.pass(1)
    tab.session.send({ type: 'retry.requested' })
    await until(() => tab.session.getSnapshot().matches({ signedIn: 'fresh' }))
    expect(world.refreshes()).toBe(2)
  })

  it('[A10] a 429 is obeyed to the second, also when the network comes and goes', async () => {
    let limited = true
    const { world, tab } = await openSignedIn(
      refreshGets((next) => (limited ? { status: 429, headers: { 'retry-after': '17' } } : next())),
    )
    world.revokeAccess()
    const call = tab.http.request('/x')
    await until(() => tab.session.getSnapshot().hasTag('unreachable'))
    limited = false
    tab.online()
    tab.wait(16_999)
    expect(world.refreshes()).toBe(1)
    tab.wait(1)
    expect((await call).status).toBe(200)
    expect(world.refreshes()).toBe(2)
  })

  it('uses the old access token while it is good', async () => {
    const { world, tab } = await openSignedIn(refreshGets(() => ({ status: 503 })))
    world.pass(11 * MINUTE)
    tab.tick()
    await until(() => tab.session.getSnapshot().matches({ signedIn: { waiting: 'usable' } }))
    expect((await tab.http.request('/x')).status).toBe(200)
  })
})

describe('the clock', () => {
  it('[A12] [S9.2] refreshes once when 5 minutes are left, looking every minute', async () => {
    const { world, tab } = await openSignedIn()
    const settled = () => until(() => tab.session.getSnapshot().matches({ signedIn: 'fresh' }))
    for (let minute = 1; minute <= 60; minute += 1) {
      world.pass(MINUTE)
      tab.tick()
      await settled()
      if (minute === 9) expect(world.refreshes()).toBe(0)
      if (minute === 10) expect(world.refreshes()).toBe(1)
    }
    expect(world.refreshes()).toBe(6)
    expect(world.server.received).toHaveLength(6)
  })

  it('[A13] after a night asleep the refresh comes before any other call', async () => {
    const { world, tab } = await openSignedIn()
    world.pass(8 * HOUR)
    expect((await tab.http.request('/x')).status).toBe(200)
    expect(world.server.received.map(({ path }) => path)).toEqual(['/api/v1/refresh', '/x'])
  })

  it('[A15] a reopened tab with an expired access token refreshes and stays signed in', async () => {
    const world = await open()
    world.remember()
    world.pass(HOUR)
    const tab = world.openTab()
    const states: unknown[] = []
    tab.session.subscribe(({ value }) => states.push(value))
    tab.start()
    expect((await tab.http.request('/me')).status).toBe(200)
    expect(states).not.toContainEqual({ signedOut: expect.anything() })
    expect(world.refreshes()).toBe(1)
  })

  it('[A16] a reopened tab with an expired refresh token calls nobody', async () => {
    const world = await open()
    world.remember()
    world.pass(31 * 24 * HOUR)
    const tab = world.openTab()
    tab.start()
    await until(() => tab.session.getSnapshot().matches({ signedOut: 'expired' }))
    expect([...world.disk.items]).toEqual([])
    expect(world.server.received).toEqual([])
  })

  it.each([2, -2])('[A17] is right when the local one is %i h off', async (hours) => {
    const { world, tab } = await openSignedIn({ skew: hours * HOUR })
    for (let minute = 1; minute <= 60; minute += 1) {
      world.pass(MINUTE)
      tab.tick()
      await until(() => tab.session.getSnapshot().matches({ signedIn: 'fresh' }))
    }
    expect(world.refreshes()).toBe(6)
    expect((await tab.http.request('/x')).status).toBe(200)
  })

  it.each(['awake', 'asleep'])('[S4.6] [S9.2] set back by hours in a session is noticed, %s', async (how) => {
    const world = await open()
    world.remember()
    const tab = world.openTab({ asleep: how === 'asleep' })
    tab.start()
    await until(() => tab.session.getSnapshot().hasTag('settled'))
    world.pass(MINUTE)
    world.setBack(3 * HOUR)
    if (how === 'asleep') await tab.http.request('/x')
    world.pass(10 * MINUTE)
    tab.tick()
    await until(() => world.refreshes() === 1)
    expect(world.server.received.filter(({ path }) => path === '/x')).toHaveLength(how === 'asleep' ? 1 : 0)
  })

  it('[S4.6] set back is known to a tab that is opened later, from its first answer on', async () => {
    const { world } = await openSignedIn()
    world.setBack(3 * HOUR)
    const later = world.openTab()
    later.start()
    await later.http.request('/x')
    expect(Number(world.disk.items.get('tokenClockOffset'))).toBeCloseTo(-3 * HOUR, -4)
  })

  it.each([undefined, 'abc', 0, 1e15, 1.5, -1, null])('[A18] survives exp = %s', async (exp) => {
    const world = await open(refreshGets(() => ({ body: world.issue('ada', { exp }) })))
    world.remember(world.issue('ada', { exp }))
    const tab = world.openTab()
    tab.start()
    for (let minute = 0; minute < 60; minute += 1) {
      world.pass(MINUTE)
      tab.tick()
      await until(() => tab.session.getSnapshot().hasTag('settled'))
    }
    expect(world.refreshes()).toBeLessThanOrEqual(1)
    const before = world.refreshes()
    world.revokeAccess()
    expect((await tab.http.request('/x')).status).toBe(200)
    expect(world.refreshes()).toBe(before + 1)
  })

  it('[A21] leaves a token of 60 days alone', async () => {
    const { world, tab } = await openSignedIn({ accessLife: 60 * 24 * HOUR })
    for (let minute = 0; minute < 60; minute += 1) {
      world.pass(MINUTE)
      tab.tick()
    }
    expect(world.refreshes()).toBe(0)
  })
})

describe('storage', () => {
  it.each(['', 'null', 'undefined', 'a.b.c', '{}', 'x'.repeat(1_000_000)])(
    '[A19] a token that is none leads to log-in and is removed',
    async (access) => {
      const world = await open()
      world.remember({ access_token: access, refresh_token: jwt({}) })
      const tab = world.openTab()
      tab.start()
      await until(() => tab.session.getSnapshot().matches('signedOut'))
      expect([...world.disk.items]).toEqual([])
      expect(tab.ended).toEqual([])
    },
  )

  it('[A20] reads base64url and names beyond ASCII', async () => {
    const world = await open()
    const subject = 'Иван ÿ?>'
    world.remember(world.issue(subject))
    expect(world.openTab().store.read()?.subject).toBe(subject)
  })

  it('[A22] blocked, log-in works for this tab', async () => {
    const world = await open()
    const tab = world.openTab()
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    Object.assign(tab.storage, { getItem: blocked, setItem: blocked, removeItem: blocked })
    tab.start()
    await until(() => tab.session.getSnapshot().matches('signedOut'))
    tab.logIn()
    expect((await tab.http.request('/x')).status).toBe(200)
    world.pass(HOUR)
    expect((await tab.http.request('/x')).status).toBe(200)
    tab.session.send({ type: 'signOut.requested' })
    expect(tab.store.read()).toBeNull()
  })

  it('[A23] full after a refresh, this tab goes on from memory', async () => {
    const world = await open()
    world.remember()
    let full = false
    const tab = world.openTab({ broken: () => full })
    tab.start()
    full = true
    world.revokeAccess()
    expect((await tab.http.request('/x')).status).toBe(200)
    world.pass(10 * MINUTE)
    expect((await tab.http.request('/y')).status).toBe(200)
    expect(world.refreshes()).toBe(2)
  })
})

describe('signing out', () => {
  it('[A24] takes effect at once, whether or not the server can be told', async () => {
    const { world, tab } = await openSignedIn({
      handler: (request, next) => (request.path === '/api/v1/logout' ? { fault: 'reset' } : next()),
    })
    tab.session.send({ type: 'signOut.requested' })
    expect([...world.disk.items]).toEqual([])
    expect(tab.ended).toEqual(['user'])
    await until(() => world.server.count('/api/v1/logout') === 1)
  })

  it('[A24] leaves nothing on the disk, also while a refresh is waited for', async () => {
    const { world, tab } = await openSignedIn(refreshGets(() => ({ status: 503 })))
    world.pass(11 * MINUTE)
    tab.tick()
    await until(() => tab.session.getSnapshot().matches({ signedIn: 'waiting' }))
    expect([...world.disk.items.keys()]).toContain('refreshPause')
    tab.session.send({ type: 'signOut.requested' })
    expect([...world.disk.items]).toEqual([])
  })

  it('[A25] during a refresh: its tokens are thrown away', async () => {
    const held = gate()
    const { world, tab } = await openSignedIn(refreshGets((next) => held.opened.then(next)))
    world.revokeAccess()
    const call = tab.http.request('/x')
    await until(() => world.refreshes() === 1)
    tab.session.send({ type: 'signOut.requested' })
    await expect(call).rejects.toThrow(SessionEndedError)
    held.open()
    await until(() => world.server.count('/api/v1/logout') === 1)
    expect([...world.disk.items]).toEqual([])
    expect(tab.session.getSnapshot().context.tokens).toBeNull()
  })

  it('an answer for the former user reaches nobody', async () => {
    const held = gate()
    const { world, tab } = await openSignedIn({
      handler: async (request, next) => {
        const reply = next()
        if (request.path === '/slow') await held.opened
        return reply
      },
    })
    const call = tab.http.request('/slow')
    await until(() => world.server.count('/slow') === 1)
    tab.session.send({ type: 'signOut.requested' })
    tab.logIn('bob')
    held.open()
    await expect(call).rejects.toThrow(SessionEndedError)
  })
})

describe('tabs', () => {
  async function openTwo(options?: WorldOptions) {
    const world = await open(options)
    world.remember()
    const [one, two] = [world.openTab(), world.openTab()]
    one.start()
    two.start()
    await until(() => [one, two].every(({ session }) => session.getSnapshot().hasTag('settled')))
    return { world, one, two }
  }

  it('[A26] a sign-out in one is followed by the other', async () => {
    const { world, one, two } = await openTwo()
    two.session.send({ type: 'signOut.requested' })
    expect(one.ended).toEqual(['elsewhere'])
    await expect(one.http.request('/x')).rejects.toThrow(SessionEndedError)
    expect(world.server.count('/x')).toBe(0)
  })

  it('stay where only the sessions of another account have ended', async () => {
    const { world, one, two } = await openTwo()
    two.session.send({ type: 'session.doubted' })
    await until(() => two.session.getSnapshot().matches({ signedIn: 'fresh' }))
    expect(world.refreshes()).toBe(1)
    expect([...one.ended, ...two.ended]).toEqual([])
    expect((await one.http.request('/x')).status).toBe(200)
  })

  it('all end where those of their account have ended, although the access token looks good', async () => {
    const { one, two } = await openTwo(refreshGets(() => ({ status: 401 })))
    two.session.send({ type: 'session.doubted' })
    await until(() => one.ended.length > 0)
    expect([one.ended, two.ended]).toEqual([['elsewhere'], ['expired']])
  })

  it('[A26] localStorage.clear() in one is followed by the other', async () => {
    const { one, two } = await openTwo()
    two.storage.clear()
    expect(one.ended).toEqual(['elsewhere'])
  })

  it('[A27] make one refresh together, though refresh tokens are used up', async () => {
    const { world, one, two } = await openTwo()
    for (let round = 1; round <= 20; round += 1) {
      world.revokeAccess()
      const answers = await Promise.all([one.http.request('/1'), two.http.request('/2')])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(world.refreshes()).toBe(round)
    }
    expect([...one.ended, ...two.ended]).toEqual([])
  })

  it('[A28] one that slept takes the pair over that another has got', async () => {
    const { world, one, two } = await openTwo()
    one.sleep()
    world.revokeAccess()
    await two.http.request('/2')
    world.pass(11 * MINUTE)
    expect((await one.http.request('/1')).status).toBe(200)
    expect(world.refreshes()).toBe(1)
  })

  it('[A29] a log-in as somebody else ends the former session here and begins theirs', async () => {
    const { one, two } = await openTwo()
    two.session.send({ type: 'signOut.requested' })
    two.logIn('bob')
    expect(one.ended).toEqual(['elsewhere'])
    expect(one.session.getSnapshot().context.tokens?.subject).toBe('bob')
  })

  it('[A29] also when the pair is simply replaced', async () => {
    const { world, one } = await openTwo()
    const events: string[] = []
    one.session.on('*', ({ type }) => events.push(type))
    const third = world.openTab()
    const pair = world.issue('bob')
    third.storage.setItem('refreshToken', pair.refresh_token)
    third.storage.setItem('token', pair.access_token)
    expect(events).toEqual(['signedOut', 'signedIn'])
    expect((await one.http.request('/x')).status).toBe(200)
  })

  // The lock of a tab that was closed went with it; the pause that it wrote down stayed.
  it.each([
    ['[session 7, 31] one that was closed while it renewed lets the next one ask at once', false, 0],
    ['[session, seen beside 2] one that hangs while it renews holds up the others for 5 seconds', true, 5000],
    ['an orphaned lock does not block a tab', true, null],
  ])('%s', async (_, isHeld, ago) => {
    const locks = sharedLocks()
    const world = await open({ locks })
    if (isHeld) void locks.request('session-refresh', {}, () => new Promise(() => {}))
    world.remember()
    const tab = world.openTab(isHeld ? { lockPatience: 20 } : {})
    const since = Date.UTC(2026, 0, 1) - (ago ?? 0)
    const pause = { failures: 0, since, until: since + 30_000, paced: false, isAsking: true }
    if (ago !== null) tab.storage.setItem('refreshPause', JSON.stringify(pause))
    tab.start()
    world.revokeAccess()
    expect((await tab.http.request('/x')).status).toBe(200)
  })
})

describe('an hour of 503', () => {
  const JITTERS = [0, 0.5, 1]

  /** Calls of /refresh in an hour, and how long after the end of it everybody has a new pair, in ms. */
  async function suffer(tabs: number, jitter: number) {
    let down = true
    const world = await open(refreshGets((next) => (down ? { status: 503 } : next())))
    world.remember()
    world.pass(11 * MINUTE)
    const all = Array.from({ length: tabs }, () => world.openTab({ jitter }))
    for (const tab of all) tab.start()
    const isQuiet = () =>
      all.every(({ session }) => !session.getSnapshot().matches({ signedIn: 'refreshing' }))
    const second = async () => {
      world.pass(1000)
      for (const { timers } of all) timers.increment(1000)
      await until(isQuiet)
    }
    await until(() => world.refreshes() > 0 && isQuiet())
    for (let at = 0; at < HOUR; at += 1000) await second()
    const calls = world.refreshes()
    down = false
    let recovery = 0
    while (!all.every(({ session }) => session.getSnapshot().matches({ signedIn: 'fresh' }))) {
      await second()
      recovery += 1000
    }
    expect(world.refreshes()).toBe(calls + 1)
    return { calls, recovery }
  }

  it.each(JITTERS)('[S4.11] costs ten tabs no more refreshes than one, with jitter %d', async (jitter) => {
    const [one, ten] = [await suffer(1, jitter), await suffer(10, jitter)]
    expect(ten.calls).toBeLessThanOrEqual(one.calls)
    expect(one.recovery).toBeLessThanOrEqual(60_000)
    expect(ten.recovery).toBeLessThanOrEqual(60_000)
  })
})

describe('what is sent again', () => {
  it('[A30] a write that got a 401 is sent once more, whole', async () => {
    const { world, tab } = await openSignedIn()
    world.revokeAccess()
    const form = new FormData()
    form.append('files', new File(['content'], 'a.txt'))
    await tab.http.request('/upload', { method: 'POST', body: form })
    const [first, second] = world.server.received.filter(({ path }) => path === '/upload')
    const content = (body: string | undefined) => body?.replace(/-{4,}\S+/g, '')
    expect(content(second?.body)).toBe(content(first?.body))
    expect(second?.body).toContain('filename="a.txt"')
    expect(world.server.count('/upload')).toBe(2)
  })

  it('[A31] a write whose connection broke is not', async () => {
    const { world, tab } = await openSignedIn({
      handler: (request, next) => (request.path === '/create' ? { fault: 'reset' } : next()),
    })
    await expect(tab.http.request('/create', { method: 'POST', body: { a: 1 } })).rejects.toThrow(
      NetworkError,
    )
    expect(world.server.count('/create')).toBe(1)
  })

  it('[A34] a queued request whose screen was left is never sent; the others are', async () => {
    const held = gate()
    const { world, tab } = await openSignedIn(refreshGets((next) => held.opened.then(next)))
    world.revokeAccess()
    const first = tab.http.request('/first')
    await until(() => world.refreshes() === 1)
    const left = new AbortController()
    const dropped = tab.http.request('/dropped', { signal: left.signal })
    const kept = tab.http.request('/kept')
    left.abort()
    await expect(dropped).rejects.toThrow('abort')
    held.open()
    await Promise.all([first, kept])
    expect(world.server.count('/dropped')).toBe(0)
    expect(world.server.count('/kept')).toBe(1)
  })

  it('[S8.3] a write that waits out a 429 is not carried out as the next person', async () => {
    const { world, tab } = await openSignedIn({
      handler: (request, next) => (request.path === '/write' ? { status: 429 } : next()),
    })
    const http = createHttpClient({
      base: world.server.url,
      scope: tab.session,
      now: () => tab.session.getSnapshot().context.now,
      wait: async () => {
        tab.session.send({ type: 'signOut.requested' })
        tab.logIn('bob')
      },
    })
    const write = http.request('/write', { method: 'POST', body: {}, idempotencyKey: 'k1' })
    await expect(write).rejects.toThrow(SessionEndedError)
    expect(world.server.count('/write')).toBe(1)
  })

  it('[A35] [S8.4] a 502 page is an error that keeps the session', async () => {
    const { tab } = await openSignedIn({
      handler: (request, next) =>
        request.path === '/list' ? { status: 502, body: '<html>bad gateway</html>' } : next(),
    })
    const call = tab.http.request('/list')
    await expect(call).rejects.toThrow(HttpError)
    await expect(call).rejects.toThrow('HTTP error! status: 502')
    expect(tab.session.getSnapshot().matches('signedIn')).toBe(true)
  })

  it('[A35] [S7.34] a list that cannot be read leads to log-in', async () => {
    const { world, tab } = await openSignedIn()
    tab.session.send({ type: 'organizations.unreadable' })
    expect([...world.disk.items]).toEqual([])
    expect(tab.ended).toEqual(['broken'])
  })
})
