import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { modelProviders } from '../../server/kernel/db/schema/index.ts'
import { UsageSeries } from '../../src/services/contract/analytics.ts'
import { AuditPage } from '../../src/services/contract/audit.ts'
import type { ModelProtocol, ModelProvider } from '../../src/services/contract/models.ts'
import { type Conduct, startChatServer } from '../harness/chat-protocols.ts'
import { type Client, createClient } from '../harness/knowledge.ts'
import { closedAfterwards, serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'

type ChatServer = Awaited<ReturnType<typeof startChatServer>>

const KEY = 'sk-very-secret-0042'
const OTHER_KEY = 'sk-another-secret-0043'
const QUESTION = 'How many days do I have to return boots?'
const PROTOCOLS = ['openai', 'anthropic', 'ollama'] as const

describe('providers of an organization', async () => {
  const servers = {} as Record<ModelProtocol, ChatServer>
  let organization: string
  let base: string

  for (const protocol of PROTOCOLS) servers[protocol] = closedAfterwards(await startChatServer(protocol))
  const spare = closedAfterwards(await startChatServer('openai'))
  const ports = [...Object.values(servers), spare].map(({ port }) => port)
  const web = { allowedNetworks: ['127.0.0.1/32'], ports, nameServers: [] }
  const patient = await serve({ appFolder: '/nowhere', web })
  /** Gives up soon on a model that is silent, also if it is only slow. */
  const hasty = await serve({ appFolder: '/nowhere', web, llmStallLimit: 2_000 })
  let server = patient
  let person: Person
  let ann: Client
  beforeEach(async () => {
    // One person owns 50 organizations at most.
    person = await server.register()
    ann = createClient(server.url, person)
    for (const one of [...Object.values(servers), spare]) {
      one.conduct({ says: ['Thirty', ' days [1].'] })
      one.takesOnly(KEY)
      one.refuses()
      one.asked.length = 0
    }
    organization = (await server.found(person)).id
    base = await ann.filled(organization, [
      { name: 'a.md', content: '# Returns\n\nBoots go back within thirty days.' },
    ])
  })

  const at = (path = '') => `/api/v1/organizations/${organization}/model-providers${path}`
  const bodyOf = ({ endpoint }: ChatServer, more: object = {}) => ({
    name: `By ${endpoint.protocol}`,
    protocol: endpoint.protocol,
    base_url: endpoint.baseUrl,
    api_key: KEY,
    models: [{ name: 'test-model', input: 10, output: 100 }],
    currency: 'EUR',
    ...more,
  })
  const add = async (from: ChatServer, more: object = {}): Promise<ModelProvider> => {
    const { status, body } = await ann.call('POST', at(), bodyOf(from, more))
    expect([status, body]).toEqual([201, body])
    return body
  }
  const assistant = async (settings: object): Promise<string> => {
    const { id } = await ann.integration(organization, [base])
    const { status, body } = await ann.call('PATCH', `/api/v1/integrations/${id}`, settings)
    expect([status, body]).toEqual([200, body])
    return id
  }
  const series = async () =>
    UsageSeries.parse((await ann.call('GET', `/api/v1/organizations/${organization}/usage/series`)).body)

  describe.each(PROTOCOLS)('that speak the protocol of %s', (protocol) => {
    it('answer assistants that name them, at their own price', async () => {
      const provider = await add(servers[protocol])
      expect(provider).toMatchObject({ name: `By ${protocol}`, key_hint: '0042', used_by: [] })
      expect((await ann.call('GET', `/api/v1/organizations/${organization}/models`)).body).toEqual({
        default: null,
        offered: [
          {
            id: `${provider.id}/test-model`,
            model: 'test-model',
            provider: provider.name,
            of: 'organization',
          },
        ],
      })
      const id = await assistant({
        model: `${provider.id}/test-model`,
        temperature: 0.3,
        answer_tokens_max: 400,
      })
      const answer = await ann.ask(id, QUESTION)
      expect(answer).toMatchObject({
        content: 'Thirty days [1].',
        mode: 'model',
        model: 'test-model',
        attempts: [{ model: 'test-model', provider: provider.name, failed: null }],
      })
      const asked = JSON.stringify(servers[protocol].asked.at(-1)?.body)
      expect(asked).toContain('400')
      expect(asked).toContain('0.3')
      const spent = {
        prompt_tokens: 120,
        is_estimated: false,
        completion_tokens: 7,
        costs: [{ amount: (120 * 10 + 7 * 100) / 1e6, currency: 'EUR' }],
      }
      expect((await series()).by_model).toEqual([
        { model: 'test-model', provider: provider.name, of: 'organization', spent },
      ])
      const [listed] = (await ann.call('GET', at())).body
      expect(listed.used_by).toEqual([(await ann.call('GET', `/api/v1/integrations/${id}`)).body.name])
    })

    it('list their models, with the key that is stored or another one', async () => {
      const { endpoint } = servers[protocol]
      const request = { protocol, base_url: endpoint.baseUrl }
      const list = async (more: object) => ann.call('POST', at('/available'), { ...request, ...more })
      const models = ['another-model', 'test-model']
      expect((await list({ api_key: KEY })).body).toEqual({ models })
      const { id } = await add(servers[protocol])
      expect((await list({ provider_id: id })).body).toEqual({ models })
      expect(await list({ api_key: 'wrong' })).toMatchObject({
        status: 422,
        body: { fields: { api_key: 'The provider refused this key.' } },
      })
      const elsewhere = await list({ provider_id: id, base_url: spare.endpoint.baseUrl })
      expect(elsewhere.body.fields).toEqual({ api_key: 'The address changed. Enter the key again.' })
    })

    it.each<[string, Conduct, object]>([
      ['a key', { status: 401 }, { api_key: 'The provider refused this key.' }],
      [
        'a model',
        { status: 404, said: 'model "test-model" not found' },
        { models: 'The provider did not accept the model test-model (404).' },
      ],
      [
        'a path',
        { status: 404, said: 'Not Found' },
        { base_url: 'Nothing was found at this address (404). Check its path.' },
      ],
      [
        'what cannot be read',
        'garbage',
        { base_url: expect.stringContaining('does not support the protocol') },
      ],
      ['a broken line', 'hang up', { base_url: expect.any(String) }],
      [
        'an answer without an end',
        { says: [], end: 'unfinished' },
        { base_url: expect.stringContaining('does not support the protocol') },
      ],
    ])('are not stored, and say why, after %s was refused', async (_, conduct, fields) => {
      servers[protocol].conduct(conduct)
      const { status, body } = await ann.call('POST', at(), bodyOf(servers[protocol]))
      expect([status, body.fields]).toEqual([422, fields])
      expect((await ann.call('GET', at())).body).toEqual([])
    })

    it.each<[Conduct, string]>([
      [{ status: 429 }, 'provider_busy'],
      [{ status: 529 }, 'provider_busy'],
      [{ status: 402 }, 'provider_busy'],
      [{ status: 400, said: 'Your credit balance is too low to access the API.' }, 'provider_busy'],
      [{ status: 503 }, 'provider_failed'],
    ])('are not stored after %j', async (conduct, code) => {
      servers[protocol].conduct(conduct)
      expect(await ann.call('POST', at(), bodyOf(servers[protocol]))).toMatchObject({
        status: 422,
        body: { code },
      })
    })

    it('say that an answer was cut at its length limit, to people and programs', async () => {
      const { id: first } = await add(servers[protocol])
      const id = await assistant({ model: `${first}/test-model` })
      servers[protocol].conduct({ says: ['A month [1]'], end: 'cut' })
      const answer = await ann.ask(id, QUESTION)
      expect(answer).toMatchObject({ status: 'complete', cut_off: true, attempts: [{ failed: null }] })
      const completion = () =>
        ann.call('POST', '/v1/chat/completions', {
          model: id,
          messages: [{ role: 'user', content: QUESTION }],
        })
      await ann.call('POST', `/api/v1/integrations/${id}/publish`)
      expect((await completion()).body.choices).toMatchObject([{ finish_reason: 'length' }])
      servers[protocol].conduct({ says: ['A month [1].'] })
      expect(await ann.ask(id, QUESTION)).toMatchObject({ cut_off: false })
      expect((await completion()).body.choices).toMatchObject([{ finish_reason: 'stop' }])
    })

    const areFollowed = async (conduct: Conduct, failed: string) => {
      const first = await add(servers[protocol])
      const second = await add(spare, { name: 'Spare', currency: 'USD' })
      const id = await assistant({
        model: `${first.id}/test-model`,
        fallback_model: `${second.id}/test-model`,
      })
      servers[protocol].conduct(conduct)
      spare.conduct({ says: ['A month [1].'] })
      const answer = await ann.ask(id, QUESTION)
      const reached = { model: 'test-model', provider: first.name }
      // A client may end a silent request by itself.
      const code = failed === 'model_stalled' ? expect.stringMatching(/stalled|unreachable/) : failed
      // A break may be told as one of the line.
      const told = failed === 'model_interrupted' ? expect.stringMatching(/interrupted|unreachable/) : code
      expect(answer).toMatchObject({
        status: 'complete',
        content: 'A month [1].',
        attempts: [
          { ...reached, failed: told },
          { model: 'test-model', provider: 'Spare', failed: null },
        ],
      })
      expect((await series()).spent.costs.map(({ currency }) => currency)).toEqual(['USD'])
    }
    it.each<[Conduct, string]>([
      [{ status: 401 }, 'model_unauthorized'],
      [{ status: 429 }, 'model_busy'],
      [{ status: 402 }, 'model_out_of_credit'],
      [{ status: 500 }, 'model_failed'],
      ['hang up', 'model_unreachable'],
      [{ says: [], end: 'unfinished' }, 'model_interrupted'],
    ])('are followed by the fallback after %j', areFollowed)

    describe('that are given up soon', () => {
      beforeAll(() => {
        server = hasty
      })
      afterAll(() => {
        server = patient
      })
      it.each<[Conduct, string]>([
        ['silence', 'model_stalled'],
        [{ says: [], end: 'never' }, 'model_stalled'],
      ])('are followed by the fallback after %j', areFollowed)
    })
  })

  it('are stored if a model refuses the temperature, or thinks for longer than the test lets it', async () => {
    const { openai, anthropic } = servers
    const message = 'Unsupported value: `temperature`.'
    for (const one of [openai, anthropic])
      one.refuses({ parameter: 'temperature', status: 400, body: { error: { message } } })
    await add(anthropic)
    const said = 'Could not finish the message because max_tokens or model output limit was reached.'
    openai.conduct({ status: 400, said })
    await add(openai)
    expect([...anthropic.asked, ...openai.asked].map(({ body }) => body.max_tokens)).toContain(1_024)
  })

  it('are not stored if their model answers, but does not stream', async () => {
    const error = { message: 'Your organization must be verified to stream this model.', param: 'stream' }
    servers.openai.refuses({ parameter: 'stream', status: 400, body: { error } })
    const { status, body } = await ann.call('POST', at(), bodyOf(servers.openai))
    expect([status, body.fields]).toEqual([
      422,
      { models: 'The provider did not accept the model test-model (400).' },
    ])
  })

  it('are stored with the first word of a model that goes on, and leave it', async () => {
    const before = servers.openai.hungUp()
    servers.openai.conduct({ says: ['Yes'], end: 'never' })
    await add(servers.openai)
    await expect.poll(() => servers.openai.hungUp()).toBe(before + 1)
  })

  it('are passed over for a while after two failures in a row', async () => {
    const first = await add(servers.ollama)
    const second = await add(spare, { name: 'Spare' })
    const id = await assistant({ model: `${first.id}/test-model`, fallback_model: `${second.id}/test-model` })
    servers.ollama.conduct('hang up')
    const failed = async () => (await ann.ask(id, QUESTION)).attempts[0]?.failed
    expect([await failed(), await failed()]).toEqual(['model_unreachable', 'model_unreachable'])
    const before = servers.ollama.asked.length
    spare.asked.length = 0
    // The passages do not say this, so a model is asked about it.
    spare.conduct({ says: ['Refunds arrive on your credit card after two weeks [1].'] })
    expect(await failed()).toBe('model_passed_over')
    expect(servers.ollama.asked).toHaveLength(before)
    expect(spare.asked.map(({ body }) => body.stream === true)).toEqual([true, false])
  })

  it('fail the answer when the fallback fails, too, or after the first words', async () => {
    const first = await add(servers.openai)
    const second = await add(spare, { name: 'Spare' })
    const id = await assistant({ model: `${first.id}/test-model`, fallback_model: `${second.id}/test-model` })
    servers.openai.conduct({ says: ['Thirty '], end: 'unfinished' })
    expect(await ann.ask(id, QUESTION)).toMatchObject({
      status: 'failed',
      content: 'Thirty ',
      attempts: [{ failed: 'model_interrupted' }],
    })
    servers.openai.conduct({ status: 500 })
    spare.conduct({ status: 401 })
    expect(await ann.ask(id, QUESTION)).toMatchObject({
      status: 'failed',
      error: { code: 'model_unauthorized', detail: expect.stringContaining('Tell an admin.') },
      attempts: [{ failed: 'model_failed' }, { failed: 'model_unauthorized' }],
    })
  })

  it('that send the end of their thoughts alone fail once, and are held until it from then on', async () => {
    const { id: first } = await add(servers.openai)
    const id = await assistant({ model: `${first}/test-model` })
    const ask = () => ann.ask(id, QUESTION)
    servers.openai.conduct({ says: ['Okay, 14 days?', '\n</thi', 'nk>\n\nThirty days [1].'] })
    expect(await ask()).toMatchObject({
      status: 'failed',
      content: 'Okay, 14 days?',
      error: { code: 'model_thinks_aloud', detail: expect.stringContaining('reasoning parser') },
    })
    const shown = { status: 'complete', content: 'Thirty days [1].', attempts: [{ failed: null }] }
    expect([await ask(), await ask()]).toMatchObject([shown, shown])
    servers.openai.conduct({ says: ['Thirty', ' days [1].'], end: 'cut' })
    expect(await ask()).toMatchObject({ status: 'failed', error: { code: 'model_empty' } })
    servers.openai.conduct({ says: ['Thirty', ' days [1].'] })
    expect([await ask(), await ask()]).toMatchObject([shown, shown])
  })

  it('may quote the tags of thoughts, and go on streaming', async () => {
    const { id: first } = await add(servers.openai)
    const id = await assistant({ model: `${first}/test-model` })
    const content = 'Cut everything up to `</think>` off [1]. Boots go back.'
    const shown = { status: 'complete', content }
    servers.openai.conduct({ says: [content] })
    expect(await ann.ask(id, QUESTION)).toMatchObject(shown)
    // What is held would be lost.
    servers.openai.conduct({ says: [content], end: 'cut' })
    expect(await ann.ask(id, QUESTION)).toMatchObject(shown)
  })

  it('keep the costs of each currency apart, at the price of that time', async () => {
    const provider = await add(servers.openai)
    const id = await assistant({ model: `${provider.id}/test-model` })
    await ann.ask(id, QUESTION)
    const models = [{ name: 'test-model', input: 20, output: 200 }]
    const patch = { models, currency: 'USD' }
    expect((await ann.call('PATCH', at(`/${provider.id}`), patch)).status).toBe(200)
    await ann.ask(id, QUESTION)
    const { spent, days, by_channel } = await series()
    const costs = [
      { amount: (120 * 10 + 7 * 100) / 1e6, currency: 'EUR' },
      { amount: (120 * 20 + 7 * 200) / 1e6, currency: 'USD' },
    ]
    expect(spent).toEqual({ prompt_tokens: 240, completion_tokens: 14, is_estimated: false, costs })
    expect(days.at(-1)?.spent.costs).toEqual(costs)
    expect(by_channel[0]?.spent.costs).toEqual(costs)
  })

  it('are changed without a test where nothing new is asked, and with one where something is', async () => {
    const { id } = await add(servers.openai)
    servers.openai.asked.length = 0
    const change = (patch: object) => ann.call('PATCH', at(`/${id}`), patch)
    const models = [{ name: 'test-model', input: null, output: null }]
    expect((await change({ name: 'Ours', models })).body).toMatchObject({ name: 'Ours', models })
    expect(servers.openai.asked).toEqual([])
    await change({ models: [...models, { name: 'another-model', input: 1, output: 1 }] })
    expect(servers.openai.asked.map(({ body }) => body.model)).toEqual(['another-model'])
    servers.openai.takesOnly(OTHER_KEY)
    expect((await change({ api_key: KEY })).body.fields).toHaveProperty('api_key')
    expect((await change({ api_key: OTHER_KEY })).body).toMatchObject({ key_hint: '0043' })
    expect((await change({ base_url: spare.endpoint.baseUrl })).body.fields).toEqual({
      api_key: 'The address changed. Enter the key again.',
    })
    expect((await change({ models: [...models, ...models] })).body.fields).toHaveProperty('models')
  })

  it.each([
    ['changed', 409, 'provider_changed'],
    ['deleted', 404, 'not_found'],
  ] as const)('keep what others stored while a change was tested: %s', async (done, status, code) => {
    const { openai } = servers
    const { id } = await add(openai)
    openai.asked.length = 0
    openai.takesOnly(OTHER_KEY)
    openai.conduct('silence')
    const renewed = ann.call('PATCH', at(`/${id}`), { api_key: OTHER_KEY })
    await expect.poll(() => openai.asked.length).toBe(1)
    const { baseUrl: base_url } = spare.endpoint
    await (done === 'deleted'
      ? ann.call('DELETE', at(`/${id}`))
      : ann.call('PATCH', at(`/${id}`), { base_url, api_key: KEY }))
    openai.conduct({ says: ['Yes.'] })
    openai.speak()
    expect(await renewed).toMatchObject({ status, body: { code } })
    const stored = done === 'deleted' ? [] : [{ base_url, key_hint: '0042' }]
    expect((await ann.call('GET', at())).body).toMatchObject(stored)
  })

  it('are gone once deleted: the fallback answers, then nobody but the documents', async () => {
    const first = await add(servers.openai)
    const second = await add(spare, { name: 'Spare' })
    const id = await assistant({ model: `${first.id}/test-model`, fallback_model: `${second.id}/test-model` })
    await ann.call('DELETE', at(`/${first.id}`))
    expect((await ann.ask(id, QUESTION)).attempts).toMatchObject([{ provider: 'Spare', failed: null }])
    await ann.call('DELETE', at(`/${second.id}`))
    expect(await ann.ask(id, QUESTION)).toMatchObject({ mode: 'quoted', model: null, attempts: [] })
  })

  it('are asked at public addresses alone, unless the operator allows others', async () => {
    const refused = async (base_url: string) =>
      (await ann.call('POST', at(), bodyOf(spare, { base_url }))).body.fields
    expect(await refused('http://10.0.0.1/v1')).toHaveProperty('base_url')
    expect(await refused('http://127.0.0.1:1/v1')).toHaveProperty('base_url')
    expect(await refused('http://169.254.169.254/v1')).toHaveProperty('base_url')
    expect(await refused('ftp://models.example.com')).toHaveProperty('base_url')
  })

  it('are no model of another organization', async () => {
    const { id } = await add(servers.openai)
    const other = (await server.found(person, 'Other')).id
    const assistantOfOther = (await ann.integration(other, [(await ann.knowledgeBase(other)).id])).id
    const named = { model: `${id}/test-model`, fallback_model: 'nothing' }
    expect((await ann.call('PATCH', `/api/v1/integrations/${assistantOfOther}`, named)).body.fields).toEqual({
      model: 'This model is not offered.',
      fallback_model: 'This model is not offered.',
    })
  })

  it('tell their key nowhere', async () => {
    const { id } = await add(servers.openai)
    await ann.call('PATCH', at(`/${id}`), { api_key: OTHER_KEY })
    const assistantId = await assistant({ model: `${id}/test-model` })
    // The provider repeats the key that it refuses.
    await ann.call('PATCH', at(`/${id}`), { api_key: KEY })
    servers.openai.takesOnly('none of these')
    expect((await ann.ask(assistantId, QUESTION)).error?.code).toBe('model_unauthorized')
    const { body } = await ann.call('GET', `/api/v1/organizations/${organization}/audit-log`)
    expect(AuditPage.parse(body).items.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['model_provider.created', 'model_provider.key_renewed']),
    )
    const rows = await server.context.db.select().from(modelProviders)
    const told = [server.logs, body, await ann.call('GET', at()), rows]
      .map((one) => JSON.stringify(one))
      .join()
    for (const key of [KEY, OTHER_KEY]) expect(told).not.toContain(key)
  })
})
