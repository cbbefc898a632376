import * as z from 'zod/mini'

/** Opaque identifier; a UUID today, and nothing outside the database relies on it. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64))

/** ISO 8601 in UTC, as `2026-01-31T12:00:00.000Z`. */
export const Timestamp = z.string()

const withoutNull = z.refine<string>((value) => !value.includes('\0'), 'must not contain a null character')

/** Also what mail programs turn into a link by themselves: `example.com`, in letters of whatever script and width. */
const hasLink = (value: string) =>
  /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu.test(value.normalize('NFKC').replaceAll('。', '.'))

/** For names: they go into mails to others, and no link may travel in them. */
export const withoutLink = z.refine<string>((value) => !hasLink(value), 'must not contain a web address')

/** Text that was trimmed and holds at least one character. */
export const nonBlank = (max: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(max), withoutNull)

/** Free text up to `max` characters, trimmed; may be empty. */
export const text = (max: number) => z.string().check(z.trim(), z.maxLength(max), withoutNull)

/** From `start` up to `end`, in UTF-16 units. */
export const Span = z.object({ start: z.int(), end: z.int() })
export type Span = z.infer<typeof Span>

/** Every refusal: `detail` for people, `code` for programs, `fields` beside the fields they name. */
export const ApiError = z.object({
  detail: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})
export type ApiError = z.infer<typeof ApiError>

/** The body of a 429 (S3.9); `retry_after` in seconds. */
export const RateLimit = z.object({
  error: z.string(),
  message: z.string(),
  retry_after: z.number(),
  retry_message: z.string(),
  suggestions: z.array(z.string()),
})
export type RateLimit = z.infer<typeof RateLimit>

export const Acknowledged = z.object({ message: z.string() })
export type Acknowledged = z.infer<typeof Acknowledged>

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Where days begin (IANA, as `Europe/Berlin`). */
export const TimeZone = z._default(
  z.string().check(z.maxLength(60), z.refine(isTimeZone, 'This time zone does not exist.')),
  'UTC',
)
