import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { assertOutsideTransaction } from '../../kernel/db/guard.ts'
import type { Database } from '../../kernel/db/open.ts'
import { createPostgresTransport } from './postgres-transport.ts'

/** Received by a process that may have missed messages of others. */
export const MISSED = 'events.missed'

/** Tells every process what happened. Delivery is at most once: anyone who must not miss it reads the database. */
export type Bus = {
  /** @throws Error inside a transaction, because its changes may be rolled back */
  publish(topic: string, payload: unknown): void
  subscribe<Payload>(topic: string, hear: (payload: Payload) => void): void
  close(): Promise<void>
}

/** Delivers at once in this process; the embedded database has no other. */
export async function createBus(database: Database, log: FastifyBaseLogger): Promise<Bus> {
  const here = new EventEmitter()
  const transport =
    database.kind === 'postgresql'
      ? await createPostgresTransport(database.pool, log, {
          hear(text) {
            const { topic, payload } = JSON.parse(text)
            here.emit(topic, payload)
          },
          onMissed: () => void here.emit(MISSED),
        })
      : null
  return {
    publish(topic, payload) {
      assertOutsideTransaction('An event was published')
      here.emit(topic, payload)
      transport?.send(JSON.stringify({ topic, payload }))
    },
    subscribe: (topic, hear) => void here.on(topic, hear),
    close: async () => transport?.close(),
  }
}
