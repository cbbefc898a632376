import type { Page } from '@playwright/test'
import type { AnyEventObject, AnyStateMachine, SnapshotFrom } from 'xstate'
import { answerEvent, type Model } from '../../harness/model/model.ts'
import { coveringTours } from '../../harness/model/tours.ts'
import { noteExceptions, noteWalks } from '../../harness/model/walk-report.ts'
import type { Reply } from '../../harness/scripted-server.ts'
import { expect, type Gateway, type Passing, test } from '../gateway.ts'
import { passPauses, skippablePauses } from './pauses.ts'
import { takePictures } from './pictures.ts'

/** What a walk acts on. */
export interface Stage {
  readonly page: Page
  readonly gateway: Gateway
  readonly network: Network
  /** The address of the server behind the gateway. */
  readonly server: string
}

interface Walk<Machine extends AnyStateMachine> {
  readonly machine: Machine
  /** The model that the actor is walked by, too. */
  readonly model: Model<Machine>
  /** The requests that wait until a step answers them. */
  readonly holds: (passing: Passing) => boolean
  /** Leads to the machine's first state, again and again on one page. */
  readonly open: (stage: Stage) => Promise<void>
  /** Event type → what a person, or the network, does to cause it. */
  readonly does: Readonly<Record<string, (stage: Stage, event: AnyEventObject) => Promise<void>>>
  /** State node id → what the person sees in it. */
  readonly sees: Readonly<Record<string, (stage: Stage, snapshot: SnapshotFrom<Machine>) => Promise<void>>>
  /** Transition → why neither a person nor the network can cause it. */
  readonly exceptions?: Readonly<Record<string, string>>
  /** Whether the walk moves the clock itself, and nothing else may. */
  readonly movesClock?: boolean
}

/** The client repeats after one second, and after two more. */
const REPEATED_WITHIN = 6000
/** By so much the clock of the page jumps, at most so often, until the client has repeated. */
const JUMP = 1000
const JUMPS = 6

const keyOf = ({ method, path }: Passing) => `${method} ${path}`
const isUnanswered = ({ status = 200, fault }: Reply) => status >= 500 || fault !== undefined

/** Requests that arrived and wait for their answer. */
function holdRequests(
  gateway: Gateway,
  fits: (passing: Passing) => boolean,
  passTime: (ms: number) => Promise<void>,
) {
  let waiting: { passing: Passing; reply: (reply: Reply | null) => void }[] = []
  const isMeant =
    (key?: string) =>
    ({ passing: { method, path, isGone } }: (typeof waiting)[number]) =>
      !isGone() && (key === undefined || key === `${method} ${path}`)
  /** A failure is one answer to the person: what the client sends again by itself is answered alike. */
  const failing = new Map<string, { reply: Reply; repeats: number; until: number }>()
  gateway.answer((passing) => {
    if (!fits(passing)) return null
    const failed = failing.get(keyOf(passing))
    // How often a browser asks for a file by itself is its own business.
    if (failed && !passing.path.startsWith('/api/')) return failed.reply
    if (failed && failed.repeats > 0 && Date.now() < failed.until) {
      failed.repeats -= 1
      return failed.reply
    }
    return new Promise((reply) => waiting.push({ passing, reply }))
  })
  return {
    /** Answers the oldest that waits for `METHOD path`, or for anything; null lets the server answer. */
    async answer(reply: Reply | null, key?: string) {
      await expect.poll(() => waiting.some(isMeant(key)), `a request that waits: ${key}`).toBe(true)
      const oldest = waiting.find(isMeant(key))
      waiting = waiting.filter((one) => one !== oldest)
      if (!oldest) return
      if (reply === null || !isUnanswered(reply)) return oldest.reply(reply)
      const failed = { reply, repeats: oldest.passing.repeats, until: Date.now() + REPEATED_WITHIN }
      failing.set(keyOf(oldest.passing), failed)
      oldest.reply(reply)
      let jumps = 0
      const isOver = async () => {
        if (failed.repeats === 0) return true
        jumps += 1
        // A page that has gone on sends it no more.
        await passTime(JUMP)
        return jumps >= JUMPS
      }
      await expect.poll(isOver, { intervals: [50, 100] }).toBe(true)
    },
    /** Until so many wait for `METHOD path`, or for anything: the page has hung up on the others. */
    await: (count: number, key?: string) =>
      expect.poll(() => waiting.filter(isMeant(key)).length, `waiting requests: ${key}`).toBe(count),
    /** The person does something: what failed before is no answer to it. */
    forgetFailures: () => failing.clear(),
    has: (key: string) => waiting.some(isMeant(key)),
  }
}
export type Network = ReturnType<typeof holdRequests>

/** What a person does in a step, for the report of a walk that fails. */
const titleOf = ({ type, ...payload }: AnyEventObject) => `${type} ${JSON.stringify(payload).slice(0, 80)}`

/** Walks every transition of a machine that can be caused, in the browser, on the app as it is built. */
export function walkInBrowser<Machine extends AnyStateMachine>({
  machine,
  model,
  holds,
  open,
  does,
  sees,
  exceptions = {},
  movesClock = false,
}: Walk<Machine>) {
  const isCaused = ({ type }: { type: string }) => type in does
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
    delays: (snapshot, type) => isCaused({ type }) && (model.delays?.(snapshot, type) ?? true),
  }
  const { tours, unreached } = coveringTours(machine, possible)
  // Walks hold the requests, and act while they wait.
  test.use({ awaitsRest: false })

  test(`${machine.id}: what no walk reaches is listed with its reason`, () => {
    expect([...unreached].sort()).toEqual(Object.keys(exceptions).sort())
    noteExceptions(machine, exceptions)
  })

  test(`${machine.id}: every transition that can be caused`, async ({ page, gateway, server }) => {
    test.setTimeout(60_000 + 30_000 * tours.length)
    const picture = takePictures(page, machine)
    if (!movesClock) await skippablePauses(page)
    for (const [index, tour] of tours.entries())
      await test.step(`way ${index + 1} of ${tours.length}`, async () => {
        await page.unrouteAll()
        const passTime = (ms: number) => (movesClock ? page.clock.fastForward(ms) : passPauses(page, ms))
        const stage = { page, gateway, network: holdRequests(gateway, holds, passTime), server: server.url }
        await open(stage)
        for (const { event, state, taken } of tour)
          await test.step(titleOf(event), async () => {
            stage.network.forgetFailures()
            if (event.type !== 'xstate.init') await does[event.type]!(stage, event)
            for (const { id } of state._nodes) await sees[id]?.(stage, state as SnapshotFrom<Machine>)
            await picture(state)
            noteWalks(machine, 'browser', taken)
          })
      })
  })
}
