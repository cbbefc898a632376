import type { $Fetch } from 'ofetch'
import * as z from 'zod/mini'
import type { Answer, Call, Send } from './answer.ts'
import { type AuthorizedOptions, authorized } from './authorized.ts'
import { early } from './early.ts'
import { HttpError, MalformedAnswerError } from './errors.ts'
import { createFetchTransport, type TransportOptions } from './fetch-transport.ts'
import { planLimited } from './plan-limited.ts'
import { type RateLimitedOptions, rateLimited } from './rate-limited.ts'
import { repeated } from './repeated.ts'
import { roleChecked } from './role-checked.ts'
import { createXhrTransport } from './xhr-transport.ts'

type QueryValue = string | number | boolean | null | undefined

interface RequestOptions {
  readonly method?: Call['method']
  /** Values that are null or undefined are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: Call['body']
  readonly signal?: AbortSignal | undefined
  /** Lets a write be repeated: the server does it once. */
  readonly idempotencyKey?: string | undefined
  /** The body of a success is wanted as it is. */
  readonly asFile?: boolean
}

type UploadOptions = Pick<RequestOptions, 'method' | 'signal' | 'idempotencyKey'> & Pick<Call, 'onProgress'>

export interface Http {
  /** S9.1: statuses below 500 are answers; the others throw HttpError. */
  request(path: string, options?: RequestOptions): Promise<Answer>
  /** The parsed body of a success; a refusal throws HttpError, another body MalformedAnswerError. */
  json<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    options?: RequestOptions,
  ): Promise<z.output<Schema>>
  /** The body of a success as it is; a refusal throws HttpError. */
  text(path: string, options?: RequestOptions): Promise<string>
  /** The body of a success as a file; a refusal throws HttpError. */
  file(path: string, options?: RequestOptions): Promise<Blob>
  /** As `json`, by POST unless another method is given, telling how much has been sent. */
  upload<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    form: FormData,
    options?: UploadOptions,
  ): Promise<z.output<Schema>>
}

const pathWith = (path: string, query: RequestOptions['query'] = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key }

function parsed<Schema extends z.ZodMiniType>(schema: Schema, answer: Answer): z.output<Schema> {
  if (answer.status >= 400) throw new HttpError(answer)
  const result = z.safeParse(schema, answer.body)
  if (result.success) return result.data
  throw new MalformedAnswerError('the answer does not fit the contract', { cause: result.error })
}

function clientOver(send: Send, sendForm: Send): Http {
  const request: Http['request'] = async (path, options = {}) => {
    const { method = 'GET', query, body, signal, idempotencyKey, asFile } = options
    const answer = await send({
      method,
      path: pathWith(path, query),
      headers: { accept: 'application/json', ...keyHeader(idempotencyKey) },
      body,
      signal,
      ...(asFile && { asFile }),
    })
    if (answer.status >= 500) throw new HttpError(answer)
    return answer
  }
  return {
    request,
    json: async (schema, path, options) => parsed(schema, await request(path, options)),
    async text(path, options) {
      const answer = await request(path, options)
      if (answer.status >= 400) throw new HttpError(answer)
      return answer.text
    },
    async file(path, options) {
      const answer = await request(path, { ...options, asFile: true })
      if (answer.status >= 400) throw new HttpError(answer)
      if (!answer.file) throw new MalformedAnswerError('the answer holds no file')
      return answer.file
    },
    upload: async (schema, path, form, { method = 'POST', signal, idempotencyKey, onProgress } = {}) =>
      parsed(
        schema,
        await sendForm({
          method,
          path,
          headers: { accept: 'application/json', ...keyHeader(idempotencyKey) },
          body: form,
          signal,
          onProgress,
        }),
      ),
  }
}

type AnonymousOptions = TransportOptions & RateLimitedOptions & { readonly fetch?: $Fetch }
export type ClientOptions = AnonymousOptions &
  AuthorizedOptions & {
    readonly uploadTransport?: Send
    /** The page, where it has asked its own server already. */
    readonly tab?: Window | undefined
  }

/** For the calls before log-in: no token goes with them, and a 401 is an answer. */
export function createAnonymousClient(options: AnonymousOptions): Http {
  const send = rateLimited(repeated(createFetchTransport(options, options.fetch), options), options)
  return clientOver(send, send)
}

type VisitorOptions = AnonymousOptions & {
  /** Null while there is none. */
  readonly visitorToken: () => string | null
}

/** For visitors of a public page, who have no account. */
export function createVisitorClient({ visitorToken, ...options }: VisitorOptions): Http {
  const transport = repeated(createFetchTransport(options, options.fetch), options)
  const send = rateLimited((call) => {
    const token = visitorToken()
    return transport({
      ...call,
      headers: { ...call.headers, ...(token !== null && { 'x-visitor-token': token }) },
    })
  }, options)
  return clientOver(send, send)
}

/** For everything else: tokens, refresh and repetition are the session's. */
export function createHttpClient(options: ClientOptions): Http {
  const over = (transport: Send) =>
    roleChecked(
      planLimited(rateLimited(authorized(transport, options), options), options.scope),
      options.scope,
    )
  const fetched = createFetchTransport(options, options.fetch)
  const transport = options.tab ? early(fetched, { ...options, tab: options.tab }) : fetched
  return clientOver(
    over(repeated(transport, options)),
    // What is uploaded is sent again when the person says so.
    over(options.uploadTransport ?? createXhrTransport(options)),
  )
}
