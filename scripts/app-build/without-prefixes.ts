import type { Plugin } from 'vite'

/**
 * Emotion would repeat rules for browsers that the app is not built for; src/ui/theme/emotion.ts turns that
 * off, and this removes its code.
 */
export const withoutPrefixes: Plugin = {
  name: 'without-prefixes',
  apply: 'build',
  transform(code, id) {
    if (!/@emotion\/cache\/dist\/[\w.-]+\.js$/.test(id)) return null
    const list = 'defaultStylisPlugins = [prefixer]'
    if (!code.includes(list)) throw new Error('Emotion has no list of plugins any more')
    return { code: code.replace(list, 'defaultStylisPlugins = []'), map: null }
  },
}
