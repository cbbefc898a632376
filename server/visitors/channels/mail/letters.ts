import { createTurns } from '../../../kernel/turns.ts'
import { within } from '../../../kernel/within.ts'
import { createWorkerCaller } from '../../../kernel/worker-calls.ts'
import { startWorker } from '../../../kernel/workers.ts'
import type { Letter } from './letter.ts'

/** Many times what an ordinary mail takes on a busy machine, including the start of the thread. */
const TIME = 20_000 // ms
const HEAP_MB = 128

const thread = createWorkerCaller<Uint8Array, Letter>(() => {
  const worker = startWorker('visitors/channels/mail/letter', {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
  // It does not keep a finished process alive.
  worker.unref()
  return worker
}, 'mail')
const turns = createTurns()

/**
 * Parses a stranger's mail in a thread with limits of time and memory; null if it cannot be read. Mails are
 * parsed one by one, so that a hostile one affects no other.
 */
export const letterIn = (source: Buffer): Promise<Letter | null> =>
  turns('mail', async () => {
    try {
      return await within(thread.call(source), TIME, 'reading a mail took too long')
    } catch {
      await thread.close()
      return null
    }
  })
