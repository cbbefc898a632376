import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { isRegistry } from '../../../tools/statecharts/charts.ts'
import { casesByName, effectWords, errorsIn, messageIn } from '../../../tools/statecharts/sentences.ts'
import { spaced } from '../../../tools/statecharts/words.ts'
import { fakeActors } from './fakes.ts'
import { casesOf, type Model } from './model.ts'
import { coveringPaths } from './paths.ts'
import { digest, eventText, plain } from './plain.ts'
import { firstStep, nameOf, type Step, step } from './transitions.ts'

/** The effects of one event, worded for review. */
interface RecordedStep {
  /** Its name among the state's cases. */
  readonly event: string
  /** The state, what the machine requested, in order, and the texts shown to people. */
  readonly outcome: string
  readonly taken: readonly string[]
  /** The toasts that it showed, except those with the server's words. */
  readonly toasts: readonly string[]
  /** The states that it entered. */
  readonly entered: readonly string[]
  /** Everything that it did, with all data. */
  readonly detail: string
}

/** An input to a machine, as its text records it. */
interface Walk {
  /** What a case of the model shows. */
  readonly title?: string | undefined
  readonly events: readonly string[]
}

export interface Replay {
  readonly title?: string | undefined
  readonly steps: readonly RecordedStep[]
  readonly taken: readonly string[]
}

const INIT = 'xstate.init'

type Value = string | { readonly [state: string]: Value }

/** `signed in · fresh`; of the regions of a parallel state, those that changed are joined. */
function stateText(value: Value, before: Value = {}): string {
  if (typeof value === 'string') return spaced(value)
  const beforeOf = (key: string) => (typeof before === 'string' ? undefined : before[key])
  const regions = Object.entries(value)
  const shown =
    regions.length === 1
      ? regions
      : regions.filter(([key, inner]) => JSON.stringify(inner) !== JSON.stringify(beforeOf(key)))
  if (shown.length === 0 && regions.length > 0) return 'as before'
  const text = shown
    .map(([key, inner]) => [spaced(key), stateText(inner, beforeOf(key))].filter(Boolean).join(' · '))
    .join(' + ')
  return text.endsWith(' · as before') ? 'as before' : text
}

const and = (parts: readonly string[]) => (parts.length === 0 ? '' : `; it ${parts.join(', ')}`)

/** A registry has no states: its children and what it remembers are all that changes. */
function registryText(
  does: readonly string[],
  changed: readonly string[],
  from: AnyMachineSnapshot | null,
  next: AnyMachineSnapshot,
) {
  const stopped = Object.values((from?.children ?? {}) as Record<string, AnyActorRef>)
    .filter(({ id }) => !(id in next.children))
    .map((child) => effectWords({ name: `stop ${nameOf(child)}`, params: null }))
  const updates = from && changed.length > 0 ? [`updates ${changed.map(spaced).join(', ')}`] : []
  const parts = [...does, ...stopped, ...updates]
  if (parts.length === 0) return from ? 'nothing changes' : 'there is nothing to keep'
  return `it ${parts.join(', ')}`
}

const leavesOf = ({ _nodes }: AnyMachineSnapshot) =>
  _nodes.filter(({ type }) => type === 'atomic' || type === 'final')

const toastsOf = (event: AnyEventObject, effects: Step['effects']) =>
  effects.flatMap(({ params }) => messageIn(params) ?? []).filter((text) => text !== event.error?.detail)

const noteOf = (
  name: string,
  event: AnyEventObject,
  from: AnyMachineSnapshot | null,
  { next, effects, taken }: Step,
): RecordedStep => {
  const before: Record<string, unknown> = from?.context ?? {}
  const changed = Object.entries(next.context as Record<string, unknown>)
    .map(([key, value]) => [key, plain(value)] as const)
    .filter(([key, value]) => !from || plain(before[key]) !== value)
  const [old, now] = [errorsIn(before), errorsIn(next.context)]
  const requested = effects.map(effectWords)
  const said = now
    .filter((text) => !old.includes(text))
    .map((text) => `shows: “${text}”`)
    .filter((text) => !requested.includes(text))
  const does = [...requested, ...new Set(said)]
  const places = from ? leavesOf(from).map(({ id }) => id) : []
  return {
    event: name,
    outcome: isRegistry(next.machine)
      ? registryText(
          does,
          changed.map(([key]) => key),
          from,
          next,
        )
      : `it is ${stateText(next.value, from?.value)}${next.status === 'active' ? '' : ', and ends'}${and(does)}`,
    taken,
    toasts: toastsOf(event, effects),
    entered: leavesOf(next).flatMap(({ id }) => (places.includes(id) ? [] : [id])),
    detail: plain([
      eventText(event),
      next.value,
      next.status,
      next.output,
      digest(JSON.stringify([effects.map(({ name, params }) => [name, plain(params)]), changed])),
    ]),
  }
}

/** The machine with idle children: each step is a pure function of the previous state. */
export const standing = (machine: AnyStateMachine, model: Model<AnyStateMachine>) =>
  machine.provide({ actors: fakeActors(machine, new Map(), model.snapshots) })

/** The description of a repeated toast with other data. */
const othersOf = (
  fixed: AnyStateMachine,
  model: Model<AnyStateMachine>,
  state: AnyMachineSnapshot,
  event: AnyEventObject,
  { effects, taken }: Step,
) =>
  effects.every(({ params }) => messageIn(params) === undefined)
    ? []
    : casesOf(model, state)
        .filter((one) => one.type === event.type)
        .flatMap((one) => {
          const other = step(fixed, state, one)
          return other.taken.join() === taken.join() ? toastsOf(one, other.effects) : []
        })

/** Where a step of a walk led, and the steps that other walks took from there. */
interface Place {
  readonly note: RecordedStep
  readonly state: AnyMachineSnapshot
  cases?: ReadonlyMap<string, AnyEventObject>
  readonly next: Map<string, Place>
}

/** Replays recordings; each ends at an event that can no longer occur. Most begin alike: a step is done once. */
export function replay(
  machine: AnyStateMachine,
  model: Model<AnyStateMachine>,
  walks: readonly Walk[],
): Replay[] {
  const fixed = standing(machine, model)
  const first = firstStep(fixed, model.input)
  const root: Place = {
    note: noteOf(INIT, { type: INIT }, null, first),
    state: first.next,
    next: new Map(),
  }
  const from = (place: Place, name: string): Place | undefined => {
    place.cases ??= casesByName(casesOf(model, place.state))
    const event = place.cases.get(name)
    if (!event) return undefined
    const done = step(fixed, place.state, event)
    const note = noteOf(name, event, place.state, done)
    const toasts = [...note.toasts, ...othersOf(fixed, model, place.state, event, done)]
    return { note: { ...note, toasts }, state: done.next, next: new Map() }
  }
  return walks.map(({ title, events }) => {
    const steps = [root.note]
    let place = root
    for (const name of events.slice(1)) {
      const next = place.next.get(name) ?? from(place, name)
      if (!next) break
      place.next.set(name, next)
      steps.push(next.note)
      place = next
    }
    return { title, steps, taken: steps.flatMap(({ taken }) => taken) }
  })
}

/** The names that each state's cases give to the events of a walk. */
function namesOf(
  machine: AnyStateMachine,
  model: Model<AnyStateMachine>,
  events: readonly AnyEventObject[],
): string[] {
  const fixed = standing(machine, model)
  let state = firstStep(fixed, model.input).next
  return events.map((event) => {
    const found = [...casesByName(casesOf(model, state))].find(
      ([, one]) => eventText(one) === eventText(event),
    )
    if (!found) throw new Error(`'${eventText(event)}' is no case of the model`)
    state = step(fixed, state, found[1]).next
    return found[0]
  })
}

/** The model's named cases, then the fewest walks for each transition and each refusing guard. */
export function recordWalks(machine: AnyStateMachine, model: Model<AnyStateMachine>): Replay[] {
  const walkOf = (events: readonly AnyEventObject[], title?: string): Walk => ({
    title,
    events: [INIT, ...namesOf(machine, model, events)],
  })
  const cases = Object.entries(model.cases ?? {}).map(([title, events]) => walkOf(events, title))
  const walks = coveringPaths(machine, model).walks.map(({ steps }) =>
    walkOf(steps.slice(1).map(({ event }) => event)),
  )
  return replay(machine, model, [...cases, ...walks])
}

const HEADING = '## '

/**
 * Sentences for what happened; an outcome is told again if it differs from the last one of that event, and an
 * invisible digest replaces all omitted data.
 * `descriptions`: of states, by id.
 */
export function walksText(walks: readonly Replay[], descriptions: ReadonlyMap<string, string>): string {
  const described = new Set<string>()
  /** Event → its last outcome. */
  const told = new Map<string, string>()
  const about = (entered: readonly string[]) => {
    const news = entered.flatMap((id) => descriptions.get(id) ?? []).filter((text) => !described.has(text))
    for (const text of news) described.add(text)
    return news.length === 0 ? '' : ` *${news.join(' ')}*`
  }
  const line = ({ event, outcome, entered }: RecordedStep, place: number, steps: readonly RecordedStep[]) => {
    const isFirst = event === INIT
    const when = isFirst ? '**Given** it begins' : `**When** ${event}`
    const isTold = told.get(event) === outcome
    if (isTold && isFirst) return []
    // A walk exists for its last step.
    if (isTold && place < steps.length - 1) return [`- ${when}.`]
    told.set(event, outcome)
    return [`- ${when}, **then** ${outcome}.${about(entered)}`]
  }
  const endOf = ({ event }: RecordedStep) => (event === INIT ? 'it begins' : event)
  return `${walks
    .map(({ title, steps }, place) =>
      [
        `${HEADING}${title ?? `Walk ${place + 1}: ${endOf(steps.at(-1)!)}`} <!-- ${digest(steps.map(({ detail }) => detail).join())} -->`,
        '',
        ...steps.flatMap(line),
      ].join('\n'),
    )
    .join('\n\n')}\n`
}

const WHEN = /^- \*\*When\*\* (?:(.*), \*\*then\*\* .*|(.*)\.)$/
const NUMBERED = /^Walk \d+: /

/** The walks in a text, ignoring anything before the first. */
export const walksIn = (text: string): Walk[] =>
  text
    .split(`\n${HEADING}`)
    .slice(1)
    .map((walk) => {
      const [heading = '', ...lines] = walk.split('\n')
      const title = heading.replace(/ <!-- .*$/, '')
      const events = lines.flatMap((line) => {
        const [, told, before] = WHEN.exec(line) ?? []
        return told ?? before ?? []
      })
      return { title: NUMBERED.test(title) ? undefined : title, events: [INIT, ...events] }
    })
