import type { AnyEventObject } from 'xstate'
import { dataLabelOf, labelOf } from '../../tests/harness/model/labels.ts'
import { eventText } from '../../tests/harness/model/plain.ts'
import type { Effect } from '../../tests/harness/model/transitions.ts'
import { durationOf } from './chart.ts'
import { isPlural, participle, thirdPerson } from './participles.ts'
import { eventTypeWords, spaced } from './words.ts'

/** Requests of machines whose plain name would not be clear. */
const ASKS: Readonly<Record<string, string>> = {
  ask: 'sends the question to the server',
  askToLeave: 'asks the person whether to leave what is not saved',
  beginReport: 'begins to tell how the upload goes',
  blockLeaving: 'has the person asked before they leave',
  changePlan: 'asks the server to change the plan',
  clearTokens: 'removes the tokens from the browser',
  clock: 'looks at the clock from now on',
  connection: 'dials the server',
  emitSignedIn: 'tells the app that somebody is signed in',
  emitSignedOut: 'tells the app that nobody is signed in',
  endSession: 'ends the session',
  enter: 'enters the organization',
  erase: 'asks the server to erase the data',
  finish: 'hands on what came of it',
  forgetOrganizationData: 'forgets what was read of the former organization',
  forgetTokens: 'forgets the tokens',
  goToPayment: 'goes to the payment page',
  guardUnload: 'has the browser ask before the page is closed',
  holdLeaving: 'has the person asked before they leave',
  leaveConversation: 'takes the conversation out of the address',
  leaveDetail: 'leaves the page about one thing of the former organization',
  live: 'listens to the server from now on',
  loadOrganizations: 'asks the server for the organizations',
  loadPlans: 'asks the server for the plans and the subscription',
  loadTokens: 'reads the stored tokens',
  nameBegun: 'puts the new conversation into the address',
  openOrganization: 'asks the server for the organization',
  organizationLive: 'listens to the organization from now on',
  peers: 'listens to other tabs from now on',
  present: 'shows the organization, or the welcome',
  previewPlan: 'asks the server what the smaller plan has no room for',
  raiseCurrentChanged: 'tells itself that another organization is current',
  recallUploads: 'reports uploads that were cut off',
  refreshTokens: 'asks the server for new tokens',
  releaseUnload: 'lets the page be closed without a question',
  reloadOrganizations: 'asks the server for the organizations again',
  reloadPlans: 'asks the server for the plans again',
  reportStanding: 'tells how the connection stands',
  request: 'sends the request to the server',
  retry: 'asks the server for the answer anew',
  revokeTokens: 'tells the server that the tokens are not used any more',
  run: 'asks the server',
  save: 'asks the server to save what differs',
  saveTokens: 'keeps the tokens in the browser',
  sayLost: 'says which files may be lost',
  sayNews: 'tells what others changed',
  sayUnsent: 'says that it was not sent',
  setRenewal: 'asks the server to change the renewal',
  showInItsOrganization: 'shows the page in its organization',
  stop: 'asks the server to stop the answer',
  submit: 'sends what was filled in to the server',
  transmit: 'sends a message over the connection',
  undoChange: 'asks the server to undo the planned change',
  use: 'asks the server what the link is good for',
}

const TEXT_MAX = 48

function cut(text: string) {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1)}…`
}

/** Properties that name a record. */
const NAMES = ['message', 'detail', 'title', 'name', 'text', 'query', 'type', 'id'] as const

/** A value in a few words; empty if it says nothing. */
function brief(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.trim() === '' ? 'nothing' : `“${cut(value)}”`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `${value.length} of them`
  if (typeof value !== 'object' || depth > 1) return ''
  const record = value as Readonly<Record<string, unknown>>
  if (typeof record.name === 'string' && 'value' in record)
    return `${brief(record.name)} to ${brief(record.value, depth + 1)}`
  const name = NAMES.find((key) => typeof record[key] === 'string' && record[key] !== '')
  if (name !== undefined) return brief(record[name])
  return Object.entries(record)
    .filter(([key]) => key !== 'actorId')
    .slice(0, 2)
    .map(([key, inner]) => [spaced(key), brief(inner, depth + 1)])
    .filter(([, text]) => text !== '')
    .map((pair) => pair.join(' '))
    .join(', ')
}

const IS_PARTICIPLE = /(?:ed|wn|en|begun|chosen|left|lost|made|met|put|read|sent|told|undone|found|run)$/

const IS_INTRANSITIVE = /^(?:arrived|failed)$/

/** `organizations not loaded` → `the organizations are not loaded`; otherwise unchanged. */
export function asClause(words: string): string {
  const [, subject = '', not = '', verb = ''] = /^(?:(.+?) )??(not )?(\S+)$/.exec(words) ?? []
  if (!IS_PARTICIPLE.test(verb)) return words
  const [one, several] = IS_INTRANSITIVE.test(verb) ? ['has', 'have'] : ['is', 'are']
  return `${subject === '' ? 'it' : `the ${subject}`} ${isPlural(subject) ? several : one} ${not}${verb}`
}

/** A text within a sentence, which has its own full stop. */
const inSentence = (text: string) =>
  (/^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text).replace(/\.$/, '')

/** The model's words; else its name, and a few words about its data. */
export function caseWords(event: AnyEventObject): string {
  const label = labelOf(event)
  if (label !== undefined) return inSentence(label)
  const words = asClause(eventTypeWords(event.type)).replace(/^after /, 'the time is over: ')
  const { type: _, actorId: __, output, error, ...payload } = event
  const brought = dataLabelOf(event) ?? brief(output ?? error ?? payload)
  return brought === '' ? words : `${words}: ${inSentence(brought)}`
}

/** A state's cases by name, each unique. */
export function casesByName(events: readonly AnyEventObject[]): Map<string, AnyEventObject> {
  const seen = new Set<string>()
  const named = new Map<string, AnyEventObject>()
  for (const event of events) {
    const text = eventText(event)
    if (seen.has(text)) continue
    seen.add(text)
    const words = caseWords(event)
    let name = words
    for (let count = 2; named.has(name); count += 1) name = `${words} (${count})`
    named.set(name, event)
  }
  return named
}

/** `rememberCurrent` → `remembers current`. */
function doesWords(name: string): string {
  const asked = ASKS[name]
  if (asked !== undefined) return asked
  const [verb = '', ...rest] = spaced(name).split(' ')
  return [thirdPerson(verb), ...rest].join(' ')
}

/** `draftReply:c1` → `draft reply “c1”`. */
function actorWords(actor: string) {
  const [, name = '', of] = /^([^:]+)(?::(.*))?$/.exec(actor) ?? []
  return of === undefined ? spaced(name) : `${spaced(name)} “${of}”`
}

const isDeed = (actor: string) => participle(spaced(actor).split(' ')[0]!) !== undefined

/** `loadPlans` → `loads plans`; `billingDetails` → `starts billing details`. */
const startWords = (actor: string) =>
  ASKS[actor] ?? (isDeed(actor) ? doesWords(actor) : `starts ${actorWords(actor)}`)

/** A machine waits for its first event: `writeText` → `starts the form “write text”`. */
const beginWords = (actor: string) =>
  isDeed(actor) ? `starts the form “${spaced(actor)}”` : `starts ${actorWords(actor)}`

function told(to: string, event: unknown) {
  const { type, ...payload } = event as AnyEventObject
  const brought = dataLabelOf(payload) ?? brief(payload)
  return `tells ${actorWords(to)}: ${eventTypeWords(type)}${brought === '' ? '' : ` (${brought})`}`
}

const KINDS: readonly [prefix: string, words: (rest: string, params: unknown) => string][] = [
  ['start ', startWords],
  ['begin ', beginWords],
  ['stop ', (actor) => `stops ${actorWords(actor)}`],
  ['emit ', (type) => `announces: ${eventTypeWords(type)}`],
  ['time ', (_, delay) => `waits ${durationOf(Number(delay))}`],
  ['send ', told],
  ['goTo', (_, params) => `opens ${(params as { path: string }).path}`],
  [
    'notifyActors',
    (_, params) =>
      (params as { messages: [string, unknown][] }).messages.map((one) => told(...one)).join(', '),
  ],
]

/** A machine's request to the outside, as part of a sentence. */
export function effectWords({ name, params }: Effect): string {
  for (const [prefix, words] of KINDS)
    if (name.startsWith(prefix)) return words(name.slice(prefix.length), params)
  const message = messageIn(params)
  if (message !== undefined) return `shows: “${message}”`
  const brought = Object.values(params ?? {})
  const word = brought.length === 1 && typeof brought[0] === 'string' ? brought[0] : ''
  return /^[\w -]{1,24}$/.test(word)
    ? `${doesWords(name)}: ${/\d/.test(word) ? word : spaced(word)}`
    : doesWords(name)
}

/** The text that an action shows. */
export const messageIn = (params: unknown): string | undefined => {
  const { message } = (params ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : undefined
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** Errors shown by a form or a screen. */
export const errorsIn = (context: Readonly<Record<string, unknown>>) =>
  textsIn([context.fieldErrors, context.error])
