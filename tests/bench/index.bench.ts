import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startObjectStore } from '../harness/object-store.ts'
import { createMadeUp, PASSAGES_A_DOCUMENT, questionOf, versionsOf } from './index/made-up.ts'
import { type EngineProcess, startEngine } from './index/start-engine.ts'
import { median, p95 } from './report.ts'

/**
 * The index of passages, in a process of its own:
 *   npm run bench -- index
 * at 10,000 passages of made-up text, with `--passages 100000` at other sizes.
 */
const { values } = parseArgs({
  options: { passages: { type: 'string', multiple: true, default: ['10000'] } },
})
const SEARCHES = 200
const DOCUMENTS_AT_ONCE = 10
/** As the server does, which writes an index of 15,000 passages while it goes on. */
const DOCUMENTS_A_SAVE = 150
/** Documents that change one after the other: now and then some are merged. */
const CHANGES = 9
const SECOND = 1_000

const root = mkdtempSync(path.join(tmpdir(), 'lectern-index-bench-'))

/** The size and the time of each file of a folder. */
const filesIn = (folder: string) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((file) => {
      if (!file.isFile()) return []
      const where = path.join(file.parentPath, file.name)
      const { size, mtimeMs } = statSync(where)
      return [[where, { size, mtimeMs }] as const]
    }),
  )
const bytesOf = (files: ReturnType<typeof filesIn>) =>
  [...files.values()].reduce((sum, { size }) => sum + size, 0)

/** Bytes of a folder's files that were not there before or have changed since, and of those that are as they were. */
const comparedTo = (before: ReturnType<typeof filesIn>, folder: string) => {
  const files = [...filesIn(folder)]
  const isOld = ([where, { mtimeMs }]: (typeof files)[number]) => before.get(where)?.mtimeMs === mtimeMs
  return {
    written: bytesOf(new Map(files.filter((file) => !isOld(file)))),
    left: bytesOf(new Map(files.filter(isOld))),
  }
}

const asked = createMadeUp(7)
const query = (question?: string) => questionOf(asked, question)

type Row = Record<string, number>
const MB = 1024 * 1024

const built = async (folder: string, passages: number): Promise<Row> => {
  const builder = startEngine({ folder, s3: null })
  await builder.open([])
  const documents = passages / PASSAGES_A_DOCUMENT
  let took = 0
  for (let from = 0; from < documents; from += DOCUMENTS_AT_ONCE) {
    took += (await builder.call('fill', { from, to: Math.min(documents, from + DOCUMENTS_AT_ONCE) })).took
    if ((from + DOCUMENTS_AT_ONCE) % DOCUMENTS_A_SAVE === 0) took += (await builder.call('save', {})).took
  }
  took += (await builder.call('settle', {})).took
  await builder.close()
  return { 'made in, s': took / SECOND, 'on disk, MB': bytesOf(filesIn(folder)) / MB }
}

const searched = async (running: EngineProcess) => {
  const times: number[] = []
  for (let n = 0; n < SEARCHES; n++) times.push((await running.call('search', { query: query() })).took)
  return times
}

/**
 * From new versions of documents until they are found, and what is written for each of them; then until nothing is left
 * of the old ones.
 */
const changed = async (running: EngineProcess, folder: string): Promise<Row> => {
  const madeUp = createMadeUp(11)
  const rows: { found: number; saved: number; written: number }[] = []
  for (let n = 0; n < CHANGES; n++) {
    const document = madeUp.document(n, '2')
    const passage = document.passages[0]
    if (passage) passage.content = `Nobody knows the xylophonist${n}. ${passage.content}`
    const before = filesIn(folder)
    const put = await running.call('put', { documents: [document] })
    const { took, result } = await running.call('search', { query: query(`Who is the xylophonist${n}?`) })
    if (result.byWords[0]?.id !== passage?.id) throw new Error('what was put is not found')
    const saved = await running.call('save', {})
    rows.push({
      found: put.took + took,
      saved: saved.took,
      written: comparedTo(before, folder).written,
    })
  }
  const before = filesIn(folder)
  const settled = await running.call('settle', {})
  const inAll = comparedTo(before, folder)
  const medianOf = (of: (row: (typeof rows)[number]) => number) =>
    rows.map(of).sort((a, b) => a - b)[Math.floor(CHANGES / 2)] ?? Number.NaN
  return {
    'a changed document found, ms': medianOf(({ found }) => found),
    'saved in, ms': medianOf(({ saved }) => saved),
    'written for it, MB': medianOf(({ written }) => written) / MB,
    'written for it on average, MB': rows.reduce((sum, { written }) => sum + written, 0) / CHANGES / MB,
    'written to forget the old texts, MB': inAll.written / MB,
    'files as before, MB': inAll.left / MB,
    'forgotten in, ms': settled.took,
  }
}

const measured = async (passages: number) => {
  const versions = versionsOf(passages / PASSAGES_A_DOCUMENT)
  const folder = path.join(root, `${passages}`)
  const row = await built(folder, passages)

  const running = startEngine({ folder, s3: null })
  const { result: before } = await running.call('memory', {})
  const opened = await running.open(versions)
  const first = await running.call('search', { query: query() })
  row['first search, ms'] = opened.took + first.took
  const times = await searched(running)
  row['search p50, ms'] = median(times)
  row['search p95, ms'] = p95(times)
  row['memory, MB'] = (await running.call('memory', {})).result - before

  const store = await startObjectStore()
  await running.call('share', { s3: store.settings })
  const empty = path.join(root, 'empty')
  const other = startEngine({ folder: empty, s3: store.settings })
  // It has started.
  await other.call('memory', {})
  const openedThere = await other.open(versions)
  const firstThere = await other.call('search', { query: query() })
  if (firstThere.result.searched < passages) throw new Error('what was shared is lost')
  row['first search, empty disk and a bucket, ms'] = openedThere.took + firstThere.took
  await other.close()
  rmSync(empty, { recursive: true })
  await store.close()

  Object.assign(row, await changed(running, folder))
  await running.close()
  rmSync(folder, { recursive: true })
  console.log(`\n${passages} passages`)
  console.table(
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value.toPrecision(3))])),
  )
}

for (const passages of values.passages) await measured(Number(passages))
rmSync(root, { recursive: true })
