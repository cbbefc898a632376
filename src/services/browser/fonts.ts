import type { Storage } from './storage.ts'

/** The build looks for it in a script of the page, scripts/prerender.mjs. */
const KEY = 'fonts'

/**
 * On a first visit the fonts come after the script that makes the page answer: both share a slow line. Later ones find
 * them in the browser's cache, and a page has them from its first paint.
 */
export function showFonts({ head }: Document, storage: Storage) {
  head.querySelector('style[data-fonts]')?.setAttribute('media', 'all')
  storage.write(KEY, 'cached')
}
