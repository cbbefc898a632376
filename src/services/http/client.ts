import type { $Fetch } from 'ofetch'
import * as z from 'zod/mini'
import { Acknowledged } from '../contract/common.ts'
import type { AnswerOf, BodyOf, Operation, ParametersOf, QueryOf } from '../contract/operations/operation.ts'
import { Anything } from '../wire/lenient.ts'
import type { Answer, Call, Send } from './answer.ts'
import { type AuthorizedOptions, authorized } from './authorized.ts'
import { early } from './early.ts'
import { HttpError, MalformedAnswerError } from './errors.ts'
import { createFetchTransport, type TransportOptions } from './fetch-transport.ts'
import { reportPlanRefusals, reportRoleRefusals } from './refusal-reports.ts'
import { type RateLimitedOptions, rateLimited, repeated } from './repeated.ts'
import { createXhrTransport } from './xhr-transport.ts'

type QueryValue = string | number | boolean | null | undefined

interface RequestOptions {
  readonly method?: Call['method']
  /** Null and undefined values are omitted. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined
  readonly body?: Call['body']
  readonly signal?: AbortSignal | undefined
  /** Lets a write be retried: the server performs it once. */
  readonly idempotencyKey?: string | undefined
  /** The body of a success is returned as it is. */
  readonly asFile?: boolean
}

/** The input of an operation's call besides its path parameters. */
type Options<Of extends Operation> = Pick<RequestOptions, 'signal' | 'idempotencyKey'> & {
  readonly query?: { readonly [Name in keyof QueryOf<Of>]?: QueryValue }
  readonly body?: BodyOf<Of> | URLSearchParams
}
type UploadOptions<Of extends Operation> = Pick<Options<Of>, 'query' | 'signal'> & Pick<Call, 'onProgress'>

/** A refusal throws HttpError, a success whose body does not fit MalformedAnswerError. */
export interface Http {
  /** S9.1: statuses below 500 are answers; the others throw HttpError. */
  request(path: string, options?: RequestOptions): Promise<Answer>
  /** The parsed body of a success. */
  call<Of extends Operation>(
    of: Of,
    parameters: ParametersOf<Of>,
    options?: Options<Of>,
  ): Promise<AnswerOf<Of>>
  /** The same, read by another schema: for a server that sends only what the specification lists. */
  callAs<Of extends Operation, Schema extends z.ZodMiniType>(
    schema: Schema,
    of: Of,
    parameters: ParametersOf<Of>,
    options?: Options<Of>,
  ): Promise<z.output<Schema>>
  /** The body of a success as it is. */
  text<Of extends Operation>(of: Of, parameters: ParametersOf<Of>, options?: Options<Of>): Promise<string>
  /** The body of a success as a file. */
  file<Of extends Operation>(of: Of, parameters: ParametersOf<Of>, options?: Options<Of>): Promise<Blob>
  /** Like `call`, reporting upload progress. */
  upload<Of extends Operation>(
    of: Of,
    parameters: ParametersOf<Of>,
    form: FormData,
    options?: UploadOptions<Of>,
  ): Promise<AnswerOf<Of>>
  /** Like `callAs`, for a form. */
  uploadAs<Of extends Operation, Schema extends z.ZodMiniType>(
    schema: Schema,
    of: Of,
    parameters: ParametersOf<Of>,
    form: FormData,
    options?: UploadOptions<Of>,
  ): Promise<z.output<Schema>>
}

const pathWith = (path: string, query: RequestOptions['query'] = {}) => {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  if (given.length === 0) return path
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'idempotency-key': key }

/** The operation's method, and its path with the parameters filled in. */
function placeOf<Of extends Operation>({ address }: Of, parameters: ParametersOf<Of>) {
  const values: Readonly<Record<string, string | number>> = parameters
  const [method, path = ''] = address.split(' ')
  return {
    method: method as Call['method'],
    path: path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
  }
}

/** For an acknowledgement, only the status counts. */
const readable = ({ answer }: Operation) => (answer === Acknowledged ? Anything : (answer ?? Anything))

function succeeded(answer: Answer): Answer {
  if (answer.status >= 400) throw new HttpError(answer)
  return answer
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, answer: Answer): z.output<Schema> {
  const result = z.safeParse(schema, succeeded(answer).body)
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
  const asked = <Of extends Operation>(
    of: Of,
    parameters: ParametersOf<Of>,
    options?: Options<Of>,
    more?: Pick<RequestOptions, 'asFile'>,
  ) => {
    const { method, path } = placeOf(of, parameters)
    return request(path, { ...(options as RequestOptions), ...more, method })
  }
  const sent = <Of extends Operation>(
    of: Of,
    parameters: ParametersOf<Of>,
    body: FormData,
    { query, ...rest }: UploadOptions<Of> = {},
  ) => {
    const { method, path } = placeOf(of, parameters)
    return sendForm({
      ...rest,
      method,
      path: pathWith(path, query),
      headers: { accept: 'application/json' },
      body,
    })
  }
  return {
    request,
    call: async (of, parameters, options) =>
      parsed(readable(of), await asked(of, parameters, options)) as AnswerOf<typeof of>,
    callAs: async (schema, of, parameters, options) => parsed(schema, await asked(of, parameters, options)),
    text: async (of, parameters, options) => succeeded(await asked(of, parameters, options)).text,
    async file(of, parameters, options) {
      const { file } = succeeded(await asked(of, parameters, options, { asFile: true }))
      if (!file) throw new MalformedAnswerError('the answer holds no file')
      return file
    },
    upload: async (of, parameters, form, options) =>
      parsed(readable(of), await sent(of, parameters, form, options)) as AnswerOf<typeof of>,
    uploadAs: async (schema, of, parameters, form, options) =>
      parsed(schema, await sent(of, parameters, form, options)),
  }
}

type AnonymousOptions = TransportOptions & RateLimitedOptions & { readonly fetch?: $Fetch }
export type ClientOptions = AnonymousOptions &
  AuthorizedOptions & {
    readonly uploadTransport?: Send
    /** The page, which has sent some requests already. */
    readonly tab?: Window | undefined
  }

/** For the calls before log-in: they send no token, and a 401 is an answer. */
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

/** For everything else: the session handles tokens, refresh and retry. */
export function createHttpClient(options: ClientOptions): Http {
  const over = (transport: Send) =>
    reportRoleRefusals(reportPlanRefusals(authorized(transport, options), options.scope), options.scope)
  const fetched = createFetchTransport(options, options.fetch)
  const transport = options.tab ? early(fetched, { ...options, tab: options.tab }) : fetched
  return clientOver(
    over(repeated(transport, options)),
    // Uploads are sent again only when the person says so.
    over(options.uploadTransport ?? createXhrTransport(options)),
  )
}
