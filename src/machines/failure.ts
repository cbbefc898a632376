/** What an error of a service tells the person: `fields` stand beside the fields that they name. */
interface Failure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
}

/** Reads the contract's `{detail, fields}` off any error; `fallback` is the text of the clause. */
export function failureOf(error: unknown, fallback: string): Failure {
  const { detail, fields } = (error ?? {}) as { detail?: unknown; fields?: unknown }
  return {
    message: typeof detail === 'string' && detail !== '' ? detail : fallback,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
  }
}
