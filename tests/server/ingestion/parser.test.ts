import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createParser, PARSE_MEMORY_LIMIT_MB } from '../../../server/ingestion/parser.ts'
import type { DocumentType } from '../../../server/ingestion/sniff.ts'
import { startWorker } from '../../../server/workers.ts'
import { docx, encryptedPdf, pdf, pdfBomb, zip } from '../../harness/files.ts'

describe('the parser', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-parser-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const real = () =>
    startWorker('ingestion/parse', { resourceLimits: { maxOldGenerationSizeMb: PARSE_MEMORY_LIMIT_MB } })

  const request = async (name: string, type: DocumentType, content: string | Uint8Array) => {
    const file = path.join(folder, name)
    await writeFile(file, content)
    return { path: file, type, name }
  }

  it('[S26][S27] fails bombs and broken files one by one, and goes on', async () => {
    const parser = createParser({ startWorker: real })
    const reasons = await Promise.all(
      [
        await request('bomb.docx', 'docx', zip({ 'word/document.xml': Buffer.alloc(150_000_000, 'a') })),
        await request('locked.pdf', 'pdf', await encryptedPdf()),
        await request('scan.pdf', 'pdf', await pdf([[], []])),
        await request('broken.docx', 'docx', (await docx()).subarray(0, 700)),
      ].map((file) => parser.parse(file).then(String, (error) => error.reason.code)),
    )
    expect(reasons).toEqual(['too_large_when_unpacked', 'encrypted_pdf', 'no_text', 'damaged_file'])
    const good = await parser.parse(await request('good.md', 'md', '# Title\n\nA line.'))
    expect(good).toMatchObject({ title: 'Title', passages: [{ content: 'A line.', headingPath: ['Title'] }] })
    await parser.close()
  })

  it('[S27] survives a PDF whose stream unpacks without end', async () => {
    const parser = createParser({ startWorker: real, timeLimit: 10_000 })
    const bomb = await request('bomb.pdf', 'pdf', pdfBomb(200))
    await expect(parser.parse(bomb)).rejects.toMatchObject({ name: 'IngestionFailure' })
    expect((await parser.parse(await request('good.txt', 'txt', 'Still here.'))).words).toBe(2)
    await parser.close()
  })

  const stuck = () => new Worker('while (true) {}', { eval: true })
  const greedy = () =>
    new Worker(
      "require('node:worker_threads').parentPort.on('message', () => { const all = []; for (;;) all.push(new Array(1e6).fill({})) })",
      { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } },
    )

  it('ends a file that takes too long, and takes the next in a new thread', async () => {
    const threads = [stuck, real]
    const parser = createParser({ startWorker: () => (threads.shift() ?? real)(), timeLimit: 8_000 })
    const file = await request('a.txt', 'txt', 'One line.')
    await expect(parser.parse(file)).rejects.toMatchObject({ reason: { code: 'timed_out' } })
    expect((await parser.parse(file)).passages).toHaveLength(1)
    await parser.close()
  })

  it('ends a file that takes too much memory', async () => {
    const parser = createParser({ startWorker: greedy })
    const file = await request('b.txt', 'txt', 'One line.')
    await expect(parser.parse(file)).rejects.toMatchObject({ reason: { code: 'too_complex' } })
    await parser.close()
  })

  it('does not blame the file when it is closed', async () => {
    const parser = createParser({ startWorker: stuck })
    const parsing = parser.parse(await request('c.txt', 'txt', 'One line.'))
    await Promise.all([expect(parsing).rejects.toThrow('the parser was closed'), parser.close()])
  })
})
