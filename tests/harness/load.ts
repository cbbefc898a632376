import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { until } from './knowledge.ts'

type Answered = { key: string; status: number; answerId: string | null }

const TRY_AGAIN_AFTER = 500 // ms
const BETWEEN = 400 // ms
const ASKED_WITHIN = 60_000 // ms

/** Whether the same request is worth repeating: there was no answer, or a temporary failure. */
const isPassing = (status: number) => status === 0 || status === 409 || status === 429 || status >= 502

/** People who ask and upload continuously, and repeat requests that reached no server, with the same key. */
export function startLoad(
  url: string,
  headers: Record<string, string>,
  of: { assistant: string; base: string },
) {
  const answers: Answered[] = []
  const uploaded: string[] = []
  let isOver = false
  let asked = 0

  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      ...init,
      headers: { ...headers, ...init.headers },
      signal: AbortSignal.timeout(ASKED_WITHIN),
    }).catch(() => null)
    return { status: answer?.status ?? 0, body: await answer?.json().catch(() => null) }
  }
  /** Repeated until it is answered, however long that takes. */
  const persist = async (path: string, init: () => RequestInit) => {
    for (;;) {
      const answer = await send(path, init())
      if (!isPassing(answer.status)) return answer
      await wait(TRY_AGAIN_AFTER)
    }
  }

  const ask = async () => {
    while (!isOver) {
      const key = `question ${++asked} of the load`
      const { status, body } = await persist(`/api/v1/integrations/${of.assistant}/ask`, () => ({
        headers: { 'content-type': 'application/json', 'idempotency-key': key.replaceAll(' ', '-') },
        body: JSON.stringify({ content: key, config: 'draft' }),
      }))
      answers.push({ key, status, answerId: body?.answer?.id ?? null })
      await wait(BETWEEN)
    }
  }
  const upload = async () => {
    for (let n = 1; !isOver; n++) {
      const name = `load-${n}.md`
      const { status } = await persist(`/api/v1/knowledge-bases/${of.base}/documents`, () => {
        const form = new FormData()
        form.append('files', new Blob([`# Load ${n}\n\n${`River ${n} runs on. `.repeat(60)}`]), name)
        return { body: form }
      })
      if (status === 201) uploaded.push(name)
      await wait(BETWEEN * 5)
    }
  }

  const people: Promise<void>[] = []
  return {
    answers,
    uploaded,
    start(askers: number) {
      for (let n = 0; n < askers; n++) people.push(ask())
      people.push(upload())
    },
    /** Lets everyone finish what they have begun. */
    async stop() {
      isOver = true
      await Promise.all(people)
    },
  }
}

/** Failures of the questions and uploads, according to the database. */
export async function lossesOf(
  database: pg.Client,
  { answers, uploaded }: Pick<ReturnType<typeof startLoad>, 'answers' | 'uploaded'>,
) {
  await until(
    async () => (await database.query("select * from messages where status = 'streaming'")).rows,
    (rows) => rows.length === 0,
  )
  const { rows: documents } = await until(
    () => database.query("select name, status, error from documents where status not in ('ready', 'failed')"),
    ({ rows }) => rows.length === 0,
    300_000,
  ).then(() => database.query("select name, status, error from documents where name like 'load-%'"))
  const { rows: questions } = await database.query(
    "select content, count(*)::int as count from messages where role = 'user' and content like 'question % of the load' group by 1",
  )
  const counts = new Map(questions.map(({ content, count }) => [content, count]))
  const { rows: told } = await database.query(
    `select m.id, m.status, m.error, m.content from messages m where m.id = any($1)`,
    [answers.flatMap(({ answerId }) => answerId ?? [])],
  )
  const { rows: empty } = await database.query(
    'select id from conversations c where not exists (select from messages m where m.conversation_id = c.id)',
  )
  return {
    refused: answers.filter(({ answerId, status }) => !answerId || status >= 500),
    lost: answers.filter(({ key }) => !counts.has(key)),
    twice: [...counts].filter(([, count]) => count > 1),
    unexplained: told.filter(({ status, error }) => status !== 'complete' && !error),
    emptyConversations: empty,
    failedDocuments: documents.filter(({ status }) => status !== 'ready'),
    missingDocuments: uploaded.filter((name) => !documents.some((one) => one.name === name)),
  }
}

export const NO_LOSSES: Awaited<ReturnType<typeof lossesOf>> = {
  refused: [],
  lost: [],
  twice: [],
  unexplained: [],
  emptyConversations: [],
  failedDocuments: [],
  missingDocuments: [],
}
