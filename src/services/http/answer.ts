/** A response of the server, whatever its status; 429s carry their pace. */
export interface Answer {
  readonly status: number
  /** Parsed JSON; undefined when the body is empty or not JSON. */
  readonly body: unknown
  /** The raw body. */
  readonly text: string
  /** The body that was requested as a file; of a success, it is nowhere else. */
  readonly file?: Blob
  /** Seconds, 1 to 3600 (D10); null when absent or unreadable. */
  readonly retryAfter: number | null
  /** The server's time in ms, in whole seconds; omitted if unknown. */
  readonly date?: number
}

/** One request, once: no session, no retry. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the root of the API, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Objects are sent as JSON. */
  readonly body?: object | FormData | URLSearchParams | undefined
  readonly signal?: AbortSignal | undefined
  /** The body of a success is returned as it is, as bytes. */
  readonly asFile?: boolean
  /** 0 to 1 while the body is sent; only for uploads. */
  readonly onProgress?: ((part: number) => void) | undefined
}

export type Send = (call: Call) => Promise<Answer>

const LONGEST_WAIT = 3600

/** `retry-after` in seconds or as a date, which is compared with the server's own `date` if given. */
export function readRetryAfter(header: string | null, date: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const serverNow = Date.parse(date ?? '')
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : (Date.parse(header) - (Number.isNaN(serverNow) ? now : serverNow)) / 1000
  return Number.isNaN(seconds) ? null : Math.min(Math.max(Math.round(seconds), 1), LONGEST_WAIT)
}

/** Strict: ofetch would return an HTML page or a truncated JSON as a string. */
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
