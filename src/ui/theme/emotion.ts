import createCache, { type EmotionCache } from '@emotion/cache'
import { type CSSInterpolation, serializeStyles } from '@emotion/serialize'
import { system } from './system.ts'

export const STYLE_KEY = 'l'

/** What a browser still needs a prefix for is written with it, in the few places where it is used. */
export const WITHOUT_PREFIXES: [] = []

/**
 * Emotion's rules go into a constructable style sheet: there is no `<style>` element,
 * so the policy `style-src 'self'` needs no exception.
 */
export function createStyleCache(): EmotionCache {
  // Rules that a prerendered page holds are found by the key, and not made again.
  const cache = createCache({ key: STYLE_KEY, stylisPlugins: WITHOUT_PREFIXES })
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  cache.sheet.insert = (rule) => {
    try {
      sheet.insertRule(rule, sheet.cssRules.length)
    } catch {
      // A browser refuses rules for another browser's prefix; emotion ignores these, too.
    }
  }
  cache.sheet.flush = () => sheet.replaceSync('')
  // A built page holds them.
  if (import.meta.env.DEV) cache.insert('', globals(), cache.sheet, false)
  return cache
}

/** The rules of the theme that belong to no part. The build writes them into its pages; while developing they are made here. */
export const globals = () => serializeStyles([system.layers.atRule, ...system._global] as CSSInterpolation[])

/**
 * What the provider gets: the globals stand in the cache already, since its own way would make a `<style>`
 * element, and rules outside of a layer win over those within.
 */
export const themed: typeof system = {
  ...system,
  _global: [],
  _config: { ...system._config, disableLayers: true },
}
