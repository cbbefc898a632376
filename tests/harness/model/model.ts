import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, AnyStateNode, SnapshotFrom } from 'xstate'

/** Why states need not handle events. */
export type Unhandled = {
  readonly events: readonly string[]
  /** Paths of states without the machine's name; each stands for all that is inside it. */
  readonly in: readonly string[]
} & (
  | {
      /** Why nobody can send it there. */
      readonly never: string
      readonly harmless?: undefined
    }
  | {
      /** Why nothing is lost when it comes there. */
      readonly harmless: string
      readonly never?: undefined
    }
)

/** What can happen to a machine, in finitely many cases: one file for each machine, `<name>.model.ts`. */
export interface Model<Machine extends AnyStateMachine> {
  readonly input?: unknown
  /** Events with their payload cases, in this state. Delays are added by the harness. */
  events(snapshot: SnapshotFrom<Machine>): readonly AnyEventObject[]
  /** For a child's id the outputs that it may end with; an Error is a failure. */
  answers?(snapshot: SnapshotFrom<Machine>): Readonly<Record<string, readonly unknown[]>>
  /** Whether a delay that runs can run out here; every one can. */
  delays?(snapshot: SnapshotFrom<Machine>, type: string): boolean
  /** The finite part of the context: two snapshots of one state and one key are the same node. */
  key(snapshot: SnapshotFrom<Machine>): unknown
  /** Event type → id of the child that sends it; the child must be running when the event comes. */
  readonly sentBy?: Readonly<Record<string, string>>
  /** Actor name → first snapshot of its fake, where the machine reads one. */
  readonly snapshots?: Readonly<Record<string, object>>
  /** What is not handled where: every such cell of events and states has its reason. */
  readonly unhandled?: readonly Unhandled[]
  /** What a case shows → its events. Each is one of those above, in the state that it finds. */
  readonly cases?: Readonly<Record<string, readonly AnyEventObject[]>>
  /** Steps tried before the search gives up; 50,000. */
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

/** Every case of a snapshot: the model's events, its children's answers, the delays that run. */
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
