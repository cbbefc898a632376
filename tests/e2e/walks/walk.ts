import type { Page } from '@playwright/test'
import type { AnyEventObject, AnyStateMachine, SnapshotFrom } from 'xstate'
import type { Model } from '../../harness/model/model.ts'
import { coveringPaths } from '../../harness/model/paths.ts'
import type { Reply } from '../../harness/scripted-server.ts'
import { expect, type Gateway, type Passing, test } from '../gateway.ts'

/** What a walk acts on. */
export interface Stage {
  readonly page: Page
  readonly gateway: Gateway
  readonly network: Network
  /** The address of the server behind the gateway. */
  readonly server: string
}

interface Walk<Machine extends AnyStateMachine> {
  readonly name: string
  readonly machine: Machine
  /** The model that the actor is walked by, too. */
  readonly model: Model<Machine>
  /** The requests that wait until a step answers them. */
  readonly holds: (passing: Passing) => boolean
  /** Leads to the machine's first state. */
  readonly open: (stage: Stage) => Promise<void>
  /** Event type → what a person, or the network, does to cause it. */
  readonly does: Readonly<Record<string, (stage: Stage, event: AnyEventObject) => Promise<void>>>
  /** State node id → what the person sees in it. */
  readonly sees: Readonly<Record<string, (stage: Stage, snapshot: SnapshotFrom<Machine>) => Promise<void>>>
  /** Transition → why neither a person nor the network can cause it. */
  readonly exceptions?: Readonly<Record<string, string>>
}

/** Requests that arrived and wait for their answer. */
export function holdRequests(gateway: Gateway, fits: (passing: Passing) => boolean) {
  const waiting: ((reply: Reply | null) => void)[] = []
  gateway.answer((passing) => (fits(passing) ? new Promise((resolve) => waiting.push(resolve)) : null))
  return {
    /** Answers the oldest that waits; null lets the server answer. */
    async answer(reply: Reply | null) {
      await expect.poll(() => waiting.length, 'a request that waits').toBeGreaterThan(0)
      waiting.shift()?.(reply)
    },
  }
}
export type Network = ReturnType<typeof holdRequests>

/** Walks the covering paths of a machine in the browser, on the app as it is built. */
export function walkInBrowser<Machine extends AnyStateMachine>({
  name,
  machine,
  model,
  holds,
  open,
  does,
  sees,
  exceptions = {},
}: Walk<Machine>) {
  const possible: Model<Machine> = {
    ...model,
    events: (snapshot) => model.events(snapshot).filter(({ type }) => type in does),
  }
  const { paths, unreached } = coveringPaths(machine, possible)

  test(`${name}: what no walk reaches is listed with its reason`, () => {
    expect([...unreached].sort()).toEqual(Object.keys(exceptions).sort())
  })

  for (const path of paths)
    test(`${name}: ${path.covers.join(', ')}`, async ({ page, gateway, server }) => {
      const stage = { page, gateway, network: holdRequests(gateway, holds), server: server.url }
      await open(stage)
      for (const { event, state } of path.steps) {
        if (event.type !== 'xstate.init') await does[event.type]?.(stage, event)
        for (const { id } of state._nodes) await sees[id]?.(stage, state as SnapshotFrom<Machine>)
      }
    })
}
