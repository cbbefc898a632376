import { compileMessage } from '@lingui/message-utils/compileMessage'
import MagicString from 'magic-string'
import type { Plugin } from 'vite'
import { findTexts } from './find.ts'

const CATALOGUE = /\/src\/texts\/[a-z]{2}\/[^/]+\.json$/
const MODULE = /\/src\/.*\.tsx?$/

/** A message in the form that the browser formats; plain text stays whole. */
const compiled = (message: string) => JSON.stringify([compileMessage(message)].flat())

const isPlain = (message: string) => compiled(message) === JSON.stringify([message])

/** Compiles the app's texts during the build: whole catalogues, and English where it is written. */
export const compiledTexts: Plugin = {
  name: 'compiled-texts',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!MODULE.test(id) || id.includes('/src/texts/')) return
    const { texts } = findTexts(id.replace(/tsx?$/, 'js'), code)
    const formatted = texts.filter(({ text }) => !isPlain(text))
    if (formatted.length === 0) return
    const rewritten = new MagicString(code)
    for (const { text, end, hasValues } of formatted)
      rewritten.appendLeft(end - 1, `${hasValues ? '' : ', undefined'}, ${compiled(text)}`)
    return { code: rewritten.toString(), map: rewritten.generateMap({ hires: true }) }
  },
}

export const compiledCatalogues: Plugin = {
  name: 'compiled-catalogues',
  enforce: 'pre',
  transform(code, id) {
    if (!CATALOGUE.test(id)) return
    const messages: Record<string, string> = JSON.parse(code)
    const entries = Object.entries(messages).map(([key, text]) => `${JSON.stringify(key)}: ${compiled(text)}`)
    return { code: `export default {${entries.join(',\n')}}`, moduleType: 'js', map: null }
  },
}
