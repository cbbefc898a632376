import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startChild } from '../../../server/kernel/workers.ts'
import { createParser, PARSE_HEAP_LIMIT_MB, type Parser } from '../../../server/knowledge/ingestion/parser.ts'
import { readHtml } from '../../../server/knowledge/ingestion/readers/html.ts'
import { readJson } from '../../../server/knowledge/ingestion/readers/json.ts'
import { readPdf } from '../../../server/knowledge/ingestion/readers/pdf.ts'
import { DOCUMENT_TYPES } from '../../../src/services/contract/documents.ts'
import { pdf } from '../../harness/files.ts'
import { bombs, mutated, soundFiles } from '../../harness/hostile.ts'
import { HELD_MAX, watchLoop } from '../../harness/measurements.ts'
import { nightly } from '../../harness/runs.ts'

/** `npm run bench:hostile` reads ten thousand. */
const FILES = nightly(60, 15)
/** Each of them is recognised, which takes a second. */
const PICTURES = nightly(12, 3)
const MEBIBYTE = 1024 * 1024
/** Shorter than a document has: what is endless is not waited for. Of its own work, so that a busy machine is no reason. */
const LIMITS = {
  time: nightly(8_000, 2_000),
  recognitionTime: 20_000,
  memory: 800 * MEBIBYTE,
  output: 128 * MEBIBYTE,
}

describe('[S27] a hostile file', () => {
  let folder: string
  let parser: Parser
  let started: ChildProcess[]
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-hostile-'))
    started = []
    const start = () => {
      const child = startChild('knowledge/ingestion/parse', { heapMb: PARSE_HEAP_LIMIT_MB })
      started.push(child)
      return child
    }
    parser = createParser({ startChild: start, limits: LIMITS })
  })
  afterAll(async () => {
    await parser.close()
    await rm(folder, { recursive: true })
  })

  let longestHold = 0
  /** [issue 35] What it makes of any of them comes back in small parts. */
  afterEach(() => expect(longestHold).toBeLessThan(HELD_MAX))

  /** `read`, or the code of the reason; anything else is thrown. */
  const outcomeOf = async (type: (typeof DOCUMENT_TYPES)[number], name: string, content: Buffer) => {
    const file = path.join(folder, name)
    await writeFile(file, content)
    const watch = watchLoop()
    try {
      await parser.parse({ path: file, type, name }, name)
      return 'read'
    } catch (error) {
      if ((error as Error).name === 'IngestionFailure')
        return (error as { reason: { code: string } }).reason.code
      throw error
    } finally {
      longestHold = Math.max(longestHold, watch.end())
      await rm(file)
    }
  }

  it.each(DOCUMENT_TYPES)('of the kind %s, made by changes at random, is read or refused', async (type) => {
    const sound = (await soundFiles())[type]
    const outcomes = new Map<string, number>()
    for (let seed = 1; seed <= (type === 'image' ? PICTURES : FILES); seed++) {
      const outcome = await outcomeOf(type, `${seed}.${type}`, mutated(sound, seed))
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect([...outcomes.keys()]).not.toContain('crashed')
    expect(await outcomeOf(type, `sound.${type}`, sound)).toBe('read')
  })

  it.each(bombs().map((bomb) => [bomb.name, bomb] as const))(
    '“%s” is read or refused',
    async (name, bomb) => {
      // The reason is not the same on every machine: one runs out of time where another runs out of memory.
      expect(await outcomeOf(bomb.type, name, bomb.content)).toMatch(/^[a-z_]+$/)
      expect(await outcomeOf('txt', 'sound.txt', Buffer.from('All is well.'))).toBe('read')
    },
  )
})

const LEVELS = 40
const levels = Array.from({ length: LEVELS }, (_, level) => level + 1)
const LONG = 'A heading that goes on for as long as one may. '.repeat(6)
const nested = (open: string, close: string) => open.repeat(LEVELS) + close.repeat(LEVELS)

it.each([
  [
    'headings by their role',
    () =>
      readHtml(
        levels.map((n) => `<div role="heading" aria-level="${n}">${LONG}</div><p>x`).join(''),
        'a.html',
      ),
  ],
  [
    'disclosures in each other',
    () => readHtml(nested(`<details><summary>${LONG}</summary>x`, '</details>'), 'a.html'),
  ],
  ['definitions in each other', () => readHtml(nested(`<dl><dt>${LONG}</dt><dd>x`, '</dd></dl>'), 'a.html')],
  [
    'objects in each other',
    () => readJson(`${nested(`{"x":1,"${LONG}":`, '').concat('1')}${'}'.repeat(LEVELS)}`, 'a.json'),
  ],
  [
    'many sizes of type',
    async () =>
      readPdf(
        await pdf(
          levels.map((n) => [
            { text: LONG.slice(0, 60), size: 14 + LEVELS - n },
            { text: 'Text. '.repeat(9) },
          ]),
        ),
        'a.pdf',
      ),
  ],
])('[S27] the headings above a passage stay short: %s', async (_, read) => {
  const { blocks } = await read()
  const longest = Math.max(...blocks.map(({ headingPath }) => headingPath.length))
  expect(longest).toBeGreaterThan(5)
  expect(longest).toBeLessThanOrEqual(12)
})
