import type { ApiKeyScope } from '../../src/services/contract/security.ts'

/** A file that an operation takes as multipart/form-data. */
type ExampleFile = { field: 'file' | 'files'; name: string; type: string; base64: string }

/** Who may call an operation: `public` everybody, `session` people alone, else also keys with any of these scopes. */
export type Access = 'public' | 'session' | readonly ApiKeyScope[]

/** What the reference says of an operation besides its schemas. */
export type Operation = {
  tag: string
  summary: string
  description?: string
  access: Access
  /** About the caller's account, which the key of an organization has not. */
  personal?: boolean
  /** The body of the example. */
  body?: unknown
  query?: Readonly<Record<string, string>>
  file?: ExampleFile
  /** The media type of an answer that is not JSON. */
  answers?: string
  /** Refusals of its own, by status; those that every operation has are added. */
  errors?: Readonly<Record<number, string>>
}

/** Operations by method and address, as the router knows them. */
export type Operations = Readonly<Record<string, Operation>>

export const tagged = (
  tag: string,
  operations: Readonly<Record<string, Omit<Operation, 'tag'>>>,
): Operations =>
  Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, { tag, ...operation }]))

export const READ = ['read'] as const
export const ASK = ['ask'] as const
/** What was asked is read by those who ask, too. */
export const READ_OR_ASK = ['read', 'ask'] as const
export const WRITE = ['write'] as const
export const MANAGE = ['manage'] as const

/** A picture of one pixel. */
export const PIXEL = {
  field: 'file',
  name: 'logo.png',
  type: 'image/png',
  base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
} as const
export const PLAN_FULL = 'The plan of the organization has no room for more.'
export const UNVERIFIED = 'Confirm your email address first.'
