import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { failure, IngestionFailure } from '../../kernel/texts/reasons.ts'
import type { ParsedDocument } from './read.ts'
import { lineReader, type ParseReply, type ParseRequest, replyFrom } from './replies.ts'

/** The reading process ended, or sent an invalid reply: the document may be retried. */
export class ReaderCrashed extends Error {
  constructor(how: string) {
    super(`the reading process ended: ${how}`)
    this.name = 'ReaderCrashed'
  }
}

export type Limits = {
  /** CPU time of one document in ms: on a busy machine, waiting is not the file's fault. */
  time: number
  /** The same for documents that need text recognition, from its start. */
  recognitionTime: number
  /** Resident bytes of the process; buffers are outside the heap that V8 limits. */
  memory: number
  /** Bytes of one document's replies. */
  output: number
}

const WATCH_EVERY = 100 // ms
/** A reader's limit of elapsed time, as a multiple, however little it works. */
const BY_THE_CLOCK = 10
const PAGE_BYTES = 4096
const TICK = 10 // ms
const isLinux = process.platform === 'linux'
const COMPLAINT_LENGTH = 4_000
const HEAP_EXHAUSTED = 'heap out of memory'

export type Child = ReturnType<typeof superviseChild>

/** One process that reads documents, one at a time; `run` ends it if it exceeds a limit. */
export const superviseChild = (child: ChildProcess, limits: Limits) => {
  let complaint = ''
  let onLine: (line: string) => void = () => end('it spoke without being asked')
  let onEnd: (error: Error) => void = () => {}
  let onBytes: (count: number) => void = () => {}
  let runs = 0
  let isAlive = true

  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  /** Ends the process; the current document fails with `error`. */
  const end = (error: string | Error) => {
    isAlive = false
    onEnd(typeof error === 'string' ? new ReaderCrashed(error) : error)
    child.kill('SIGKILL')
    return ended
  }

  // Heard before anything else: without a listener, it would end the server.
  child.on('error', (error) => end(error))
  const pipes = child.stdio as unknown as [Writable, null, Readable, Readable] | undefined
  if (!pipes) throw new Error('the reading process was not started: too many files are open')
  const [input, , complaints, output] = pipes

  // A pipe to an ending process breaks; `close` reports how it ended.
  for (const stream of [input, complaints, output]) stream.on('error', () => {})
  complaints.on('data', (text: Buffer) => {
    complaint = (complaint + text).slice(-COMPLAINT_LENGTH)
  })
  const readLines = lineReader((line) => onLine(line))
  output.on('data', (chunk: Buffer) => {
    onBytes(chunk.length)
    readLines(chunk)
  })
  child.on('exit', () => {
    isAlive = false
  })
  child.on('close', (code, signal) =>
    onEnd(
      complaint.includes(HEAP_EXHAUSTED)
        ? failure('too_complex')
        : new ReaderCrashed(`${signal ?? code} ${complaint}`.trim()),
    ),
  )

  return {
    end,
    runs: () => runs,
    isAlive: () => isAlive,
    residentMemory: () => residentMemoryOf(child.pid),

    run(request: ParseRequest, onPage: (done: number, total: number) => void) {
      runs++
      return new Promise<ParsedDocument>((resolve, reject) => {
        const passages: ParsedDocument['passages'] = []
        let bytes = 0
        let isRecognizing = false
        let begun = workOf(child.pid)
        let allowed = limits.time
        const tooLong = () => void end(failure(isRecognizing ? 'recognition_timed_out' : 'timed_out'))
        /** Once: a compromised reader must not extend its time. */
        const allowRecognition = () => {
          if (isRecognizing) return
          isRecognizing = true
          begun = workOf(child.pid)
          allowed = limits.recognitionTime
          clearTimeout(timer)
          timer = setTimeout(tooLong, allowed * BY_THE_CLOCK)
        }
        const settle = (finish: () => void) => {
          clearTimeout(timer)
          clearInterval(watch)
          onLine = () => end('it spoke without being asked')
          onEnd = () => {}
          onBytes = () => {}
          finish()
        }
        onEnd = (error) => settle(() => reject(error))
        onBytes = (count) => {
          bytes += count
          if (bytes > limits.output) void end(failure('too_much_text'))
        }
        onLine = (line) => {
          const reply: ParseReply | null = replyFrom(line)
          if (reply === null) void end('it said what is no reply')
          else if (reply.kind === 'page') onPage(reply.done, reply.total)
          else if (reply.kind === 'recognizing') allowRecognition()
          else if (reply.kind === 'passages') for (const passage of reply.passages) passages.push(passage)
          else if (reply.kind === 'parsed') settle(() => resolve({ ...reply.document, passages }))
          else settle(() => reject(new IngestionFailure(reply.reason, { cause: reply.at })))
        }
        let timer = setTimeout(tooLong, allowed * BY_THE_CLOCK)
        const watch = setInterval(async () => {
          if ((await residentMemoryOf(child.pid)) > limits.memory) void end(failure('too_complex'))
          else if ((await workOf(child.pid)) - (await begun) > allowed) tooLong()
        }, WATCH_EVERY)
        input.write(`${JSON.stringify(request)}\n`)
      })
    },
  }
}

/** 0 if the system does not report it (Linux does) or the process is gone. */
const residentMemoryOf = async (pid: number | undefined) => {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0')
  return Number(pages.split(' ')[1]) * PAGE_BYTES
}

/** CPU time of a process in ms, over all threads; elapsed time if the system does not report it. */
const workOf = async (pid: number | undefined) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (stat === null) return isLinux ? 0 : performance.now()
  // After the program's name, which may contain anything; ticks of 10 ms, in user and system mode.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}
