import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  conversations,
  documents,
  gaps,
  memberships,
  messages,
  users,
} from '../../server/kernel/db/schema/index.ts'
import { normalised } from '../../server/knowledge/retrieval/embedder.ts'
import { toBytes } from '../../server/knowledge/retrieval/vectors.ts'
import { storeTokens } from '../e2e/models/accounts.ts'
import { launchChromium } from '../harness/browser.ts'
import { emptyBase } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import { median, report, timed } from './report.ts'

const ROWS = 10_000
const AT_ONCE = 500
const DIMENSIONS = 512
const ROUNDS = 7
const LATE_FRAME = 50 // ms
const WHEEL = { times: 120, by: 900 } as const // px
const WORDS =
  'boot sole seam leather return refund parcel shop size wax lace repair price week country'.split(' ')

const server = await startTestServer()
const { db } = server.database
const { person, ann, organizationId, knowledgeBaseId } = await emptyBase(server)
const { id: integrationId } = await ann.integration(organizationId, [knowledgeBaseId])

const sentence = (n: number) =>
  Array.from({ length: 12 }, (_, k) => WORDS[(n * 7 + k * k + n * k) % WORDS.length]).join(' ')
const inChunks = async <Row>(rows: readonly Row[], insert: (some: Row[]) => Promise<unknown>) => {
  for (let at = 0; at < rows.length; at += AT_ONCE) await insert(rows.slice(at, at + AT_ONCE))
}

const numbers = Array.from({ length: ROWS }, (_, n) => n)
const talks = numbers.map((n) => ({
  n,
  id: randomUUID(),
  answerId: randomUUID(),
  at: new Date(Date.now() - n * 60_000),
}))
await inChunks(talks, (some) =>
  db.insert(conversations).values(
    some.map(({ id, n, at }) => ({
      id,
      integrationId,
      userId: person.user.id,
      channel: 'playground' as const,
      title: sentence(n),
      startedAt: at,
      lastMessageAt: at,
    })),
  ),
)
await inChunks(talks, (some) =>
  db.insert(messages).values(
    some.flatMap(({ id, n, answerId, at: createdAt }) => [
      {
        conversationId: id,
        position: 1,
        role: 'user' as const,
        content: sentence(n),
        status: 'complete' as const,
        createdAt,
      },
      {
        id: answerId,
        conversationId: id,
        position: 2,
        role: 'assistant' as const,
        content: n === ROWS - 1 ? 'The needle lies here.' : `${sentence(n + 1)} ${sentence(n + 2)}`,
        status: 'complete' as const,
        answered: n % 3 > 0,
        createdAt,
      },
    ]),
  ),
)
const vector = () => toBytes(normalised(Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5)))
await inChunks(talks, (some) =>
  db.insert(gaps).values(some.map(({ answerId }) => ({ answerId, embedding: vector() }))),
)
await inChunks(numbers, (some) =>
  db.insert(documents).values(
    some.map((n) => ({
      knowledgeBaseId,
      name: `${sentence(n)}.md`,
      type: 'md' as const,
      size: 1_000 + n,
      contentHash: String(n),
      status: 'ready' as const,
    })),
  ),
)
const people = numbers.map((n) => ({ id: randomUUID(), email: `person.${n}@bench.test`, passwordHash: '-' }))
await inChunks(people, (some) => db.insert(users).values(some))
await inChunks(people, (some) =>
  db
    .insert(memberships)
    .values(some.map(({ id: userId }) => ({ organizationId, userId, role: 'viewer' as const }))),
)

const at = `/api/v1/organizations/${organizationId}`
const deep = talks.at(-100)?.id ?? ''
for (const [name, path] of [
  ['conversations, first page', `${at}/conversations`],
  ['conversations, page 300', `${at}/conversations?before=${deep}`],
  ['conversations with a word, one of all', `${at}/conversations?q=needle`],
  ['conversations with a word, most of all', `${at}/conversations?q=leather`],
  ['conversations not answered', `${at}/conversations?answered=no`],
  ['documents', `/api/v1/knowledge-bases/${knowledgeBaseId}/documents`],
  ['members', `${at}/members`],
  ['gaps', `${at}/gaps`],
  ['sources', `${at}/sources`],
  ['integrations', `${at}/integrations`],
  ['usage series', `${at}/usage/series`],
] as const) {
  const times: number[] = []
  let status = 0
  for (let n = 0; n < ROUNDS; n++)
    times.push(
      await timed(async () => {
        const answer = await server.inject({ url: path, headers: person.headers })
        status = answer.statusCode
      }),
    )
  report(`${name} of ${ROWS}${status === 200 ? '' : ` (${status})`}`, median(times), 'ms')
}

const browser = await launchChromium()
const page = await browser.newPage({ baseURL: server.url, viewport: { width: 1280, height: 800 } })
await page.goto('/config.js')
await storeTokens(page, person.tokens)

interface Seen {
  frames: number
  late: number
  worst: number
}

/** As text: what the page runs must not be rewritten on its way there. */
const WATCH = `
  window.seen = { frames: 0, late: 0, worst: 0 }
  let last = null
  requestAnimationFrame(function look(now) {
    if (last !== null) {
      seen.frames += 1
      if (now - last > ${LATE_FRAME}) seen.late += 1
      seen.worst = Math.max(seen.worst, now - last)
    }
    last = now
    requestAnimationFrame(look)
  })`

/** Frames that came late while the wheel turned. */
const framesWhileScrolling = async (shown: Page): Promise<Seen> => {
  await shown.evaluate(WATCH)
  for (let n = 0; n < WHEEL.times; n++) await shown.mouse.wheel(0, WHEEL.by)
  return shown.evaluate('window.seen')
}

for (const [name, path, label] of [
  ['conversations', '/conversations', 'Conversations'],
  ['documents', `/knowledge-bases/${knowledgeBaseId}`, 'Documents'],
  ['members', '/team', 'Members'],
  ['gaps', '/analytics', 'Unanswered questions'],
] as const) {
  const list = page.getByRole('list', { name: label, exact: true })
  report(
    `${name}, until the list stands`,
    await timed(async () => {
      await page.goto(path)
      await list.waitFor({ timeout: 120_000 })
    }),
    'ms',
  )
  await list.getByRole('listitem').nth(3).hover()
  const { frames, late, worst } = await framesWhileScrolling(page)
  report(`${name}, frames over ${LATE_FRAME} ms of ${frames}`, late, '')
  report(`${name}, the longest frame`, worst, 'ms')
  report(`${name}, rows drawn`, await list.getByRole('listitem').count(), '')
}
await browser.close()
await server.close()
