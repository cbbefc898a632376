import createCache, { type EmotionCache } from '@emotion/cache'
import type { Theme } from './system.ts'

export const STYLE_KEY = 'l'

/** Adds the prefixes that browsers still need: `user-select`, for Safari. */
export const WITHOUT_PREFIXES: [] = []

/**
 * Emotion's rules are inserted into a constructable style sheet: there is no `<style>` element, so the policy
 * `style-src 'self'` needs no exception.
 */
export function createStyleCache({ globals }: Theme): EmotionCache {
  // Rules in a prerendered page are recognized by the key, and not inserted again.
  const cache = createCache({ key: STYLE_KEY, stylisPlugins: WITHOUT_PREFIXES })
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  cache.sheet.insert = (rule) => {
    try {
      sheet.insertRule(rule, sheet.cssRules.length)
    } catch {
      // A browser refuses rules for another browser's prefix; emotion ignores these errors, too.
    }
  }
  cache.sheet.flush = () => sheet.replaceSync('')
  // A built page contains them.
  if (import.meta.env.DEV) cache.insert('', globals(), cache.sheet, false)
  return cache
}
