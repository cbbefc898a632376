import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const PRESET = /@chakra-ui\/react\/dist\/esm\/preset-base\.js$/
/** Whatever can name a style property or a condition. */
const NAMING = ['src/ui', 'node_modules/@chakra-ui/react/dist/esm/components']

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Every word of our views and of Chakra's: what none of them says is in use nowhere. */
export function wordsInUse(): ReadonlySet<string> {
  const files = NAMING.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(ROOT, folder, file),
    ),
  ).filter((file) => /\.(tsx?|js)$/.test(file))
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/[\w$]+/g) ?? []))
}

const keyOf = ({ key }: Node) => {
  const { name, value } = key as { name?: string; value?: string }
  return name ?? value ?? ''
}

/** The object that a name is given, as an argument or by itself. */
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
/** What is named where one of a list is used. */
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
    // From the last list to the first: places before it stay what they are.
    return `${text.slice(0, start)}{${kept.map(({ own }) => own).join(',\n')}}${text.slice(end)}`
  }, code)
}

/** Chakra knows some four hundred utilities and conditions; a page takes those along that something in it names. */
export const usedUtilities: Plugin = {
  name: 'used-utilities',
  apply: 'build',
  transform(code, id) {
    return PRESET.test(id) ? { code: withUsed(code, wordsInUse()), map: null } : null
  },
}
