import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'
import { explore } from '../harness/model/explore.ts'
import { casesOf } from '../harness/model/model.ts'
import { step } from '../harness/model/transitions.ts'

const root = join(import.meta.dirname, '../..')

/** Failures after which a refusal still offers another attempt, each with the reason. */
const RETRIED_ANYWAY: Readonly<Record<string, string>> = {
  'app: loadWorkspace': 'Code is imported, and an import that fails has no status.',
  'conversation: ask': 'The composer keeps the question, which can be changed before it is sent again.',
  'conversation: loadMessage': 'It is loaded again after a pause, which Try Again only shortens.',
  'conversation: retry': 'The question was stored, and can be asked again once the reason is gone.',
  'navigation: loadScreen': 'Code is imported, and an import that fails has no status.',
  'organizations: loadOrganizations': 'Only an ended session is refused, and that logs out.',
  'session: refreshTokens': 'The service reports a refusal as `refused`, which ends the session.',
  'upload: upload.failed': 'The files are kept until the limit of the plan or the role has changed.',
}

const RETRY = { type: 'retry.requested' }
const REFUSALS = [403, 404, 410].map((status) =>
  Object.assign(new Error('refused'), { status, detail: `Refused with ${status}.` }),
)

describe('a refusal that would repeat', async () => {
  const machines = await findMachines(root)
  const models = await findModels(root, machines)
  const retrying = [...machines].filter(([, { events }]) => events.includes(RETRY.type))

  it.each(retrying)('%s offers no Try Again after it, except for a reason', (name, machine) => {
    const model = models.get(name)!
    const { searched, states } = explore(machine, model)
    const tried = new Set<string>()
    const isNew = (snapshot: AnyMachineSnapshot, { type }: { type: string }) => {
      const before = tried.size
      return tried.add(`${JSON.stringify(snapshot.value)} ${type}`).size > before
    }
    const offersRetryAfter = (snapshot: AnyMachineSnapshot, failure: { type: string }) =>
      REFUSALS.some((error) => step(searched, snapshot, { ...failure, error }).next.can(RETRY))
    const offered = states
      .filter((snapshot) => snapshot.status === 'active' && !snapshot.can(RETRY))
      .flatMap((snapshot) =>
        casesOf(model, snapshot)
          .filter((event) => event.error instanceof Error && isNew(snapshot, event))
          .filter((failure) => offersRetryAfter(snapshot, failure))
          .map(({ type }) => `${name}: ${type.replace('xstate.error.actor.', '')}`),
      )
    const excepted = Object.keys(RETRIED_ANYWAY).filter((failure) => failure.startsWith(`${name}: `))
    expect([...new Set(offered)].sort()).toEqual(excepted)
  })
})
