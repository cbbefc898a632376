import { failure, IngestionFailure } from '../../../kernel/texts/reasons.ts'
import { type Extracted, type TextBuilder, textBuilder } from '../extracted.ts'
import { addRecord } from '../records.ts'

const DEPTH_MAX = 50

type Pair = [path: string, value: string]
type Values = Record<string, unknown>

const isPlain = (value: unknown): value is string | number | boolean | null =>
  typeof value !== 'object' || value === null

const textOf = (value: unknown) => (value === null ? '' : String(value))

const tooDeep = () => failure('too_complex', { nesting: 'json', max: DEPTH_MAX })

const requireDepth = (depth: number) => {
  if (depth > DEPTH_MAX) throw tooDeep()
}

/** `address.city`, `phones[0].number`; values of a list are joined. */
const pairsOf = (value: unknown, path: string, depth: number): Pair[] => {
  requireDepth(depth)
  if (isPlain(value)) return [[path || 'value', textOf(value)]]
  if (Array.isArray(value))
    return value.every(isPlain)
      ? [[path || 'values', value.map(textOf).join(', ')]]
      : value.flatMap((item, index) => pairsOf(item, `${path}[${index}]`, depth + 1))
  return Object.entries(value as Values).flatMap(([key, item]) =>
    pairsOf(item, path === '' ? key : `${path}.${key}`, depth + 1),
  )
}

/** Lists of objects are records; an object's plain values are one record, and each other value is a section. */
const addValue = (builder: TextBuilder, value: unknown, depth: number) => {
  requireDepth(depth)
  if (isPlain(value)) return builder.add('text', textOf(value))
  if (Array.isArray(value) && value.every(isPlain))
    return builder.add('list', value.map((item) => `- ${textOf(item)}`).join('\n'))
  if (Array.isArray(value)) {
    for (const item of value) addRecord(builder, pairsOf(item, '', depth + 1))
    return
  }
  const entries = Object.entries(value as Values)
  addRecord(
    builder,
    entries.filter(([, item]) => isPlain(item)).map(([key, item]) => [key, textOf(item)]),
  )
  for (const [key, item] of entries)
    if (!isPlain(item)) builder.section(key, () => addValue(builder, item, depth + 1))
}

type Reviver = Parameters<typeof JSON.parse>[1]

/** Numbers as they are written: long ones are names, and `1.10` is not `1.1`. */
const asWritten = ((_: string, value: unknown, { source }: { source?: string }) =>
  typeof value === 'number' ? source : value) as Reviver

/** One JSON value, or one per line. */
const parsed = (source: string): unknown => {
  try {
    return JSON.parse(source, asWritten)
  } catch (error) {
    // The reviver runs at each level, and the stack holds only some thousands of them.
    if (error instanceof RangeError) throw tooDeep()
    const lines = source.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) throw error
    return lines.map((line) => JSON.parse(line, asWritten) as unknown)
  }
}

/** Reads JSON, or JSON Lines, as records of `path: value`. */
export const readJson = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  let value: unknown
  try {
    value = parsed(source)
  } catch (error) {
    throw error instanceof IngestionFailure ? error : failure('damaged_file', { reason: 'json' })
  }
  addValue(builder, value, 0)
  return builder.finish('', name)
}
