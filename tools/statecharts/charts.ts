import type { AnyStateMachine } from 'xstate'
import { explore } from '../../tests/harness/model/explore.ts'
import type { Model } from '../../tests/harness/model/model.ts'
import { casesOf } from '../../tests/harness/model/model.ts'
import type { Machines, Models } from './machines.ts'
import { kebab } from './names.ts'
import { capital, spaced } from './words.ts'

/** A statechart, and the machines that are the same with options of their own. */
export interface Chart {
  readonly machine: AnyStateMachine
  readonly users: Machines
}

/** The chart that a machine is one of: as its `meta` says, else its own. */
export const chartNameOf = ({ id, root }: AnyStateMachine): string =>
  (root.meta as { chart?: string } | undefined)?.chart ?? kebab(id)

/** Charts by the name of their drawings. */
export const chartsOf = (machines: Machines): ReadonlyMap<string, Chart> =>
  new Map(
    [...machines]
      .filter(([name, machine]) => chartNameOf(machine) === name)
      .map(([name, machine]) => [
        name,
        {
          machine,
          users: new Map([...machines].filter(([one, user]) => one !== name && chartNameOf(user) === name)),
        },
      ]),
  )

/** An actor that keeps others and has no states of its own: there is nothing to draw. */
export const isRegistry = ({ root }: AnyStateMachine) => Object.keys(root.states).length === 0

/** What a user of a chart has of its own. */
export interface Use {
  readonly name: string
  readonly id: string
  readonly title: string
  readonly description: string
  readonly begins: string
  /** States of the chart that it has not. */
  readonly without: readonly string[]
  /** What it says when something is wrong, in its own words. */
  readonly says: readonly string[]
}

const texts = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : []
}

/** The texts of its errors in every situation of its model, but for those that the model's server gives. */
function textsOf(machine: AnyStateMachine, model: Model<AnyStateMachine>): readonly string[] {
  const { states } = explore(machine, model)
  const given = new Set(
    states.flatMap((state) =>
      casesOf(model, state).flatMap(({ error }) => texts([error?.detail, error?.fields])),
    ),
  )
  const said = states.flatMap(({ context }) => texts([context.fieldErrors, context.error]))
  return [...new Set(said)].filter((text) => !given.has(text)).sort()
}

export const usesOf = ({ machine, users }: Chart, models: Models): Use[] =>
  [...users].map(([name, user]) => {
    const model = models.get(name)
    const own = Object.keys(user.root.states)
    return {
      name,
      id: user.id,
      title: capital(spaced(user.id)),
      description: user.root.description ?? '',
      begins: spaced(String(user.root.initial.target[0]?.key ?? '')),
      without: Object.keys(machine.root.states)
        .filter((state) => !own.includes(state))
        .map(spaced),
      says: model ? textsOf(user, model) : [],
    }
  })
