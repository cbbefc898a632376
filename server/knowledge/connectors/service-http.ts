import type * as z from 'zod/mini'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { boundedJson } from '../../kernel/fetching/bounded-json.ts'
import { FetchFailure, failureOf, fetchFailure, retryAfterOf } from '../../kernel/fetching/fetch-failure.ts'
import type { HostTurns } from '../crawling/host-turns.ts'

const TIME = MINUTE
const TRIES = 5
const UNAUTHORIZED = 401
const PAUSE = 5_000 // ms, if nothing else is known
const PAUSE_MAX = MINUTE
const REASON_WITHIN = 2_000 // bytes
/** Per list: a service that keeps naming another page is broken. */
const PAGES_MAX = 1_000

type Parts = {
  fetch: typeof globalThis.fetch
  turns: HostTurns
  signal: AbortSignal
  /** Digest of the caller's credential: each has its own limits at the service, and its own turns and pauses. */
  credential: string
  /** Token of a signed-in account, sent with every request; a new one if the last was refused. */
  token?: ((refused?: string) => Promise<string>) | undefined
}
type Answer = { status: number; headers: Headers; body: Buffer }
type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }

export const isSameOrigin = (one: string, other: string) => {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin === URL.parse(other)?.origin
}

/** A path or address named by a service. @throws FetchFailure `changed_shape` if it leads elsewhere */
export const addressBelow = (root: string, path: string) => {
  const address = URL.parse(URL.canParse(path) ? path : root + path)?.href ?? ''
  if (!isSameOrigin(address, root)) throw fetchFailure('changed_shape')
  return address
}

/** A path encoded for an address. */
export const inAddress = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/** A service's hosts, as its makers name them; another address, such as a gateway's, serves all of it. */
export const hostsOf = <Hosts extends Readonly<Record<string, string>>>(
  url: string,
  own: string,
  hosts: Hosts,
): Readonly<Record<keyof Hosts, string>> => {
  const { origin, hostname } = new URL(url)
  if (hostname.endsWith(own)) return hosts
  return Object.fromEntries(Object.keys(hosts).map((name) => [name, origin])) as Record<keyof Hosts, string>
}

/** @throws FetchFailure `changed_shape` if the value does not match the schema */
export const shaped = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw fetchFailure('changed_shape')
  return parsed.data
}

/** Turns an expected failure into no result. */
export const unless = (isExpected: (failure: FetchFailure) => boolean) => (error: unknown) => {
  if (!(error instanceof FetchFailure) || !isExpected(error)) throw error
}

const readJson = (body: Buffer): unknown => {
  try {
    return boundedJson(body)
  } catch (error) {
    throw error instanceof FetchFailure ? error : fetchFailure('changed_shape')
  }
}

/**
 * The pages of a list, one after the other; each names the next by an address or a cursor from the service.
 * @throws FetchFailure `changed_shape` for a list that loops or never ends
 */
export async function* followed<Page>(
  first: string,
  ask: (at: string) => Promise<Page>,
  nextOf: (page: Page) => string | null | undefined,
): AsyncGenerator<Page> {
  const asked = new Set<string>()
  for (let at: string | null | undefined = first; typeof at === 'string'; ) {
    if (asked.has(at) || asked.size === PAGES_MAX) throw fetchFailure('changed_shape')
    asked.add(at)
    const page: Page = await ask(at)
    yield page
    at = nextOf(page)
  }
}

/** A list's entries one by one: parsing them individually keeps a million invalid ones cheap. */
export async function* listed<Page, Result extends z.ZodMiniType>(
  result: Result,
  first: string,
  ask: (at: string) => Promise<Page>,
  of: (page: Page) => { results: readonly unknown[]; next?: string | null | undefined },
): AsyncGenerator<z.output<Result>> {
  for await (const page of followed(first, ask, (one) => of(one).next))
    for (const one of of(page).results) yield shaped(result, one)
}

export type ServiceHttp = ReturnType<typeof createServiceHttp>

/** Some respond 403 to too many requests, with the end of the wait in seconds since the epoch. */
const isUsedUp = ({ headers }: Answer) => headers.get('x-ratelimit-remaining') === '0'

const BUSY = new Set([403, 429, 503])
/** Texts of some services, instead of a header, about too many requests, and the pause that each wants. */
const ASKED_TOO_OFTEN = [
  // https://developers.google.com/workspace/drive/api/guides/handle-errors
  { says: /"reason": ?"(?:rateLimitExceeded|userRateLimitExceeded)"/, pause: PAUSE },
  { says: /"reason": ?"(?:dailyLimitExceeded|quotaExceeded)"/, pause: HOUR },
  // https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
  { says: /secondary rate limit|abuse detection/i, pause: MINUTE },
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html
  { says: /<Code>SlowDown</, pause: PAUSE },
]
const TOO_LARGE = /"reason": ?"exportSizeLimitExceeded"/

const beginningOf = ({ body }: Answer) => body.toString('utf8', 0, REASON_WITHIN)

const askedTooOften = (answer: Answer) => {
  if (!BUSY.has(answer.status)) return undefined
  const text = beginningOf(answer)
  return ASKED_TOO_OFTEN.find(({ says }) => says.test(text))
}

const isBusy = (answer: Answer) =>
  answer.status === 429 ||
  askedTooOften(answer) !== undefined ||
  (answer.status === 503 && answer.headers.has('retry-after')) ||
  (answer.status === 403 && (answer.headers.has('retry-after') || isUsedUp(answer)))

const pauseOf = (answer: Answer) => {
  const { headers } = answer
  const reset = isUsedUp(answer) ? Number(headers.get('x-ratelimit-reset')) * 1_000 : 0
  const until = reset > 0 ? new Date(reset).toUTCString() : null
  return retryAfterOf(headers.get('retry-after') ?? until) ?? askedTooOften(answer)?.pause ?? PAUSE
}

const failureAt = (answer: Answer): FetchFailure => {
  const { status } = answer
  if (isBusy(answer)) return fetchFailure('service_busy', { status, retryAfter: pauseOf(answer) })
  if (status === 403 && TOO_LARGE.test(beginningOf(answer))) return fetchFailure('page_too_large', { status })
  if (status === UNAUTHORIZED || status === 403) return fetchFailure('token_refused', { status })
  if (status === 404 || status === 410) return fetchFailure('item_not_found', { status })
  if (status >= 500) return fetchFailure('service_away', { status })
  return fetchFailure(status >= 300 && status < 400 ? 'service_redirects' : 'changed_shape', { status })
}

/**
 * Calls a service in the turns of its host and the credential, and again if it is busy for a while.
 * @throws FetchFailure whose `retryAfter` says when to return, if that is too long to wait
 */
export const createServiceHttp = ({ fetch, turns, signal, credential, token }: Parts) => {
  const askOnce = async (address: string, init: Asked, bearer: string | undefined): Promise<Answer> => {
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(TIME)])
      const headers = {
        'user-agent': 'Lectern',
        ...init.headers,
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      }
      const answer = await fetch(address, { ...init, headers, signal: within, redirect: 'manual' })
      return {
        status: answer.status,
        headers: answer.headers,
        body: Buffer.from(await answer.arrayBuffer()),
      }
    } catch (error) {
      signal.throwIfAborted()
      const cause = (error as Error).cause ?? error
      throw (cause as NodeJS.ErrnoException).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'
        ? fetchFailure('page_too_large')
        : failureOf(cause)
    }
  }

  /** @param taken statuses besides success whose response is wanted */
  const send = async (address: string, init: Asked = {}, taken: readonly number[] = []): Promise<Answer> => {
    const turn = `${new URL(address).host} ${credential}`
    let refused: string | undefined
    for (let tries = 1; ; tries++) {
      const bearer = await token?.(refused)
      const answer = await turns.run(turn, { delay: 0, signal }, () => askOnce(address, init, bearer))
      const isTaken = taken.includes(answer.status) && !isBusy(answer)
      if ((answer.status >= 200 && answer.status < 300) || isTaken) return answer
      if (answer.status === UNAUTHORIZED && bearer !== undefined && refused === undefined) {
        // A service may end a token early.
        refused = bearer
        continue
      }
      const failure = failureAt(answer)
      if (failure.retryAfter === null || failure.retryAfter > PAUSE_MAX || tries === TRIES) throw failure
      turns.pause(turn, failure.retryAfter)
    }
  }

  /**
   * @throws FetchFailure `changed_shape` if the response does not match the schema, `page_too_large` for too
   * many values
   */
  const ask = async <Schema extends z.ZodMiniType>(
    address: string,
    schema: Schema,
    init: Asked,
    taken?: readonly number[],
  ) => {
    const sent = { ...init, headers: { accept: 'application/json', ...init.headers } }
    const { body, headers } = await send(address, sent, taken)
    return { page: shaped(schema, readJson(body)), headers }
  }

  return {
    send,
    ask,

    /** Requests JSON. @throws FetchFailure as above */
    json: async <Schema extends z.ZodMiniType>(
      address: string,
      schema: Schema,
      headers: Record<string, string> = {},
    ) => (await ask(address, schema, { headers })).page,

    /** The same with a request body. @throws FetchFailure */
    post: async <Schema extends z.ZodMiniType>(
      address: string,
      schema: Schema,
      headers: Record<string, string>,
      body: object,
      taken?: readonly number[],
    ) => {
      const sent = { 'content-type': 'application/json', ...headers }
      const init = { method: 'POST', headers: sent, body: JSON.stringify(body) }
      return (await ask(address, schema, init, taken)).page
    },
  }
}
