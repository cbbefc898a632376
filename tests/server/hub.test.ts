import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBus } from '../../server/connection/realtime/bus.ts'
import type { Socket } from '../../server/connection/realtime/connection.ts'
import { createHub, type Hub } from '../../server/connection/realtime/hub.ts'
import type { Db } from '../../server/kernel/db/open.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'

const silent = pino({ level: 'silent' })
const ALL = 10_000

/** A socket whose other side never answers a close. */
class SilentSocket extends EventEmitter {
  readonly OPEN = 1
  readonly readyState = 1
  readonly bufferedAmount = 0
  closedWith: number | null = null
  send() {}
  close(code: number) {
    this.closedWith ??= code
  }
}

let hub: Hub
beforeEach(async () => {
  const bus = await createBus({ kind: 'embedded' } as never, silent)
  hub = createHub({ bus, db: {} as Db, log: silent, processes: { id: crypto.randomUUID(), isAlone: true } })
})
afterEach(() => hub.close())

const admit = (admission: Parameters<Hub['admit']>[1], network: string) => {
  const socket = new SilentSocket()
  hub.admit(socket as unknown as Socket, admission, network)
  return socket
}
const visitor = (n: number) => admit({ visitorId: `visitor ${n}`, channel: 'visitor:v' }, `network ${n}`)
const member = (n: number) =>
  admit(
    {
      userId: `user ${n}`,
      sessionId: `session ${n}`,
      refreshTokenId: '',
      organizationId: 'o',
      channel: 'organization:o',
      expiresAt: Number.POSITIVE_INFINITY,
    },
    'office',
  )

it('[attack S36] visitors hold at most half of all sockets, wherever they come from', () => {
  const visitors = Array.from({ length: ALL / 2 + 1 }, (_, n) => visitor(n))
  expect(visitors.map(({ closedWith }) => closedWith)).toEqual([
    ...Array(ALL / 2).fill(null),
    CLOSE.tryAgainLater,
  ])
  expect(member(1).closedWith).toBeNull()
})

it('[attack S36] there are at most 10,000 sockets', () => {
  const members = Array.from({ length: ALL + 1 }, (_, n) => member(n))
  expect(members.filter(({ closedWith }) => closedWith !== null)).toEqual([members.at(-1)])
  expect(members.at(-1)?.closedWith).toBe(CLOSE.tryAgainLater)
  expect(hub.size()).toBe(ALL)
})

it('[attack S36] a user’s oldest socket makes room at once, though its other side never answers', () => {
  const sockets = Array.from({ length: 60 }, () => member(1))
  expect(sockets.map(({ closedWith }) => closedWith)).toEqual([
    ...Array(40).fill(CLOSE.done),
    ...Array(20).fill(null),
  ])
  expect(hub.size()).toBe(20)
})
