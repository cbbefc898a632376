import { createSystem, type SystemContext } from '@chakra-ui/react/styled-system'
import type { Plugin } from 'vite'
import { breakpoints, CSS_PREFIX } from '../../src/ui/theme/styles.ts'
import { tokens } from '../../src/ui/theme/tokens.ts'

const NAMES = '\0theme-names'
const NO_PREFLIGHT = '\0no-preflight'
const NO_COLOR_MIX = '\0no-color-mix'
const OF_CHAKRA = /@chakra-ui\/react\/dist\/esm\/(styled-system\/(system|utility)|preset-base)\.js$/

/** Chakra's CSS name of a token. Inserted into the page as written here. */
const referenceTo = (prefix: string, category: string, name: string) => {
  const written = `${category}-${name.replace(/^-/, '')}`
    .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    .replace(/(\D)\./g, '$1-')
    .replaceAll('.', '\\.')
  return name[0] === '-' ? `calc(var(--${prefix}-${written}) * -1)` : `var(--${prefix}-${written})`
}

/** Without mixtures such as `accent/20`, which no view has. */
export const WITHOUT_COLOR_MIX = `
export const colorMix = (value) => ({ invalid: true, value })
export const createColorMixTransform = (property) => (value) => ({ [property]: value })`

/** The part of Chakra's dictionary that its views use: CSS names of tokens. */
export function dictionaryOf({ flatMap }: SystemContext['tokens']) {
  const names: Record<string, string[]> = {}
  for (const path of flatMap.keys()) {
    const [category = '', ...name] = path.split('.')
    names[category] = [...(names[category] ?? []), name.join('.')]
  }
  const lists = Object.entries(names).map(([category, list]) => [category, list.join(' ')])
  return `
const referenceTo = ${referenceTo}
const values = {}
const flat = new Map()
for (const [category, names] of ${JSON.stringify(lists)}) {
  values[category] = {}
  for (const name of names.split(' '))
    flat.set(category + '.' + name, (values[category][name] = referenceTo('${CSS_PREFIX}', category, name)))
}
const none = new Map()
export const createTokenDictionary = () => ({
  allTokens: [],
  cssVarMap: none,
  categoryMap: none,
  colorPaletteMap: none,
  flatMap: flat,
  getByName: (path) => (flat.has(path) ? { value: flat.get(path) } : undefined),
  getVar: (name, fallback) => flat.get(name) ?? fallback,
  getCategoryValues: (category) => values[category] ?? null,
  expandReferenceInValue: (value) => value,
})`
}

/**
 * Chakra computes its tokens and their rules whenever a page starts: 4 kB and some 50 ms on a slow phone,
 * always with the same result. The build writes the rules into the pages (scripts/prerender.mjs), and this
 * replaces the computation with the tokens' names. tests/services/theme-build.test.ts compares both.
 */
export const themeNames: Plugin = {
  name: 'theme-names',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer = '') {
    if (!OF_CHAKRA.test(importer)) return null
    if (id.endsWith('/token-dictionary.js')) return NAMES
    if (id.endsWith('/color-mix.js')) return NO_COLOR_MIX
    return id.endsWith('/preflight.js') ? NO_PREFLIGHT : null
  },
  load(id) {
    if (id === NO_PREFLIGHT) return 'export const createPreflight = () => ({})'
    if (id === NO_COLOR_MIX) return WITHOUT_COLOR_MIX
    if (id !== NAMES) return null
    return dictionaryOf(createSystem({ cssVarsPrefix: CSS_PREFIX, theme: { breakpoints, tokens } }).tokens)
  },
}
