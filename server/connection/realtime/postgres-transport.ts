import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const CHANNEL = 'lectern'
const PIECE = 2000 // UTF-16 units, of 3 bytes at most: NOTIFY accepts less than 8000 bytes
const RECONNECT_AFTER = 1000 // ms

type Piece = { from: string; id: number; part: number; of: number; text: string }

/** Sends a text to every other process on the same database, in order. */
type Transport = { send(text: string): void; close(): Promise<void> }

/**
 * Sends by LISTEN/NOTIFY. A long text is sent in parts, which one transaction delivers together and in order. After a
 * lost connection, messages may be missing, and `onMissed` is called.
 */
export async function createPostgresTransport(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  { hear, onMissed }: { hear: (text: string) => void; onMissed: () => void },
): Promise<Transport> {
  const self = randomUUID()
  let waiting: string[] = []
  let sending: Promise<void> | null = null
  let sent = 0
  let closed = false

  const flush = async () => {
    while (waiting.length > 0) {
      const pieces = waiting
      waiting = []
      try {
        await pool.query('select pg_notify($1, piece) from unnest($2::text[]) piece', [CHANNEL, pieces])
      } catch (error) {
        log.error({ err: error }, 'events could not be sent to the other processes')
      }
    }
    sending = null
  }

  let listener = await listen()
  async function listen(): Promise<pg.Client> {
    const client = new pg.Client(pool.options)
    const unfinished = new Map<string, string[]>()
    // A lost connection causes several errors, but ends once.
    client.on('error', () => {})
    client.once('end', () => void reconnect(client))
    client.on('notification', ({ payload }) => {
      const piece: Piece = JSON.parse(payload!)
      if (piece.from === self) return
      const key = `${piece.from} ${piece.id}`
      const texts = [...(unfinished.get(key) ?? []), piece.text]
      if (texts.length < piece.of) return void unfinished.set(key, texts)
      unfinished.delete(key)
      hear(texts.join(''))
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    return client
  }
  async function reconnect(lost: pg.Client): Promise<void> {
    if (closed || lost !== listener) return
    try {
      await wait(RECONNECT_AFTER, undefined, { ref: false })
      listener = await listen()
    } catch {
      return reconnect(lost)
    }
    if (closed) await listener.end()
    else onMissed()
  }

  return {
    send(text) {
      sent += 1
      const of = Math.ceil(text.length / PIECE)
      for (let part = 0; part < of; part += 1) {
        const piece: Piece = {
          from: self,
          id: sent,
          part,
          of,
          text: text.slice(part * PIECE, (part + 1) * PIECE),
        }
        waiting.push(JSON.stringify(piece))
      }
      sending ??= flush()
    },
    async close() {
      closed = true
      await sending
      await listener.end()
    },
  }
}
