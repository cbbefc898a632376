import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const PRESET = /@chakra-ui\/react\/dist\/esm\/preset-base\.js$/
const PROPERTIES = /@pandacss\/is-valid-prop\/dist\/index\.mjs$/
const ATTRIBUTES = /@emotion\/is-prop-valid\/dist\/[\w.-]+\.js$/
const VIEWS = 'src/ui'
const COMPONENTS = 'node_modules/@chakra-ui/react/dist/esm/components'
/** Other sources of an element's attributes in Chakra's components, as keys of an object. */
const NAMING_ATTRIBUTES = [
  'node_modules/@ark-ui/react/dist',
  'node_modules/@zag-js',
  'node_modules/lucide-react/dist/esm/shared',
]

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const textsIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.(tsx?|m?js)$/.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'))

const wordsOf = (texts: readonly string[]) => texts.flatMap((text) => text.match(/[\w$]+/g) ?? [])

/** Every word in our views and in the Chakra components that they name: all other names are unused. */
function wordsOfViews(): ReadonlySet<string> {
  const own = new Set(wordsOf(textsIn(VIEWS)))
  const nameOf = (folder: string) =>
    folder.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const used = readdirSync(join(ROOT, COMPONENTS), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && own.has(nameOf(entry.name)),
  )
  return new Set([...own, ...used.flatMap(({ name }) => wordsOf(textsIn(join(COMPONENTS, name))))])
}

/** Adds the names from other sources of attributes. */
const wordsOfAttributes = (): ReadonlySet<string> =>
  new Set([
    ...wordsOfViews(),
    ...NAMING_ATTRIBUTES.flatMap(textsIn).flatMap((text) => text.match(/[\w$]+(?=['"]?\s*[:,}])/g) ?? []),
  ])

const keyOf = ({ key }: Node) => {
  const { name, value } = key as { name?: string; value?: string }
  return name ?? value ?? ''
}

/** The object assigned to a name, as an argument or directly. */
function objectOf(program: Node, name: string): Node {
  const found: Node[] = []
  const visit = (node: unknown) => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isNode(node)) return
    if (node.type === 'VariableDeclarator' && (node.id as { name?: string }).name === name)
      found.push((node.init as { arguments: Node[] }).arguments[0]!)
    else if (node.type === 'Property' && keyOf(node) === name) found.push(node.value as Node)
    else for (const field of Object.values(node)) visit(field)
  }
  visit(program)
  const [object] = found.filter(({ type }) => type === 'ObjectExpression')
  if (!object) throw new Error(`the preset of Chakra has no list of ${name} any more`)
  return object
}

const namesOfUtility = (key: string, text: string) => {
  const shorthands = /shorthand: (\[[^\]]*\]|"\w+")/.exec(text)?.[1] ?? ''
  return [key, ...Array.from(shorthands.matchAll(/"(\w+)"/g), ([, name = '']) => name)]
}
/** Each list by the name at its place of use. */
const LISTS = {
  utilities: namesOfUtility,
  defaultConditions: (key: string) => [`_${key}`],
}

/** Chakra's own styles without the utilities and conditions that none of these words names. */
export function withUsed(code: string, words: ReadonlySet<string>): string {
  const { program } = parseSync('preset-base.js', code)
  return Object.entries(LISTS).reduce((text, [list, namesOf]) => {
    const { start, end, properties } = objectOf(program as unknown as Node, list)
    const kept = (properties as Node[])
      .map((property) => ({ property, own: code.slice(property.start, property.end) }))
      .filter(({ property, own }) => namesOf(keyOf(property), own).some((name) => words.has(name)))
    // From the last list to the first: earlier positions remain valid.
    return `${text.slice(0, start)}{${kept.map(({ own }) => own).join(',\n')}}${text.slice(end)}`
  }, code)
}

const listOf = (code: string, list: RegExp, what: string) => {
  const found = list.exec(code)?.[1]
  if (found === undefined) throw new Error(`there is no list of ${what} any more`)
  return found
}

/** CSS properties named by these words; Chakra's utilities write some by themselves. */
export function withUsedProperties(code: string, words: ReadonlySet<string>): string {
  const all = listOf(code, /cssPropertiesStr = "([\w,]+)"/, 'properties of CSS')
  const used = all.split(',').filter((name) => words.has(name))
  return code.replace(all, () => used.join(','))
}

/** HTML and SVG attributes named by these words. */
export function withUsedAttributes(code: string, words: ReadonlySet<string>): string {
  const all = listOf(code, /\/\^\(\(([\w|]+)\)\|/, 'attributes')
  const used = all.split('|').filter((name) => words.has(name))
  return code.replace(all, () => used.join('|'))
}

/**
 * Chakra knows some four hundred utilities and conditions, every CSS property and, with Emotion, every
 * attribute; a page includes only those that something in it names.
 */
export const usedUtilities: Plugin = {
  name: 'used-utilities',
  apply: 'build',
  transform(code, id) {
    if (PRESET.test(id)) return { code: withUsed(code, wordsOfViews()), map: null }
    if (PROPERTIES.test(id)) return { code: withUsedProperties(code, wordsOfViews()), map: null }
    if (ATTRIBUTES.test(id)) return { code: withUsedAttributes(code, wordsOfAttributes()), map: null }
    return null
  },
}
