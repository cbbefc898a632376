import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startObjectStore } from '../harness/object-store.ts'
import { createMadeUp, PASSAGES_A_DOCUMENT, questionOf, versionsOf } from './index/made-up.ts'
import { type EngineProcess, startEngine } from './index/start-engine.ts'
import { median, p95, report, timed } from './report.ts'

/**
 * Many knowledge bases in a bucket, searched by one process and by three that begin with an empty disk:
 *   npm run bench -- bases
 * is 1,000 of 1,000 passages; `--bases 1 --passages 100000` is one large one.
 */
const { values } = parseArgs({
  options: {
    bases: { type: 'string', default: '1000' },
    passages: { type: 'string', default: '1000' },
  },
})
const BASES = Number(values.bases)
const DOCUMENTS = Number(values.passages) / PASSAGES_A_DOCUMENT
const DOCUMENTS_AT_ONCE = 10
const SEARCHES = 300
/** Half of the searches are of a tenth of the bases, since few are asked often. */
const OFTEN = Math.ceil(BASES / 10)
const SECOND = 1_000

const root = mkdtempSync(path.join(tmpdir(), 'lectern-bases-bench-'))
const store = await startObjectStore()
const baseOf = (n: number) => `base-${n}`

const built = path.join(root, 'built')
const builder = startEngine({ folder: built, s3: null })
const took = await timed(async () => {
  const first = baseOf(0)
  await builder.open([], first)
  for (let from = 0; from < DOCUMENTS; from += DOCUMENTS_AT_ONCE)
    await builder.call('fill', { from, to: Math.min(DOCUMENTS, from + DOCUMENTS_AT_ONCE) }, first)
  await builder.call('settle', {}, first)
})
report(`${values.passages} passages made`, took / SECOND, 's')
// All others are copies of it.
for (let n = 0; n < BASES; n++) {
  const base = baseOf(n)
  if (n > 0) cpSync(path.join(built, baseOf(0)), path.join(built, base), { recursive: true })
  await builder.open(versionsOf(DOCUMENTS), base)
  await builder.call('share', { s3: store.settings }, base)
}
await builder.close()

const searched = async (one: EngineProcess, seed: number) => {
  const madeUp = createMadeUp(seed)
  const open = new Set<string>()
  const times = { first: [] as number[], later: [] as number[] }
  for (let n = 0; n < SEARCHES; n++) {
    const base = baseOf(Math.floor(madeUp.chance() * (n % 2 === 0 ? OFTEN : BASES)))
    const isFirst = !open.has(base)
    const opened = isFirst ? (await one.open(versionsOf(DOCUMENTS), base)).took : 0
    open.add(base)
    const { took: search, result } = await one.call('search', { query: questionOf(madeUp) }, base)
    if (result.searched < DOCUMENTS * PASSAGES_A_DOCUMENT) throw new Error(`${base} is not whole`)
    times[isFirst ? 'first' : 'later'].push(opened + search)
  }
  return times
}

const rates: number[] = []
for (const processes of [1, 3]) {
  const named = processes === 1 ? '1 process' : `${processes} processes`
  const running = Array.from({ length: processes }, (_, n) =>
    startEngine({ folder: path.join(root, `${processes}-${n}`), s3: store.settings }),
  )
  const memoryOf = (one: EngineProcess) => one.call('memory', {})
  const before = await Promise.all(running.map(memoryOf))
  const times: Awaited<ReturnType<typeof searched>>[] = []
  const lasted = await timed(async () => {
    times.push(...(await Promise.all(running.map((one, n) => searched(one, n + 1)))))
  })
  const first = times.flatMap((each) => each.first)
  const later = times.flatMap((each) => each.later)
  rates.push((processes * SEARCHES) / (lasted / SECOND))
  report(`${named}: first search of a base, median`, median(first), 'ms')
  report(`${named}: first search of a base, p95`, p95(first), 'ms')
  report(`${named}: search, median`, median(later), 'ms')
  report(`${named}: search, p95`, p95(later), 'ms')
  report(`${named}: searches a second together, as a ratio`, rates.at(-1)! / rates[0]!, '')
  const after = await Promise.all(running.map(memoryOf))
  report(`${named}: memory of one`, median(after.map(({ result }, n) => result - before[n]!.result)), 'MB')
  await Promise.all(running.map((one) => one.close()))
}
await store.close()
rmSync(root, { recursive: true })
