import { ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startChild } from '../../../server/kernel/workers.ts'
import type { Limits } from '../../../server/knowledge/ingestion/child.ts'
import { createParser, PARSE_HEAP_LIMIT_MB } from '../../../server/knowledge/ingestion/parser.ts'
import type { DocumentType } from '../../../src/services/contract/documents.ts'
import { docx, encryptedPdf, pdf, pdfBomb, zip } from '../../harness/files.ts'
import { scannedPdf } from '../../harness/scans.ts'

const MEBIBYTE = 1024 * 1024
const LIMITS: Limits = { time: 60_000, recognitionTime: 60_000, memory: 500 * MEBIBYTE, output: 8 * MEBIBYTE }

const real = () => startChild('knowledge/ingestion/parse', { heapMb: PARSE_HEAP_LIMIT_MB })
/** A process in place of the reading one, that does this when it is asked for a document. */
const fake =
  (does: string, ...options: string[]) =>
  () =>
    spawn(
      process.execPath,
      [...options, '-e', `const fs = require('fs'); process.stdin.once('data', () => { ${does} })`],
      { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
    )
const stuck = fake('for (;;) {}')
const answering = fake(`
  const say = (reply) => fs.writeSync(3, JSON.stringify(reply) + '\\n')
  say({ kind: 'passages', passages: [] })
  say({ kind: 'parsed', document: { title: 'Read', words: 1 } })`)

/** What Node returns if too many files are open. */
const withoutPipes = () => {
  const child = new ChildProcess()
  process.nextTick(() => child.emit('error', new Error('spawn EMFILE')))
  return child
}

describe('the parser', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-parser-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const request = async (name: string, type: DocumentType, content: string | Uint8Array) => {
    const file = path.join(folder, name)
    await writeFile(file, content)
    return { path: file, type, name }
  }
  const parserOf = (...starts: (() => ChildProcess)[]) => {
    const started: ChildProcess[] = []
    const start = () => {
      const child = (starts.length > 1 ? starts.shift()! : starts[0]!)()
      started.push(child)
      return child
    }
    return { started, parser: createParser({ startChild: start, limits: LIMITS }) }
  }
  const any = { path: '', type: 'txt', name: 'a.txt' } as const

  it('[S26][S27] fails bombs and broken files one by one, and goes on', async () => {
    const parser = createParser({ startChild: real })
    const reasons = await Promise.all(
      [
        await request('bomb.docx', 'docx', zip({ 'word/document.xml': Buffer.alloc(150_000_000, 'a') })),
        await request('locked.pdf', 'pdf', await encryptedPdf()),
        await request('scan.pdf', 'pdf', await pdf([[], []])),
        await request('broken.docx', 'docx', (await docx()).subarray(0, 700)),
      ].map((file) => parser.parse(file, 'acme').then(String, (error) => error.reason.code)),
    )
    expect(reasons).toEqual(['too_large_when_unpacked', 'encrypted_pdf', 'no_text', 'damaged_file'])
    const good = await parser.parse(await request('good.md', 'md', '# Title\n\nA line.'), 'acme')
    expect(good).toMatchObject({ title: 'Title', passages: [{ content: 'A line.', headingPath: ['Title'] }] })
    await parser.close()
  })

  it('[review 7] tells where a reader failed that expected no failure, and nothing of what it read', async () => {
    const { parser } = parserOf(real)
    const file = { ...(await request('secret.md', 'md', 'A secret text.')), name: 5 as unknown as string }
    const error = await parser.parse(file, 'acme').catch((failed: unknown) => failed)
    expect(error).toMatchObject({
      reason: { code: 'damaged_file' },
      cause: expect.stringMatching(/^TypeError\n {4}at .*ingestion/),
    })
    expect((error as Error).cause).not.toContain('secret')
    await parser.close()
  })

  it('[S27] survives a PDF whose stream unpacks without end', async () => {
    const { parser } = parserOf(real)
    const bomb = await request('bomb.pdf', 'pdf', pdfBomb(200))
    await expect(parser.parse(bomb, 'acme')).rejects.toMatchObject({ name: 'IngestionFailure' })
    expect((await parser.parse(await request('good.txt', 'txt', 'Still here.'), 'acme')).words).toBe(2)
    await parser.close()
  })

  it('gives back every passage of a long document', async () => {
    const { parser } = parserOf(real)
    const lines = Array.from({ length: 1_000 }, (_, n) => `# Part ${n}\n\nLine ${n}.`)
    const { passages } = await parser.parse(await request('long.md', 'md', lines.join('\n\n')), 'acme')
    expect(passages.map(({ position }) => position)).toEqual(lines.map((_, n) => n))
    await parser.close()
  })

  it.each([
    ['too long', 'for (;;) {}', 'timed_out', []],
    [
      'too much memory of its heap',
      'const all = []; for (;;) all.push(new Array(1e5).fill({}))',
      'too_complex',
      ['--max-old-space-size=32'],
    ],
    [
      'too much memory outside of its heap',
      'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 5)',
      'too_complex',
      [],
    ],
    [
      'too much to say',
      `const line = JSON.stringify({ kind: 'passages', passages: [], more: 'x'.repeat(1e6) }) + '\\n'
       for (;;) fs.writeSync(3, line)`,
      'too_much_text',
      [],
    ],
  ])('ends a file that takes %s', async (_what, does, code, options) => {
    const starts = [fake(does, ...options), answering]
    const parser = createParser({
      startChild: () => starts.shift()!(),
      limits: code === 'timed_out' ? { ...LIMITS, time: 1_000 } : LIMITS,
    })
    await expect(parser.parse(any, 'acme')).rejects.toMatchObject({ reason: { code } })
    expect(await parser.parse(any, 'acme')).toMatchObject({ title: 'Read' })
    await parser.close()
  })

  it('fails a document whose process cannot be started, and starts one for the next', async () => {
    const noMemory = () => {
      throw new Error('spawn ENOMEM')
    }
    const { parser } = parserOf(noMemory, withoutPipes, answering)
    await expect(parser.parse(any, 'acme')).rejects.toThrow('ENOMEM')
    await expect(parser.parse(any, 'acme')).rejects.toThrow('too many files are open')
    expect(await parser.parse(any, 'acme')).toMatchObject({ title: 'Read' })
    await parser.close()
  })

  it('reads with a process whose priority must not be changed', async () => {
    vi.spyOn(os, 'setPriority').mockImplementationOnce(() => {
      throw new Error('EACCES')
    })
    syncBuiltinESMExports()
    const { parser } = parserOf(real)
    expect((await parser.parse(await request('good.txt', 'txt', 'One line.'), 'acme')).words).toBe(2)
    await parser.close()
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  it('gives recognition more time, once', async () => {
    const endless = fake(
      `setInterval(() => fs.writeSync(3, JSON.stringify({ kind: 'recognizing' }) + '\\n'), 20)`,
    )
    const parser = createParser({
      startChild: endless,
      limits: { ...LIMITS, time: 60_000, recognitionTime: 500 },
    })
    await expect(parser.parse(any, 'acme')).rejects.toMatchObject({
      reason: { code: 'recognition_timed_out' },
    })
    await parser.close()
  })

  it('recognises a scan in the reading process', async () => {
    const { parser } = parserOf(real)
    const file = await request('scan.pdf', 'pdf', await scannedPdf([{ scan: ['Thirty days.'] }]))
    expect(await parser.parse(file, 'acme')).toMatchObject({
      passages: [{ content: 'Thirty days.', page: 1 }],
    })
    await parser.close()
  })

  it.each([
    ['aborts', 'process.abort()'],
    ['breaks into memory that is not its own', `process.kill(process.pid, 'SIGSEGV')`],
    ['is killed', `process.kill(process.pid, 'SIGKILL')`],
    ['ends as if all were well', 'process.exit(0)'],
    ['throws', `throw new Error('unforeseen')`],
    ['says what is no JSON', `fs.writeSync(3, 'garbage\\n')`],
    ['says bytes that are no text', `fs.writeSync(3, Buffer.from([0xff, 0, 0x0a, 0xff, 0x0a]))`],
    ['says null', `fs.writeSync(3, 'null\\n')`],
    ['says passages of another kind', `fs.writeSync(3, '{"kind":"passages","passages":[{"content":7}]}\\n')`],
    ['says a reason that is none', `fs.writeSync(3, '{"kind":"failed","reason":"because"}\\n')`],
    ['closes its channel and ends', `fs.closeSync(3); process.exit(1)`],
  ])('[S26] survives a process that %s, and reads the next in another', async (_what, does) => {
    const { parser, started } = parserOf(fake(does), answering)
    await expect(parser.parse(any, 'acme')).rejects.toMatchObject({ name: 'ReaderCrashed' })
    expect(await parser.parse(any, 'acme')).toMatchObject({ title: 'Read' })
    expect(started).toHaveLength(2)
    await parser.close()
  })

  it('reads one file after the other in the same process', async () => {
    const { parser, started } = parserOf(real)
    for (const n of [1, 2, 3]) await parser.parse(await request(`${n}.txt`, 'txt', 'One line.'), 'acme')
    expect(started).toHaveLength(1)
    await parser.close()
    expect(started[0]).toMatchObject({ signalCode: 'SIGKILL' })
  })

  it('reads files of others while those of one group are stuck', async () => {
    const { parser, started } = parserOf(stuck, answering)
    const hostile = [1, 2, 3, 4].map(() => parser.parse(any, 'hostile').catch((error) => error.message))
    expect(await parser.parse(any, 'acme')).toMatchObject({ title: 'Read' })
    expect(started).toHaveLength(2)
    await parser.close()
    expect(await Promise.all(hostile)).toEqual(Array(4).fill('the parser was closed'))
  })

  it('does not blame the file when it is closed', async () => {
    const { parser } = parserOf(stuck)
    const parsing = parser.parse(any, 'acme')
    await Promise.all([expect(parsing).rejects.toThrow('the parser was closed'), parser.close()])
  })

  it.runIf(process.platform === 'linux')('gives its processes no environment', async () => {
    const child = real()
    await once(child, 'spawn')
    expect(readFileSync(`/proc/${child.pid}/environ`, 'utf8')).toBe('')
    child.kill('SIGKILL')
  })
})
