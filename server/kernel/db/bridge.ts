import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'

/**
 * Shares PGlite's single backend between many connections. A connection holds the backend from the first
 * message of a query until that query, or the transaction that it opened, ends. Otherwise messages of two
 * connections could mix, and a statement of one would run with parameters of the other.
 */
export async function serveOverSocket(db: PGlite, path: string): Promise<() => Promise<void>> {
  const turns = takeTurns()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    void serveConnection(socket, db, turns)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  return () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(() => resolve()))
  }
}

type Turns = () => Promise<() => void>

/** One at a time, first come, first served; each passes the turn on by calling the function that it received. */
function takeTurns(): Turns {
  let last = Promise.resolve()
  return async () => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    await before
    return resolve
  }
}

async function serveConnection(socket: Socket, db: PGlite, turns: Turns): Promise<void> {
  let handOn: (() => void) | null = null
  try {
    for await (const { bytes, isWhole } of requestsOf(socket)) {
      handOn ??= await turns()
      await db.execProtocolRawStream(bytes, { onRawData: (answer) => void socket.write(answer.slice()) })
      if (isWhole && !db.isInTransaction()) {
        handOn()
        handOn = null
      }
    }
  } catch {
    // The connection was lost or received something that is not a message: it ends here, the others continue.
  } finally {
    if (handOn) {
      if (db.isInTransaction()) await db.exec('rollback').catch(() => {})
      handOn()
    }
    socket.destroy()
  }
}

type Request = {
  bytes: Uint8Array
  /** Whether the database is ready for another query after it. */
  isWhole: boolean
}

const TERMINATE = 'X'
const ENDS_QUERY = new Set(['S', 'Q', 'F']) // sync, query, function call
const ENDS_PART = new Set([...ENDS_QUERY, 'H', 'd', 'c', 'f']) // flush and copy: the other side waits
const ENCRYPTION_REQUESTS = new Set([80_877_103, 80_877_104])
const CANCEL_REQUEST = 80_877_102

/** The messages of a client, joined until it waits for a response. */
async function* requestsOf(socket: Socket): AsyncGenerator<Request> {
  let buffer = Buffer.alloc(0)
  let isStarted = false
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    buffer = Buffer.concat([buffer, chunk])
    let read = 0
    let begun = 0
    for (;;) {
      const length = messageLength(buffer.subarray(read), isStarted)
      if (length === null) break
      const message = buffer.subarray(read, read + length)
      read += length
      if (!isStarted) {
        const code = message.readInt32BE(4)
        begun = read
        if (code === CANCEL_REQUEST) return
        if (ENCRYPTION_REQUESTS.has(code)) {
          socket.write('N')
          continue
        }
        isStarted = true
        yield { bytes: new Uint8Array(message), isWhole: true }
        continue
      }
      const type = String.fromCharCode(message[0]!)
      if (type === TERMINATE) return
      if (!ENDS_PART.has(type)) continue
      yield { bytes: new Uint8Array(buffer.subarray(begun, read)), isWhole: ENDS_QUERY.has(type) }
      begun = read
    }
    buffer = buffer.subarray(begun)
  }
}

/** Length of the first message, or null until it is complete; the very first has no type. */
function messageLength(buffer: Buffer, isStarted: boolean): number | null {
  const start = isStarted ? 1 : 0
  if (buffer.length < start + 4) return null
  const length = start + buffer.readInt32BE(start)
  return buffer.length >= length ? length : null
}
