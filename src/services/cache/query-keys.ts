import type { PagesQuery } from '../../machines/shell/resource/pages.types.ts'
import type { ResourceQuery } from '../../machines/shell/resource/resource.types.ts'

/** Every key of organization data starts with its id, so that a switch can drop the rest. */
export const keyOf = ({ name, of }: ResourceQuery): readonly unknown[] => {
  const { organizationId, ...rest } = of as { organizationId?: string }
  return organizationId === undefined ? [name, rest] : ['org', organizationId, name, rest]
}

/** Lists are cached beside the records of their organization. */
export const keyOfPages = ({ name, of: { organizationId, ...rest } }: PagesQuery) =>
  ['org', organizationId, name, { ...rest, paged: true }] as const
