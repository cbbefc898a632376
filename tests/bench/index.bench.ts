import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startObjectStore } from '../harness/object-store.ts'
import { setsOf } from './answers.sets.ts'
import type { EngineName } from './index/engines.ts'
import { createMadeUp, DIMENSIONS, PASSAGES_A_DOCUMENT, questionOf, versionsOf } from './index/made-up.ts'
import { qualityOf } from './index/quality.ts'
import { type EngineProcess, startEngine } from './index/start-engine.ts'

/**
 * The index of passages beside LanceDB, each in a process of its own behind the same interface, asked in turns:
 *   npm install --no-save @lancedb/lancedb@0.39.0
 *   npm run bench -- index
 * at 10,000 passages of made-up text; with `--passages 100000`, at other sizes, and with `--set FOLDER` and
 * `--documents FOLDER` (as `bench:answers` takes them) also what both find of a set of questions.
 */
const { values } = parseArgs({
  options: {
    passages: { type: 'string', multiple: true, default: ['10000'] },
    set: { type: 'string' },
    documents: { type: 'string' },
  },
})
const isInstalled = existsSync(path.join(import.meta.dirname, '../../node_modules/@lancedb/lancedb'))
const ENGINES: readonly EngineName[] = isInstalled ? ['own', 'LanceDB'] : ['own']
const SEARCHES = 200
const IN_TURN = 10
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

const built = async (engine: EngineName, folder: string, passages: number): Promise<Row> => {
  const builder = startEngine(engine, { folder, dimensions: DIMENSIONS, s3: null })
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

/** Both in turns, so that whatever else the machine does troubles both. */
const searched = async (running: readonly EngineProcess[]) => {
  const times = new Map(running.map((one) => [one, [] as number[]]))
  for (let n = 0; n < SEARCHES; n += IN_TURN) {
    const queries = Array.from({ length: IN_TURN }, () => query())
    for (const one of running)
      for (const each of queries) times.get(one)?.push((await one.call('search', { query: each })).took)
  }
  for (const own of times.values()) own.sort((a, b) => a - b)
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
    if (result.byWords[0]?.id !== passage?.id) throw new Error(`${running.engine} did not find what was put`)
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
  const folderOf = (engine: EngineName) => path.join(root, `${engine}-${passages}`)
  const rows = new Map<EngineName, Row>()
  const note = (engine: EngineName, row: Row) => rows.set(engine, { ...rows.get(engine), ...row })
  for (const engine of ENGINES) note(engine, await built(engine, folderOf(engine), passages))

  const running: EngineProcess[] = []
  for (const engine of ENGINES) {
    const one = startEngine(engine, { folder: folderOf(engine), dimensions: DIMENSIONS, s3: null })
    const { result: before } = await one.call('memory', {})
    const opened = await one.open(versions)
    const first = await one.call('search', { query: query() })
    note(engine, { 'first search, ms': opened.took + first.took, before })
    running.push(one)
  }
  for (const [one, times] of await searched(running)) {
    const { result: memory } = await one.call('memory', {})
    note(one.engine, {
      'search p50, ms': times[SEARCHES / 2] ?? Number.NaN,
      'search p95, ms': times[Math.floor(SEARCHES * 0.95)] ?? Number.NaN,
      'memory, MB': memory - (rows.get(one.engine)?.['before'] ?? 0),
    })
  }

  const store = await startObjectStore()
  for (const one of running) {
    await one.call('share', { s3: store.settings })
    const place = { folder: path.join(root, 'empty', one.engine), dimensions: DIMENSIONS, s3: store.settings }
    const other = startEngine(one.engine, place)
    await other.call('memory', {})
    const opened = await other.open(versions)
    const first = await other.call('search', { query: query() })
    if (first.result.searched < passages) throw new Error(`${one.engine} lost what was shared`)
    note(one.engine, { 'first search, empty disk and a bucket, ms': opened.took + first.took })
    await other.close()
    rmSync(place.folder, { recursive: true })
  }
  await store.close()

  for (const one of running) {
    note(one.engine, await changed(one, folderOf(one.engine)))
    await one.close()
    rmSync(folderOf(one.engine), { recursive: true })
  }
  const [own = {}, lance = {}] = ENGINES.map((engine) => rows.get(engine))
  delete own['before']
  console.log(`\n${passages} passages`)
  console.table(
    Object.fromEntries(
      Object.keys(own).map((name) => {
        const [a = Number.NaN, b = Number.NaN] = [own[name], lance[name]]
        const shown = (value: number) => Number(value.toPrecision(3))
        return [name, { own: shown(a), ...(isInstalled && { LanceDB: shown(b), ratio: shown(b / a) }) }]
      }),
    ),
  )
}

for (const passages of values.passages) await measured(Number(passages))
if (values.set) console.table(await qualityOf(await setsOf(values.set, values.documents), ENGINES, root))
rmSync(root, { recursive: true })
// The embedded model, which test servers share, would keep the process.
process.exit()
