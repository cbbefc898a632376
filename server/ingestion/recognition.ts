import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { createWorker, OEM } from 'tesseract.js'

/** The first one decides where both can be: with English before German, umlauts are read as plain letters. */
const LANGUAGES = ['deu', 'eng']
/** Of a hundred; below it lie specks and ornaments. */
const CONFIDENCE_MIN = 40

export type Recognize = (image: Buffer) => Promise<string[][]>

const { resolve } = createRequire(import.meta.url)

/** A worker with the models that the packages bring: nothing is downloaded. It looks for them in one folder. */
const startWorker = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-models-'))
  try {
    for (const language of LANGUAGES) {
      const file = `${language}.traineddata.gz`
      // The integer models are a fifth of the others in size, and read print as well.
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

/**
 * Lends `use` a function that recognises the text of images, in German and English: paragraphs of lines. What it
 * needs, some 200 MB, is given back afterwards.
 */
export const withRecognition = async <Result>(use: (recognize: Recognize) => Promise<Result>) => {
  const worker = await startWorker()
  try {
    return await use(async (image) => {
      const { data } = await worker.recognize(image, {}, { text: false, blocks: true })
      return (data.blocks ?? [])
        .flatMap(({ paragraphs }) => paragraphs)
        .filter(({ confidence }) => confidence >= CONFIDENCE_MIN)
        .map(({ lines }) => lines.map(({ text }) => text.trim()).filter((text) => text !== ''))
        .filter((lines) => lines.length > 0)
    })
  } finally {
    await worker.terminate()
  }
}
