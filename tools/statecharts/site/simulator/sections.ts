import type { AnyEventObject, AnyMachineSnapshot } from 'xstate'
import { el } from '../../../../src/ui/inspect/inspector.ts'
import { redacted } from '../../../../src/ui/inspect/redacted.ts'
import { dataLabelOf, labelOf } from '../../../../tests/harness/model/labels.ts'
import { plain } from '../../../../tests/harness/model/plain.ts'
import { caseWords, effectWords } from '../../sentences.ts'
import { capital, stateWords } from '../../words.ts'
import type { Screens } from '../screens.ts'
import type { Case, Simulation } from './simulation.ts'

/** The page's data about its machine. */
export interface Given {
  readonly name: string
  readonly descriptions: Readonly<Record<string, string | null>>
  readonly screens: Screens
  readonly docs: Readonly<Record<string, string>>
}

/** Data and actions of a part of the panel. */
interface Scene {
  readonly simulation: Simulation
  readonly given: Given
  readonly choose: (event: AnyEventObject) => void
  readonly goTo: (at: number) => void
}

/** As in the machine's behaviour text. */
const wordsOf = (event: AnyEventObject) => capital(caseWords(event))

function payloadOf({ type: _, actorId: __, ...payload }: AnyEventObject): string {
  const shown = plain(redacted(payload))
  return shown === '{}' ? '' : shown.replace(/^\{|\}$/g, '')
}

const leavesOf = (snapshot: AnyMachineSnapshot) =>
  snapshot._nodes.filter((node) => Object.keys(node.states).length === 0)

const placeOf = (snapshot: AnyMachineSnapshot) =>
  leavesOf(snapshot)
    .map(({ id }) => stateWords(id))
    .join(' + ')

const caseButton = ({ event, leads }: Case, index: number, { simulation, choose }: Scene) => {
  const target = placeOf(leads)
  const isElsewhere = target !== placeOf(simulation.now.snapshot)
  const number = index < 9 ? `${index + 1}  ` : ''
  return el(
    'li',
    {},
    el(
      'button',
      { type: 'button', class: 'case', 'data-focus': `case-${index}`, onclick: () => choose(event) },
      `${number}${wordsOf(event)}`,
      isElsewhere && el('small', {}, `→ ${target}`),
    ),
    (labelOf(event) ?? dataLabelOf(event)) === undefined &&
      payloadOf(event) !== '' &&
      el('details', { class: 'data' }, el('summary', {}, 'Data'), el('pre', {}, payloadOf(event))),
  )
}

export function cases(scene: Scene) {
  const all = scene.simulation.cases()
  const possible = all.filter(({ takes }) => takes.length > 0)
  const idle = all.filter(({ takes }) => takes.length === 0)
  return el(
    'section',
    { 'aria-label': 'What can happen' },
    el('h3', {}, 'What can happen'),
    possible.length === 0 && el('p', { class: 'quiet' }, 'Nothing more: this is an end.'),
    el('ol', { class: 'cases' }, ...possible.map((one, index) => caseButton(one, index, scene))),
    idle.length > 0 &&
      el(
        'details',
        {},
        el('summary', {}, `${idle.length} that change nothing here`),
        el('ul', {}, ...idle.map(({ event }) => el('li', {}, wordsOf(event)))),
      ),
  )
}

export function history({ simulation, goTo }: Scene) {
  return el(
    'section',
    { 'aria-label': 'History' },
    el('h3', {}, 'History'),
    el(
      'ol',
      { class: 'moments' },
      ...simulation.moments.map((moment, at) =>
        el(
          'li',
          {},
          el(
            'button',
            {
              type: 'button',
              class: at > simulation.at ? 'moment later' : 'moment',
              'data-focus': `moment-${at}`,
              'aria-current': at === simulation.at && 'step',
              onclick: () => goTo(at),
            },
            moment.event ? wordsOf(moment.event) : 'The beginning',
            el('small', {}, placeOf(moment.snapshot)),
          ),
        ),
      ),
    ),
  )
}

export function context({ simulation }: Scene) {
  const { at, moments, now } = simulation
  const before: Record<string, unknown> = moments[at - 1]?.snapshot.context ?? now.snapshot.context
  const lines = Object.entries(now.snapshot.context as Record<string, unknown>).map(([key, value]) => {
    const shown = redacted({ [key]: value }) as Record<string, unknown>
    const text = `${key}: ${JSON.stringify(shown[key], null, 1) ?? 'undefined'}\n`
    return before[key] === value ? text : el('mark', {}, text)
  })
  return el(
    'section',
    { 'aria-label': 'Context' },
    el('h3', {}, 'Context'),
    el('pre', { class: 'context', tabindex: '0' }, ...(lines.length > 0 ? lines : ['It remembers nothing.'])),
  )
}

export function effects({ simulation, given }: Scene) {
  const asked = simulation.now.effects.map((effect) =>
    el('li', { title: given.docs[effect.name] }, capital(effectWords(effect))),
  )
  return (
    asked.length > 0 &&
    el('section', { 'aria-label': 'Effects' }, el('h3', {}, 'What it asked for'), el('ul', {}, ...asked))
  )
}

/** The state's real screen, else one of the machine: always present, so that nothing below it jumps. */
export function picture({ simulation, given: { screens } }: Scene) {
  const own = simulation.now.snapshot._nodes.findLast(({ id }) => screens[id])?.id
  const id = own ?? Object.keys(screens)[0]
  if (id === undefined) return false
  const { light, dark } = screens[id]!
  return el(
    'figure',
    { class: 'screen' },
    el(
      'picture',
      {},
      dark !== undefined && el('source', { srcset: dark, media: '(prefers-color-scheme: dark)' }),
      el('img', { src: light, alt: `The screen in ${stateWords(id)}` }),
    ),
    el(
      'figcaption',
      {},
      own === undefined ? `There is no picture of this state; this is ${stateWords(id)}.` : stateWords(id),
    ),
  )
}

export function here({ simulation, given }: Scene) {
  const leaves = leavesOf(simulation.now.snapshot)
  return el(
    'div',
    {},
    el('p', { class: 'here' }, placeOf(simulation.now.snapshot)),
    el('p', { class: 'quiet' }, leaves.map(({ id }) => given.descriptions[id] ?? '').join(' ')),
  )
}
