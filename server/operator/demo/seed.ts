import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { User } from '../../../src/services/contract/accounts.ts'
import type { Asked, Message } from '../../../src/services/contract/conversations.ts'
import type { Document } from '../../../src/services/contract/documents.ts'
import type { Integration } from '../../../src/services/contract/integrations.ts'
import type { KnowledgeBase } from '../../../src/services/contract/knowledge-bases.ts'
import type { Organization } from '../../../src/services/contract/organizations.ts'
import { createAccountsRepository } from '../../accounts/accounts.repository.ts'
import type { Db } from '../../kernel/db/open.ts'
import { ROOT } from '../../kernel/package.ts'
import { DEMO_LOG_IN, type DemoClient, demoClient, LOOK_EVERY } from './client.ts'
import { askForPeople } from './hand-overs.ts'
import { areRecorded, spreadOverMonth } from './month.ts'
import { TALKS, type Talk } from './talks.ts'

const FOLDER = path.join(ROOT, 'server/operator/demo/documents')

const HELP = {
  name: 'Customer help',
  description: 'What customers ask: returns, repairs, sizes, care and delivery.',
  files: [
    'returns-policy.md',
    'repair-promise.html',
    'sizing-guide.md',
    'leather-care.md',
    'shipping-rates.csv',
  ],
}
const STAFF = {
  name: 'Shop staff handbook',
  description: 'How we open, sell, repair and close.',
  files: ['shop-floor-guide.md', 'workshop-notes.txt'],
}
const QUESTIONS = ['How long can I return boots?', 'What does a new outsole cost?']

const fill = async (
  { call, until }: DemoClient,
  organizationId: string,
  { name, description, files }: typeof HELP,
) => {
  const base = await call<KnowledgeBase>('POST', `/organizations/${organizationId}/knowledge-bases`, {
    name,
    description,
  })
  const form = new FormData()
  for (const file of files) form.append('files', new Blob([await readFile(path.join(FOLDER, file))]), file)
  await call('POST', `/knowledge-bases/${base.id}/documents`, form)
  await until<Document[]>(`/knowledge-bases/${base.id}/documents`, (documents) =>
    documents.every(({ status }) => status === 'ready' || status === 'failed'),
  )
  return base.id
}

const converse = async ({ call, until }: DemoClient, integrationId: string) => {
  let conversation_id: string | null = null
  for (const content of QUESTIONS) {
    const asked: Asked = await call('POST', `/integrations/${integrationId}/messages`, {
      content,
      conversation_id,
      config: 'draft',
    })
    conversation_id = asked.conversation.id
    await until<Message>(`/messages/${asked.answer.id}`, ({ status }) => status !== 'streaming')
  }
}

/** Asks every talk once, and spreads the answers over a month of people. */
const fillMonth = async (
  { call, until }: DemoClient,
  db: Db,
  organizationId: string,
  assistants: Record<Talk['assistant'], string>,
) => {
  const answered = await Promise.all(
    TALKS.map(async (talk) => {
      const integrationId = assistants[talk.assistant]
      const { answer }: Asked = await call('POST', `/integrations/${integrationId}/messages`, {
        content: talk.wordings[0],
        config: 'draft',
      })
      await until<Message>(`/messages/${answer.id}`, ({ status }) => status !== 'streaming')
      return { talk, integrationId, answerId: answer.id }
    }),
  )
  while (
    !(await areRecorded(
      db,
      answered.map(({ answerId }) => answerId),
    ))
  )
    await wait(LOOK_EVERY)
  const { id: userId } = await call<User>('GET', '/users/me')
  await spreadOverMonth(db, { answered, organizationId, userId, now: new Date() })
  await askForPeople(db, { organizationId, userId, name: 'Ada Holm' })
}

/**
 * Creates the demo organization with its documents and assistants through the product's API, and a month of
 * conversations from real answers of the assistants. Existing data is kept.
 */
export const seedDemo = async (app: FastifyInstance, db: Db) => {
  const client = demoClient(app)
  const { call } = client
  if (!(await client.logIn())) {
    await call('POST', '/register', { ...DEMO_LOG_IN, first_name: 'Ada', last_name: 'Holm' })
    await client.logIn()
  }
  await createAccountsRepository(db).verify((await call<User>('GET', '/users/me')).id)
  const [existing] = await call<Organization[]>('GET', '/organizations')
  if (existing) return DEMO_LOG_IN
  const { id } = await call<Organization>('POST', '/organizations', {
    name: 'Northwind Boots',
    description: 'Boots that can be repaired for as long as we make them.',
  })
  const help = await fill(client, id, HELP)
  const staff = await fill(client, id, STAFF)
  const desk = await call<Integration>('POST', `/organizations/${id}/integrations`, {
    name: 'Help desk',
    description: 'Answers customers from what we have written for them.',
    knowledge_base_ids: [help],
  })
  await call('PATCH', `/integrations/${desk.id}`, {
    welcome_message: 'Ask about returns, repairs, sizes or delivery.',
    starter_questions: QUESTIONS,
    color: 'pine',
  })
  await call('POST', `/integrations/${desk.id}/publish`)
  await call('PATCH', `/integrations/${desk.id}/public-page`, { state: 'on' })
  await call('PATCH', `/integrations/${desk.id}/handover`, {
    offered: ['asked', 'refused', 'disliked'],
    inbox: true,
    reply_hours: 4,
  })
  const shop = await call<Integration>('POST', `/organizations/${id}/integrations`, {
    name: 'Shop assistant',
    description: 'For everybody on the shop floor.',
    knowledge_base_ids: [staff, help],
  })
  await call('PATCH', `/integrations/${shop.id}`, { color: 'indigo' })
  await call('POST', `/integrations/${shop.id}/publish`)
  await fillMonth(client, db, id, { desk: desk.id, shop: shop.id })
  await converse(client, desk.id)
  return DEMO_LOG_IN
}
