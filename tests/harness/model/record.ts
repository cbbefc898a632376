import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { eventTypeWords, spaced } from '../../../tools/statecharts/words.ts'
import { fakeActors } from './fakes.ts'
import { casesOf, type Model } from './model.ts'
import { coveringPaths } from './paths.ts'
import { eventText, plain } from './plain.ts'
import { firstStep, type Step, step } from './transitions.ts'

/** What one event did, in the words that a review reads. */
interface RecordedStep {
  readonly event: string
  readonly state: string
  /** Effects and children that the machine asked for, in their order. */
  readonly does: readonly string[]
  /** What of the context became another value. */
  readonly context: Readonly<Record<string, string>>
}

/** What is done to a machine, as its text keeps it. */
interface Walk {
  /** What a case of the model shows. */
  readonly title?: string | undefined
  readonly events: readonly string[]
}

interface Replay {
  readonly title?: string | undefined
  readonly steps: readonly RecordedStep[]
  readonly taken: readonly string[]
}

const INIT = 'xstate.init'

type Value = string | { readonly [state: string]: Value }

/** `signed in · fresh`; the regions of a parallel state stand beside each other. */
const stateText = (value: Value): string =>
  typeof value === 'string'
    ? spaced(value)
    : Object.entries(value)
        .map(([key, inner]) => [spaced(key), stateText(inner)].filter(Boolean).join(' · '))
        .join(' + ')

const noteOf = (event: string, from: AnyMachineSnapshot | null, { next, effects }: Step): RecordedStep => {
  const before: Record<string, unknown> = from?.context ?? {}
  const changed = Object.entries(next.context as Record<string, unknown>)
    .map(([key, value]) => [key, plain(value)] as const)
    .filter(([key, value]) => !from || plain(before[key]) !== value)
  return {
    event,
    state: [stateText(next.value), next.status !== 'active' && `(${next.status} ${plain(next.output)})`]
      .filter(Boolean)
      .join(' '),
    does: effects.map(({ name, params }) =>
      params === undefined ? spaced(name) : `${spaced(name)} \`${plain(params)}\``,
    ),
    context: Object.fromEntries(changed),
  }
}

/** The machine among children that stand still: each step is a pure function of what was before. */
export const standing = (machine: AnyStateMachine, model: Model<AnyStateMachine>) =>
  machine.provide({ actors: fakeActors(machine, new Map(), model.snapshots) })

/** Does again what was recorded; an event that cannot come any more ends it. */
export function replay(
  machine: AnyStateMachine,
  model: Model<AnyStateMachine>,
  { title, events }: Walk,
): Replay {
  const fixed = standing(machine, model)
  const first = firstStep(fixed, model.input)
  const steps = [noteOf(INIT, null, first)]
  const taken = [...first.taken]
  let state = first.next
  for (const text of events.slice(1)) {
    const event: AnyEventObject | undefined = casesOf(model, state).find((one) => eventText(one) === text)
    if (!event) break
    const done = step(fixed, state, event)
    steps.push(noteOf(text, state, done))
    taken.push(...done.taken)
    state = done.next
  }
  return { title, steps, taken }
}

/** The cases that the model names, then a walk for each transition and for each guard that refuses, as few as are enough. */
export function recordWalks(machine: AnyStateMachine, model: Model<AnyStateMachine>): Replay[] {
  const cases = Object.entries(model.cases ?? {}).map(
    ([title, events]): Walk => ({ title, events: [INIT, ...events.map(eventText)] }),
  )
  const walks = coveringPaths(machine, model).walks.map(
    ({ steps }): Walk => ({
      events: steps.map(({ event }) => (event.type === INIT ? INIT : eventText(event))),
    }),
  )
  return [...cases, ...walks].map((walk) => replay(machine, model, walk))
}

const INDENT = '  '

/** `- **When** plan picked: \`plan.picked {"planId":"pro"}\``, and below it what comes of that. */
const stepLines = ({ event, state, does, context }: RecordedStep) => [
  event === INIT ? '- **Given** it has begun' : `- **When** ${eventTypeWords(typeOf(event))}: \`${event}\``,
  `${INDENT}- **then** it is ${state}`,
  ...does.map(
    (effect) =>
      `${INDENT}- it ${/^start /.test(effect) ? effect.replace('start', 'starts:') : `does: ${effect}`}`,
  ),
  ...Object.entries(context).map(([key, value]) => `${INDENT}- ${spaced(key)} is \`${value}\``),
]

const typeOf = (event: string) => event.split(' ', 1)[0]!

const HEADING = '## '

/** A sentence for each thing that happened, so that what changes is seen line by line. */
export const walksText = (walks: readonly Replay[]) =>
  `${walks
    .map(({ title, steps }, place) =>
      [`${HEADING}${title ?? `Walk ${place + 1}`}`, '', ...steps.flatMap(stepLines)].join('\n'),
    )
    .join('\n\n')}\n`

const WHEN = /^- \*\*When\*\* .*?: `(.*)`$/
const NUMBERED = /^Walk \d+$/

/** The walks of a text, whatever stands before the first of them. */
export const walksIn = (text: string): Walk[] =>
  text
    .split(`\n${HEADING}`)
    .slice(1)
    .map((walk) => {
      const [title = '', ...lines] = walk.split('\n')
      const events = lines.flatMap((line) => WHEN.exec(line)?.[1] ?? [])
      return { title: NUMBERED.test(title) ? undefined : title, events: [INIT, ...events] }
    })
