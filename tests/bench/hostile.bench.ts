import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startChild } from '../../server/kernel/workers.ts'
import { createParser, PARSE_HEAP_LIMIT_MB } from '../../server/knowledge/ingestion/parser.ts'
import { DOCUMENT_TYPES, type DocumentType } from '../../src/services/contract/documents.ts'
import { bombs, mutated, soundFiles } from '../harness/hostile.ts'
import { crawlSite, hostileSites } from '../harness/hostile-sites.ts'
import { watchLoop } from '../harness/measurements.ts'
import { report } from './report.ts'

const FILES = Number(process.env.HOSTILE_FILES ?? 10_000)
const WORST = 10
/** A picture is recognised, which takes a second. */
const PICTURE_EVERY = 100
const READ = DOCUMENT_TYPES.filter((type) => type !== 'image')
const PROGRESS_EVERY = 1_000
const MEBIBYTE = 1024 * 1024

const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-hostile-'))
let pid: number | undefined
const parser = createParser({
  startChild: () => {
    const child = startChild('knowledge/ingestion/parse', { heapMb: PARSE_HEAP_LIMIT_MB })
    pid = child.pid
    return child
  },
})
const memoryOfChild = () => {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
  } catch {
    return 0
  }
}

const sound = await soundFiles()
const files = [
  ...Array.from({ length: FILES }, (_, seed) => {
    const type: DocumentType = seed % PICTURE_EVERY === 0 ? 'image' : READ[seed % READ.length]!
    return { name: `${seed}.${type}`, type, content: () => mutated(sound[type], seed) }
  }),
  ...bombs().map(({ name, type, content }) => ({ name, type, content: () => content })),
]
const outcomes = new Map<string, number>()
/** ms from the file to its outcome, and the longest that the server's own thread was held meanwhile. */
const took: { name: string; kind: string; ms: number; held: number; outcome: string }[] = []
const before = process.memoryUsage.rss()
let largestChild = 0
let largestParent = 0
for (const [index, { name, type, content }] of files.entries()) {
  if (index % PROGRESS_EVERY === 0) console.error(`${index} of ${files.length} files`)
  const file = path.join(folder, name)
  await writeFile(file, content())
  const started = performance.now()
  const watch = watchLoop()
  const outcome = await parser.parse({ path: file, type, name }, 'bench').then(
    () => 'read',
    (error) => error.reason?.code ?? error.name,
  )
  took.push({ name, kind: type, ms: performance.now() - started, held: watch.end(), outcome })
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  largestChild = Math.max(largestChild, memoryOfChild())
  largestParent = Math.max(largestParent, process.memoryUsage.rss())
  await rm(file)
}
for (const [outcome, count] of outcomes) report(`files: ${outcome}`, count, '')
for (const [name, site] of Object.entries(hostileSites())) {
  const started = performance.now()
  const { events, held } = await crawlSite(site)
  took.push({ name, kind: 'site', ms: performance.now() - started, held, outcome: `${events.length} events` })
}
for (const kind of new Set(took.map((one) => one.kind))) {
  const all = took.filter((one) => one.kind === kind)
  for (const { name, ms, outcome } of all.sort((a, b) => b.ms - a.ms).slice(0, WORST))
    report(`${kind}, slowest: ${name} (${outcome})`, ms, 'ms')
  for (const { name, held } of all.sort((a, b) => b.held - a.held).slice(0, WORST))
    report(`${kind}, held the server longest: ${name}`, held, 'ms')
}
report('resident memory of the server, at most', largestParent / MEBIBYTE, 'MiB', {
  name: 'before',
  value: before / MEBIBYTE,
})
report('resident memory of the reader, at most seen between files', largestChild / MEBIBYTE, 'MiB')
await parser.close()
await rm(folder, { recursive: true })
