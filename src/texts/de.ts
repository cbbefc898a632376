import type { Messages } from '@lingui/core'
import server from './de/server.json'
import type {} from './given.ts'
import { idOf } from './server-id.ts'

const catalogues = import.meta.glob<Messages>(['./de/*.json', '!./de/server.json'], {
  eager: true,
  import: 'default',
})

// Before any module that holds a text: the page loads this file first where its language is German.
globalThis.lecternTexts = {
  locale: 'de',
  messages: Object.assign(
    Object.fromEntries(Object.entries(server).map(([code, text]) => [idOf(code), text])),
    ...Object.values(catalogues),
  ),
}
