import type { Organization } from '../../services/contract/organizations.ts'

/** What tells organizations of one name apart, by their ids: the end of an address that only one of them has. */
export function namesakesOf(list: readonly Organization[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>()
  for (const { name } of list) seen.set(name, (seen.get(name) ?? 0) + 1)
  return new Map(list.filter(({ name }) => seen.get(name)! > 1).map(({ id, slug }) => [id, slug]))
}
