import type { Storage } from './storage.ts'

/** The build looks for it in a script of the page, scripts/prerender.mjs. */
const KEY = 'fonts'

/**
 * On a first visit, fonts load after the script that makes the page interactive: both share a slow line.
 * Later visits find them in the browser's cache, and use them from the first paint.
 */
export function showFonts({ head }: Document, storage: Storage) {
  head.querySelector('style[data-fonts]')?.setAttribute('media', 'all')
  storage.write(KEY, 'cached')
}
