import type { ChartState, ChartTransition } from './chart.ts'
import { capital, eventWords, guardWords, spaced } from './words.ts'

/** In words of the product, or with every name as the code has it. */
export type Naming = 'plain' | 'technical'

/** Advance widths of Helvetica for ASCII 32 to 126, in 1/1000 em: text is measured without a browser. */
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const BOLD = 1.07
const LINE_HEIGHT = 1.4
const DESCRIPTION_COLUMNS = 38

export interface Line {
  readonly text: string
  readonly style: 'name' | 'note' | 'actor' | 'action' | 'inner' | 'event' | 'guard' | 'tag'
  readonly size: number
  /** The transition that the line tells of. */
  readonly transition?: string
}

export const isBold = ({ style }: Line) => style === 'name' || style === 'event'

const widthOf = (line: Line) => {
  const units = [...line.text].reduce((sum, char) => sum + (WIDTHS[char.charCodeAt(0) - 32] ?? 600), 0)
  return (units * line.size * (isBold(line) ? BOLD : 1)) / 1000
}

export const heightOf = ({ size }: Line) => size * LINE_HEIGHT

/** The box in px around lines with a padding. */
export const boxOf = (lines: readonly Line[], padX: number, padY: number) => ({
  width: Math.ceil(Math.max(...lines.map(widthOf)) + 2 * padX),
  height: Math.ceil(lines.reduce((sum, line) => sum + heightOf(line), 0) + 2 * padY),
})

const SIGNS: Readonly<Record<ChartTransition['kind'], string>> = {
  event: '',
  done: '✓ ',
  error: '✕ ',
  after: '◷ ',
  always: '',
  finished: '✓ ',
}

const eventText = (transition: ChartTransition, naming: Naming) =>
  SIGNS[transition.kind] + (naming === 'plain' ? capital(eventWords(transition)) : transition.event)

const small = (style: Line['style'], text: string): Line => ({ style, text, size: 11 })

/** What stands at an arrow. What it does besides is technical: the words of the page tell it. */
export const transitionLines = (transition: ChartTransition, naming: Naming): Line[] => [
  { style: 'event', text: eventText(transition, naming), size: 12 },
  ...guardLines(transition.guard, naming),
  ...(naming === 'plain' ? [] : transition.actions.map((action) => small('action', `/ ${action}`))),
]

const guardLines = (guard: string | null, naming: Naming) => {
  if (guard === null) return []
  if (naming === 'plain') return wrapped(guardWords(guard)).map((text) => small('guard', text))
  return guard.split(' and ').map((part, index) => small('guard', `${index === 0 ? 'if' : 'and'} ${part}`))
}

const wrapped = (text: string) => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= DESCRIPTION_COLUMNS)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const isInner = (state: ChartState, { to }: ChartTransition) => to === null || to === state.id

/** Transitions that leave the state: they are drawn as arrows, the others as lines inside. */
export const arrowsOf = (state: ChartState) =>
  state.transitions.filter((transition) => !isInner(state, transition))

const innerLine = (transition: ChartTransition, naming: Naming) => {
  const again = transition.to === null ? '' : '↻ '
  const { guard, actions } = transition
  if (naming === 'plain')
    return `${again}${eventText(transition, naming)}${guard === null ? '' : `, ${guardWords(guard)}`}`
  return [
    again + eventText(transition, naming),
    guard === null ? '' : ` [${guard}]`,
    actions.length === 0 ? '' : ` / ${actions.join(', ')}`,
  ].join('')
}

const technicalLines = ({ tags, invokes, entry, exit }: ChartState): Line[] => [
  ...(tags.length === 0 ? [] : [small('tag', tags.map((tag) => `#${tag}`).join(' '))]),
  ...invokes.map((actor) => small('actor', `⚙ ${actor}`)),
  ...entry.map((action) => small('action', `entry / ${action}`)),
  ...exit.map((action) => small('action', `exit / ${action}`)),
]

const plainLines = ({ invokes }: ChartState) => invokes.map((actor) => small('actor', `⚙ ${spaced(actor)}`))

export const stateLines = (state: ChartState, naming: Naming): Line[] => [
  { style: 'name', text: naming === 'plain' ? capital(spaced(state.key)) : state.key, size: 14 },
  ...(state.description === null ? [] : wrapped(state.description).map((text) => small('note', text))),
  ...(naming === 'plain' ? plainLines(state) : technicalLines(state)),
  ...state.transitions
    .filter((transition) => isInner(state, transition))
    .map((transition) => ({ ...small('inner', innerLine(transition, naming)), transition: transition.id })),
]
