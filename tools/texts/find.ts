import { parseSync } from 'vite'

interface Found {
  readonly text: string
  /** End of its call, in characters of the source. */
  readonly end: number
  readonly hasValues: boolean
}

type Node = Readonly<Record<string, unknown>>

/** Every node of a syntax tree. */
export function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Node
  for (const part of Object.values(value)) yield* nodesIn(part)
}

const callOfT = ({ type, callee }: Node) => {
  const { type: kind, name } = (callee ?? {}) as Node
  return type === 'CallExpression' && kind === 'Identifier' && name === 't'
}

/** Every `t('…')` in a module, and the positions of those without a literal text. */
export function findTexts(file: string, source: string) {
  const texts: Found[] = []
  const unreadable: number[] = []
  if (!/\bt\(/.test(source)) return { texts, unreadable }
  for (const call of nodesIn(parseSync(file, source).program)) {
    if (!callOfT(call)) continue
    const [first, values] = call.arguments as readonly (Node | undefined)[]
    if (first?.type === 'Literal' && typeof first.value === 'string')
      texts.push({ text: first.value, end: Number(call.end), hasValues: values !== undefined })
    else unreadable.push(Number(call.start))
  }
  return { texts, unreadable }
}

/** Every string of a module, and its position; what is put into a template is left out. */
export const findStrings = (file: string, source: string) =>
  [...nodesIn(parseSync(file, source).program)].flatMap(({ type, value, quasis, start }) => {
    const at = Number(start)
    if (type === 'Literal' && typeof value === 'string') return [{ text: value, at }]
    if (type !== 'TemplateLiteral') return []
    const parts = quasis as readonly { value: { raw: string } }[]
    return [{ text: parts.map((part) => part.value.raw).join('…'), at }]
  })
