import path from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { documents, passages } from '../../../server/kernel/db/schema/index.ts'
import {
  batchesOf,
  INDEXED_COLUMNS,
  indexedDocuments,
} from '../../../server/knowledge/retrieval/indexed-documents.ts'
import { createRanking } from '../../../server/knowledge/retrieval/ranking.ts'
import { SERVED } from '../../../server/knowledge/retrieval/served.ts'
import { createClient } from '../../harness/knowledge.ts'
import { startTestServer } from '../../harness/server.ts'
import { type AnswerSet, relevantTo } from '../answers.sets.ts'
import type { EngineName } from './engines.ts'
import { startEngine } from './start-engine.ts'

const HOUR = 3_600_000
const FIRST = 10

/** What each engine finds of sets of questions, with our terms, ranks and fusion. */
export const qualityOf = async (sets: AnswerSet[], engines: readonly EngineName[], root: string) => {
  const server = await startTestServer()
  const { db } = server.context
  const person = await server.register()
  const client = createClient(server.url, person)
  const organization = await server.found(person)
  const places = new Map(engines.map((engine) => [engine, [] as number[]]))
  let same = 0
  let all = 0

  for (const { name, files, questions } of sets) {
    const { id: base } = await client.knowledgeBase(organization.id, name)
    for (let at = 0; at < files.length; at += 40) await client.upload(base, files.slice(at, at + 40))
    const nameOf = new Map((await client.settled(base, HOUR)).map((one) => [one.id, one.name]))
    const rows = await db
      .select({ ...INDEXED_COLUMNS, version: documents.servedAt })
      .from(passages)
      .innerJoin(documents, SERVED)
      .where(eq(documents.knowledgeBaseId, base))
      .orderBy(asc(passages.documentId), asc(passages.position))
    const indexed = new Map(indexedDocuments(rows).map((one) => [one.id, one]))
    const sizes = new Map([...indexed].map(([id, one]) => [id, one.passages.length]))
    const dimensions = [...indexed.values()].flatMap((one) => one.passages)[0]?.vectors[0]?.length ?? 0
    const texts = rows.map(({ id, documentId, content }) => ({
      id,
      content,
      document: nameOf.get(documentId) ?? '',
    }))

    const rankings = new Map<EngineName, ReturnType<typeof createRanking>>()
    const running = engines.map((engine) => ({
      engine,
      own: startEngine(engine, { folder: path.join(root, engine, base), dimensions, s3: null }),
    }))
    for (const { engine, own } of running) {
      await own.open([])
      for (const batch of batchesOf([...indexed.keys()], sizes))
        await own.call('put', { documents: batch.flatMap((id) => indexed.get(id) ?? []) })
      await own.call('settle', {})
      const { embedder, scale } = server.retrieval
      const search = async (_: unknown, query: Parameters<typeof own.call<'search'>>[1]['query']) =>
        (await own.call('search', { query })).result
      rankings.set(
        engine,
        createRanking({
          embedder,
          scale,
          index: { search: (scope, query) => search(scope, { ...query, documentIds: null }) },
        }),
      )
    }
    for (const question of questions) {
      const relevant = relevantTo(question, texts)
      const firsts: string[] = []
      for (const [engine, rank] of rankings) {
        const { fused } = await rank(question.question, { knowledgeBaseIds: [base], closed: new Set() })
        if (question.answers.length > 0)
          places.get(engine)?.push(fused.findIndex(({ id }) => relevant.has(id)) + 1)
        firsts.push(
          fused
            .slice(0, FIRST)
            .map(({ id }) => id)
            .join(),
        )
      }
      all++
      if (new Set(firsts).size === 1) same++
    }
    for (const { own } of running) await own.close()
  }
  await server.close()
  const shown = (value: number) => Number(value.toFixed(3))
  return {
    ...Object.fromEntries(
      [...places].map(([engine, own]) => [
        engine,
        {
          questions: own.length,
          'recall@10': shown(own.filter((place) => place > 0 && place <= FIRST).length / own.length),
          MRR: shown(own.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / own.length),
        },
      ]),
    ),
    'the same first ten': { questions: all, share: shown(same / all) },
  }
}
