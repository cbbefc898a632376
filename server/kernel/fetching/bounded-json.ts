import { TransformStream } from 'node:stream/web'
import { setImmediate } from 'node:timers/promises'
import { fetchFailure } from './fetch-failure.ts'

/** Of one value that is parsed; more is no list or text of a service, and takes longer to check than the others can wait. */
const VALUES_MAX = 100_000
/** Of one stream. */
const LINES_MAX = 400_000
const LINE_BYTES_MAX = 2 * 1024 * 1024
/** So much is handed on at once, and others have their turn: libraries copy what is left of a piece for each line in it. */
const PIECE_BYTES = 8 * 1024
const PIECE_LINES = 1024
const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE, LINE_FEED, RETURN, DATA] = [...'"\\,[{\n\rd'].map((sign) =>
  sign.charCodeAt(0),
)

/**
 * Counts the values of a JSON text that comes in pieces: a few megabytes can have them by the million.
 * @throws FetchFailure `page_too_large` for too many
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
    /** No text goes on in the next line. */
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
 * The text of a stranger's server, for a library that parses it in the main thread.
 * @throws FetchFailure `page_too_large` for more values than are parsed at one go
 */
export const boundedText = (bytes: Uint8Array): string => {
  const { next } = createCount()
  for (let at = 0; at < bytes.length; at++) next(bytes[at])
  return new TextDecoder().decode(bytes)
}

/**
 * The value of a JSON text that a stranger's server wrote, counted before it is parsed in the main thread.
 * @throws FetchFailure `page_too_large` for too many values
 * @throws SyntaxError for what is no JSON
 */
export const boundedJson = (bytes: Uint8Array): unknown => JSON.parse(boundedText(bytes))

/**
 * Passes on what a stranger's server streams, as long as nothing in it that is parsed at one go has too many values: a
 * line of JSON, or the `data` lines of an event, which an empty line ends; and as long as its lines are not too many or
 * too long. The stream fails with a FetchFailure.
 */
export const boundedStream = () => {
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
  return new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      let at = 0
      while (at < chunk.length) {
        // Before the first piece, too: a busy server has many small chunks waiting.
        await setImmediate()
        const from = at
        const linesBefore = lines
        while (at < chunk.length && at - from < PIECE_BYTES && lines - linesBefore < PIECE_LINES)
          take(chunk[at++])
        controller.enqueue(chunk.subarray(from, at))
      }
    },
  })
}
