import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { serveOverSocket } from './bridge.ts'

/** Messages to and from the opener; errors as text, because PGlite's print 20 KB of minified source. */
export type EmbeddedOptions = { folder: string; socket: string }
export type EmbeddedMessage = { type: 'ready' } | { type: 'closed' } | { type: 'failed'; message: string }

const { folder, socket } = workerData as EmbeddedOptions
const say = (message: EmbeddedMessage) => parentPort!.postMessage(message)

try {
  const db = await PGlite.create({
    dataDir: folder,
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
  const stop = await serveOverSocket(db, socket)
  parentPort!.once('message', async () => {
    await stop()
    await db.close()
    say({ type: 'closed' })
    parentPort!.close()
  })
  say({ type: 'ready' })
} catch (error) {
  say({ type: 'failed', message: error instanceof Error ? error.message.slice(0, 500) : 'unknown' })
}
