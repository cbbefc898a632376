import { Types } from 'scimmy'
import { refusing, scimError } from './scim-error.ts'

export const FILTER_MAX = 400
const GROUPS_MAX = 2

const QUOTED = /"[^"]*"/g
const GROUP = /[([]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNREADABLE = /[\\\u0000-\u001f]/

/**
 * Refuses what takes the library's parser time beyond measure: its pattern of strings tries backslashes and line
 * breaks in two ways each, and groups are multiplied out.
 * @throws SCIMError 400
 */
export function requireSimpleFilter(filter: string): void {
  const groups = filter.replaceAll(QUOTED, '').match(GROUP)?.length ?? 0
  if (filter.length > FILTER_MAX || groups > GROUPS_MAX || UNREADABLE.test(filter))
    throw scimError(400, 'This filter is not supported.', 'invalidFilter')
}

/** Letter case is told apart in ids of the provider alone. */
function folded(value: unknown, name = ''): unknown {
  if (name === 'externalid') return value
  if (typeof value === 'string') return value.toLowerCase()
  if (Array.isArray(value)) return value.map((part) => folded(part, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, folded(part, key.toLowerCase())]),
  )
}

/** The rows whose resource fits a filter. @throws SCIMError 400 */
export function matching<Row>(
  rows: readonly Row[],
  resourceOf: (row: Row) => object,
  filter: string | undefined,
): readonly Row[] {
  if (filter === undefined) return rows
  requireSimpleFilter(filter)
  return refusing('invalidFilter', () => {
    const expressions = folded([...new Types.Filter(filter)]) as object[]
    const parsed = new Types.Filter(expressions)
    return rows.filter((row) => parsed.match([folded(resourceOf(row))]).length > 0)
  })
}
