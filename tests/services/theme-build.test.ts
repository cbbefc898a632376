import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultBaseConfig } from '@chakra-ui/react/preset-base'
import { createSystem } from '@chakra-ui/react/styled-system'
import { expect, it } from 'vitest'
// Not among what the package exports.
// @ts-expect-error -- it has no types of its own either
import { createUtility } from '../../node_modules/@chakra-ui/react/dist/esm/styled-system/utility.js'
import { dictionaryOf } from '../../scripts/app-build/theme-names.ts'
import { withUsed, withUsedAttributes, withUsedProperties } from '../../scripts/app-build/used-utilities.ts'
import { breakpoints, CSS_PREFIX } from '../../src/ui/theme/styles.ts'
import { tokens } from '../../src/ui/theme/tokens.ts'

const ROOT = join(import.meta.dirname, '../..')
const preset = readFileSync(join(ROOT, 'node_modules/@chakra-ui/react/dist/esm/preset-base.js'), 'utf8')

const ofChakra = createSystem({ cssVarsPrefix: CSS_PREFIX, theme: { breakpoints, tokens } }).tokens
const builtNames = async (): Promise<typeof ofChakra> =>
  (await import(`data:text/javascript,${encodeURIComponent(dictionaryOf(ofChakra))}`)).createTokenDictionary()

it('a built page calls every token what Chakra calls it', async () => {
  const built = await builtNames()
  const categories = new Set([...ofChakra.flatMap.keys()].map((path) => path.split('.')[0] ?? ''))
  expect(built.flatMap).toEqual(ofChakra.flatMap)
  for (const path of ofChakra.flatMap.keys()) expect(built.getVar(path)).toBe(ofChakra.getVar(path))
  for (const category of [...categories, 'gradients'])
    expect(built.getCategoryValues(category)).toEqual(ofChakra.getCategoryValues(category))
})

it('[S2.24] every utility of Chakra makes the same rules of every name', async () => {
  const config = defaultBaseConfig.utilities!
  const names = [...new Set([...ofChakra.flatMap.keys()].map((path) => path.split('.').slice(1).join('.')))]
  const rulesBy = (dictionary: typeof ofChakra) => {
    const { transform } = createUtility({ config, tokens: dictionary })
    return Object.keys(config).map((property) => names.map((name) => transform(property, name)))
  }
  expect(rulesBy(await builtNames())).toEqual(rulesBy(ofChakra))
})

it('what a built page leaves out of the tokens is used by no view', () => {
  const sources = readdirSync(join(ROOT, 'src/ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, 'src/ui', file), 'utf8'))
  const missing =
    /colorPalette|['"`][^'"`\n]*\{(colors|spacing|sizes|fonts|fontSizes|radii)\.|\bbg="[\w.]+\/\d/
  expect(sources.filter((source) => missing.test(source))).toEqual([])
})

it('of the utilities and conditions of Chakra those stay that something names', () => {
  const code = withUsed(preset, new Set(['bg', 'width', '_hover']))
  expect(code).toMatch(/\bbackground: \{\s+values: colorValues/)
  expect(code).toMatch(/\bwidth: \{/)
  expect(code).toMatch(/\bhover: \[/)
  expect(code).not.toMatch(/\bheight: \{|\bfocusVisible:/)
})

it('of the properties of CSS and the attributes those stay that something names', () => {
  const read = (file: string) => readFileSync(join(ROOT, 'node_modules', file), 'utf8')
  const properties = withUsedProperties(
    read('@pandacss/is-valid-prop/dist/index.mjs'),
    new Set(['gap', 'top']),
  )
  expect(properties).toContain('cssPropertiesStr = "gap,top"')
  const attributes = withUsedAttributes(
    read('@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js'),
    new Set(['href', 'rows']),
  )
  expect(attributes).toContain('/^((href|rows)|')
})

it('lists that are written in another way stop the build', () => {
  expect(() => withUsed('export const preset = {}', new Set())).toThrow('has no list of')
  expect(() => withUsedProperties('', new Set())).toThrow('there is no list')
  expect(() => withUsedAttributes('', new Set())).toThrow('there is no list')
})

it('what Safari knows by its prefix alone is written with it', () => {
  const sources = readdirSync(join(ROOT, 'src/ui'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(ROOT, 'src/ui', file), 'utf8'))
  const named = (name: RegExp) => sources.flatMap((source) => source.match(name) ?? []).length
  expect(named(/\bWebkitUserSelect[:=]/g)).toBe(named(/\buserSelect[:=]/g))
  expect(named(/\b(hyphens|backdropFilter|boxDecorationBreak|printColorAdjust|textSizeAdjust)[:=]/g)).toBe(0)
})
