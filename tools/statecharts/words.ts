import type { ChartTransition } from './chart.ts'
import { isPlural, participle } from './participles.ts'

/** `rememberFieldErrors` → `remember field errors`; `apiKey2` → `api key 2`. */
export const spaced = (name: string) =>
  name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const there = (rest: string) => `there ${rest.split(' ').some(isPlural) ? 'are' : 'is'} ${rest}`

/** First word of a guard's name → the clause when it holds, and when it does not. */
const GUARD_RULES: readonly [first: RegExp, yes: (rest: string) => string, no: (rest: string) => string][] = [
  [/^(?:is|are|was|were) /, (rest) => rest, (rest) => `not ${rest}`],
  [/^has (?=(?:\w+ed|begun|given|heard|lost)\b)/, (rest) => `it has ${rest}`, (rest) => `it has not ${rest}`],
  [/^has no /, (rest) => `there is no ${rest}`, there],
  [/^has /, there, (rest) => `there is no ${rest}`],
  [/^can /, (rest) => `it can ${rest}`, (rest) => `it cannot ${rest}`],
  [/^cannot /, (rest) => `it cannot ${rest}`, (rest) => `it can ${rest}`],
  [/^(?=\w+s\b)/, (rest) => `it ${rest}`, (rest) => `not so that it ${rest}`],
]

function oneGuard(name: string): string {
  const isNegated = name.startsWith('not ')
  const words = spaced(isNegated ? name.slice(4) : name)
  for (const [first, yes, no] of GUARD_RULES)
    if (first.test(words)) return (isNegated ? no : yes)(words.replace(first, ''))
  return isNegated ? `not ${words}` : words
}

/** `isPending and not hasCode` → `if pending and there is no code`. */
export const guardWords = (guard: string) =>
  `if ${guard
    .split(/ (and|or) /)
    .map((part) => (part === 'and' || part === 'or' ? part : oneGuard(part)))
    .join(' ')}`

/** Guard names in a guard's text. */
export const guardNames = (guard: string) =>
  guard.split(/ (?:and|or) /).map((part) => part.replace(/^not /, ''))

const dotted = (name: string) => name.split('.').map(spaced).join(' ')
const withoutLast = (text: string) => text.slice(0, text.lastIndexOf(' '))

const PREPOSITION = /^(?:to|of|with|in|out)$/

/** An effect's outcome: `loadPlans` → `plans loaded`, or `plans not loaded`; `reader` → `reader finished`. */
function endingWords(actor: string, isGood: boolean): string {
  const [verb = '', ...rest] = dotted(actor).split(' ')
  const done = participle(verb)
  if (done === undefined) return `${dotted(actor)} ${isGood ? 'finished' : 'failed'}`
  const ending = isGood ? done : `not ${done}`
  return PREPOSITION.test(rest[0] ?? '') ? [ending, ...rest].join(' ') : [...rest, ending].join(' ')
}

/** The cause of a transition: `form submitted`, `plans loaded`, `after 17 s`, `at once`. */
export function eventWords({ kind, event }: Pick<ChartTransition, 'kind' | 'event'>): string {
  switch (kind) {
    case 'always':
      return 'at once'
    case 'finished':
      return 'what is inside has finished'
    case 'done':
      return endingWords(withoutLast(event), true)
    case 'error':
      return endingWords(withoutLast(event), false)
    case 'after':
      return event
        .replace(/^after (\w+)/, (_, name: string) => `after ${spaced(name)}`)
        .replace(/^after .* \((.*)\)$/, 'after $1')
    case 'event':
      return dotted(event)
  }
}

const OF_ACTOR = /^xstate\.(done|error)\.actor\.(.+)$/
const OF_TIME = /^xstate\.after\.([^.]+)\./

/** The same for an event named by XState. */
export function eventTypeWords(type: string): string {
  const [, ending, actor = ''] = OF_ACTOR.exec(type) ?? []
  if (ending === 'done') return eventWords({ kind: 'done', event: `${actor} done` })
  if (ending === 'error') return eventWords({ kind: 'error', event: `${actor} failed` })
  const [, delay] = OF_TIME.exec(type) ?? []
  if (delay !== undefined) return `after ${spaced(delay)}`
  return eventWords({ kind: 'event', event: type.replace(/^xstate\.snapshot\.(.+)/, '$1 changed') })
}

/** `signedIn.refreshing` of `session.signedIn.refreshing`; the machine itself is `anywhere`. */
export const stateName = (id: string) => id.split('.').slice(1).join('.') || 'anywhere'

export const stateWords = (id: string) => capital(stateName(id).split('.').map(spaced).join(' · '))
