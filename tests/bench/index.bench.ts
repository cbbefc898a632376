import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { normalised } from '../../server/knowledge/retrieval/embedder.ts'
import { createIndexes } from '../../server/knowledge/retrieval/index/indexes.ts'
import type { IndexHits } from '../../server/knowledge/retrieval/index/passage-index.ts'
import type { IndexedDocument } from '../../server/knowledge/retrieval/index/segment.ts'
import { report, timed } from './report.ts'

/** The index alone, at 1,000, 10,000 and 100,000 passages of made-up text: what a search costs without the database. */
const DIMENSIONS = 512
const PASSAGES_A_DOCUMENT = 100
const WORDS_A_PASSAGE = 160
const VOCABULARY = 150_000
const SEARCHES = 200

/** Numbers that are the same in every run. */
let seed = 1
const chance = () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return seed / 4_294_967_296
}
/** Few words are frequent and many are rare, as in any language. */
const word = () => `w${Math.floor(VOCABULARY ** chance()).toString(36)}x`
const text = (words: number) => Array.from({ length: words }, word).join(' ')
const vector = () => normalised(Float32Array.from({ length: DIMENSIONS }, () => chance() - 0.5))

const documentsOf = (count: number, from: number): IndexedDocument[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `document ${from + n}`,
    version: '1',
    model: 'bench',
    title: text(4),
    language: 'eng',
    passages: Array.from({ length: PASSAGES_A_DOCUMENT }, (_, place) => ({
      id: `00000000-0000-0000-0000-${String((from + n) * PASSAGES_A_DOCUMENT + place).padStart(12, '0')}`,
      headings: text(5),
      content: text(WORDS_A_PASSAGE),
      embedding: vector(),
    })),
  }))

const memory = () => {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1024 / 1024
}

const folder = mkdtempSync(path.join(tmpdir(), 'lectern-index-bench-'))
for (const passages of [1_000, 10_000, 100_000]) {
  const before = memory()
  const indexes = createIndexes()
  const base = 'base'
  const snapshot = path.join(folder, `${passages}.index`)
  const documents = passages / PASSAGES_A_DOCUMENT
  const search = (question: string) =>
    indexes.answer({
      kind: 'search',
      bases: [base],
      query: { question, meaning: { vector: vector(), model: 'bench' }, limit: 60, documentIds: null },
    }) as IndexHits
  let building = 0
  for (let at = 0; at < documents; at += 10) {
    const batch = documentsOf(Math.min(10, documents - at), at)
    building += await timed(async () => indexes.answer({ kind: 'put', base, documents: batch }))
  }
  const times: number[] = []
  for (let n = 0; n < SEARCHES; n++) {
    const question = `How is the ${text(8)}?`
    times.push(await timed(async () => search(question)))
  }
  times.sort((a, b) => a - b)
  report(`${passages} passages: indexed in`, building, 'ms')
  report(`${passages} passages: search, median`, times[SEARCHES / 2] ?? 0, 'ms')
  report(`${passages} passages: search, 95 of 100 within`, times[Math.floor(SEARCHES * 0.95)] ?? 0, 'ms')
  report(`${passages} passages: memory`, memory() - before, 'MB')
  indexes.answer({ kind: 'save', base, snapshot, state: '' })
  report(`${passages} passages: on disk`, statSync(snapshot).size / 1024 / 1024, 'MB')
  const restarted = createIndexes()
  const versions = Array.from({ length: documents }, (_, n): [string, string] => [`document ${n}`, '1'])
  const first = await timed(async () => {
    restarted.answer({ kind: 'sync', base, snapshot, versions })
    restarted.answer({
      kind: 'search',
      bases: [base],
      query: {
        question: text(8),
        meaning: { vector: vector(), model: 'bench' },
        limit: 60,
        documentIds: null,
      },
    })
  })
  report(`${passages} passages: first search after a start`, first, 'ms')
}
rmSync(folder, { recursive: true })
