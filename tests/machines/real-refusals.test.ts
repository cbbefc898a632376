import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'

const root = join(import.meta.dirname, '../..')

/** Calls of which no server says no in words, each with what fails instead. */
const REFUSED_BY_NOBODY: Readonly<Record<string, string>> = {
  'app: loadWorkspace': 'The code of a screen is missing.',
  'navigation: loadScreen': 'The code of a screen is missing.',
  'organizations: loadOrganizations': 'The service tells apart what is away and what cannot be read.',
  'organizations: reloadOrganizations': 'The service tells apart what is away and what cannot be read.',
  'picture: readPicture': 'The browser reads the file.',
  'plan-change: goToPayment': 'The address is not safe to open.',
  'renewal: goToCard': 'The address is not safe to open.',
  'session: loadTokens': 'The browser stores them.',
  'session: refreshTokens': 'The service tells a refusal by `refused`.',
}

/** What the client throws for a refusal; a connection that breaks has none of it. */
const isRefusal = (answer: unknown) =>
  answer instanceof Error && ['status', 'detail', 'code', 'fields'].some((part) => part in answer)

describe('[issue 35.6] models', async () => {
  const machines = await findMachines(root)
  const models = await findModels(root, machines)

  it('answer each call that can fail with a refusal, and not with a broken connection alone', () => {
    const broken = [...machines].flatMap(([name, machine]) => {
      const model = models.get(name)!
      const start = createActor(machine, { input: model.input }).getSnapshot()
      return Object.entries(model.answers?.(start) ?? {}).flatMap(([call, answers]) =>
        answers.some((answer) => answer instanceof Error) && !answers.some(isRefusal)
          ? [`${name}: ${call}`]
          : [],
      )
    })
    expect(broken.sort()).toEqual(Object.keys(REFUSED_BY_NOBODY))
  })
})
