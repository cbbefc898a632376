import type { AnyStateMachine, AnyStateNode } from 'xstate'
import type { Model, Unhandled } from './model.ts'
import { allNodes } from './transitions.ts'

/** An event that neither a state nor anything inside it handles. */
export interface Cell {
  readonly state: string
  readonly event: string
}

/** The classification of a cell. */
export interface Reason {
  readonly kind: 'never' | 'harmless'
  readonly text: string
}

const isAuthored = (type: string) => !type.startsWith('xstate.')

export type MatrixCell =
  | { readonly kind: 'handled' }
  /** A parallel region handles it. */
  | { readonly kind: 'elsewhere' }
  /** `reason`: its number among the reasons, from 1. */
  | { readonly kind: Reason['kind']; readonly reason: number }

/** Every event of a machine in every state that it can find. */
export interface Matrix {
  /** Of the machine. */
  readonly id: string
  readonly events: readonly string[]
  readonly states: readonly string[]
  readonly reasons: readonly Reason[]
  cellAt(state: string, event: string): MatrixCell
}

/** The events that a machine's states name, in the order of its source. */
export const eventsOf = (machine: AnyStateMachine) => [
  ...new Set(
    allNodes(machine.root).flatMap((node) =>
      [...node.transitions.keys()].filter((type) => isAuthored(type) && type !== '*'),
    ),
  ),
]

/** No event can find it: it is left immediately, or the machine ends with it. */
const isOver = ({ always = [], type, parent, machine }: AnyStateNode) =>
  always.some(({ guard }) => guard === undefined) || (type === 'final' && parent === machine.root)

const handles = (node: AnyStateNode, event: string) =>
  node.transitions.has(event) || node.transitions.has('*')
const mentions = (node: AnyStateNode, event: string) => allNodes(node).some((one) => handles(one, event))

/** The outermost states that do not handle the event. A region that never does leaves it to the others. */
function missing(node: AnyStateNode, event: string): AnyStateNode[] {
  if (handles(node, event) || isOver(node)) return []
  if (!mentions(node, event)) return [node]
  const inner = Object.values(node.states)
  const asked = node.type === 'parallel' ? inner.filter((region) => mentions(region, event)) : inner
  return asked.flatMap((state) => missing(state, event))
}

/** The path of a state, without the machine's name. */
export const stateOf = ({ path }: AnyStateNode) => path.join('.')

export const unhandledCells = (machine: AnyStateMachine): Cell[] =>
  eventsOf(machine).flatMap((event) =>
    missing(machine.root, event).map((node) => ({ state: stateOf(node), event })),
  )

/** `state` is `outer`, or inside it; '' is the machine itself. */
export const isWithin = (state: string, outer: string) =>
  outer === '' || state === outer || state.startsWith(`${outer}.`)

const nodeAt = (machine: AnyStateMachine, path: string) =>
  allNodes(machine.root).find((node) => stateOf(node) === path)

/** Whether two states can be active together. */
function canCoincide(machine: AnyStateMachine, one: string, other: string) {
  if (isWithin(one, other) || isWithin(other, one)) return true
  const [path, others] = [one.split('.'), other.split('.')]
  const apart = path.findIndex((key, index) => key !== others[index])
  return nodeAt(machine, path.slice(0, apart).join('.'))?.type === 'parallel'
}

/** The child that sends the event, if it can never run in this state. */
function absentSender(machine: AnyStateMachine, { sentBy }: Model<AnyStateMachine>, { state, event }: Cell) {
  const sender = sentBy?.[event]
  const invoking = allNodes(machine.root).filter(({ invoke }) => invoke.some(({ id }) => id === sender))
  const isAbsent = invoking.length > 0 && !invoking.some((node) => canCoincide(machine, state, stateOf(node)))
  return isAbsent ? sender : undefined
}

export const covers = ({ events, in: states }: Unhandled, { state, event }: Cell) =>
  events.includes(event) && states.some((outer) => isWithin(state, outer))

/** All classifications of a cell: exactly one if all is well. */
export function reasonsOf(machine: AnyStateMachine, model: Model<AnyStateMachine>, cell: Cell): Reason[] {
  const sender = absentSender(machine, model, cell)
  const written = (model.unhandled ?? [])
    .filter((entry) => covers(entry, cell))
    .map(
      ({ never, harmless }): Reason =>
        never === undefined ? { kind: 'harmless', text: harmless } : { kind: 'never', text: never },
    )
  return sender === undefined
    ? written
    : [...written, { kind: 'never', text: `It is sent by ${sender}, which does not run here.` }]
}

const isHandledIn = (node: AnyStateNode | undefined, event: string): boolean =>
  node !== undefined && (handles(node, event) || isHandledIn(node.parent, event))

/** The whole matrix, for review; a cell without a reason shows the first one. */
export function matrixOf(machine: AnyStateMachine, model: Model<AnyStateMachine>): Matrix {
  const leaves = allNodes(machine.root).filter(
    (node) => Object.keys(node.states).length === 0 && !isOver(node),
  )
  const reasons: Reason[] = []
  const places = new Map<string, number>()
  const unhandled = unhandledCells(machine).flatMap((cell) =>
    reasonsOf(machine, model, cell)
      .slice(0, 1)
      .map(({ kind, text }) => {
        const key = `${kind} ${text}`
        if (!places.has(key)) places.set(key, reasons.push({ kind, text }))
        return { ...cell, kind, reason: places.get(key) as number }
      }),
  )
  return {
    id: machine.id,
    events: eventsOf(machine),
    states: leaves.map(stateOf),
    reasons,
    cellAt: (state, event) => {
      if (isHandledIn(nodeAt(machine, state), event)) return { kind: 'handled' }
      const found = unhandled.find((cell) => cell.event === event && isWithin(state, cell.state))
      return found ? { kind: found.kind, reason: found.reason } : { kind: 'elsewhere' }
    },
  }
}
