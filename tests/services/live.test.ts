import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionName } from '../../src/machines/connection/connections/connections.types.ts'
import { startFaultProxy } from '../harness/fault-proxy.ts'
import { openLivePage, startSocketServer } from '../harness/live-page.ts'
import { createWorld, MINUTE } from '../harness/session-world.ts'

const SECOND = 1000
const HELLO = '{"type":"hello","data":{"connection_id":"1","heartbeat_s":20}}'
/** Its first word says what comes over it. */
const nameOf = (path: string) => `organization:${path}` as ConnectionName

describe('a live connection', () => {
  let world: Awaited<ReturnType<typeof createWorld>>
  let server: Awaited<ReturnType<typeof startSocketServer>>
  let proxy: Awaited<ReturnType<typeof startFaultProxy>>
  let page: ReturnType<typeof openLivePage>
  let closes: (() => void)[]

  beforeEach(async () => {
    world = await createWorld()
    world.remember()
    server = await startSocketServer()
    proxy = await startFaultProxy(server.url)
    const tab = world.openTab()
    tab.start()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    page = openLivePage(proxy.url, tab.session, () => Date.UTC(2026, 0, 1) + passed)
    passed = 0
    closes = []
  })
  afterEach(async () => {
    for (const close of closes) close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    await proxy.stop()
    await server.stop()
    await world.stop()
  })

  let passed = 0
  const pass = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
  }
  const listen = (
    path = '/api/ws/organizations/a',
    more: { idleAfter?: number; keepAlive?: boolean } = {},
  ) => {
    const heard: unknown[] = []
    const opened: number[] = []
    const close = page.live({ name: nameOf(path), path, ...more }, (told) => {
      if (told.type === 'live.opened') opened.push(Date.now())
      if (told.type === 'live.received') heard.push(told.message)
    })
    closes.push(close)
    return { heard, opened, close }
  }
  const standing = (path = '/api/ws/organizations/a') =>
    page.connections.getSnapshot().context.standing[nameOf(path)]
  const stands = (what: string, path?: string) => expect.poll(() => standing(path)).toBe(what)
  const update = (id: string) => JSON.stringify({ type: 'organization_update', data: { id } })

  it.each(['online', 'visible'])('[A41] that gave up is back without a reload: %s', async (sign) => {
    proxy.refuse(true)
    listen()
    for (const delay of [2, 4, 8, 16, 30]) {
      await stands('reconnecting')
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0)
      await pass(delay * 1.2 * SECOND)
    }
    await stands('givenUp')
    proxy.refuse(false)
    if (sign === 'online') page.happens('online')
    else page.becomesVisible()
    await stands('live')
  })

  it('[A38] whose token has expired takes a new one first: the old one is never dialled with', async () => {
    const old = world.disk.items.get('token')
    passed = 20 * MINUTE
    world.pass(passed)
    listen()
    await stands('live')
    expect(world.refreshes()).toBe(1)
    expect(server.dials.map(({ token }) => token)).toEqual([world.disk.items.get('token')])
    expect(server.dials[0]?.token).not.toBe(old)
  })

  it.each([1008, 4401])('[A39] closed with %d takes a new token and dials once', async (code) => {
    server.onDial((socket) => socket.close(code))
    listen()
    await stands('givenUp')
    await pass(10 * MINUTE)
    expect(world.refreshes()).toBeGreaterThanOrEqual(1)
    expect(server.dials).toHaveLength(2)
    expect(server.dials[1]?.token).not.toBe(server.dials[0]?.token)
  })

  it('[S4.21] refused before it opened, as by a gateway, dials with a new token', async () => {
    const old = world.disk.items.get('token')
    server.admit((token) => token !== old)
    listen()
    await stands('reconnecting')
    await expect.poll(world.refreshes).toBe(1)
    await pass(2.4 * SECOND)
    await stands('live')
    expect(server.refused).toEqual([old])
    expect(server.dials.map(({ token }) => token)).toEqual([world.disk.items.get('token')])
  })

  it('[session 34] refused by a gateway a second time, later, dials with another new token', async () => {
    const used = new Set([world.disk.items.get('token')])
    server.admit((token) => !used.has(token))
    listen()
    await expect.poll(world.refreshes).toBe(1)
    await pass(2.4 * SECOND)
    await stands('live')
    used.add(world.disk.items.get('token'))
    for (const { socket } of server.dials) socket.terminate()
    await stands('reconnecting')
    await pass(2.4 * SECOND)
    await expect.poll(world.refreshes).toBe(2)
    await pass(5 * SECOND)
    await stands('live')
  })

  it('[S4.21] refused whatever its token is asks for one new token and no more', async () => {
    server.admit(() => false)
    listen()
    for (const [place, delay] of [2, 4, 8, 16, 30].entries()) {
      await expect.poll(() => server.refused.length).toBe(place + 1)
      await stands('reconnecting')
      await pass(delay * 1.2 * SECOND)
    }
    await stands('givenUp')
    expect(world.refreshes()).toBe(1)
    expect(new Set(server.refused).size).toBe(2)
  })

  it('[A39] that the page closes says 1000, and nobody dials again', async () => {
    const { close } = listen()
    await stands('live')
    const code = new Promise((resolve) => server.dials[0]?.socket.on('close', resolve))
    close()
    expect(await code).toBe(1000)
    await pass(10 * MINUTE)
    expect(server.dials).toHaveLength(1)
  })

  it('[A40] without a network dials nothing for ten minutes, and at once when there is one', async () => {
    listen()
    await stands('live')
    page.happens('offline')
    await stands('offline')
    await pass(10 * MINUTE)
    expect(server.dials).toHaveLength(1)
    page.happens('online')
    await stands('live')
    expect(server.dials).toHaveLength(2)
  })

  it('[A42] notices within 45 s that its line leads nowhere, and takes another', async () => {
    server.onDial((socket) => socket.send(HELLO))
    const { opened, heard } = listen()
    await expect.poll(() => heard).toHaveLength(1)
    proxy.swallow(true)
    await pass(36 * SECOND)
    await stands('reconnecting')
    proxy.swallow(false)
    await pass(3 * SECOND)
    await stands('live')
    expect(opened).toHaveLength(2)
  })

  it('[A42] pings a quiet server, and stays connected', async () => {
    server.onDial((socket) => socket.send(HELLO))
    const { heard } = listen()
    await expect.poll(() => heard).toHaveLength(1)
    for (let turn = 0; turn < 3; turn += 1) {
      await pass(25 * SECOND)
      await expect.poll(() => server.dials[0]?.heard.length).toBe(turn + 1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(server.dials).toHaveLength(1)
    expect(server.dials[0]?.heard).toEqual(Array(3).fill('{"type":"ping"}'))
  })

  it('[S7.32] sends no pings to a server that never greets, and accepts its silence', async () => {
    const { heard: told } = listen()
    await stands('live')
    for (let turn = 0; turn < 4; turn += 1) await pass(20 * SECOND)
    page.becomesVisible()
    await pass(20 * SECOND)
    expect(standing()).toBe('live')
    expect(server.dials.map(({ heard }) => heard)).toEqual([[]])
    expect(told).toEqual([])
  })

  it('[S8.15] [spec 14] counts no message that such a server was not sent', async () => {
    listen()
    await stands('live')
    for (let turn = 0; turn < 61; turn += 1) page.becomesVisible()
    await pass(1)
    expect(page.toasts).toEqual([])
  })

  it('[A43] left for another while it was being made leaves one open, and its late frames are not heard', async () => {
    const first = listen('/api/ws/organizations/a')
    first.close()
    const second = listen('/api/ws/organizations/b')
    await stands('live', '/api/ws/organizations/b')
    expect(standing('/api/ws/organizations/a')).toBeUndefined()
    await expect.poll(() => server.open().map(({ path }) => path)).toEqual(['/api/ws/organizations/b'])
    for (const { socket } of server.dials) socket.send(update('x'))
    await expect.poll(() => second.heard.length).toBe(1)
    expect(first.heard).toEqual([])
  })

  it('[S9.6] [A46] nobody uses for five minutes closes, and opens at the next touch; the kept one stays', async () => {
    listen()
    listen('/kept', { idleAfter: 10 * MINUTE, keepAlive: true })
    await stands('live')
    await stands('live', '/kept')
    const quiet = async (ms: number) => {
      for (let at = 0; at < ms; at += 20 * SECOND) {
        await pass(20 * SECOND)
        for (const { socket } of server.open()) socket.send('{"type":"pong","data":{}}')
        for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      }
    }
    await quiet(5 * MINUTE - 20 * SECOND)
    expect(standing()).toBe('live')
    await quiet(20 * SECOND)
    await stands('idle')
    await quiet(10 * MINUTE)
    expect(standing('/kept')).toBe('live')
    page.happens('pointerdown')
    await stands('live')
  })

  it('[A48] passes over frames that nobody understands, and goes on', async () => {
    const { heard } = listen()
    await stands('live')
    const { socket } = server.dials[0]!
    const nonsense = [
      'x',
      'null',
      '[]',
      '{"type":1}',
      '{"type":"unknown","data":{}}',
      '{"type":"notification_update","data":{"action":"new"}}',
      '{"type":"notification_update","data":null}',
      JSON.stringify({ type: 'organization_update', data: 'x'.repeat(1024 * 1024) }),
    ]
    for (const frame of nonsense) socket.send(frame)
    socket.send(update('last'))
    await expect.poll(() => heard).toEqual([{ type: 'organization_update', data: { id: 'last' } }])
    expect(standing()).toBe('live')
  })
})
