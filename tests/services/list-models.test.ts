import { expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import {
  isListedFrom,
  listedFrom,
  type ProviderValues,
} from '../../src/machines/assistants/model-provider.machine.ts'
import { provideModels } from '../../src/services/assistants/models.provide.ts'
import type { QueryCache } from '../../src/services/cache/query-cache.ts'
import type { Http } from '../../src/services/http/client.ts'

const provider = (name: string): ProviderValues => ({
  provider_id: name,
  name,
  protocol: 'openai',
  base_url: `https://${name}.example`,
  key_url: '',
  api_key: '',
  models: [],
  currency: 'USD',
})
const [A, B] = [provider('a'), provider('b')]

it('shows the models of a provider for that one only, as it was filled in', async () => {
  const answers: ((names: string[]) => void)[] = []
  const call = () => new Promise((resolve) => answers.push((models) => resolve({ models })))
  const { listModels } = provideModels({ http: { call } as unknown as Http, cache: {} as QueryCache })
  const list = createActor(listModels).start()
  const read = (values: ProviderValues) => {
    list.send({ type: 'form.closed' })
    list.send({ type: 'form.opened', organizationId: 'o1', values: listedFrom(values) })
    list.send({ type: 'form.submitted' })
  }
  const isShownFor = (values: ProviderValues) => isListedFrom(values)(list.getSnapshot())

  read(A)
  expect([isShownFor(A), isShownFor(B)]).toEqual([true, false])
  read(B)
  expect([isShownFor(A), isShownFor(B)]).toEqual([false, true])
  answers[0]?.(['of-a'])
  answers[1]?.(['of-b'])
  await waitFor(list, (one) => one.hasTag('shown'))
  expect(list.getSnapshot().context.output).toEqual(['of-b'])
  for (const changed of [
    { base_url: 'https://c.example' },
    { protocol: 'ollama' },
    { api_key: 'k' },
  ] as const)
    expect(isShownFor({ ...B, ...changed })).toBe(false)
  expect(isShownFor({ ...B, name: 'Ours', models: [{ name: 'of-b', input: '', output: '' }] })).toBe(true)
})
