/** Result of a check: `ok` is fine, `note` works but may surprise, `fault` needs fixing. */
export type Finding = { level: 'ok' | 'note' | 'fault'; about: string; says: string }

export const ok = (about: string, says: string): Finding => ({ level: 'ok', about, says })
export const note = (about: string, says: string): Finding => ({ level: 'note', about, says })
export const fault = (about: string, says: string): Finding => ({ level: 'fault', about, says })

/** The last line of an error, without its stack; network errors by code. */
export const reasonOf = (error: unknown): string => {
  const { code, cause, message } = error as { code?: unknown; cause?: unknown; message?: string }
  if (typeof code === 'string') return code
  return cause ? reasonOf(cause) : (message ?? String(error)).split('\n', 1)[0]!
}
