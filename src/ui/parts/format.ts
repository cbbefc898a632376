import { shownLanguage, t } from '../../texts/t.ts'

/** How a person wants numbers, dates and times written; '' means the browser's way. */
export interface Writing {
  readonly locale: string
  readonly timezone: string
}

/** Each is created on first use: a log-in page formats no dates. */
const made = <Format>(make: () => Format) => {
  let format: Format | undefined
  return () => (format ??= make())
}

/** The displayed language with the browser's region: `en-GB` in Britain. */
const localeOfBrowser = () => {
  const language = shownLanguage()
  return navigator.languages.find((tag) => tag.split('-', 1)[0] === language) ?? language
}

function formatsOf({ locale, timezone }: Writing) {
  const place = timezone === '' ? {} : { timeZone: timezone }
  const language = locale || localeOfBrowser()
  const dates = (options: Intl.DateTimeFormatOptions) =>
    made(() => new Intl.DateTimeFormat(language, { ...options, ...place }))
  const numbers = (options: Intl.NumberFormatOptions) => made(() => new Intl.NumberFormat(language, options))
  return {
    number: numbers({}),
    short: numbers({ notation: 'compact' }),
    tenths: numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    hundredths: numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    share: numbers({ style: 'percent' }),
    date: dates({ dateStyle: 'medium' }),
    /** A date without a time is the same everywhere. */
    calendar: made(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })),
    smallSum: (currency: string) =>
      new Intl.NumberFormat(language, { style: 'currency', currency, maximumSignificantDigits: 3 }),
    sum: (currency: string) => new Intl.NumberFormat(language, { style: 'currency', currency }),
    monthDay: made(
      () => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
    ),
    time: dates({ timeStyle: 'short' }),
    moment: dates({ dateStyle: 'medium', timeStyle: 'short' }),
    weekday: dates({ weekday: 'long' }),
    /** Swedish dates are ISO dates. */
    day: made(() => new Intl.DateTimeFormat('sv', { dateStyle: 'short', ...place })),
  }
}

let formats = formatsOf({ locale: '', timezone: '' })

/** Whether the locale itself has a format, not only its language. */
export const isWritten = (locale: string) => new Intl.NumberFormat(locale).resolvedOptions().locale === locale

/** A sample date and number in a locale. */
export const writtenAs = (locale: string) => {
  const { date, number } = formatsOf({ locale, timezone: '' })
  return `${date().format(new Date())}, ${number().format(1234.5)}`
}

/**
 * Sets the format of everything from now on.
 * @throws RangeError for a language or a time zone that this browser does not know
 */
export function setLocale(writing: Writing) {
  const next = formatsOf(writing)
  next.date()
  formats = next
}

const list = made(() => new Intl.ListFormat(shownLanguage(), { type: 'conjunction' }))

/** `name, colour, and language` */
export const listed = (words: readonly string[]) => list().format(words)

/** `1.2K` */
export const formatShort = (value: number) => formats.short().format(value)

export const formatNumber = (value: number) => formats.number().format(value)

/** `0.1` */
export const formatTenths = (value: number) => formats.tenths().format(value)

/** `0.25` */
export const formatHundredths = (value: number) => formats.hundredths().format(value)

const CENT = 0.01

/** In whole cents; an amount below one cent is not rounded away. */
export const formatSum = (value: number, currency: string) =>
  (value > 0 && value < CENT ? formats.smallSum : formats.sum)(currency).format(value)

/** Bytes in a readable unit. */
export function formatBytes(bytes: number) {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1000 ** power
  return `${value < 10 ? formatTenths(value) : formatNumber(Math.round(value))} ${units[power - 1]}`
}

const DAY = 24 * 60 * 60 * 1000
const MONDAY = Date.UTC(2024, 0, 1)

/** The days of a week from Monday, numbered like `Date.getDay`, with short names. */
export function weekdays() {
  const short = new Intl.DateTimeFormat(shownLanguage(), { weekday: 'short', timeZone: 'UTC' })
  return [1, 2, 3, 4, 5, 6, 0].map((day, place) => ({ day, name: short.format(MONDAY + place * DAY) }))
}

/** The person's calendar day, in ms. */
export const dayOf = (moment: number) => Date.parse(formats.day().format(moment))

/** `7:53 AM` */
export const formatTime = (moment: number) => formats.time().format(moment)

/** `Monday` */
export const formatWeekday = (moment: number) => formats.weekday().format(moment)

/** Full date and time. */
export function formatMoment(iso: string) {
  const parsed = new Date(iso)
  return Number.isNaN(parsed.getTime()) ? t('Invalid date') : formats.moment().format(parsed)
}

/** When something was done, and by whom if known. */
export const formatMomentBy = (iso: string, person: string | null) =>
  person ? t('{moment} by {person}', { moment: formatMoment(iso), person }) : formatMoment(iso)

/** S8.16 */
export function formatDate(iso: string) {
  const parsed = new Date(iso)
  return Number.isNaN(parsed.getTime()) ? t('Invalid date') : formats.date().format(parsed)
}

/** `2026-01-31`, the calendar date. */
export function formatCalendarDay(date: string) {
  const parsed = Date.parse(date)
  return Number.isNaN(parsed) ? t('Invalid date') : formats.calendar().format(parsed)
}

/** The same without its year, if that is clear: `Jan 31`. */
export const formatMonthDay = (date: string) => formats.monthDay().format(Date.parse(date))

/** A time zone's current offset from UTC: `UTC+5:30`. */
export const offsetOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', 'UTC')

const TENTH = 100 // ms

/** Instant results took less than a tenth of a second, not zero. */
export const formatSeconds = (milliseconds: number) => {
  const isShort = milliseconds < TENTH / 2
  return `${isShort ? '< ' : ''}${formatTenths((isShort ? TENTH : milliseconds) / 1000)} s`
}

/** 0.72 as `72%`. */
export const formatShare = (share: number) => formats.share().format(share)
