import axe from 'axe-core'
import '../../../src/ui/theme/base.css'
import { describe, expect, it } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import type {
  AnyActorRef,
  AnyEventObject,
  AnyMachineSnapshot,
  AnyStateMachine,
  InspectionEvent,
  SnapshotFrom,
} from 'xstate'
import { chartOf } from '../../../tools/statecharts/chart.ts'
import { overflow, squeezed } from '../../harness/layout.ts'
import { explore } from '../../harness/model/explore.ts'
import { type EffectCall, type FakeChild, fakeActors, fakeEffects } from '../../harness/model/fakes.ts'
import { answerEvent, type Model } from '../../harness/model/model.ts'
import { perform } from '../../harness/model/perform.ts'
import { allTransitions, step } from '../../harness/model/transitions.ts'
import { type Stage as Opened, openStage, type Scene } from '../../harness/stage.tsx'

interface TourStep {
  readonly event: AnyEventObject
  readonly state: AnyMachineSnapshot
  readonly taken: readonly string[]
}

/** A path from the first state; its first step is the start itself. */
type Tour = readonly TourStep[]

/** Cost of reopening a page, in steps: a path that is longer than a new one from the start is not taken. */
const COST_OF_OPENING = 4

/**
 * A few long paths that together take every transition that the model can cause. If opening costs more than a
 * step, as in a browser, they are faster than one short path per transition.
 */
function coveringTours<Machine extends AnyStateMachine>(machine: Machine, model: Model<Machine>) {
  const { searched, keyOf, root, nodes, shortest } = explore(machine, model)
  const left = new Set(shortest.keys())

  /** Events up to the nearest transition not walked yet: `getShortestPaths` searches for states. */
  const nearest = (from: string): AnyEventObject[] | null => {
    const seen = new Set([from])
    const queue: { key: string; way: AnyEventObject[] }[] = [{ key: from, way: [] }]
    for (let at = queue.shift(); at; at = queue.shift())
      for (const { event, taken, to } of nodes.get(at.key) ?? []) {
        const way = [...at.way, event]
        if (taken.some((id) => left.has(id))) return way
        if (seen.has(to)) continue
        seen.add(to)
        queue.push({ key: to, way })
      }
    return null
  }

  const tours: Tour[] = []
  while (left.size > 0) {
    const tour: TourStep[] = [{ event: { type: 'xstate.init' }, state: root.state, taken: root.taken }]
    for (const id of root.taken) left.delete(id)
    const here = () => (tour.at(-1) as TourStep).state
    /** False if the path leads elsewhere than from the node's first snapshot, and to nothing new. */
    const walk = (way: readonly AnyEventObject[]) => {
      const before = left.size
      for (const event of way) {
        const { next, taken } = step(searched, here(), event)
        for (const id of taken) left.delete(id)
        tour.push({ event, state: next, taken })
      }
      return left.size < before
    }
    const fromStart = nearest(keyOf(root.state))
    if (!fromStart) break
    if (!walk(fromStart)) throw new Error(`${machine.id}: its start leads elsewhere each time`)
    for (let way = onward(); way; way = onward()) if (!walk(way)) break
    tours.push(tour)

    function onward() {
      const way = nearest(keyOf(here()))
      const anew = nearest(keyOf(root.state))
      return way && anew && way.length <= anew.length + COST_OF_OPENING ? way : null
    }
  }
  return { tours, unreached: allTransitions(searched).filter((id) => !shortest.has(id)) }
}

/** What a walk acts on. */
export interface Stage<Machine extends AnyStateMachine = AnyStateMachine> extends Opened {
  /** Actor that is walked. */
  readonly actor: () => AnyActorRef
  readonly snapshot: () => SnapshotFrom<Machine>
  /** Its children, which stand still until the walk speaks for them. */
  readonly children: ReadonlyMap<string, FakeChild>
  /** Effects that it has asked for. */
  readonly effects: readonly EffectCall[]
}

interface Walk<Machine extends AnyStateMachine> {
  readonly machine: Machine
  /** Model that the actor is walked by, too. */
  readonly model: Model<Machine>
  /** Views of the machine, given it with children that stand still. */
  readonly scene: (machine: Machine) => Scene
  /** Children that are no fakes: what a view draws of them is theirs. */
  readonly actors?: Readonly<Record<string, unknown>>
  /** Leads to the machine's first state. */
  readonly begin?: (stage: Stage<Machine>) => Promise<void>
  /**
   * Event type → what a person does to cause it. Ends of children and timers are caused by the harness, unless
   * they are listed here.
   */
  readonly does: Readonly<Record<string, (event: AnyEventObject, stage: Stage<Machine>) => unknown>>
  /** Event types that other actors send, and nobody by hand. */
  readonly heard?: readonly string[]
  /** Event types that the view causes by itself, as soon as it has shown the state before. */
  readonly follows?: readonly string[]
  /** State node id → what the person sees in it. */
  readonly sees: Readonly<Record<string, (snapshot: SnapshotFrom<Machine>, stage: Stage<Machine>) => unknown>>
  /** Transition → why nothing in this view can cause it. */
  readonly exceptions?: Readonly<Record<string, string>>
  /** Width × height of the window, if not a desktop's. */
  readonly viewport?: readonly [number, number]
}

/** Colours are compared on all pictures at night; a page's landmarks belong to the whole page. */
const RULES = {
  resultTypes: ['violations' as const],
  rules: Object.fromEntries(
    [
      'color-contrast',
      'region',
      'page-has-heading-one',
      'landmark-one-main',
      'document-title',
      'html-has-lang',
      'bypass',
    ].map((id) => [id, { enabled: false }]),
  ),
}

async function violations() {
  const found = await axe.run(document, RULES)
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
}

/** The only alert there, or none. */
export const alertIs = (place: Locator, text: string | null | undefined) =>
  text
    ? expect.element(place.getByRole('alert')).toHaveTextContent(text)
    : expect.element(place.getByRole('alert')).not.toBeInTheDocument()

const titleOf = ({ type, ...payload }: AnyEventObject) => `${type} ${JSON.stringify(payload)?.slice(0, 80)}`

/** Walks every transition of a machine in its view, in a real browser, without a server. */
export function walkView<Machine extends AnyStateMachine>({
  machine,
  model,
  scene,
  actors = {},
  begin = async () => {},
  does,
  heard = [],
  follows = [],
  sees,
  exceptions = {},
  viewport,
}: Walk<Machine>) {
  const isCaused = ({ type }: { type: string }) =>
    type in does || heard.includes(type) || follows.includes(type) || type.startsWith('xstate.')
  const possible: Model<Machine> = {
    ...model,
    events: (snapshot) => model.events(snapshot).filter(isCaused),
    answers: (snapshot) =>
      Object.fromEntries(
        Object.entries(model.answers?.(snapshot) ?? {}).map(([id, answers]) => [
          id,
          answers.filter((answer) => isCaused(answerEvent(id, answer))),
        ]),
      ),
  }
  const { tours, unreached } = coveringTours(machine, possible)

  describe(machine.id, () => {
    it('lists with its reason what no walk reaches', async () => {
      expect([...unreached].sort()).toEqual(Object.keys(exceptions).sort())
      await commands.noteExceptions(machine.id, exceptions)
    })

    const looked = new Set<string>()
    it.each(tours.map((tour, index) => [index + 1, tour] as const))('way %i', async (_, tour) => {
      if (viewport) await page.viewport(...viewport)
      const children = new Map<string, FakeChild>()
      const effects: EffectCall[] = []
      const subject = machine.provide({
        actors: { ...fakeActors(machine, children, model.snapshots), ...actors },
        actions: fakeEffects(machine, effects),
      } as never) as Machine
      let walked: AnyActorRef | undefined
      const follow = (event: InspectionEvent) => {
        const { actorRef } = event
        if (event.type === '@xstate.event' && event.event.type === 'xstate.init')
          if ((actorRef as unknown as { logic: unknown }).logic === subject) walked = actorRef as AnyActorRef
      }
      const opened = await openStage(scene(subject), follow)
      const actor = () => {
        if (!walked) throw new Error(`no view has started ${machine.id}`)
        return walked
      }
      const stage: Stage<Machine> = {
        ...opened,
        actor,
        snapshot: () => actor().getSnapshot(),
        children,
        effects,
      }
      try {
        await begin(stage)
        const transitions: string[] = []
        for (const [step, { event, state, taken }] of tour.entries()) {
          const isFirst = event.type === 'xstate.init'
          // The way has led elsewhere than expected, where the event means nothing.
          if (!isFirst && taken.length === 0) continue
          if (!isFirst && !follows.includes(event.type)) {
            const act = does[event.type]
            if (act) await act(event, stage)
            else perform({ actor: actor(), children, clock: opened.clock, sentBy: model.sentBy }, event)
          }
          transitions.push(...taken)
          if (follows.includes(tour[step + 1]?.event.type ?? '')) continue
          await expect
            .poll(() => actor().getSnapshot().value, { message: `${machine.id} after ${titleOf(event)}` })
            .toEqual(state.value)
          for (const { id } of state._nodes) await sees[id]?.(stage.snapshot() as never, stage)
          const place = JSON.stringify(state.value)
          if (!looked.has(place)) {
            looked.add(place)
            expect(squeezed(), place).toEqual([])
            expect(overflow(), `${place} is wider than the window by`).toBeLessThanOrEqual(0)
            await expect.poll(violations, { message: place }).toEqual([])
            const atomic = state._nodes.filter(({ type }) => type === 'atomic' || type === 'final')
            await commands.takePictures(
              chartOf(machine),
              atomic.map(({ id }) => id),
            )
          }
        }
        await commands.noteWalks(machine.id, transitions)
      } finally {
        await opened.close()
      }
    })
  })
}
