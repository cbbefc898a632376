import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { createWorker, OEM, type Paragraph } from 'tesseract.js'

/** The first decides ambiguous cases: with English first, umlauts are read as plain letters. */
const LANGUAGES = ['deu', 'eng']
/** Out of 100: print has 80 and more; specks, ornaments and upside-down text have less than this. */
const CONFIDENCE_MIN = 60
/** A page read with less confidence may be rotated. */
const UPRIGHT_MIN = 70
const TURNS = [0, 90, 180, 270]
/** Share of each side: the middle shows a large page’s orientation in a sixth of the time. */
const MIDDLE = 0.4
const MIDDLE_MIN = 1_000 // pixels

type Recognize = (image: Buffer) => Promise<string[][]>

const { resolve } = createRequire(import.meta.url)

/** A worker with the models from packages: nothing is downloaded. It looks for them in one folder. */
const startWorker = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-models-'))
  try {
    for (const language of LANGUAGES) {
      const file = `${language}.traineddata.gz`
      // The integer models are a fifth of the size, and read print equally well.
      await copyFile(
        resolve(`@tesseract.js-data/${language}/4.0.0_best_int/${file}`),
        path.join(folder, file),
      )
    }
    return await createWorker(LANGUAGES, OEM.LSTM_ONLY, { langPath: folder, cacheMethod: 'none', gzip: true })
  } finally {
    await rm(folder, { recursive: true })
  }
}

const lettersOf = ({ text }: Paragraph) => text.trim().length

/** Confidence of a page, weighted by letters. */
const confidenceOf = (paragraphs: Paragraph[]) => {
  const letters = paragraphs.reduce((sum, one) => sum + lettersOf(one), 0)
  return paragraphs.reduce((sum, one) => sum + one.confidence * lettersOf(one), 0) / Math.max(letters, 1)
}

const middleOf = async (image: Buffer) => {
  const { width = 0, height = 0 } = await sharp(image).metadata()
  const part = (side: number) => Math.min(side, Math.max(MIDDLE_MIN, Math.floor(side * MIDDLE)))
  return sharp(image)
    .extract({
      left: Math.floor((width - part(width)) / 2),
      top: Math.floor((height - part(height)) / 2),
      width: part(width),
      height: part(height),
    })
    .toBuffer()
}

/**
 * Lends `use` a function that recognizes the text of images, in German and English: paragraphs of lines. The
 * memory that it needs, some 200 MB, is released afterwards.
 */
export const withRecognition = async <Result>(use: (recognize: Recognize) => Promise<Result>) => {
  const worker = await startWorker()
  try {
    const read = async (image: Buffer, turn: number) => {
      const turned = turn === 0 ? image : await sharp(image).rotate(turn).toBuffer()
      const { data } = await worker.recognize(turned, {}, { text: false, blocks: true })
      return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs)
    }
    /** The rotation in which its middle is read best. */
    const turnOf = async (image: Buffer) => {
      const middle = await middleOf(image)
      let best = { turn: 0, confidence: 0 }
      for (const turn of TURNS) {
        const confidence = confidenceOf(await read(middle, turn))
        if (confidence > best.confidence) best = { turn, confidence }
        if (confidence >= UPRIGHT_MIN) break
      }
      return best.turn
    }
    // The next page of a scan usually has the same orientation.
    let lies = 0
    const readUpright = async (image: Buffer) => {
      const first = await read(image, lies)
      if (first.length === 0 || confidenceOf(first) >= UPRIGHT_MIN) return first
      const turn = await turnOf(image)
      if (turn === lies) return first
      lies = turn
      return read(image, turn)
    }
    return await use(async (image) =>
      (await readUpright(image))
        .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
        .map(({ lines }) => lines.map(({ text }) => text.trim()).filter((text) => text !== ''))
        .filter((lines) => lines.length > 0),
    )
  } finally {
    await worker.terminate()
  }
}
