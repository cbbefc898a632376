import { createRequire } from 'node:module'
import type { GlobalFonts } from '@napi-rs/canvas'

const { resolve } = createRequire(import.meta.url)

const FILES = {
  Figtree: [
    '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
  ],
  'Instrument Serif': [
    '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2',
    '@fontsource/instrument-serif/files/instrument-serif-latin-ext-400-normal.woff2',
  ],
} as const

/** Canvas font names: the second has the letters that the first lacks, and the system's fonts the rest. */
const BODY = 'Figtree, "Figtree 2", sans-serif'
export const HEADING = '"Instrument Serif", "Instrument Serif 2", serif'

/** Fonts by name for the pages that the server renders. */
export const WEB_FONTS: Readonly<Record<string, string>> = {
  'figtree.woff2': resolve(FILES.Figtree[0]),
  'instrument-serif.woff2': resolve(FILES['Instrument Serif'][0]),
}

type Context = { font: string; fontVariationSettings: string }

/** A variable font: a canvas draws its lightest weight unless the axis is set. */
export function useBody(context: Context, size: number, weight: number) {
  context.font = `${size}px ${BODY}`
  context.fontVariationSettings = `'wght' ${weight}`
}

let registered = false

/** Registers the identity's fonts with a canvas. */
export function registerFonts(fonts: typeof GlobalFonts) {
  if (registered) return
  registered = true
  for (const [family, files] of Object.entries(FILES))
    for (const [place, file] of files.entries())
      fonts.registerFromPath(resolve(file), place === 0 ? family : `${family} ${place + 1}`)
}
