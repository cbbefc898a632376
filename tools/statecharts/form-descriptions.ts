import type { AnyStateMachine } from 'xstate'
import type { Model } from '../../tests/harness/model/model.ts'
import { firstStep } from '../../tests/harness/model/transitions.ts'
import { type ChartState, flat } from './chart.ts'
import { chartNameOf } from './charts.ts'
import { isPlural } from './participles.ts'
import { capital, spaced } from './words.ts'

interface Filled {
  /** `Name and description` */
  readonly fields: string
  /** `typed`, or `filled in` if some of it is selected. */
  readonly filled: string
  /** Text shown while it is sent. */
  readonly sending: string
  readonly isDialog: boolean
}

const and = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

const are = (fields: string) => (fields.includes(' and ') || isPlural(fields) ? 'are' : 'is')

/** Chart → path of a state → its description, in the machine's words. */
const WORDS: Readonly<Record<string, Readonly<Record<string, (filled: Filled) => string>>>> = {
  form: {
    closed: ({ isDialog }) =>
      isDialog
        ? 'The dialog is closed; what was typed is cleared.'
        : 'It was sent, and its fields are cleared.',
    editing: ({ fields, filled }) => `${capital(fields)} ${are(fields)} ${filled}.`,
    submitting: ({ sending, isDialog }) =>
      `${sending} (${isDialog ? 'cancel, close and Escape do nothing' : 'a second press does nothing'})`,
  },
  record: {
    unchanged: ({ fields }) => `${capital(fields)}: as stored on the server; there is nothing to save.`,
  },
}

const FIELDS_MAX = 4

const few = (fields: readonly string[]) =>
  fields.length <= FIELDS_MAX
    ? fields
    : [...fields.slice(0, FIELDS_MAX - 1), `${fields.length - FIELDS_MAX + 1} more`]

/** A machine's initial values reveal its fields. */
function filledOf(machine: AnyStateMachine, model: Model<AnyStateMachine>, chart: ChartState): Filled {
  const values: Readonly<Record<string, unknown>> = firstStep(machine, model.input).next.context.values ?? {}
  const sending = flat(chart).find(({ key }) => key === 'submitting')?.says[0]
  return {
    fields: and(few(Object.keys(values).map(spaced))),
    filled: Object.values(values).every((value) => typeof value === 'string') ? 'typed' : 'filled in',
    sending: sending?.replace('...', '…') ?? 'The request is sent to the server',
    isDialog: chart.initial === `${chart.id}.closed`,
  }
}

/** Describes the states of a shared chart in the words of the machine that uses it. */
export function withFormDescriptions(
  chart: ChartState,
  machine: AnyStateMachine,
  model: Model<AnyStateMachine>,
): ChartState {
  const words = WORDS[chartNameOf(machine)]
  if (!words || chartNameOf(machine) === machine.id) return chart
  const filled = filledOf(machine, model, chart)
  const visit = (state: ChartState): ChartState => {
    const description = words[state.key]?.(filled)
    const isSaid =
      description !== undefined && state.says.some((text) => description.startsWith(text.slice(0, -3)))
    return {
      ...state,
      ...(description !== undefined && { description }),
      ...(isSaid && { says: [] }),
      states: state.states.map(visit),
    }
  }
  return visit(chart)
}
