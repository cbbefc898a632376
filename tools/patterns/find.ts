import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A regular expression in the code; `source` is null if it is assembled at run time. */
export type Pattern = { file: string; line: number; source: string | null; flags: string; text: string }

const textOf = (node: ESTree.Argument | undefined): string | null => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? null
  return null
}

/** Every regular expression in a TypeScript file, as a literal or through `RegExp`. */
export function patternsOf(file: string, code: string): Pattern[] {
  const found: Pattern[] = []
  const add = (node: { start: number; end: number }, source: string | null, flags: string) =>
    found.push({
      file,
      line: code.slice(0, node.start).split('\n').length,
      source,
      flags,
      text: code.slice(node.start, node.end),
    })
  const constructed = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [source, flags] = node.arguments
    add(node, textOf(source), textOf(flags) ?? '')
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) add(node, node.regex.pattern, node.regex.flags)
    },
    NewExpression: constructed,
    CallExpression: constructed,
  }).visit(parseSync(file, code).program)
  return found
}

/** Every regular expression under the folders of `root`. */
export const patternsUnder = (root: string, folders: readonly string[]): Pattern[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .flatMap((name) => {
        const file = path.join(folder, name)
        return patternsOf(file, readFileSync(path.join(root, file), 'utf8'))
      }),
  )
