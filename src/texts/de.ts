import type { Messages } from '@lingui/core'
import server from './de/server.json'
import type {} from './given.ts'

const catalogues = import.meta.glob<Messages>(['./de/*.json', '!./de/server.json'], {
  eager: true,
  import: 'default',
})

// Before any module that holds a text: the page loads this file first where its language is German.
globalThis.lecternTexts = {
  locale: 'de',
  messages: Object.assign(
    // As `idOf` of said.ts says it: this script imports nothing that the app runs.
    Object.fromEntries(Object.entries(server).map(([code, text]) => [`server.${code}`, text])),
    ...Object.values(catalogues),
  ),
}
