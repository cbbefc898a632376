import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode, SnapshotFrom } from 'xstate'

/** Why states need not handle events. */
export type Unhandled = {
  readonly events: readonly string[]
  /** Paths of states without the machine's name; each includes everything inside it. */
  readonly in: readonly string[]
} & (
  | {
      /** Why nothing can send it there. */
      readonly never: string
      readonly harmless?: undefined
    }
  | {
      /** Why nothing is lost if it arrives there. */
      readonly harmless: string
      readonly never?: undefined
    }
)

/** What can happen to a machine, in finitely many cases. */
export interface Model<Machine extends AnyStateMachine> {
  readonly input?: unknown
  /** Events with their payload cases, in this state. The harness adds delays. */
  events(snapshot: SnapshotFrom<Machine>): readonly AnyEventObject[]
  /** For a child's id, its possible outputs; an Error is a failure. */
  answers?(snapshot: SnapshotFrom<Machine>): Readonly<Record<string, readonly unknown[]>>
  /** Whether a running delay can expire here; by default, every one can. */
  delays?(snapshot: SnapshotFrom<Machine>, type: string): boolean
  /** The finite part of the context: two snapshots with the same state and key are one node. */
  key(snapshot: SnapshotFrom<Machine>): unknown
  /** Event type → id of the child that sends it; the child must be running when the event arrives. */
  readonly sentBy?: Readonly<Record<string, string>>
  /** Actor name → first snapshot of its fake, if the machine reads one. */
  readonly snapshots?: Readonly<Record<string, object>>
  /** Unhandled events: each such cell of events and states has its reason. */
  readonly unhandled?: readonly Unhandled[]
  /** Case → its events. Each is one of those above, in the state that it finds. */
  readonly cases?: Readonly<Record<string, readonly AnyEventObject[]>>
  /** Maximum number of steps of the search; 50,000. */
  readonly limit?: number
}

export const doneEvent = (id: string, output?: unknown): AnyEventObject => ({
  type: `xstate.done.actor.${id}`,
  actorId: id,
  output,
})

export const errorEvent = (id: string, error: unknown): AnyEventObject => ({
  type: `xstate.error.actor.${id}`,
  actorId: id,
  error,
})

/** A child ends with an output, or fails with an Error. */
export const answerEvent = (id: string, answer: unknown): AnyEventObject =>
  answer instanceof Error ? errorEvent(id, answer) : doneEvent(id, answer)

/** The child `id` publishes a new snapshot: `{ context }` for observables. */
export const snapshotEvent = (id: string, snapshot: object): AnyEventObject => ({
  type: `xstate.snapshot.${id}`,
  snapshot: { status: 'active', output: undefined, error: undefined, ...snapshot },
})

const delayEvents = (node: AnyStateNode) =>
  [...node.transitions.keys()].filter((type) => type.startsWith('xstate.after.')).map((type) => ({ type }))

/** Every case of a snapshot: the model's events, its children's answers, the running delays. */
export function casesOf<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  snapshot: AnyMachineSnapshot,
): AnyEventObject[] {
  const typed = snapshot as SnapshotFrom<Machine>
  const answers = model.answers?.(typed) ?? {}
  return [
    ...model.events(typed),
    ...Object.keys(snapshot.children).flatMap((id) =>
      (answers[id] ?? []).map((answer) => answerEvent(id, answer)),
    ),
    ...snapshot._nodes.flatMap(delayEvents).filter(({ type }) => model.delays?.(typed, type) ?? true),
  ]
}
