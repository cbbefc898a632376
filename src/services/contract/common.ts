import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { Said, Values } from './said.ts'

/** PostgreSQL stores neither a null character nor half of a surrogate pair. */
const isStorable = (value: string) => !value.includes('\0') && !/\p{Surrogate}/u.test(value)

/**
 * Every text of a request is made with this. Its length is checked first, and a text that is too long is seen by
 * no other check: what they cost grows with the text.
 */
export const exact = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, { abort: true, error: t('Use at most {max} characters.', { max }) }),
      z.refine(isStorable, { abort: true, error: t('This text contains characters that cannot be stored.') }),
    )

/** Free text, trimmed; may be empty. */
export const text = (max: number) => exact(max).check(z.trim())

/** Neither control nor format characters nor spaces, nor letters that are drawn as nothing. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/** Text that was trimmed and holds at least one character that can be seen. */
export const nonBlank = (max: number) =>
  text(max).check(z.refine((value) => VISIBLE.test(value), 'Please fill in this field.'))

/** What a name does not need: control characters, blanks without width, and marks that turn the text around it. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const withoutUnseen = z.refine<string>(
  (value) => !UNSEEN.test(value),
  t('This name contains invisible characters.'),
)

/** What something or somebody is called. */
export const optionalName = (max: number) => text(max).check(withoutUnseen)
export const name = (max: number) => nonBlank(max).check(withoutUnseen)

/** A list of a request; the server refuses longer ones before it looks at what they hold (server/kernel/http/json-limits.ts). */
export const list = <Item extends z.ZodMiniType>(item: Item, max: number, min = 0) =>
  z
    .array(item)
    .check(
      z.maxLength(max, { abort: true, error: t('Enter at most {max}.', { max }) }),
      z.minLength(min, t('Enter at least {min}.', { min })),
    )

/** Opaque identifier; a UUID today, and nothing outside the database relies on it. */
export const Id = exact(64).check(z.minLength(1))

/** An identifier in a request. */
export const Uuid = exact(36).check(z.uuid())

/** A day in a request, as `2026-01-31`. */
export const Day = exact(10).check(z.iso.date())

/** A moment in a request, as `2026-01-31T12:00:00.000Z`. */
export const Moment = exact(40).check(z.iso.datetime())

/** ISO 8601 in UTC, as `2026-01-31T12:00:00.000Z`. */
export const Timestamp = z.string()

/** Also what mail programs turn into a link by themselves: `example.com`, in letters of whatever script and width. */
const hasLink = (value: string) =>
  /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu.test(value.normalize('NFKC').replaceAll('。', '.'))

/** For names: they go into mails to others, and no link may travel in them. */
export const withoutLink = z.refine<string>((value) => !hasLink(value), t('must not contain a web address'))

/**
 * One plain address, without the characters by which mail servers read a list, a group or a display name out of it.
 * Linear in the length of the text.
 */
export const EMAIL_PATTERN =
  /^[^\s\p{Cc}@<>()[\],;:"\\]+@[^\s\p{Cc}@.<>()[\],;:"\\]+(\.[^\s\p{Cc}@.<>()[\],;:"\\]+)+$/u
export const EMAIL_MAX = 254

/** From `start` up to `end`, in UTF-16 units. */
export const Span = z.object({ start: z.int(), end: z.int() })
export type Span = z.infer<typeof Span>

/**
 * Every refusal: `detail` in English, and `fields` beside the fields that they name; `code`, `values` and `reasons`
 * say the same to programs, and to an app that shows it in another language.
 */
export const ApiError = z.object({
  detail: z.string(),
  code: z.string(),
  values: z.optional(Values),
  fields: z.optional(z.record(z.string(), z.string())),
  reasons: z.optional(z.record(z.string(), Said)),
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
  exact(60).check(z.refine(isTimeZone, t('This time zone does not exist.'))),
  'UTC',
)
