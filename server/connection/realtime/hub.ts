import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, inArray, lte } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { CLOSE, type Envelope } from '../../../src/services/contract/sockets.ts'
import type { Db } from '../../kernel/db/open.ts'
import { openSockets } from '../../kernel/db/schema/index.ts'
import type { Processes } from '../../kernel/processes/processes.ts'
import type { Channel } from './access.ts'
import { type Admission, lostAccess } from './access.ts'
import { type Bus, MISSED } from './bus.ts'
import { type Connection, connect, type Socket } from './connection.ts'

type Opened = { id: string; holder: string; network: string | null }
type Limits = { perHolder: number; perNetwork: number }

/** Sockets of all processes, as far as shared limits apply. */
const createOpenSockets = (db: Db, processId: string, { perHolder, perNetwork }: Limits) => {
  const forget = async (ids: string[]) => {
    await db.delete(openSockets).where(inArray(openSockets.id, ids))
  }
  return {
    /** Adds a socket; returns older ones to close for it, and whether its network has too many. */
    async add({ id, holder, network }: Opened): Promise<{ displaced: string[]; isRefused: boolean }> {
      const [added] = await db
        .insert(openSockets)
        .values({ id, processId, holder, network })
        .returning({ openedAt: openSockets.openedAt })
      const older = await db
        .select({ id: openSockets.id })
        .from(openSockets)
        .where(eq(openSockets.holder, holder))
        .orderBy(desc(openSockets.openedAt), desc(openSockets.id))
        .offset(perHolder)
      const displaced = older.map((one) => one.id)
      if (displaced.length > 0) await forget(displaced)
      if (network === null || !added) return { displaced, isRefused: false }
      const [before] = await db
        .select({ sockets: count() })
        .from(openSockets)
        .where(and(eq(openSockets.network, network), lte(openSockets.openedAt, added.openedAt)))
      return { displaced, isRefused: (before?.sockets ?? 0) > perNetwork }
    },
    forget,
    has: async (holder: string) => (await db.$count(openSockets, eq(openSockets.holder, holder))) > 0,
  }
}

/** Items by key, in insertion order; every operation takes constant time. */
const createGrouped = <Item>(keyOf: (item: Item) => string) => {
  const groups = new Map<string, Set<Item>>()
  return {
    add(item: Item) {
      const key = keyOf(item)
      const group = groups.get(key)
      if (group) group.add(item)
      else groups.set(key, new Set([item]))
    },
    delete(item: Item) {
      const key = keyOf(item)
      const group = groups.get(key)
      group?.delete(item)
      if (group?.size === 0) groups.delete(key)
    },
    of: (key: string): ReadonlySet<Item> => groups.get(key) ?? new Set(),
  }
}

type Event = Pick<Envelope, 'type' | 'data' | 'id' | 'ts'>

const SOCKETS_PER_HOLDER = 20 // of a user, or of a visitor: the oldest is closed
const SOCKETS_PER_NETWORK = 100 // of its visitors together: a further one is refused
const SOCKETS_MAX = 10_000
const VISITORS_MAX = SOCKETS_MAX / 2 // the other half is for members
const RECHECK_EVERY = 4000 // ms: lost access closes sockets within 5 s
const PING_EVERY = 25_000 // ms: a dead peer is gone within two of them

const eventOf = (type: string, data: unknown): Event => ({
  type,
  data,
  id: randomUUID(),
  ts: new Date().toISOString(),
})

/** `counted`: settles once all processes know of it. */
type Held = Connection & { network: string; counted?: Promise<void> }

const holderOf = (admission: Admission) => ('userId' in admission ? admission.userId : admission.visitorId)
const isVisitor = (admission: Admission) => 'visitorId' in admission

export type Hub = {
  /**
   * Sends to everyone on the channel, or to one user there, in every process. Call it after the commit: inside
   * a transaction it throws.
   */
  publish(channel: Channel, type: string, data: unknown, onlyTo?: string): void
  /** Sends to every page of one user, on its organization socket: each page has one, whatever its organization. */
  publishTo(userId: string, type: string, data: unknown): void
  /** Takes over an accepted socket; `network` is its origin. */
  admit(socket: Socket, admission: Admission, network: string): void
  /** Closes every socket on the channel, in every process: its subject is gone. */
  closeChannel(channel: Channel, code: number): void
  /** Closes all of a former member's sockets to the organization, in every process. */
  dismiss(organizationId: string, userId: string): void
  /** Whether a user or visitor has an open socket in any process. */
  isOpenTo(holder: string): Promise<boolean>
  size(): number
  close(): void
}

type Parts = { bus: Bus; db: Db; log: FastifyBaseLogger; processes: Pick<Processes, 'id' | 'isAlone'> }

export function createHub({ bus, db, log, processes }: Parts): Hub {
  /** Null if this process has all of them. */
  const everywhere = processes.isAlone
    ? null
    : createOpenSockets(db, processes.id, { perHolder: SOCKETS_PER_HOLDER, perNetwork: SOCKETS_PER_NETWORK })
  const connections = new Set<Held>()
  const byHolder = createGrouped<Held>(holderOf)
  const byChannel = createGrouped<Held>(({ channel }) => channel)
  const visitors = new Set<Held>()
  let isClosing = false
  const visitorsByNetwork = createGrouped<Held>(({ network }) => network)

  const hold = (connection: Held) => {
    const sets = isVisitor(connection)
      ? [connections, byHolder, byChannel, visitors, visitorsByNetwork]
      : [connections, byHolder, byChannel]
    for (const set of sets) set.add(connection)
  }
  const release = (connection: Held) => {
    for (const set of [connections, byHolder, byChannel, visitors, visitorsByNetwork]) set.delete(connection)
  }
  const tell = (error: unknown) => log.warn({ err: error }, 'a socket was not counted in all processes')
  // Removed from all counts and events at once: the other side may answer the close late.
  const drop = (connection: Held, code: number) => {
    release(connection)
    connection.close(code)
  }
  const closeWhere = (code: number, matches: (connection: Held) => boolean) => {
    for (const connection of [...connections].filter(matches)) drop(connection, code)
  }

  /** The code to close a new socket with if there is no room for it. */
  const codeIfFull = (admission: Admission, network: string): number | null => {
    if (connections.size >= SOCKETS_MAX) return CLOSE.tryAgainLater
    if (!isVisitor(admission)) return null
    if (visitors.size >= VISITORS_MAX) return CLOSE.tryAgainLater
    return visitorsByNetwork.of(network).size >= SOCKETS_PER_NETWORK ? CLOSE.rateLimited : null
  }

  bus.subscribe<Event & { channel: Channel; onlyTo?: string }>('event', ({ channel, onlyTo, ...event }) => {
    for (const connection of byChannel.of(channel)) {
      const isMeant = onlyTo === undefined || holderOf(connection) === onlyTo
      if (isMeant && (!('hears' in connection) || connection.hears?.(event) !== false)) connection.send(event)
    }
  })
  bus.subscribe<Event & { userId: string }>('user.event', ({ userId, ...event }) => {
    for (const connection of connections)
      if (
        'userId' in connection &&
        connection.userId === userId &&
        connection.channel.startsWith('organization:')
      )
        connection.send(event)
  })
  bus.subscribe<{ channel: Channel; code: number }>('channel.closed', ({ channel, code }) =>
    closeWhere(code, (connection) => connection.channel === channel),
  )
  bus.subscribe<{ ids: string[] }>('sockets.displaced', ({ ids }) =>
    closeWhere(CLOSE.done, ({ id }) => ids.includes(id)),
  )
  bus.subscribe<{ organizationId: string; userId: string }>(
    'member.dismissed',
    ({ organizationId, userId }) =>
      closeWhere(
        CLOSE.forbidden,
        (connection) =>
          'userId' in connection &&
          connection.userId === userId &&
          connection.organizationId === organizationId,
      ),
  )
  bus.subscribe<{ sessionId: string }>('session.revoked', ({ sessionId }) =>
    closeWhere(
      CLOSE.unauthorized,
      (connection) => 'sessionId' in connection && connection.sessionId === sessionId,
    ),
  )

  // Pages reconnect, and then read what they missed.
  bus.subscribe(MISSED, () => closeWhere(CLOSE.tryAgainLater, () => true))

  /** Across all processes, a holder's oldest socket is closed, and a network's new one is refused. */
  const count = async (connection: Held, displaced: Held | null) => {
    const { id, network } = connection
    // Otherwise both would be counted for a moment, and a third would have to close.
    if (displaced) {
      await displaced.counted
      await everywhere?.forget([displaced.id])
    }
    const opened = { id, holder: holderOf(connection), network: isVisitor(connection) ? network : null }
    const counted = await everywhere?.add(opened)
    if (counted && counted.displaced.length > 0) bus.publish('sockets.displaced', { ids: counted.displaced })
    if (counted?.isRefused) drop(connection, CLOSE.rateLimited)
  }

  const recheck = setInterval(async () => {
    if (connections.size === 0) return
    try {
      const lost = await lostAccess(db, [...connections])
      for (const [connection, code] of lost) drop(connection, code)
    } catch (error) {
      log.error({ err: error }, 'the access of open sockets could not be checked')
    }
  }, RECHECK_EVERY)
  const heartbeat = setInterval(() => {
    for (const connection of connections) connection.ping()
  }, PING_EVERY)

  return {
    publish: (channel, type, data, onlyTo) =>
      bus.publish('event', { channel, ...(onlyTo && { onlyTo }), ...eventOf(type, data) }),
    publishTo: (userId, type, data) => bus.publish('user.event', { userId, ...eventOf(type, data) }),
    admit(socket, admission, network) {
      const own = byHolder.of(holderOf(admission))
      const [oldest = null] = own
      const displaced = own.size >= SOCKETS_PER_HOLDER ? oldest : null
      if (displaced) drop(displaced, CLOSE.done)
      const full = codeIfFull(admission, network)
      if (full !== null) return socket.close(full)
      const connection: Held = { ...connect(socket, admission, PING_EVERY / 1000), network }
      hold(connection)
      if (everywhere) connection.counted = count(connection, displaced).catch(tell)
      socket.on('close', () => {
        release(connection)
        // A process that ends removes all its sockets at once.
        if (!isClosing) void connection.counted?.then(() => everywhere?.forget([connection.id])).catch(tell)
      })
    },
    closeChannel: (channel, code) => bus.publish('channel.closed', { channel, code }),
    dismiss: (organizationId, userId) => bus.publish('member.dismissed', { organizationId, userId }),
    isOpenTo: async (holder) => everywhere?.has(holder) ?? byHolder.of(holder).size > 0,
    size: () => connections.size,
    close() {
      isClosing = true
      clearInterval(recheck)
      clearInterval(heartbeat)
      closeWhere(CLOSE.goingAway, () => true)
    },
  }
}
