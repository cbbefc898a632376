import { describe, expect, it, vi } from 'vitest'
import { type AnyActorLogic, createActor, waitFor } from 'xstate'
import { storedConnection } from '../../src/machines/knowledge/connect.machine.ts'
import { rulesOf } from '../../src/machines/knowledge/crawl.machine.ts'
import { storedChannel } from '../../src/machines/visitors/connect-channel.machine.ts'
import { provideSingleSignOn } from '../../src/services/accounts/single-sign-on.provide.ts'
import { provideModels } from '../../src/services/assistants/models.provide.ts'
import type { WriteServices } from '../../src/services/cache/idempotent-writes.ts'
import type { QueryCache } from '../../src/services/cache/query-cache.ts'
import { provideWebhooks } from '../../src/services/developers/webhooks.provide.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideWriteGolden } from '../../src/services/knowledge/golden.provide.ts'
import {
  provideChangeKnowledgeBase,
  provideKnowledgeBase,
} from '../../src/services/knowledge/knowledge-base.provide.ts'
import { provideChangeReaders } from '../../src/services/knowledge/readers.provide.ts'
import { provideConnect, provideCrawl } from '../../src/services/knowledge/web-sources.provide.ts'
import { provideChannels } from '../../src/services/visitors/channels.provide.ts'

const FIELD = {
  label: { code: '', text: '' },
  hint: null,
  input: 'text',
  is_optional: false,
  preset: '',
} as const
const SLACK = {
  kind: 'slack',
  name: 'Slack',
  fields: [{ ...FIELD, name: 'team', way: null }],
  steps: [],
  manifest: '',
} as const
const CONFLUENCE = {
  kind: 'confluence',
  name: 'Confluence',
  fields: [{ ...FIELD, name: 'email', way: null }],
  choices: { code: '', text: '' },
  redirect_uri: null,
  hides_addresses: false,
}
const SOURCE = {
  id: 's1',
  knowledge_base_id: 'k1',
  url: 'https://a.example',
  refresh: 'daily',
  mail_on_failure: false,
  follows_readers: false,
} as const
const RULES = { depth: 2, pages_max: 50, include: ['/a'], exclude: [], files: false }
const SPACES = [
  { id: 'A', name: 'A' },
  { id: 'B', name: 'B' },
]

const call = vi.fn(
  async (_operation: object, _ids: object, _options?: { body: object }): Promise<object> => ({}),
)
const services = {
  http: { call } as unknown as Http,
  cache: { invalidateQueries: async () => {} } as unknown as QueryCache,
  refresh: () => {},
  withIdempotencyKey: (_, write) => write('key'),
} satisfies WriteServices & { cache: QueryCache }

const { editPassage, writeFaq, writeText } = provideKnowledgeBase(services).implementations
  .actors as unknown as Record<'editPassage' | 'writeFaq' | 'writeText', AnyActorLogic>

/** The body that is sent for something that was opened with `values`, after `changes`. */
async function sentAfter(logic: AnyActorLogic, values: object, changes: object) {
  call.mockClear()
  const actor = createActor(logic).start()
  actor.send({ type: 'form.opened', organizationId: 'o1', values })
  for (const [name, value] of Object.entries(changes)) actor.send({ type: 'field.changed', name, value })
  actor.send({ type: 'form.submitted' })
  await waitFor(actor, (form) => form.matches('closed') || form.matches('previewed'))
  actor.send({ type: 'import.requested' })
  await waitFor(actor, (form) => form.matches('closed'))
  return call.mock.lastCall?.[2]?.body
}

/** The second body, after the answer to the first was lost, or was `failure`, and `found` was read. */
async function sentAfterLoss(
  logic: AnyActorLogic,
  values: object,
  first: object,
  second: object,
  failure: unknown = new Error('offline'),
  found?: object,
) {
  const actor = createActor(logic).start()
  actor.send({ type: 'form.opened', organizationId: 'o1', values })
  const submit = (changes: object) => {
    for (const [name, value] of Object.entries(changes)) actor.send({ type: 'field.changed', name, value })
    actor.send({ type: 'form.submitted' })
  }
  call.mockRejectedValueOnce(failure)
  if (found) call.mockResolvedValueOnce(found)
  submit(first)
  await waitFor(actor, (form) => form.matches('editing'))
  submit(second)
  await waitFor(actor, (form) => form.matches('closed'))
  return call.mock.lastCall?.[2]?.body
}

describe('what others changed meanwhile stays', () => {
  const PASSAGE = { id: 'p1', content: '30 days', enabled: true, original: null }
  const FAQ = { knowledgeBaseId: 'k1', id: 'd1', question: 'When?', answer: 'Soon.', approved: false }
  const TEXT = { knowledgeBaseId: 'k1', id: 'd1', name: 'Hours', text: 'At nine.' }
  const PROVIDER = {
    provider_id: 'm1',
    name: 'A',
    protocol: 'openai',
    base_url: 'https://a.example',
    key_url: 'https://a.example',
    models: [{ name: 'gpt', input: '', output: '' }],
    currency: 'USD',
  }
  const GOLDEN = {
    knowledgeBaseId: 'k1',
    id: 'g1',
    question: 'When?',
    documentId: 'd1',
    quote: '',
    others: [],
  }
  const READERS = { access: 'named', group_ids: [], user_ids: ['cleo'] }
  const { modelProvider } = provideModels(services)
  const { changeWebhook } = provideWebhooks(services)
  const { setProvider } = provideSingleSignOn(services)
  const SIGN_IN = {
    known_issuer: 'https://login.example',
    known_client_id: 'lectern',
    issuer: 'https://login.example',
    client_id: 'lectern',
    client_secret: '',
    default_role: 'viewer',
    role_claim: 'groups',
    role_mappings: 'contractors = admin',
  }

  it.each([
    ['the wording of a passage', editPassage, PASSAGE, { enabled: false }, { enabled: false }],
    ['whether a passage is quoted', editPassage, PASSAGE, { content: '14 days' }, { content: '14 days' }],
    ['the approval of a question', writeFaq, FAQ, { answer: 'Today.' }, { answer: 'Today.' }],
    ['the words of a question', writeFaq, FAQ, { approved: true }, { approved: true }],
    ['the wording of a text', writeText, TEXT, { name: 'Times' }, { name: 'Times' }],
    [
      'the description of a knowledge base',
      provideChangeKnowledgeBase(services),
      { id: 'k1', name: 'A', description: 'a' },
      { name: 'B' },
      { name: 'B' },
    ],
    ['the models of a provider', modelProvider, PROVIDER, { name: 'B' }, { name: 'B' }],
    ['the key of a provider', modelProvider, PROVIDER, { currency: 'EUR' }, { currency: 'EUR' }],
    [
      'the address of a provider, unless a key is entered for the one that is seen',
      modelProvider,
      { ...PROVIDER, api_key: '' },
      { api_key: 'sk-new' },
      { api_key: 'sk-new', base_url: 'https://a.example' },
    ],
    [
      'the client and the roles of single sign-on',
      setProvider,
      SIGN_IN,
      { role_claim: 'roles' },
      { role_claim: 'roles' },
    ],
    [
      'the roles of single sign-on if a secret is entered, for the client that is seen',
      setProvider,
      SIGN_IN,
      { client_secret: 'new' },
      { issuer: 'https://login.example', client_id: 'lectern', client_secret: 'new' },
    ],
    [
      'the events of a webhook',
      changeWebhook,
      { webhook_id: 'w1', url: 'https://a.example', events: ['conversation.answered'] },
      { url: 'https://b.example' },
      { url: 'https://b.example' },
    ],
    [
      'what a golden question should find',
      provideWriteGolden(services),
      GOLDEN,
      { question: 'How?' },
      { question: 'How?' },
    ],
  ])('%s', async (_, logic, values, changes, body) => {
    expect(await sentAfter(logic, values, changes)).toEqual(body)
  })

  it('the connection of a channel, which is tried again if nothing differs', async () => {
    const stored = {
      id: 'c1',
      integration_id: 'i1',
      settings: { team: 'T1' },
      daily_limit: 5,
    } as unknown as Parameters<typeof storedChannel>[1]
    const channel = storedChannel({ ...SLACK, fields: [...SLACK.fields], steps: [] }, stored)
    const { connectChannel } = provideChannels(services)
    expect(await sentAfter(connectChannel, channel, { daily_limit: '6' })).toEqual({ daily_limit: 6 })
    expect(await sentAfter(connectChannel, channel, {})).toEqual({ settings: { team: 'T1' } })
  })

  it('the rules of a source', async () => {
    const rules = rulesOf({ ...SOURCE, ...RULES, kind: 'site' } as unknown as Parameters<typeof rulesOf>[0])
    call.mockResolvedValue({ pages: [{ url: 'https://a.example/a' }] })
    const crawl = provideCrawl(services)
    expect(await sentAfter(crawl, rules, { refresh: 'weekly' })).toEqual({ refresh: 'weekly' })
    expect(await sentAfter(crawl, rules, { depth: 1 })).toEqual({ rules: { ...RULES, depth: 1 } })
  })

  it('the connection of a source', async () => {
    const source = { ...SOURCE, settings: { email: 'a@a.example' }, choices: [SPACES[0]] }
    const values = storedConnection(source as unknown as Parameters<typeof storedConnection>[0], CONFLUENCE)
    call.mockResolvedValue({ choices: SPACES, is_whole: true })
    const connect = provideConnect({ ...services, tab: {} as Window })
    expect(await sentAfter(connect, values, { mailOnFailure: true })).toEqual({ mail_on_failure: true })
    expect(await sentAfter(connect, values, { chosen: ['A', 'B'] })).toEqual({
      connection: { settings: { email: 'a@a.example' }, choices: SPACES },
    })
    expect(await sentAfter(connect, values, { email: 'b@a.example' })).toEqual({
      connection: { settings: { email: 'b@a.example' } },
    })
  })

  it('a source is tried again if nothing differs, without what is gone at the service', async () => {
    const source = { ...SOURCE, settings: { email: 'a@a.example' }, choices: SPACES }
    const values = storedConnection(source as unknown as Parameters<typeof storedConnection>[0], CONFLUENCE)
    const connect = provideConnect({ ...services, tab: {} as Window })
    const settings = { email: 'a@a.example' }
    call.mockResolvedValue({ choices: SPACES, is_whole: true })
    expect(await sentAfter(connect, values, {})).toEqual({ connection: { settings } })
    const choices = SPACES.slice(0, 1)
    call.mockResolvedValue({ choices, is_whole: true })
    expect(await sentAfter(connect, values, {})).toEqual({ connection: { settings, choices } })
    const body = { mail_on_failure: true, connection: { settings, choices } }
    expect(await sentAfter(connect, values, { mailOnFailure: true })).toEqual(body)
    // Beyond those that the service lists.
    call.mockResolvedValue({ choices, is_whole: false })
    expect(await sentAfter(connect, values, { mailOnFailure: true })).toEqual({ mail_on_failure: true })
  })

  it('or is unknown after a submit without an answer: the next one sends everything', async () => {
    const base = { name: 'A', description: 'a' }
    const form = provideChangeKnowledgeBase(services)
    expect(await sentAfterLoss(form, { id: 'k1', ...base }, { name: 'B' }, { name: 'A' })).toEqual(base)
    const readers = { ...READERS, of: 'base', id: 'k1' }
    const added = { user_ids: ['cleo', 'dan'] }
    expect(
      await sentAfterLoss(provideChangeReaders(services), readers, added, { user_ids: ['cleo'] }),
    ).toEqual({ restricted: true, group_ids: [], user_ids: ['cleo'] })
    const { provider_id, key_url, models, ...provider } = PROVIDER
    expect(await sentAfterLoss(modelProvider, PROVIDER, { name: 'B' }, { name: 'C' })).toEqual({
      ...provider,
      name: 'C',
      models: [{ name: 'gpt', input: null, output: null }],
    })
    const page = rulesOf({ ...SOURCE, ...RULES, kind: 'page' } as unknown as Parameters<typeof rulesOf>[0])
    const body = { refresh: 'daily', mail_on_failure: false, rules: RULES }
    const [weekly, daily] = [{ refresh: 'weekly' }, { refresh: 'daily' }]
    expect(await sentAfterLoss(provideCrawl(services), page, weekly, daily)).toEqual(body)
  })

  it('only what differs is sent again after a refusal', async () => {
    const base = { id: 'k1', name: 'A', description: 'a' }
    const form = provideChangeKnowledgeBase(services)
    const refused = Object.assign(new Error('refused'), { status: 409 })
    expect(await sentAfterLoss(form, base, { name: 'B' }, { name: 'C' }, refused)).toEqual({ name: 'C' })
  })

  it('the address of a provider that was stored while a key for another was tested', async () => {
    const meanwhile = Object.assign(new Error('refused'), { status: 409, code: 'provider_changed' })
    const found = { ...PROVIDER, id: 'm1', base_url: 'https://b.example', key_hint: '0042' }
    const sent = (opened: object, second: object) =>
      sentAfterLoss(modelProvider, opened, { api_key: 'sk-a' }, second, meanwhile, [found])
    const opened = { ...PROVIDER, api_key: '' }
    expect(await sent(opened, {})).toEqual({ api_key: 'sk-a', base_url: 'https://b.example' })
    const own = { name: 'C', base_url: 'https://c.example' }
    expect(await sent(opened, own)).toEqual({ api_key: 'sk-a', ...own })
  })

  it('readers, of which the server is told those that were known', async () => {
    const change = provideChangeReaders(services)
    const known = { restricted: true, group_ids: [], user_ids: ['cleo'] }
    const wanted = { ...known, user_ids: ['cleo', 'dan'] }
    const added = { user_ids: ['cleo', 'dan'] }
    expect(await sentAfter(change, { ...READERS, of: 'base', id: 'k1' }, added)).toEqual({ ...wanted, known })
    const documents = { ...READERS, of: 'documents', id: 'k1', document_ids: ['d1', 'd2'] }
    expect(await sentAfter(change, documents, added)).toEqual({ ...wanted, ids: ['d1', 'd2'] })
  })
})
