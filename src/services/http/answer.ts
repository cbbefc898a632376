/** An answer of the server, whatever its status; 429s carry their pace. */
export interface Answer {
  readonly status: number
  /** Parsed JSON; undefined when the body is empty or not JSON. */
  readonly body: unknown
  /** The body as it came. */
  readonly text: string
  /** The body of a success that was asked for as a file. */
  readonly file?: Blob
  /** Seconds, 1 to 3600 (D10); null when absent or unreadable. */
  readonly retryAfter: number | null
  /** The server's time in ms, of whole seconds; left out when it does not say. */
  readonly date?: number
}

/** One request, once: no session, no repetition. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the root of the API, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Objects are sent as JSON. */
  readonly body?: object | FormData | URLSearchParams | undefined
  readonly signal?: AbortSignal | undefined
  /** The body of a success is wanted as it is, bytes and all. */
  readonly asFile?: boolean
  /** 0 to 1, while the body is sent; only uploads report it. */
  readonly onProgress?: ((part: number) => void) | undefined
}

export type Send = (call: Call) => Promise<Answer>

const LONGEST_WAIT = 3600

/** `retry-after` as seconds or as a date, which is held against the server's own `date` if it is given. */
export function readRetryAfter(header: string | null, date: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const serverNow = Date.parse(date ?? '')
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - (Number.isNaN(serverNow) ? now : serverNow)) / 1000
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.round(seconds), 1), LONGEST_WAIT)
}

/** Strict: ofetch would hand an HTML page or a truncated JSON on as a string. */
export function answerOf(
  status: number,
  text: string,
  header: (name: string) => string | null,
  now: number,
): Answer {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    body = undefined
  }
  const date = Date.parse(header('date') ?? '')
  const retryAfter = readRetryAfter(header('retry-after'), header('date'), now)
  return { status, body, text, retryAfter, ...(!Number.isNaN(date) && { date }) }
}
