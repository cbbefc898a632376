import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import subsetFont from 'subset-font'
import { expect, it } from 'vitest'
import { subsetOf, weightsOf } from '../../scripts/app-build/font-subsets.ts'

const require = createRequire(import.meta.url)
const TEXT = 'Größe, Übung, „Maß“ – Zoë’s naïve façade: 30 € ™ …'

it.each([
  '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
  '@fontsource/instrument-serif/files/instrument-serif-latin-400-italic.woff2',
])('%s is smaller in the build, and every letter as wide as before', async (file) => {
  const whole = readFileSync(require.resolve(file))
  const subset = await subsetOf(whole, file)
  expect(subset.length).toBeLessThan(whole.length * 0.9)
  const widthIn = (font: Buffer, name: string) => {
    GlobalFonts.register(font, name)
    const context = createCanvas(10, 10).getContext('2d')
    context.font = `20px "${name}"`
    return Array.from(TEXT, (letter) => context.measureText(letter).width)
  }
  const complete = await subsetFont(whole, undefined, { keepAllGlyphs: true, ...weightsOf(file) })
  expect(widthIn(subset, `${file} subset`)).toEqual(widthIn(complete, `${file} complete`))
})
