import { t } from '../texts/t.ts'

/** A service error as shown to the person; `fields` are shown beside the fields that they name. */
interface Failure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  /** Code of the refusal; null if the server did not refuse. */
  readonly code: string | null
}

/** Reads `{detail, code, fields}` of the contract from any error; `fallback` is the text of the specification. */
export function failureOf(error: unknown, fallback: string): Failure {
  const { detail, fields, code } = (error ?? {}) as { detail?: unknown; fields?: unknown; code?: unknown }
  return {
    message: typeof detail === 'string' && detail !== '' ? detail : fallback,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
    code: typeof code === 'string' ? code : null,
  }
}

export const statusOf = (error: unknown) => {
  const { status } = (error ?? {}) as { status?: unknown }
  return typeof status === 'number' ? status : null
}

const UNOFFERED: readonly unknown[] = [405, 501]

/** The server knows the address, but it has no such part. */
export const isUnoffered = (error: unknown) => UNOFFERED.includes(statusOf(error))

/** Like `failureOf`, where the specification has no text: `unreached` only if the server gave no answer. */
export function failureOfCall(error: unknown, unreached: string): Failure {
  const status = statusOf(error)
  return failureOf(
    error,
    status === null
      ? unreached
      : t('The server answered with an error ({status}). Try again in a moment.', { status }),
  )
}

const LATER: readonly number[] = [408, 425, 429]

/** The server refused the request, and would do so again. */
export function isRefusal(error: unknown) {
  const status = statusOf(error)
  return status !== null && status >= 400 && status < 500 && !LATER.includes(status)
}
