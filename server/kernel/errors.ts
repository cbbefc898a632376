import type { CodedText } from '../../src/services/contract/coded-text.ts'
import type { ApiError } from '../../src/services/contract/common.ts'
import { STATUS_OF } from './texts/english/index.ts'
import { type Code, say, type ValuesOf, written } from './texts/say.ts'

type RefusalCode = keyof typeof STATUS_OF

/** A refusal's status by its code; 422 for faults of uploaded content. */
export const statusOf = (code: string): number => (STATUS_OF as Readonly<Record<string, number>>)[code] ?? 422

type More = {
  /** The fault of each field. */
  fields?: Readonly<Record<string, CodedText>>
  headers?: Record<string, string>
  /** Other properties of the body. */
  body?: Readonly<Record<string, unknown>>
}

/** Body of a refusal: `detail` in English, with the code from which an app builds it in other languages. */
export const bodyOf = ({ code, values }: CodedText, fields: More['fields'] = undefined): ApiError => ({
  detail: written({ code, ...(values && { values }) }),
  code,
  ...(values && { values }),
  ...(fields && {
    fields: Object.fromEntries(Object.entries(fields).map(([name, reason]) => [name, written(reason)])),
    reasons: { ...fields },
  }),
})

/** A refusal that the client may read: `{detail, code, values?, fields?}`, with its status and headers. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: ApiError
  readonly headers: Record<string, string>

  constructor(status: number, body: ApiError, headers: Record<string, string> = {}) {
    super(body.detail)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

const refused = (code: RefusalCode, said: CodedText, { fields, headers, body }: More = {}) =>
  new Refusal(STATUS_OF[code], { ...bodyOf(said, fields), ...body }, headers)

/** The refusal with that code, its status and its words (server/kernel/texts/english/refusals.ts). */
export const refusal = <C extends RefusalCode>(code: C, ...values: ValuesOf<C & Code>): Refusal =>
  refused(code, say(code as C & Code, ...values))

/** The same with additional parts. */
export const refusalWith = <C extends RefusalCode>(
  code: C,
  more: More,
  ...values: ValuesOf<C & Code>
): Refusal => refused(code, say(code as C & Code, ...values), more)

export const unauthorized = () => refusal('unauthorized')

export const forbidden = () => refusal('forbidden')

/** Things that a refusal can name as gone: its text has a case for each. */
export const MISSING = [
  'answer',
  'api_key',
  'assistant',
  'billing_details',
  'channel',
  'conversation',
  'delivery',
  'document',
  'domain',
  'golden_question',
  'group',
  'index',
  'integration',
  'invitation',
  'invoice',
  'knowledge_base',
  'member',
  'message',
  'notification',
  'organization',
  'passage',
  'payment',
  'person',
  'picture',
  'provider',
  'question',
  'session',
  'source',
  'token',
  'version',
  'webhook',
] as const
export type Missing = (typeof MISSING)[number]

/** Also for things that exist but are not the caller's: both read the same. */
export const notFound = (what: Missing | 'page' = 'page') => refusal('not_found', { what })

/** 422 with the fault of each field. */
export const invalid = (fields: Readonly<Record<string, CodedText>>) => refusalWith('invalid', { fields })

/** The body of S3.9 in addition to ours; `seconds` until a retry makes sense. */
export function tooManyRequests(seconds: number, code: 'rate_limited' | 'visitor_limit' = 'rate_limited') {
  const said = say('rate_limited', { seconds })
  return refused(code, code === 'rate_limited' ? said : say(code), {
    headers: { 'retry-after': String(seconds) },
    body: {
      error: 'Too many requests',
      message: written(said),
      retry_after: seconds,
      retry_message: written(say('rate_wait', { seconds })),
      suggestions: [written(say('rate_hint'))],
    },
  })
}
