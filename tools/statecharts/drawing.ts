import { type ChartState, type ChartTransition, flat, type TransitionKind } from './chart.ts'
import { isPlural } from './participles.ts'
import { type Line, NAME_SIZE, type Span, wrapped } from './text.ts'
import { capital, eventWords, guardWords, spaced, stateWords } from './words.ts'

/** In the product's words, or with the code's names. */
export type Naming = 'plain' | 'technical'

/** Maximum widths of texts, in px. */
export interface Widths {
  readonly state: number
  readonly cause: number
}

/** Selects transitions shown as lines in their source state, with the target's name, instead of arrows. */
export type Told = (way: {
  readonly from: string
  readonly to: string
  readonly isFailure: boolean
}) => boolean

/** A state in a drawing; a choice without an event is a diamond. */
export interface DrawnState {
  readonly id: string
  readonly title: string
  readonly shape: 'state' | 'choice' | 'final' | 'part'
  readonly isParallel: boolean
  readonly initial: string | null
  /** The states that it represents, if it is not a state itself. */
  readonly members: readonly string[]
  readonly lines: readonly Line[]
  readonly states: readonly DrawnState[]
}

/** All transitions from one state to another, in the order in which they are tried. */
export interface Arrow {
  readonly from: string
  readonly to: string
  readonly kind: TransitionKind
  readonly ids: readonly string[]
  readonly lines: readonly Line[]
}

export interface Drawing {
  readonly title: string
  readonly root: DrawnState
  readonly arrows: readonly Arrow[]
}

const SIGNS: Readonly<Record<TransitionKind, string>> = {
  event: '',
  done: '✓ ',
  error: '✕ ',
  after: '◷ ',
  always: '',
  finished: '✓ ',
}

/** An event and its condition. */
interface Cause {
  readonly kind: TransitionKind
  readonly event: string
  readonly guard: string
  readonly says: readonly string[]
  readonly actions: readonly string[]
  readonly leads: string
  readonly ids: readonly string[]
}

/** It is left as soon as it is entered. */
const isChoice = ({ transitions, states, invokes, entry }: ChartState) =>
  states.length === 0 &&
  invokes.length === 0 &&
  entry.length === 0 &&
  transitions.length > 0 &&
  transitions.every(({ kind }) => kind === 'always') &&
  transitions.some(({ guard }) => guard === null)

const isInner = ({ from, to }: ChartTransition) => to === null || to === from

const isOtherwise = ({ id, guard }: ChartTransition) => guard === null && !id.endsWith(' | 0')

const guardText = (transition: ChartTransition, naming: Naming) => {
  if (transition.guard === null) return isOtherwise(transition) ? 'otherwise' : ''
  return naming === 'plain' ? guardWords(transition.guard) : `[${transition.guard}]`
}

const causeOf = (transition: ChartTransition, naming: Naming): Cause => ({
  leads: transition.leads ?? '',
  kind: transition.kind,
  event:
    naming === 'technical'
      ? transition.event
      : transition.kind === 'always'
        ? ''
        : capital(eventWords(transition)),
  guard: guardText(transition, naming),
  says: naming === 'plain' ? transition.says : [],
  actions: naming === 'plain' ? [] : transition.actions,
  ids: [transition.id],
})

const or = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** `organizations changed`, `organization created` → subject and outcome. */
const partsOf = (event: string) => {
  const at = event.lastIndexOf(' ')
  const [subject, verb] = [event.slice(0, at), event.slice(at + 1)]
  return { subject, about: isPlural(subject) ? subject.slice(0, -1) : subject, verb }
}

const sameAs = (one: Cause, other: Cause) =>
  one.guard === other.guard &&
  one.kind === other.kind &&
  one.leads === other.leads &&
  one.says.join() === other.says.join() &&
  one.actions.join() === other.actions.join()

/** Events with one subject share a line: `Organizations changed, created or left`. */
function merged(causes: readonly Cause[]): Cause[] {
  const groups: Cause[][] = []
  for (const cause of causes) {
    const group = groups.find(
      ([first]) =>
        first &&
        sameAs(first, cause) &&
        (first.event === cause.event ||
          (cause.kind === 'event' &&
            partsOf(first.event.toLowerCase()).about === partsOf(cause.event.toLowerCase()).about)),
    )
    if (group) group.push(cause)
    else groups.push([cause])
  }
  return groups.map((group) => {
    const [first] = group as [Cause]
    const verbs = [...new Set(group.map(({ event }) => partsOf(event).verb))]
    const event = verbs.length === 1 ? first.event : `${partsOf(first.event).subject} ${or(verbs)}`
    return { ...first, event, ids: group.flatMap(({ ids }) => ids) }
  })
}

function causeLines({ kind, event, guard, says, actions, leads, ids }: Cause, width: number) {
  const spans: Span[] = [
    ...(event === '' ? [] : [{ text: SIGNS[kind] + event, style: kind }]),
    ...(guard === '' ? [] : [{ text: event === '' ? capital(guard) : guard, style: 'guard' as const }]),
    ...says.map((text) => ({ text: `says “${text}”`, style: 'says' as const })),
    ...actions.map((action) => ({ text: `/ ${action}`, style: 'action' as const })),
    ...(leads === '' ? [] : [{ text: `→ ${leads}`, style: 'place' as const }]),
  ]
  return wrapped(spans, width, { ids, isIndented: true })
}

const linesOf = (transitions: readonly ChartTransition[], naming: Naming, width: number) => {
  const causes = transitions.map((one) => causeOf(one, naming))
  return (naming === 'plain' ? merged(causes) : causes).flatMap((cause) => causeLines(cause, width))
}

/** Events handled in a state without leaving it; `↻` restarts it. */
const innerLines = (state: ChartState, naming: Naming, width: number) => {
  const again = (isAgain: boolean) =>
    state.transitions.filter((one) => isInner(one) && (one.to !== null) === isAgain)
  const begins = linesOf(again(true), naming, width).map((line) => ({
    ...line,
    spans: line.spans.map((span, place) =>
      place === 0 && !span.text.startsWith(' ') ? { ...span, text: `↻ ${span.text}` } : span,
    ),
  }))
  return [...begins, ...linesOf(again(false), naming, width)]
}

const one = (text: string, style: Span['style'], width: number) => wrapped([{ text, style }], width)

const technicalLines = ({ tags, invokes, entry, exit }: ChartState, width: number): Line[] => [
  ...(tags.length === 0 ? [] : one(tags.map((tag) => `#${tag}`).join(' '), 'tag', width)),
  ...invokes.flatMap((actor) => one(`⚙ ${actor}`, 'actor', width)),
  ...entry.flatMap((action) => one(`entry / ${action}`, 'action', width)),
  ...exit.flatMap((action) => one(`exit / ${action}`, 'action', width)),
]

/** Actors running in a state without an arrow for their end. */
const running = ({ invokes, transitions }: ChartState) =>
  transitions.some(({ kind }) => kind === 'done' || kind === 'error') ? [] : invokes

const plainLines = (state: ChartState, width: number): Line[] => [
  ...(state.clauses ? one(state.clauses, 'tag', width) : []),
  ...state.says.flatMap((text) => one(`shows “${text}”`, 'says', width)),
  ...running(state).flatMap((actor) => one(`⚙ ${spaced(actor)}`, 'actor', width)),
]

/** A part drawn separately names its machine. */
const nameOf = (id: string, key: string, naming: Naming, isRoot: boolean) => {
  if (naming === 'technical') return key
  const [machine = '', ...path] = id.split('.')
  return isRoot && path.length > 0
    ? `${capital(spaced(machine))} › ${stateWords(id.replace('#after', ''))}`
    : capital(spaced(key))
}

function drawnState(state: ChartState, naming: Naming, widths: Widths, isRoot: boolean): DrawnState {
  const { id, key, type, description, inside } = state
  const shape = isChoice(state) ? 'choice' : inside ? 'part' : type === 'final' ? 'final' : 'state'
  const width = state.states.length > 0 ? widths.state * 1.5 : widths.state
  const name: Line = {
    spans: [{ text: nameOf(id, key, naming, isRoot), style: 'name' }],
    size: NAME_SIZE,
  }
  return {
    id,
    title: shape === 'choice' ? (description ?? '') : '',
    shape,
    isParallel: type === 'parallel',
    initial: state.initial,
    members: state.members ?? [],
    lines:
      shape === 'choice'
        ? []
        : [
            name,
            ...(description === null ? [] : one(description, 'note', width)),
            ...(inside ? one(inside, 'place', width) : []),
            ...(naming === 'plain' ? plainLines(state, width) : technicalLines(state, width)),
            ...innerLines(state, naming, width),
          ],
    states: state.states.map((inner) => drawnState(inner, naming, widths, false)),
  }
}

const waysOf = (root: ChartState) => {
  const ways = new Map<string, ChartTransition[]>()
  for (const transition of flat(root).flatMap(({ transitions }) => transitions)) {
    if (isInner(transition)) continue
    const pair = `${transition.from} → ${transition.to}`
    ways.set(pair, [...(ways.get(pair) ?? []), transition])
  }
  return [...ways.values()]
}

/** Shows some transitions as lines in their source states. */
function withTold(root: ChartState, isTold: Told): ChartState {
  const names = new Map(flat(root).map(({ id, key }) => [id, capital(spaced(key))]))
  const told = new Set(
    waysOf(root)
      .filter((way) => {
        const [{ from, to }] = way as [ChartTransition]
        return isTold({ from, to: to!, isFailure: way.every(({ kind }) => kind === 'error') })
      })
      .flat()
      .map(({ id }) => id),
  )
  const visit = (state: ChartState): ChartState => ({
    ...state,
    transitions: state.transitions.map((one) =>
      told.has(one.id) ? { ...one, to: null, leads: names.get(one.to!)! } : one,
    ),
    states: state.states.map(visit),
  })
  return told.size === 0 ? root : visit(root)
}

/** Draws a part of a chart: one arrow per pair of states, whatever leads from one to the other. */
export function drawingOf(
  chart: ChartState,
  naming: Naming,
  widths: Widths,
  isTold: Told = () => false,
): Drawing {
  const root = withTold(chart, isTold)
  const arrows = waysOf(root).map((transitions): Arrow => {
    const [{ from, to, kind }] = transitions as [ChartTransition]
    return {
      from,
      to: to!,
      kind: transitions.every((other) => other.kind === kind) ? kind : 'event',
      ids: transitions.map(({ id }) => id),
      lines: linesOf(transitions, naming, widths.cause),
    }
  })
  return { title: capital(spaced(root.key)), root: drawnState(root, naming, widths, true), arrows }
}
