import * as z from 'zod/mini'

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['localeError']>>[0]

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'an id, such as 5b0c2a52-6f5e-4f0b-9d53-0d9a4f1e7a01',
  email: 'an email address',
  url: 'a web address',
  date: 'a day, such as 2026-01-31',
  datetime: 'a time, such as 2026-01-31T12:00:00.000Z',
}

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

const quoted = (value: unknown) => (typeof value === 'string' ? `"${value}"` : String(value))

function problem(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required'
      return `must be ${TYPES[issue.expected] ?? 'of another kind'}`
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? 'written in another form'}`
    case 'invalid_value':
      if (issue.input === undefined) return 'is required'
      return `must be ${issue.values.map(quoted).join(' or ')}`
    case 'too_big':
      return `must ${issue.origin in UNITS ? 'have' : 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'too_small':
      return `must ${issue.origin in UNITS ? 'have' : 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'unrecognized_keys':
      return `has no ${issue.keys.map(quoted).join(' and no ')}`
    default:
      return issue.input === undefined ? 'is required' : 'cannot be used here'
  }
}

/** Describes faults of a request in plain words: `content is required`. Schemas with their own words keep them. */
export const speakPlainly = () =>
  z.config({
    localeError: (issue) => {
      const field = issue.path?.findLast((part) => typeof part === 'string') ?? 'The body'
      return `${String(field)} ${problem(issue)}`
    },
  })
