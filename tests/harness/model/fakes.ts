import type { ActorLogic, AnyActorRef, AnyEventObject, AnyStateMachine, Snapshot } from 'xstate'
import { effectsOf } from './effects.ts'

/** A child that stays idle until the test acts for it. */
export interface FakeChild {
  readonly id: string
  readonly input: unknown
  /** Events that the machine sent to the child. */
  readonly received: AnyEventObject[]
  done(output: unknown): void
  fail(error: unknown): void
  /** Publishes a snapshot: `{ context }` for an observable, `{ value, context }` for a machine. */
  publish(snapshot: object): void
  /** The child sends an event to its machine. */
  sendBack(event: AnyEventObject): void
}

type FakeSnapshot = Snapshot<unknown> & { readonly input: unknown }

/** Whether it stands for a machine: that one waits, whatever the verb in its name. */
export type Fake = ActorLogic<FakeSnapshot, AnyEventObject> & { readonly isMachine: boolean }

const DONE = 'fake.done'
const FAIL = 'fake.fail'
const PUBLISH = 'fake.publish'

/** One logic for promises, callbacks, observables, transitions and machines: it only waits. */
function fakeLogic(running: Map<string, FakeChild>, first: object, isMachine: boolean): Fake {
  const forget = (id: string) => void running.delete(id)
  return {
    isMachine,
    start(snapshot, { self }) {
      const ref = self as unknown as AnyActorRef
      if (running.has(ref.id)) throw new Error(`child '${ref.id}' is already running`)
      running.set(ref.id, {
        id: ref.id,
        input: snapshot.input,
        received: [],
        done: (output) => ref.send({ type: DONE, output }),
        fail: (error) => ref.send({ type: FAIL, error }),
        publish: (published) => ref.send({ type: PUBLISH, published }),
        sendBack: (event) => ref._parent?.send(event),
      })
    },
    transition(snapshot, event, { self }) {
      switch (event.type) {
        case DONE:
          forget(self.id)
          return { ...snapshot, status: 'done', output: event.output, error: undefined }
        case FAIL:
          forget(self.id)
          return { ...snapshot, status: 'error', output: undefined, error: event.error }
        case PUBLISH:
          return { ...snapshot, ...event.published }
        case 'xstate.stop':
          forget(self.id)
          return { ...snapshot, status: 'stopped', output: undefined, error: undefined }
        default:
          running.get(self.id)?.received.push(event)
          return snapshot
      }
    },
    getInitialSnapshot: (_, input) => ({
      status: 'active',
      output: undefined,
      error: undefined,
      input,
      ...first,
    }),
    getPersistedSnapshot: (snapshot) => snapshot,
  }
}

/** A fake for each actor that the machine names. */
export const fakeActors = (
  machine: AnyStateMachine,
  running: Map<string, FakeChild>,
  snapshots: Readonly<Record<string, object>> = {},
) =>
  Object.fromEntries(
    Object.entries(machine.implementations.actors).map(([name, logic]) => [
      name,
      fakeLogic(running, snapshots[name] ?? {}, 'root' in (logic as object)),
    ]),
  )

/** An effect that the machine requested. */
export interface EffectCall {
  readonly name: string
  readonly params: unknown
}

/** Plain functions among the actions are effects: they are recorded instead of run. */
export const fakeEffects = (machine: AnyStateMachine, calls: EffectCall[]) =>
  Object.fromEntries(
    effectsOf(machine).map(([name]) => [
      name,
      (_: unknown, params: unknown) => void calls.push({ name, params }),
    ]),
  )

/** Fires exactly the timer that a path names, regardless of deadlines. */
export class ManualClock {
  #timers = new Map<number, () => void>()
  #last = 0

  setTimeout = (fire: () => void) => {
    this.#last += 1
    this.#timers.set(this.#last, fire)
    return this.#last
  }

  clearTimeout = (id: number) => void this.#timers.delete(id)

  /** `place`: the timer's position among the running ones, in order of their start. */
  fire(place: number) {
    const [id, fire] = [...this.#timers][place] ?? []
    if (id === undefined || !fire) throw new Error(`no timer runs at place ${place}`)
    this.#timers.delete(id)
    fire()
  }
}
