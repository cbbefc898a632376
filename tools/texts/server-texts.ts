import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

type Node = Readonly<Record<string, unknown>>

/**
 * What of the server people do not read in the app or in a mail: its command line and settings, the reference of
 * the API, the prompts of models, what is printed on invoices, and the pages that the server makes by itself.
 */
const NOT_READ_IN_THE_APP = [
  'server/reference/**',
  'server/operator/**',
  'server/backup/**',
  'server/config/**',
  'server/db/**',
  'server/demo/**',
  'server/processes/**',
  'server/telemetry/**',
  'server/cli.ts',
  'server/main.ts',
  'server/answering/answerer.ts',
  'server/answering/refusal.ts',
  'server/answering/prompt.ts',
  'server/billing/billing.presenter.ts',
  'server/http/error-serializer.ts',
  'server/invitations/tokens.ts',
  'server/provisioning/{scim*,users.service,groups.service}.ts',
  'server/billing/invoices/**',
  'server/billing/payments/**',
  'server/mail/outbox.page.ts',
  'server/share/card.ts',
  'server/share/head.ts',
  'server/files/s3-errors.ts',
  'server/files/bucket.ts',
  'server/fonts.ts',
  'server/crawling/**',
  'server/retrieval/**',
  'server/ingestion/readers/{epub,pptx}.ts',
  'server/ingestion/{records,clean,office-parts}.ts',
]
/** What the server says from the contract. */
const SPOKEN_OF_THE_CONTRACT = ['src/services/contract/roles.ts']

/** A sentence, a name of a thing, or what begins with something that differs. */
const SPOKEN = /^[“A-Z0-9].*[a-z]{2}|^\{\w+\}.*[a-z]{2}/s
const CODE = /[=<>|$\n]|^\S*[/_]\S*$|^[A-Z\d\s._-]+$|^\S+[a-z-][A-Z]\S*$|\}\.[a-z]|^(?:Figtree|Bearer)/
/** `{name} on {system}` */
const BETWEEN = /^\{\w+\} [a-z]+ \{\w+\}$/
/** Letters without which a text that begins with something that differs is none. */
const WORDS = 6

const isSpoken = (text: string) =>
  SPOKEN.test(text) &&
  !CODE.test(text) &&
  (!text.startsWith('{') || BETWEEN.test(text) || text.replace(/\{\w+\}/g, '').trim().length >= WORDS)

/** What only programmers and operators read. */
const INTERNAL = new Set(['log', 'logger', 'console', 'assertOutsideTransaction'])

const camelCase = (name: string) =>
  /[a-z]/.test(name)
    ? name
    : name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What an expression stands for, as its name says. */
const nameIn = (node: unknown): string => {
  const { type, name, property, callee, expression, object } = (node ?? {}) as Node
  if (type === 'Identifier') return camelCase(String(name))
  // `organization.name` is called `organization`.
  if (type === 'MemberExpression') return nameIn(nameIn(property) === 'name' ? object : property)
  if (type === 'CallExpression') return nameIn(callee)
  if (type === 'TSNonNullExpression' || type === 'ChainExpression') return nameIn(expression)
  return ''
}

const textOf = ({ quasis, expressions }: Node) => {
  const names = (expressions as readonly Node[]).map((expression) => nameIn(expression) || 'value')
  return (quasis as readonly { value: { cooked: string } }[])
    .map(({ value: { cooked } }, place) => {
      const name = names[place]
      return cooked + (name === undefined ? '' : `{${name}}`)
    })
    .join('')
}

/** Every text of a part of the server that a person may read. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const part of value) yield* textsIn(part)
    return
  }
  const node = value as Node
  if (node.type === 'ImportDeclaration') return
  if (node.type === 'NewExpression' && /^(?:Config)?Error$/.test(nameIn(node.callee))) return
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node
    if (INTERNAL.has(nameIn(callee)) || INTERNAL.has(nameIn(callee.object))) return
  }
  if (node.type === 'TaggedTemplateExpression') return
  const text =
    node.type === 'Literal' && typeof node.value === 'string'
      ? node.value
      : node.type === 'TemplateLiteral'
        ? textOf(node)
        : null
  if (text !== null && isSpoken(text)) yield text
  for (const part of Object.values(node)) yield* textsIn(part)
}

/** English texts of the server, with `{name}` for what differs. */
export function textsOfTheServer(): readonly string[] {
  const found = new Set<string>()
  const files = globSync('server/**/*.ts', { cwd: ROOT, exclude: NOT_READ_IN_THE_APP }).sort()
  for (const file of [...files, ...SPOKEN_OF_THE_CONTRACT])
    for (const text of textsIn(parseSync(file, readFileSync(join(ROOT, file), 'utf8')).program))
      found.add(text)
  return [...found]
}
