import type { Messages } from '@lingui/core'
import server from './de/server.json'
import type {} from './injected-texts.ts'

const catalogues = import.meta.glob<Messages>(['./de/*.json', '!./de/server.json'], {
  eager: true,
  import: 'default',
})

// Before any module with texts: the page loads this file first if its language is German.
globalThis.lecternTexts = {
  locale: 'de',
  messages: Object.assign(
    // Like `idOf` of said.ts: this script imports nothing that the app runs.
    Object.fromEntries(Object.entries(server).map(([code, text]) => [`server.${code}`, text])),
    ...Object.values(catalogues),
  ),
}
