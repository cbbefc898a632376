import type { AnyStateMachine } from 'xstate'
import { kebab } from './names.ts'

export type Machines = ReadonlyMap<string, AnyStateMachine>

/** Name of a machine's chart: from its `meta`, else its own. */
export const chartNameOf = ({ id, root }: AnyStateMachine): string =>
  (root.meta as { chart?: string } | undefined)?.chart ?? kebab(id)

/** All charts, each once: machines that share one have their own options. */
export const chartsOf = (machines: Machines): Machines =>
  new Map([...machines].filter(([name, machine]) => chartNameOf(machine) === name))

/** The other machines that use this chart. */
export const usersOf = (name: string, machines: Machines): string[] =>
  [...machines].flatMap(([one, machine]) => (one !== name && chartNameOf(machine) === name ? [one] : []))

/** An actor that keeps others and has no states of its own: there is nothing to draw. */
export const isRegistry = ({ root }: AnyStateMachine) => Object.keys(root.states).length === 0
