import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createExtractiveAnswerer } from '../../server/assistants/answering/extractive.ts'
import { createQuoteSelector } from '../../server/assistants/answering/quotes.ts'
import { DEFAULT_SETTINGS } from '../../server/assistants/integrations/configuration.ts'
import { narrowed } from '../../server/conversations/finding.ts'
import { usableModels } from '../../server/kernel/config/local-models.ts'
import { createPassagesRepository } from '../../server/knowledge/documents/passages.repository.ts'
import { createClient } from '../harness/knowledge.ts'
import { knowsAnswers, startRerankServer } from '../harness/rerank.ts'
import { startTestServer } from '../harness/server.ts'
import { type AnswerSet, ownSet, plain, type Question, relevantTo, setsOf } from './answers.sets.ts'
import { median, report } from './report.ts'

/**
 * What is found and answered without a language model, on the demo's documents:
 *   npm run bench:answers
 * on a collection of `tests/bench/sets`, whose documents come out of a package of npm or PyPI:
 *   npm run bench:answers -- --set music
 * or on a set of one's own:
 *   npm run bench:answers -- --set FOLDER --documents FOLDER
 * With `--models FOLDER`, with the models that `lectern models fetch` has put there; with `--reranker perfect`, what
 * the best of all rerankers would make of it.
 */
const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    documents: { type: 'string' },
    models: { type: 'string' },
    reranker: { type: 'string' },
  },
})
const ours = path.join(import.meta.dirname, 'sets', values.set ?? '')
const sets = values.set
  ? await setsOf(existsSync(ours) ? ours : values.set, values.documents)
  : [await ownSet()]

const HOUR = 3_600_000

type Ranks = Record<'together' | 'words' | 'meaning', number | null>
type Outcome = 'right' | 'beside the point' | 'refused wrongly' | 'refused rightly'
/** `evidence` is what speaks for an answer above what one needs; `holds` says whether what would be quoted is right. */
type Result = Question & {
  outcome: Outcome
  ranks: Ranks
  evidence: number
  holds: boolean
  /** Of the quotes of an answer. */
  quotes: number
  isFirstRight: boolean
  took: number
}

const reranker =
  values.reranker === 'perfect'
    ? await startRerankServer(
        knowsAnswers(
          new Map(sets.flatMap(({ questions }) => questions.map((one) => [one.question, one.answers]))),
          plain,
        ),
      )
    : null
const server = await startTestServer({
  ...(reranker && { rerank: reranker.endpoint }),
  ...(values.models && { localModels: usableModels(values.models) }),
})
const stored = createPassagesRepository(server.context.db)
const read = createQuoteSelector(server.retrieval.quoteSimilarity)
const answerer = createExtractiveAnswerer(read)
const person = await server.register()
const client = createClient(server.url, person)
const organization = await server.found(person)

const measured = async ({ name, files, questions }: AnswerSet): Promise<Result[]> => {
  const base = await client.knowledgeBase(organization.id, name)
  for (let at = 0; at < files.length; at += 40) await client.upload(base.id, files.slice(at, at + 40))
  const documents = await client.settled(base.id, HOUR)
  const passages = (
    await Promise.all(
      documents.map(async (document) =>
        (
          await stored.of(document.id, 1)
        ).map(({ id, content }) => ({
          id,
          document: document.name,
          content,
        })),
      ),
    )
  ).flat()
  const results: Result[] = []
  for (const question of questions) {
    const answers = question.answers.map(plain)
    const holds = (text: string) => answers.some((answer) => plain(text).includes(answer))
    const relevant = relevantTo(question, passages)
    const placeIn = (ids: string[]) => ids.findIndex((id) => relevant.has(id)) + 1 || null
    const { fused, byText, byVector } = await server.retrieval.ranking(question.question, {
      knowledgeBaseIds: [base.id],
      closed: new Set(),
    })
    const began = performance.now()
    const found = narrowed(
      await server.retrieval.search(question.question, [base.id], {
        closed: new Set(),
        limit: DEFAULT_SETTINGS.top_k,
      }),
      DEFAULT_SETTINGS,
    )
    const quotes: string[] = []
    let answered = false
    const { signal } = new AbortController()
    const asked = { question: question.question, history: [], ...found, style: DEFAULT_SETTINGS, signal }
    for await (const event of answerer.answer(asked)) {
      if (event.type === 'citations') quotes.splice(0, Infinity, ...event.citations.map(({ quote }) => quote))
      if (event.type === 'done') answered = event.answered
    }
    const took = performance.now() - began
    const reading = await read(question.question, found.hits, found.words)
    results.push({
      ...question,
      took,
      quotes: answered ? quotes.length : 0,
      isFirstRight: answered && holds(quotes[0] ?? ''),
      ranks: {
        together: placeIn(fused.map(({ id }) => id)),
        words: placeIn([...byText.keys()]),
        meaning: placeIn([...byVector.keys()]),
      },
      evidence: reading.evidence,
      holds: reading.quotes.some(({ quote }) => holds(quote)),
      outcome: !answered
        ? answers.length === 0
          ? 'refused rightly'
          : 'refused wrongly'
        : quotes.some(holds)
          ? 'right'
          : 'beside the point',
    })
  }
  return results
}

const share = (results: Result[], is: (result: Result) => boolean) =>
  Number((results.filter(is).length / Math.max(results.length, 1)).toFixed(2))

const figures = (results: Result[]) => {
  const answerable = results.filter(({ answers }) => answers.length > 0)
  const within = (kind: keyof Ranks, places: number) =>
    share(answerable, ({ ranks }) => ranks[kind] !== null && ranks[kind] <= places)
  const mrr = answerable.reduce((sum, { ranks }) => sum + (ranks.together ? 1 / ranks.together : 0), 0)
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  return {
    answerable: answerable.length,
    'recall@1': within('together', 1),
    'recall@5': within('together', 5),
    'recall@10': within('together', 10),
    'words@10': within('words', 10),
    'meaning@10': within('meaning', 10),
    MRR: Number((mrr / Math.max(answerable.length, 1)).toFixed(2)),
    right: count('right'),
    'in the first quote': results.filter(({ isFirstRight }) => isFirstRight).length,
    beside: count('beside the point'),
    'refused wrongly': count('refused wrongly'),
    'refused rightly': `${count('refused rightly')} of ${results.length - answerable.length}`,
  }
}

const results = (await Promise.all(sets.map(measured))).flat()
const tableBy = (key: (result: Result) => string) =>
  Object.fromEntries(
    [...new Set(results.map(key))]
      .sort()
      .map((name) => [name, figures(results.filter((result) => key(result) === name))]),
  )
console.table({
  all: figures(results),
  ...tableBy(({ language }) => `in ${language}`),
  ...tableBy(({ kind }) => kind),
  ...tableBy(({ format }) => `from ${format}`),
})

const MB = 1024 * 1024
const byTime = results.map(({ took }) => took).sort((a, b) => a - b)
const answered = results.filter(({ quotes }) => quotes > 0)
report('quotes of an answer', answered.reduce((sum, { quotes }) => sum + quotes, 0) / answered.length, '')
report('a question, median', median(byTime), 'ms')
report('a question, 95th percentile', byTime[Math.floor(byTime.length * 0.95)] ?? Number.NaN, 'ms')
report('memory of the process', process.memoryUsage().rss / MB, 'MB')
for (const model of Object.values(server.config.localModels))
  if (model)
    report(
      model.name,
      readdirSync(model.folder).reduce((sum, file) => sum + statSync(path.join(model.folder, file)).size, 0) /
        MB,
      'MB on disk',
    )

/** What another threshold of the evidence would have made of the same questions. */
const THRESHOLDS = [-0.2, -0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15]
const answerable = results.filter(({ answers }) => answers.length > 0)
const others = results.filter(({ answers }) => answers.length === 0)
console.table(
  Object.fromEntries(
    THRESHOLDS.map((threshold) => {
      const quoted = answerable.filter(({ evidence }) => evidence >= threshold)
      const right = quoted.filter(({ holds }) => holds).length
      return [
        `threshold ${threshold < 0 ? '−' : '+'} ${Math.abs(threshold)}`,
        {
          right,
          beside: quoted.length - right,
          'refused wrongly': answerable.length - quoted.length,
          'refused rightly': `${others.filter(({ evidence }) => evidence < threshold).length} of ${others.length}`,
        },
      ]
    }),
  ),
)
await server.close()
await reranker?.close()
// The embedded model, which test servers share, would keep the process.
process.exit()
