import createCache from '@emotion/cache'

/**
 * Emotion's rules go into a constructable style sheet: there is no `<style>` element,
 * so the policy `style-src 'self'` needs no exception.
 */
export function createStyleCache() {
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
  return cache
}
