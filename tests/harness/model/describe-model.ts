import { afterAll, describe, expect, it } from 'vitest'
import type { AnyEventObject, AnyStateMachine } from 'xstate'
import { effectsOfHarmless } from './harmless.ts'
import type { Model } from './model.ts'
import { coveringPaths } from './paths.ts'
import { repeatedRefusals } from './repeated-refusals.ts'
import { startRun, type World } from './run.ts'
import { allTransitions } from './transitions.ts'
import { noteWalks } from './walk-report.ts'
import { problemsOf } from './well-formed.ts'

/** What one path is checked with besides the state itself. */
interface Rig {
  /** Effects and, seldom, actors that replace the fakes. */
  readonly implementations?: Parameters<AnyStateMachine['provide']>[0]
  /** Runs before a step: the external cause of it. */
  readonly before?: (event: AnyEventObject) => void
  /** State node id → asserts on the services while the machine is in that state. */
  readonly oracles?: Readonly<Record<string, () => void>>
}

export interface ModelDescription<Machine extends AnyStateMachine> {
  readonly name: string
  readonly machine: Machine
  readonly model: Model<Machine>
  /** A new rig for each path. */
  readonly rig?: (world: World) => Rig
}

/** Walks every transition of a machine on the real actor. */
export function describeModel<Machine extends AnyStateMachine>({
  name,
  machine,
  model,
  rig = () => ({}),
}: ModelDescription<Machine>) {
  describe(name, () => {
    it('is well formed', () => {
      expect(problemsOf(machine, model.input, model.snapshots)).toEqual([])
    })

    const covering = coveringPaths(machine, model)
    const { testModel, paths, nodes, unreached, oneSidedGuards } = covering

    it('has no transition out of reach and no guard that always answers the same', () => {
      expect({ unreached, oneSidedGuards }).toEqual({ unreached: [], oneSidedGuards: [] })
    })

    it('changes nothing and asks for nothing at what is said to be harmless', () => {
      const found = effectsOfHarmless(machine, model as unknown as Model<AnyStateMachine>, covering)
      expect(found).toEqual({ faults: [], untried: [] })
    })

    it('offers no Try Again after a refusal that would repeat, except for a reason', () => {
      const { offered, excepted } = repeatedRefusals(
        machine,
        model as unknown as Model<AnyStateMachine>,
        covering,
      )
      expect(offered).toEqual(excepted)
    })

    describe(`${paths.length} paths over ${nodes} nodes`, () => {
      const walked: string[] = []
      /** Oracles that no path has reached yet. */
      const unasked = new Set<string>()
      const asked = new Set<string>()

      it.each(paths.map((path) => [path.covers.join(', '), path] as const))('%s', async (_, path) => {
        let mine: Rig = {}
        const run = startRun(
          machine,
          model as unknown as Model<AnyStateMachine>,
          (world) => {
            mine = rig(world)
            return mine.implementations ?? {}
          },
          (id) => walked.push(id),
        )
        const take = ({ event, state }: { event: AnyEventObject; state: unknown }) => {
          mine.before?.(event)
          run.perform(event)
          const [actual, expected] = [run.world.snapshot(), state as ReturnType<World['snapshot']>]
          expect([actual.status, actual.value]).toEqual([expected.status, expected.value])
          expect(model.key(actual as never)).toEqual(model.key(expected as never))
        }
        const events = Object.fromEntries(path.steps.slice(1).map(({ event }) => [event.type, take]))
        const oracles = Object.entries(mine.oracles ?? {}).map(([id, oracle]) => {
          if (!asked.has(id)) unasked.add(id)
          const ask = () => {
            asked.add(id)
            unasked.delete(id)
            oracle()
          }
          return [id, ask] as const
        })
        await testModel.testPath(path, { events, states: Object.fromEntries(oracles) })
        expect(run.stop(), 'left after stop').toEqual([])
      })

      afterAll(() => {
        noteWalks(machine, 'actor', walked)
        expect([...unasked], 'oracles that nothing asks').toEqual([])
        expect(
          allTransitions(machine).filter((id) => !walked.includes(id)),
          'not walked on the real actor',
        ).toEqual([])
      })
    })
  })
}
