import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../server/kernel/package.ts'
import { openArchive } from '../../../server/knowledge/ingestion/zip.ts'
import { docx } from '../../harness/files.ts'
import { type ZipEntry, zipOf } from '../../harness/zip.ts'

const types: ZipEntry = { name: '[Content_Types].xml', content: Buffer.from('<Types/>') }
const body: ZipEntry = { name: 'word/document.xml', content: Buffer.from('<w:document/>') }
const bomb: ZipEntry = { name: 'word/document.xml', content: Buffer.alloc(40_000_000, 'a') }

/** An entry inside of the content of another one. */
const overlapping = () => {
  const inner = zipOf([body])
  const outer = { name: 'outer.bin', content: inner, stored: true }
  const offset = 30 + outer.name.length
  return zipOf([outer, { ...body, directory: { offset } }])
}

describe('an archive', () => {
  it.each([
    ['of plain entries', [types, body]],
    ['of a stored entry', [{ ...types, stored: true }, body]],
    ['written as a stream', [types, body].map((entry) => ({ ...entry, descriptor: 'signed' as const }))],
    ['written as a stream without signatures', [{ ...types, descriptor: 'plain' as const }, body]],
    ['written as a stream with long sizes', [{ ...types, descriptor: 'wide' as const }, body]],
    ['whose local headers know the sizes already', [{ ...types, descriptor: 'signed' as const, local: {} }]],
    ['with padding', [types, { ...body, padding: Buffer.alloc(64) }]],
    ['with an empty folder', [{ name: 'word/', content: Buffer.alloc(0), stored: true }, body]],
    ['of nothing', []],
  ])('%s is taken', (_what, entries: ZipEntry[]) => {
    expect(() => openArchive(zipOf(entries))).not.toThrow()
  })

  it('with a comment, or with bytes behind its end, is taken', () => {
    expect(() => openArchive(zipOf([types, body], { comment: 'made by hand' }))).not.toThrow()
    expect(() => openArchive(Buffer.concat([zipOf([types, body]), Buffer.from('\r\n')]))).not.toThrow()
  })

  it.each(['pandoc', 'libreoffice', 'written-as-a-stream', 'zip64'])('of %s is taken', async (name) => {
    const file = await readFile(path.join(ROOT, 'tests/harness/archives', `${name}.docx`))
    expect(() => openArchive(file)).not.toThrow()
  })

  it('of the docx package is taken', async () => {
    const file = await docx()
    expect(() => openArchive(file)).not.toThrow()
  })

  it.each<[string, Buffer, string]>([
    ['[S26] that claims one entry of many', zipOf([types, bomb], { count: 1 }), 'damaged_file'],
    ['[S26] that claims more than it holds', zipOf([types, body], { count: 3 }), 'damaged_file'],
    ['[S26] that claims none', zipOf([types, bomb], { count: 0 }), 'damaged_file'],
    [
      'whose directory hides an entry',
      zipOf([types, { ...body, hidden: true }, { ...body, name: 'x' }]),
      'damaged_file',
    ],
    ['whose directory hides the last entry', zipOf([types, { ...body, hidden: true }]), 'damaged_file'],
    [
      'whose two headers name it differently',
      zipOf([{ ...body, local: { name: 'word/elsewhere.xm' } }]),
      'damaged_file',
    ],
    ['of two entries of one name', zipOf([body, body]), 'damaged_file'],
    [
      'of two names that differ in case',
      zipOf([body, { ...body, name: 'WORD/document.xml' }]),
      'damaged_file',
    ],
    [
      'with an entry that lies elsewhere',
      zipOf([types, { ...body, directory: { offset: 7 } }]),
      'damaged_file',
    ],
    [
      'with an offset beyond its end',
      zipOf([types, { ...body, directory: { offset: 9_999_999 } }]),
      'damaged_file',
    ],
    ['[S26] with entries over each other', overlapping(), 'damaged_file'],
    ['with a packed size that is too small', zipOf([{ ...body, directory: { packed: 3 } }]), 'damaged_file'],
    [
      'with a packed size beyond its end',
      zipOf([{ ...body, directory: { packed: 10 ** 9 } }]),
      'damaged_file',
    ],
    [
      '[S26] with an unpacked size that is a lie',
      zipOf([{ ...bomb, local: { unpacked: 10 }, directory: { unpacked: 10 } }]),
      'damaged_file',
    ],
    ['with a size that only one header has', zipOf([{ ...body, local: { unpacked: 10 } }]), 'damaged_file'],
    ['with a checksum that only one header has', zipOf([{ ...body, local: { crc: 1 } }]), 'damaged_file'],
    [
      'with sizes that should follow and do not',
      zipOf([{ ...body, local: { flags: 8, crc: 0, packed: 0, unpacked: 0 } }, types]),
      'damaged_file',
    ],
    [
      'of another method',
      zipOf([{ ...body, local: { method: 12 }, directory: { method: 12 } }]),
      'damaged_file',
    ],
    ['with two methods', zipOf([{ ...body, stored: true, local: { method: 8 } }]), 'damaged_file'],
    ['that is encrypted', zipOf([{ ...body, local: { flags: 1 }, directory: { flags: 1 } }]), 'damaged_file'],
    ['[S28] with a name that leaves it', zipOf([{ ...body, name: '../../etc/passwd' }]), 'damaged_file'],
    ['[S28] with an absolute name', zipOf([{ ...body, name: '/etc/passwd' }]), 'damaged_file'],
    ['[S28] with a link', zipOf([{ ...body, directory: { mode: 0o120777 } }]), 'damaged_file'],
    ['[S26] that unpacks to much XML', zipOf([types, bomb]), 'too_large_when_unpacked'],
    [
      '[S26] that unpacks to much of everything',
      zipOf([1, 2, 3].map((n) => ({ ...bomb, name: `word/${n}.bin` }))),
      'too_large_when_unpacked',
    ],
    [
      '[S26] of very many entries',
      zipOf(
        Array.from({ length: 5_001 }, (_, n) => ({ name: `${n}`, content: Buffer.alloc(0), stored: true })),
      ),
      'too_large_when_unpacked',
    ],
    ['cut in the middle', zipOf([types, body]).subarray(0, 60), 'damaged_file'],
    ['that is its end alone', zipOf([types, body]).subarray(-22), 'damaged_file'],
    ['that holds text', Buffer.from('PK\x03\x04 and no more of it'), 'damaged_file'],
  ])('%s is refused', (_what, zip, code) => {
    expect(() => openArchive(zip)).toThrow(
      expect.objectContaining({ reason: expect.objectContaining({ code }) }),
    )
  })

  it('with bytes behind a packed stream is refused', () => {
    const packed = Buffer.concat([deflateRawSync(body.content), Buffer.from('more')])
    const size = { packed: packed.length, unpacked: body.content.length, method: 8 }
    const stored = { ...body, content: packed, stored: true, local: size, directory: size }
    expect(() => openArchive(zipOf([stored]))).toThrow()
  })

  it('of any bytes changed is refused or taken, and nothing else', () => {
    const whole = zipOf([types, { ...body, descriptor: 'signed' }])
    for (let at = 0; at < whole.length; at++) {
      for (const value of [0, 0xff]) {
        const changed = Buffer.from(whole)
        changed[at] = value
        try {
          openArchive(changed)
        } catch (error) {
          expect((error as Error).name).toBe('IngestionFailure')
        }
      }
    }
  })
})
