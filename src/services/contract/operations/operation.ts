import type * as z from 'zod/mini'
import type { Acknowledged } from '../common.ts'
import type { Right } from '../roles.ts'
import type { ApiKeyScope } from '../security.ts'

type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A method and a path with its parameters, such as `GET /api/v1/documents/:id`. */
export type Address = `${Method} /${string}`

type ParameterIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A file that an operation takes as multipart/form-data. */
type ExampleFile = { field: 'file' | 'files'; name: string; type: string; base64: string }

/**
 * Who can call it: `anyone`; `visitor`, with a token of an active public page; `self`, anyone signed in, about their
 * own account; `theirs`, the same with an id that must be theirs; `administrator`, who runs the installation; or a
 * member of the organization with this right.
 */
type Callers =
  | { who: 'anyone' | 'visitor' | 'self' | 'theirs' | 'administrator'; may?: never }
  | { may: Right; who?: never }

/** Rules that the server enforces for an operation, and its reference. The built app contains none of it. */
export type Rules<Query extends Schema = Schema, Body extends Schema = Schema> = Callers & {
  readonly summary: string
  /** Only for the app: omitted from the reference. */
  readonly hidden?: true
  readonly description?: string
  /** An API key needs one of these scopes; without any, the operation is only for people. */
  readonly keys?: readonly ApiKeyScope[]
  /** The caller needs a confirmed email address. */
  readonly verified?: true
  /** Members without the right can do it to themselves, the `:userId` of the address. */
  readonly orOwn?: true
  /** It concerns the caller's account, which an organization's key does not have. */
  readonly personal?: true
  /** Why it writes no entry into the audit log, though it changes something or returns data. */
  readonly unaudited?: string
  /** Status of a success; 200 by default. */
  readonly status?: 201 | 202
  /** Path parameters that are not ids. */
  readonly params?: Schema
  readonly query?: Query
  readonly body?: Body
  /** The media type of a body that is not JSON. */
  readonly accepts?: string
  /** The media type of a response that is not JSON. */
  readonly answers?: string
  /** The response contains a secret, or what may be closed to the caller later: it is shown once. */
  readonly secret?: true
  readonly example?: {
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly file?: ExampleFile
  }
  /** Its own refusals, by status; those of every operation are added. */
  readonly refuses?: Readonly<Record<number, string>>
}

export interface Operation<
  Of extends Address = Address,
  Answer extends Schema | null = Schema | null,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
> {
  readonly address: Of
  /** Null if the response is not JSON. */
  readonly answer: Answer
  readonly rules: Rules<Query, Body>
}

/** Values of the path parameters. */
export type ParametersOf<Of> =
  Of extends Operation<infer At> ? { readonly [Name in ParameterIn<At>]: string | number } : never
/** The part of the response that the app uses: for an acknowledgement, only the status counts. */
export type AnswerOf<Of> = Of extends { readonly answer: infer Answer }
  ? Answer extends typeof Acknowledged
    ? unknown
    : Answer extends Schema
      ? z.output<Answer>
      : never
  : never
export type BodyOf<Of> =
  Of extends Operation<Address, Schema | null, Schema, infer Body> ? z.input<Body> : never
export type QueryOf<Of> =
  Of extends Operation<Address, Schema | null, infer Query, Schema> ? z.input<Query> : never

/** Declares an API operation once: its route, the app's call, the reference and its tests are derived from it. */
export const operation = <
  Of extends Address,
  Answer extends Schema | null,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
>(
  address: Of,
  answer: Answer,
  rules: Rules<Query, Body>,
): Operation<Of, Answer, Query, Body> => ({ address, answer, rules })
