import { createSystem, type SystemContext } from '@chakra-ui/react/styled-system'
import type { Plugin } from 'vite'
import { breakpoints, CSS_PREFIX } from '../../src/ui/theme/styles.ts'
import { tokens } from '../../src/ui/theme/tokens.ts'

const NAMES = '\0theme-names'
const NO_PREFLIGHT = '\0no-preflight'
const OF_CHAKRA = /@chakra-ui\/react\/dist\/esm\/styled-system\/system\.js$/

/** Chakra's dictionary as far as its views ask it: what a token is called in CSS. */
export const dictionaryOf = (values: Readonly<Record<string, Readonly<Record<string, string>>>>) => `
const values = ${JSON.stringify(values)}
const flat = new Map()
for (const category in values)
  for (const name in values[category]) flat.set(category + '.' + name, values[category][name])
const none = new Map()
export const createTokenDictionary = () => ({
  allTokens: [],
  cssVarMap: none,
  categoryMap: none,
  colorPaletteMap: none,
  flatMap: flat,
  getByName() {},
  getVar: (name, fallback) => flat.get(name) ?? fallback,
  getCategoryValues: (category) => values[category] ?? null,
  expandReferenceInValue: (value) => value,
})`

/**
 * Chakra makes its tokens and their rules whenever a page starts: 4 kB and some 50 ms of a slow phone, for the same
 * outcome each time. The build writes the rules into the pages (scripts/prerender.mjs), and this puts the names of
 * the tokens in place of what makes them. tests/services/theme-build.test.ts compares both.
 */
export const themeNames: Plugin = {
  name: 'theme-names',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer = '') {
    if (!OF_CHAKRA.test(importer)) return null
    if (id.endsWith('/token-dictionary.js')) return NAMES
    return id.endsWith('/preflight.js') ? NO_PREFLIGHT : null
  },
  load(id) {
    if (id === NO_PREFLIGHT) return 'export const createPreflight = () => ({})'
    if (id !== NAMES) return null
    return dictionaryOf(
      namesOf(createSystem({ cssVarsPrefix: CSS_PREFIX, theme: { breakpoints, tokens } }).tokens),
    )
  },
}

/** By category, as Chakra's utilities ask for them. */
export function namesOf({ flatMap }: SystemContext['tokens']) {
  const values: Record<string, Record<string, string>> = {}
  for (const [path, reference] of flatMap) {
    const [category = '', ...name] = path.split('.')
    values[category] = { ...values[category], [name.join('.')]: reference }
  }
  return values
}
