import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { readImage } from '../../../server/knowledge/ingestion/readers/image.ts'
import { readPdf } from '../../../server/knowledge/ingestion/readers/pdf.ts'
import { split } from '../../../server/knowledge/ingestion/split.ts'
import { largePicture, picture, scannedPdf } from '../../harness/scans.ts'

const ENGLISH = ['The lantern is returned within thirty days.', 'Keep the receipt in a dry place.']
const GERMAN = ['Das Gerät wird innerhalb von vierzehn Tagen', 'zurückgegeben.']

/** What a reader tells, as words. */
const listening = () => {
  const told: string[] = []
  return {
    told,
    progress: {
      page: (done: number, total: number) => void told.push(`${done} of ${total}`),
      recognizing: () => void told.push('recognizing'),
    },
  }
}

describe('[S2.12] the text of a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'tiff'] as const)('is recognised in a %s', async (format) => {
    const { told, progress } = listening()
    const bytes = await picture(ENGLISH).toFormat(format).toBuffer()
    const { text, title } = await readImage(bytes, 'till_receipt.png', progress)
    expect([text, title]).toEqual([ENGLISH.join('\n'), 'till receipt'])
    expect(told).toEqual(['recognizing', '1 of 1'])
  })

  it('is recognised in German, in small letters, on nothing, and lying on its side', async () => {
    const small = await picture(GERMAN, { width: 420, letters: 14 }).png().toBuffer()
    expect((await readImage(small, 'a.png')).text).toContain('vierzehn Tagen')
    const turned = await picture(ENGLISH).withMetadata({ orientation: 6 }).rotate(270).jpeg().toBuffer()
    expect((await readImage(turned, 'a.jpg')).text.length).toBeGreaterThan(0)
  })

  it.each([90, 180, 270])('[knowledge M5] is recognised turned by %i degrees', async (turn) => {
    const upright = await picture([...ENGLISH, ...ENGLISH, ...ENGLISH])
      .png()
      .toBuffer()
    const { text } = await readImage(await sharp(upright).rotate(turn).png().toBuffer(), 'a.png')
    expect(text).toContain(ENGLISH[0])
    expect(text).toContain(ENGLISH[1])
  })

  it('leaves nothing behind on the disk', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-recognition-'))
    vi.stubEnv('TMPDIR', folder)
    try {
      await readImage(await picture(['A line of text.']).png().toBuffer(), 'a.png')
      expect(await readdir(folder)).toEqual([])
    } finally {
      vi.unstubAllEnvs()
      await rm(folder, { recursive: true })
    }
  })

  it('is none in a picture without letters', async () => {
    expect((await readImage(await largePicture(300), 'a.png')).text).toBe('')
  })

  it('is not looked for in a picture of more than 50 million pixels', async () => {
    await expect(readImage(await largePicture(10_000), 'a.png')).rejects.toMatchObject({
      reason: { code: 'too_many_pixels' },
    })
  })
})

describe('[S2.12] a scanned PDF', () => {
  it('is recognised page by page where a page has no text, and the page of a passage is right', async () => {
    const { told, progress } = listening()
    const file = await scannedPdf([
      { scan: ENGLISH },
      { text: 'This page is text.' },
      { blank: true },
      { scan: GERMAN },
    ])
    const read = await readPdf(new Uint8Array(file), 'contract.pdf', progress)
    expect(split(read).map(({ page, content }) => [page, content])).toEqual([
      [1, ENGLISH.join(' ')],
      [2, 'This page is text.'],
      [4, GERMAN.join(' ')],
    ])
    expect(read.blocks.map(({ kind }) => kind)).toEqual(['text', 'text', 'text'])
    expect(told).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4', 'recognizing', '1 of 2', '2 of 2'])
  })

  it('is not recognised where every page has text, or shows nothing', async () => {
    const { told, progress } = listening()
    const file = await scannedPdf([{ text: 'This page is text.' }, { blank: true }])
    await readPdf(new Uint8Array(file), 'a.pdf', progress)
    expect(told).toEqual(['1 of 2', '2 of 2'])
  })

  it('of more than 200 scanned pages is refused before any is recognised', async () => {
    const file = await scannedPdf(Array.from({ length: 201 }, () => ({ scan: [] })))
    await expect(readPdf(new Uint8Array(file), 'a.pdf')).rejects.toMatchObject({
      reason: { code: 'too_many_scans' },
    })
  })
})
