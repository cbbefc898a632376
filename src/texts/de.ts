import type { Messages } from '@lingui/core'
import type {} from './given.ts'

const catalogues = import.meta.glob<Messages>('./de/*.json', { eager: true, import: 'default' })

// Before any module that holds a text: the page loads this file first where its language is German.
globalThis.lecternTexts = {
  locale: 'de',
  messages: Object.assign({}, ...Object.values(catalogues)),
}
