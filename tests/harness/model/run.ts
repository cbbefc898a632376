import {
  type ActorOptions,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
} from 'xstate'
import { type EffectCall, type FakeChild, fakeActors, fakeEffects, ManualClock } from './fakes.ts'
import type { Model } from './model.ts'
import { perform, scheduledIn } from './perform.ts'
import { transitionId } from './transitions.ts'

/** The world around one running machine, for oracles and provided effects. */
export interface World {
  /** Running children, by id. */
  readonly children: ReadonlyMap<string, FakeChild>
  /** What the machine emitted since its start. */
  readonly emitted: readonly AnyEventObject[]
  /** Effects that the machine requested, unless the rig provides them. */
  readonly effects: readonly EffectCall[]
  snapshot(): AnyMachineSnapshot
}

type Implementations = Parameters<AnyStateMachine['provide']>[0]

/** The real actor with fake children and a manual clock. */
export function startRun(
  machine: AnyStateMachine,
  model: Model<AnyStateMachine>,
  provide: (world: World) => Implementations,
  noteTransition: (id: string) => void,
) {
  const children = new Map<string, FakeChild>()
  const emitted: AnyEventObject[] = []
  const effects: EffectCall[] = []
  const failures: unknown[] = []
  const clock = new ManualClock()
  const world: World = {
    children,
    emitted,
    effects,
    snapshot: () => actor.getSnapshot() as AnyMachineSnapshot,
  }
  const own = provide(world)
  const provided = machine.provide({
    ...own,
    actions: { ...fakeEffects(machine, effects), ...own.actions },
    actors: { ...fakeActors(machine, children, model.snapshots), ...own.actors },
  })
  const actor = createActor(provided, {
    input: model.input,
    clock: clock as unknown as NonNullable<ActorOptions<AnyStateMachine>['clock']>,
    inspect: (inspected) => {
      if (inspected.type === '@xstate.microstep' && inspected.actorRef.sessionId === inspected.rootId)
        for (const transition of inspected._transitions) noteTransition(transitionId(transition))
    },
  })
  actor.on('*', (event) => emitted.push(event))
  actor.subscribe({ error: (error) => failures.push(error) })
  actor.start()

  return {
    world,
    perform(event: AnyEventObject) {
      perform({ actor, children, clock, sentBy: model.sentBy }, event)
      if (failures.length > 0) throw failures[0]
    },
    /** Stops the actor; returns what it left behind. */
    stop: () => {
      actor.stop()
      return [...children.keys(), ...scheduledIn(actor).map(({ event }) => event.type)]
    },
  }
}
