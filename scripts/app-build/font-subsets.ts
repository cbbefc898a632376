import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const LATIN = /(figtree-latin-wght|instrument-serif-latin-400)-(normal|italic)-?.*\.woff2$/

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('')

/** The `unicode-range` of these files: other letters have their own files, or use system fonts. */
const LETTERS = [
  between(0x20, 0xff),
  between(0x2000, 0x206f),
  'ıŒœʻʼˆ˚˜\u0304\u0308\u0329€™↑↓−∕\ufeff\ufffd',
].join('')

/** Features that the styles name; small capitals, fractions and alternate sets are half of a file. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum']

/** The weights that the styles use of a variable font, whose file names the axis. */
export const weightsOf = (file: string) =>
  file.includes('wght') ? { variationAxes: { wght: { min: 400, max: 700 } } } : {}

export const subsetOf = (font: Buffer, file: string) =>
  subsetFont(font, LETTERS, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    noHinting: true,
    ...weightsOf(file),
  })

/** Fonts of the first screens, without unused features. */
export const fontSubsets: Plugin = {
  name: 'font-subsets',
  apply: 'build',
  async generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === 'asset' && LATIN.test(part.fileName))
        part.source = await subsetOf(Buffer.from(part.source), part.fileName)
  },
}
