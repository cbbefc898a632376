import * as z from 'zod/mini'

type Schema = z.core.$ZodType
type Path = readonly (string | number)[]
/** A position in a schema that has a value of its own. */
export type Part = { path: Path; schema: Schema; def: z.core.$ZodTypes['_zod']['def'] }

const defOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def

/** Every part of a schema, including itself, as seen from outside. */
export function partsOf(schema: Schema, path: Path = []): Part[] {
  const def = defOf(schema)
  const inside = (): Part[] => {
    switch (def.type) {
      case 'object':
        return Object.entries(def.shape).flatMap(([key, part]) => partsOf(part, [...path, key]))
      case 'array':
        return partsOf(def.element, [...path, 0])
      case 'record':
        return [...partsOf(def.keyType, [...path, 'key']), ...partsOf(def.valueType, [...path, 'key'])]
      case 'union':
        return def.options.flatMap((option) => partsOf(option, path))
      case 'optional':
      case 'nullable':
      case 'default':
        return partsOf(def.innerType, path)
      default:
        return []
    }
  }
  return [{ path, schema, def }, ...inside()]
}

const TEXTS = [
  'x',
  'DE',
  'EUR',
  'UTC',
  'example.com',
  'someone@example.test',
  'correct horse battery',
  '2026-01-31',
  '2026-01-31T12:00:00.000Z',
  'https://www.example.com',
  '6f1c2c7a-6a0e-4a5b-9a83-3f1f1d6f2f11',
  'a'.repeat(64),
]
const NUMBERS = [1, 0.5, 0]

const firstThatFits = (schema: Schema, candidates: readonly unknown[]) => {
  const found = candidates.find((candidate) => z.core.safeParse(schema, candidate).success)
  if (found === undefined) throw new Error('no sample of tests/harness/schemas.ts fits a schema')
  return found
}

const isOptional = (schema: Schema) => ['optional', 'default'].includes(defOf(schema).type)

/** A value that the schema accepts; with `isNeeded`, only required parts. */
export function sampleOf(schema: Schema, { isNeeded = false } = {}): unknown {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, part]) => !isNeeded || !isOptional(part))
          .map(([key, part]) => [key, sampleOf(part, { isNeeded })]),
      )
    case 'array':
      return [sampleOf(def.element)]
    case 'record':
      return { x: sampleOf(def.valueType) }
    case 'union':
      return sampleOf(def.options[0]!, { isNeeded })
    case 'optional':
    case 'nullable':
    case 'default':
      return sampleOf(def.innerType)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'number':
      return firstThatFits(schema, NUMBERS)
    case 'string':
      return firstThatFits(schema, TEXTS)
    case 'boolean':
      return true
    default:
      return null
  }
}

const LONG = 'x'.repeat(1024 * 1024)
const MANY = 10_000

const isLengthFirst = (def: object) => {
  const [first] = (def as { checks?: z.core.$ZodCheck[] }).checks ?? []
  const check = first?._zod.def as { check?: string; abort?: boolean } | undefined
  return check?.check === 'max_length' && check.abort === true
}

/** Whether a value of the part can be so large that examining it costs more than refusing it. */
export function isUnbounded({ schema, def }: Part): boolean {
  switch (def.type) {
    case 'string':
      // A UUID's pattern has one length.
      return !isLengthFirst(def) && (def as { format?: string }).format !== 'uuid'
    case 'array':
      return !isLengthFirst(def)
    case 'record': {
      const sample = sampleOf(def.valueType)
      const many = Object.fromEntries(Array.from({ length: MANY }, (_, n) => [`x${n}`, sample]))
      return z.core.safeParse(schema, many).success || z.core.safeParse(schema, { [LONG]: sample }).success
    }
    case 'unknown':
    case 'any':
    case 'custom':
    case 'transform':
    case 'pipe':
    case 'lazy':
      return true
    default:
      return false
  }
}

const ESCAPED = 6 // bytes, such as \u00e9
const OTHER = 24 // bytes: no number, word or constant of a schema is longer

const checksOf = ({ checks = [] }: { checks?: z.core.$ZodCheck[] }) =>
  checks.map((check) => check._zod.def as { maximum?: number; format?: string })

/** Most characters of a text, or items of a list. */
export const longestIn = (def: object) =>
  Math.min(...checksOf(def).map(({ maximum = Number.POSITIVE_INFINITY }) => maximum))

const entriesIn = (schema: Schema, valueType: Schema) => {
  const sample = sampleOf(valueType)
  const accepts = (count: number) =>
    z.core.safeParse(schema, Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, sample])))
      .success
  let count = 0
  while (accepts(count + 1)) count++
  return count
}

/** Bytes of the longest JSON that the schema accepts, with each character of its texts escaped. */
export function longestOf(schema: Schema): number {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).reduce(
        (bytes, [key, part]) => bytes + `"${key}":,`.length + longestOf(part),
        2,
      )
    case 'array':
      return 2 + longestIn(def) * (longestOf(def.element) + 1)
    case 'record':
      return 2 + entriesIn(schema, def.valueType) * (longestOf(def.keyType) + longestOf(def.valueType) + 2)
    case 'union':
      return Math.max(...def.options.map(longestOf))
    case 'optional':
    case 'nullable':
    case 'default':
      return longestOf(def.innerType)
    case 'string':
      // The characters of an id are not escaped.
      return 2 + longestIn(def) * (checksOf(def).some(({ format }) => format === 'uuid') ? 1 : ESCAPED)
    default:
      return OTHER
  }
}
