import createCache, { type EmotionCache } from '@emotion/cache'
import { type CSSInterpolation, serializeStyles } from '@emotion/serialize'
import { system } from './system.ts'

/**
 * Emotion's rules go into a constructable style sheet: there is no `<style>` element,
 * so the policy `style-src 'self'` needs no exception.
 */
export function createStyleCache(): EmotionCache {
  const cache = createCache({ key: 'l' })
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
  const globals = serializeStyles([system.layers.atRule, ...system._global] as CSSInterpolation[])
  cache.insert('', globals, cache.sheet, false)
  return cache
}

/**
 * What the provider gets: the globals stand in the cache already, since its own way would make a `<style>`
 * element, and rules outside of a layer win over those within.
 */
export const themed: typeof system = {
  ...system,
  _global: [],
  _config: { ...system._config, disableLayers: true },
}
