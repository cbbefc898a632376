import type { Organization } from '../../services/contract/organizations.ts'

/** Distinguishes organizations of the same name by their ids: the shortest unique suffix. */
export function namesakesOf(list: readonly Organization[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>()
  for (const { name } of list) seen.set(name, (seen.get(name) ?? 0) + 1)
  return new Map(list.filter(({ name }) => seen.get(name)! > 1).map(({ id, slug }) => [id, slug]))
}
