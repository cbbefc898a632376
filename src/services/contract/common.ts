import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { CodedText, Values } from './coded-text.ts'

/** PostgreSQL stores neither null characters nor unpaired surrogates. */
const isStorable = (value: string) => !value.includes('\0') && !/\p{Surrogate}/u.test(value)

/**
 * The base of every text in a request. Its length is checked first, and no other check sees a text that is too
 * long, because their cost grows with the text.
 */
export const exact = (max: number) =>
  z
    .string()
    .check(
      z.maxLength(max, { abort: true, error: t('Use at most {max} characters.', { max }) }),
      z.refine(isStorable, { abort: true, error: t('This text contains characters that cannot be stored.') }),
    )

/** Free text, trimmed; can be empty. */
export const text = (max: number) => exact(max).check(z.trim())

/** Control and format characters, spaces, and letters without a visible shape. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/** Trimmed text with at least one visible character. */
export const nonBlank = (max: number) =>
  text(max).check(z.refine((value) => VISIBLE.test(value), 'Please fill in this field.'))

/** Characters that names do not need: controls, zero-width blanks, and marks that turn the text around. */
export const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u
const withoutUnseen = z.refine<string>(
  (value) => !UNSEEN.test(value),
  t('This name contains invisible characters.'),
)

/** Name of a thing or a person. */
export const optionalName = (max: number) => text(max).check(withoutUnseen)
export const name = (max: number) => nonBlank(max).check(withoutUnseen)

/**
 * A list in a request; the server refuses longer ones before it looks at their items
 * (server/kernel/http/bodies.ts).
 */
export const list = <Item extends z.ZodMiniType>(item: Item, max: number, min = 0) =>
  z
    .array(item)
    .check(
      z.maxLength(max, { abort: true, error: t('Enter at most {max}.', { max }) }),
      z.minLength(min, t('Enter at least {min}.', { min })),
    )

/** Opaque identifier; currently a UUID, but nothing outside the database relies on it. */
export const Id = exact(64).check(z.minLength(1))

/** An identifier in a request. */
export const Uuid = exact(36).check(z.uuid())

/** A day in a request, such as `2026-01-31`. */
export const Day = exact(10).check(z.iso.date())

/** A moment in a request, such as `2026-01-31T12:00:00.000Z`. */
export const Moment = exact(40).check(z.iso.datetime())

/** ISO 8601 in UTC, such as `2026-01-31T12:00:00.000Z`. */
export const Timestamp = z.string()

/** Also text that mail programs turn into links: `example.com`, in letters of any script and width. */
const hasLink = (value: string) =>
  /:\/\/|www\.|[\p{L}\p{N}]\.\p{L}{2}/iu.test(value.normalize('NFKC').replaceAll('。', '.'))

/** For names: they appear in mails to others, and must not carry links. */
export const withoutLink = z.refine<string>((value) => !hasLink(value), t('must not contain a web address'))

/**
 * One plain address, without the characters that make mail servers read it as a list, a group or a display name.
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
 * say the same to programs, and to an app in another language.
 */
export const ApiError = z.object({
  detail: z.string(),
  code: z.string(),
  values: z.optional(Values),
  fields: z.optional(z.record(z.string(), z.string())),
  reasons: z.optional(z.record(z.string(), CodedText)),
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

/** An offset is none: PostgreSQL reads `+05:30` as west of Greenwich, `Intl` as east. */
const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}

/** Time zone in which days begin (IANA, such as `Europe/Berlin`). */
export const TimeZone = z._default(
  exact(60).check(z.refine(isTimeZone, t('This time zone does not exist.'))),
  'UTC',
)

/** The first `max` UTF-16 units of a text, without half a character at the end: PostgreSQL rejects that in JSON. */
export const cut = (text: string, max: number) => text.slice(0, max).replace(/\p{Surrogate}$/u, '')

/** The same, with a mark if something was cut off. */
export const shortened = (text: string, max: number) => (text.length > max ? `${cut(text, max)}…` : text)
