import { setImmediate } from 'node:timers/promises'
import { Types } from 'scimmy'
import { refusing, scimError } from './scim-error.ts'

export const FILTER_MAX = 400
const GROUPS_MAX = 2

const QUOTED = /"[^"]*"/g
const GROUP = /[([]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNREADABLE = /[\\\u0000-\u001f]/

/**
 * Refuses filters that the library's parser takes exponential time for: its string pattern matches backslashes
 * and line breaks in two ways each, and groups are multiplied out.
 * @throws SCIMError 400
 */
export function requireSimpleFilter(filter: string): void {
  const groups = filter.replaceAll(QUOTED, '').match(GROUP)?.length ?? 0
  if (filter.length > FILTER_MAX || groups > GROUPS_MAX || UNREADABLE.test(filter))
    throw scimError(400, 'This filter is not supported.', 'invalidFilter')
}

/** Only ids of the provider are case-sensitive. */
function folded(value: unknown, name = ''): unknown {
  if (name === 'externalid') return value
  if (typeof value === 'string') return value.toLowerCase()
  if (Array.isArray(value)) return value.map((part) => folded(part, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, folded(part, key.toLowerCase())]),
  )
}

const BY_USER_NAME = /^\s*userName\s+eq\s+"([^"\\]*)"\s*$/i
const GIVE_WAY_AFTER = 100 // rows

/** The address that a filter selects, as directories do before each change; null for other filters. */
export const userNameIn = (filter: string | undefined) => BY_USER_NAME.exec(filter ?? '')?.[1] ?? null

/** Rows whose resource matches a filter; yields to other work. @throws SCIMError 400 */
export async function matching<Row>(
  rows: readonly Row[],
  resourceOf: (row: Row) => object,
  filter: string | undefined,
): Promise<readonly Row[]> {
  if (filter === undefined) return rows
  requireSimpleFilter(filter)
  const parsed = refusing('invalidFilter', () => {
    const expressions = folded([...new Types.Filter(filter)]) as object[]
    return new Types.Filter(expressions)
  })
  const found: Row[] = []
  for (const [place, row] of rows.entries()) {
    if (place % GIVE_WAY_AFTER === GIVE_WAY_AFTER - 1) await setImmediate()
    if (refusing('invalidFilter', () => parsed.match([folded(resourceOf(row))])).length > 0) found.push(row)
  }
  return found
}
