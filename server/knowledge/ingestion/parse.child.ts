import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { failure, IngestionFailure } from '../../kernel/texts/reasons.ts'
import { lowerPriority } from '../../kernel/workers.ts'
import type { Progress } from './extracted.ts'
import { readDocument } from './read.ts'
import { lineReader, type ParseReply, type ParseRequest, repliesOf } from './replies.ts'

/** Reads documents one by one, outside the server: a hostile one can break only this process. */

// A hanging reader would outlive a killed server: a thread ends it.
const ORPHAN_WATCH = `const parent = process.ppid
setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL') }, 1000)`
new Worker(ORPHAN_WATCH, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
process.stdin.on('end', () => process.exit())

lowerPriority(0)
// If the machine runs out of memory, Linux kills this process and not the server.
if (process.platform === 'linux') {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // A container may forbid it; the server's limits still apply.
  }
}

const replies = new Socket({ fd: 3, readable: false, writable: true })
const reply = (message: ParseReply) =>
  new Promise<void>((resolve) => replies.write(`${JSON.stringify(message)}\n`, () => resolve()))

/** A damaged file may reject a library's promise that no one awaits: the current file has failed. */
let failCurrent: (error: Error) => void = () => {}
process.on('unhandledRejection', (cause) => failCurrent(failure('damaged_file', undefined, { cause })))
/** Time for side effects of such a file to end before the next one is read. */
const SETTLING = 50 // ms

const FRAMES_MAX = 4
/** The origin of an error, without its message, which may quote the document. */
const framesOf = (error: unknown) =>
  error instanceof Error
    ? [error.name, ...(error.stack?.match(/^ {4}at .+$/gm) ?? []).slice(0, FRAMES_MAX)].join('\n')
    : null

const answer = async ({ path, type, name, settings }: ParseRequest) => {
  const stray = new Promise<never>((_, reject) => {
    failCurrent = (error) => setTimeout(() => reject(error), SETTLING)
  })
  const progress: Progress = {
    page: (done, total) => void reply({ kind: 'page', done, total }),
    recognizing: () => void reply({ kind: 'recognizing' }),
  }
  try {
    const document = await Promise.race([readDocument(path, type, name, progress, settings), stray])
    for (const part of repliesOf(document)) await reply(part)
  } catch (error) {
    if (error instanceof IngestionFailure)
      return await reply({ kind: 'failed', reason: error.reason, at: framesOf(error.cause) })
    process.stderr.write(String(error))
    process.exit(1)
  } finally {
    failCurrent = () => {}
  }
}

process.stdin.on(
  'data',
  lineReader((line) => answer(JSON.parse(line) as ParseRequest)),
)
