import { ReadableStream } from 'node:stream/web'
import { setImmediate } from 'node:timers/promises'
import { fetchFailure } from './fetch-failure.ts'

/** Values in one parsed value. Services send fewer, and more would block other requests. */
const VALUES_MAX = 100_000
/** Lines in one stream. */
const LINES_MAX = 400_000
const LINE_BYTES_MAX = 2 * 1024 * 1024
/** Size of one piece. Others run in between, because libraries copy the rest of a piece for each line. */
const PIECE_BYTES = 8 * 1024
const PIECE_LINES = 1024
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE, LINE_FEED, RETURN, DATA] = [...'"\\,[{\n\rd'].map((sign) =>
  sign.charCodeAt(0),
)

/**
 * Counts the values of a JSON text that arrives in pieces: a few megabytes can contain millions.
 * @throws FetchFailure `page_too_large` if there are too many
 */
const createCount = () => {
  let values = 0
  let isText = false
  let isEscaped = false
  return {
    next(sign: number | undefined) {
      if (isEscaped) isEscaped = false
      else if (isText && sign === BACKSLASH) isEscaped = true
      else if (sign === QUOTE) isText = !isText
      else if (!isText && (sign === COMMA || sign === BRACKET || sign === BRACE) && ++values > VALUES_MAX)
        throw fetchFailure('page_too_large')
    },
    /** No text continues on the next line. */
    endLine() {
      isText = false
      isEscaped = false
    },
    clear() {
      values = 0
    },
  }
}

/**
 * Text from a stranger's server, for a library that parses it in the main thread.
 * @throws FetchFailure `page_too_large` for more values than can be parsed at once
 */
export const boundedText = (bytes: Uint8Array): string => {
  const { next } = createCount()
  for (let at = 0; at < bytes.length; at++) next(bytes[at])
  return new TextDecoder().decode(bytes)
}

/**
 * The value of a stranger's JSON text, counted before it is parsed in the main thread.
 * @throws FetchFailure `page_too_large` for too many values
 * @throws SyntaxError for invalid JSON
 */
export const boundedJson = (bytes: Uint8Array): unknown => JSON.parse(boundedText(bytes))

/**
 * Passes on a stranger's stream as long as nothing parsed at once (a line of JSON, or an event's `data` lines
 * up to an empty line) has too many values, and its lines are neither too many nor too long. The stream fails
 * with a FetchFailure.
 */
export const boundedStream = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  const line = createCount()
  const event = createCount()
  let count = line
  let isAtStart = true
  let before: number | undefined
  let lines = 0
  let length = 0
  const take = (sign: number | undefined) => {
    const isEnd = sign === LINE_FEED || sign === RETURN
    if (isEnd && !(sign === LINE_FEED && before === RETURN)) {
      if (isAtStart) event.clear()
      count.endLine()
      line.clear()
      lines += 1
      length = 0
    } else if (!isEnd) {
      if (isAtStart) count = sign === DATA ? event : line
      count.next(sign)
      length += 1
    }
    if (lines > LINES_MAX || length > LINE_BYTES_MAX) throw fetchFailure('page_too_large')
    isAtStart = isEnd
    before = sign
  }
  let chunk: Uint8Array = new Uint8Array()
  let at = 0
  const nextPiece = () => {
    const [from, linesBefore] = [at, lines]
    while (at < chunk.length && at - from < PIECE_BYTES && lines - linesBefore < PIECE_LINES)
      take(chunk[at++])
    return chunk.subarray(from, at)
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (at === chunk.length) {
          const { done, value } = await reader.read()
          if (done) return controller.close()
          chunk = value
          at = 0
        }
        // Before the first piece as well: a busy server has many small chunks waiting.
        await setImmediate()
        try {
          controller.enqueue(nextPiece())
        } catch (error) {
          controller.error(error)
          await reader.cancel()
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
