import type * as z from 'zod/mini'
import type { Acknowledged } from '../common.ts'
import type { Right } from '../roles.ts'
import type { ApiKeyScope } from '../security.ts'

type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
/** A method and a path with its parameters, as `GET /api/v1/documents/:id`. */
export type Address = `${Method} /${string}`

type ParameterIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A file that an operation takes as multipart/form-data. */
type ExampleFile = { field: 'file' | 'files'; name: string; type: string; base64: string }

/**
 * Who may call it: `anyone`; `visitor`, who holds a token of a public page that is on; `self`, whoever is signed in,
 * about their own account; `theirs`, the same with an id that must be theirs; `administrator`, who runs the
 * installation; or a member of the organization who may do what the right says.
 */
type Callers =
  | { who: 'anyone' | 'visitor' | 'self' | 'theirs' | 'administrator'; may?: never }
  | { may: Right; who?: never }

/** What the server holds an operation to, and what the reference says of it. The built app has none of it. */
export type Rules<Query extends Schema = Schema, Body extends Schema = Schema> = Callers & {
  readonly summary: string
  /** For the page of the app alone: the reference has nothing of it. */
  readonly hidden?: true
  readonly description?: string
  /** An API key needs one of these scopes; without any, the operation is for people alone. */
  readonly keys?: readonly ApiKeyScope[]
  /** It is about the account of the caller, which the key of an organization has not. */
  readonly personal?: true
  /** Why it writes no entry into the audit log, though it changes something or hands data out. */
  readonly unaudited?: string
  /** Of a success: 200 unless it says otherwise. */
  readonly status?: 201 | 202
  /** Parameters of the path that are no ids. */
  readonly params?: Schema
  readonly query?: Query
  readonly body?: Body
  /** The media type of a body that is not JSON. */
  readonly accepts?: string
  /** The media type of an answer that is not JSON. */
  readonly answers?: string
  /** The answer holds a secret that is shown once. */
  readonly secret?: true
  readonly example?: {
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly file?: ExampleFile
  }
  /** Refusals of its own, by status; those that every operation has are added. */
  readonly refuses?: Readonly<Record<number, string>>
}

export interface Operation<
  Of extends Address = Address,
  Answer extends Schema | null = Schema | null,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
> {
  readonly address: Of
  /** Null where the answer is no JSON. */
  readonly answer: Answer
  readonly rules: Rules<Query, Body>
}

/** Values of the parameters in the path. */
export type ParametersOf<Of> =
  Of extends Operation<infer At> ? { readonly [Name in ParameterIn<At>]: string | number } : never
/** What the app reads: of an acknowledgement the status alone counts. */
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

/** Declares an operation of the API once: its route, its call by the app, its reference and its tests come from here. */
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
