import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ResourceName, ResourceQuery } from '../../src/machines/shell/resource/resource.types.ts'
import { createQueryCache, keyOf } from '../../src/services/cache/query-cache.ts'
import { DEFERRED_READS } from '../../src/services/contract/reads.ts'
import type { OrganizationMessage } from '../../src/services/contract/sockets.ts'
import { provideOrganizationLive } from '../../src/services/organizations/organization-live.provide.ts'
import { listener, standIn } from '../harness/system.ts'

it('[S9.6] [S7.32] the socket of the organization is kept alive, with ten minutes', () => {
  const scope = listener()
  const joined: unknown[] = []
  standIn(scope, 'connections', ({ line }) => joined.push(line))
  const input = { organizationId: 'o-1' }
  createActor(provideOrganizationLive(new QueryClient()), { parent: scope, input }).start()
  expect(joined).toEqual([
    { name: 'organization:o-1', path: '/api/ws/organizations/o-1', idleAfter: 600_000, keepAlive: true },
  ])
})

const LOST = { type: 'live.lost' } as const
const OPENED = { type: 'live.opened' } as const

it.each([
  { name: 'it opened at once', heard: [OPENED], reads: 0 },
  { name: 'the first try failed', heard: [LOST, OPENED], reads: 1 },
  { name: 'it was lost twice', heard: [OPENED, LOST, OPENED, LOST, OPENED], reads: 2 },
])('[S9.6] what may have changed while nobody listened is read again: $name', ({ heard, reads }) => {
  const cache = new QueryClient()
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  const scope = listener()
  for (const name of ['connections', 'notifications'] as const) standIn(scope, name, () => {})
  // The person's role may be another, too.
  const organizations: unknown[] = []
  standIn(scope, 'organizations', (event) => organizations.push(event))
  const input = { organizationId: 'o-1' }
  const live = createActor(provideOrganizationLive(cache), { parent: scope, input }).start()
  for (const event of heard) live.send(event)
  const names = ['me', 'system', 'sessions', 'signIns', 'twoFactor', 'apiKeys']
  const outdated = [['org', 'o-1'], ...names.map((name) => [name])].map((queryKey) => [{ queryKey }])
  expect(invalidate.mock.calls).toEqual(Array.from({ length: reads }, () => outdated).flat())
  expect(organizations).toHaveLength(reads)
})

/** The names of what is read again at once when a message arrives. */
const readAgainBy = async (message: OrganizationMessage, queries: readonly ResourceQuery[]) => {
  const cache = createQueryCache()
  const scope = listener()
  for (const name of ['connections', 'notifications', 'organizations'] as const)
    standIn(scope, name, () => {})
  const read: string[] = []
  for (const query of queries) {
    const queryFn = async () => read.push(query.name)
    onTestFinished(new QueryObserver(cache, { queryKey: keyOf(query), queryFn }).subscribe(() => {}))
  }
  await expect.poll(() => read).toHaveLength(queries.length)
  read.length = 0
  const input = { organizationId: 'o-1' }
  const live = createActor(provideOrganizationLive(cache), { parent: scope, input }).start()
  live.send({ type: 'live.received', message })
  await Promise.resolve()
  return read
}

it('the versions of an assistant are read again with it when a colleague publishes one', async () => {
  const of = { organizationId: 'o-1', id: 'i-1' }
  const message = { type: 'integration_update', data: { id: 'i-1' } } as const
  const queries = [
    { name: 'integration', of },
    { name: 'integrationVersions', of },
  ] as const
  expect(await readAgainBy(message, queries)).toEqual(['integration', 'integrationVersions'])
})

const OWN_LINE = 'read again by the screen that shows it, over its own socket'
const PERIOD = 'figures of a period, which the screen states'
const ACCOUNT = ['account_update']
const FIXED = 'part of the release or of the installation'
const BASE = 'knowledge_base_update'
const ASSISTANT = ['integration_update', 'integration_removed']
const READING = [BASE, 'member_update']
const SETTINGS = ['organization_update']

/** The messages that outdate a resource, or why none does. Each new resource needs an entry. */
const OUTDATED_BY: Readonly<Record<ResourceName, readonly string[] | string>> = {
  apiKeys: ACCOUNT,
  assistantReaders: [...READING, 'integration_update'],
  assistants: ASSISTANT,
  billingDetails: SETTINGS,
  channelKinds: FIXED,
  channels: [...SETTINGS, 'integration_removed'],
  connectors: FIXED,
  conversation: OWN_LINE,
  documentReaders: READING,
  documents: OWN_LINE,
  documentVersions: OWN_LINE,
  erasures: 'the screen reads it again while one is carried out',
  feedback: 'only the operator reads it',
  gaps: PERIOD,
  goldenQuestions: [BASE],
  goldenRuns: OWN_LINE,
  groups: READING,
  handoverSettings: ['integration_update'],
  indexes: OWN_LINE,
  integration: ASSISTANT,
  integrationGeneral: ASSISTANT,
  integrations: ASSISTANT,
  integrationVersions: ['integration_update'],
  invitations: ['invitation_update'],
  knowledgeBase: [BASE],
  knowledgeBases: [BASE],
  me: ACCOUNT,
  members: ['member_update'],
  modelProviders: SETTINGS,
  models: SETTINGS,
  organizationKeys: SETTINGS,
  outcomes: PERIOD,
  payments: SETTINGS,
  plans: FIXED,
  privacy: SETTINGS,
  provisioning: SETTINGS,
  publicPage: ['integration_update'],
  readableBases: READING,
  readers: READING,
  restrictedAssistants: ASSISTANT,
  restrictedBases: [BASE],
  restrictedDocuments: [BASE],
  retention: SETTINGS,
  sessions: ACCOUNT,
  signIns: ACCOUNT,
  singleSignOn: SETTINGS,
  sources: PERIOD,
  subscription: SETTINGS,
  system: ACCOUNT,
  twoFactor: ACCOUNT,
  usableAssistants: [...READING, ...ASSISTANT],
  usage: [...SETTINGS, 'member_update'],
  usageSeries: PERIOD,
  webhookDeliveries: 'the screen reads it again',
  webhooks: SETTINGS,
  webSources: OWN_LINE,
}
const NAMES = Object.keys(OUTDATED_BY) as ResourceName[]
const OF_PERSON = new Set<ResourceName>(['me', 'system', 'sessions', 'signIns', 'twoFactor', 'apiKeys'])

it('knows of every resource what outdates it', () => {
  expect(NAMES).toEqual(expect.arrayContaining(Object.keys(DEFERRED_READS)))
})

it.each([
  BASE,
  ...ASSISTANT,
  'member_update',
  'invitation_update',
  'organization_update',
  'account_update',
] as OrganizationMessage['type'][])('%s outdates what it may have changed, and nothing else', (type) => {
  const cache = createQueryCache()
  const scope = listener()
  for (const name of ['connections', 'organizations'] as const) standIn(scope, name, () => {})
  const keyFor = (name: ResourceName) =>
    keyOf({ name, of: OF_PERSON.has(name) ? {} : { organizationId: 'o-1' } } as ResourceQuery)
  for (const name of NAMES) cache.setQueryData(keyFor(name), [])
  const input = { organizationId: 'o-1' }
  const live = createActor(provideOrganizationLive(cache), { parent: scope, input }).start()
  const outdated = () => NAMES.filter((name) => cache.getQueryState(keyFor(name))?.isInvalidated)
  const hear = (id: string) =>
    live.send({ type: 'live.received', message: { type, data: { id } } as OrganizationMessage })
  if (type === 'organization_update') {
    // Of another organization of the person.
    hear('o-2')
    expect(outdated()).toEqual([])
  }
  hear('o-1')
  const isExpected = (name: ResourceName) =>
    typeof OUTDATED_BY[name] !== 'string' && OUTDATED_BY[name].includes(type)
  expect(outdated()).toEqual(NAMES.filter(isExpected))
})
