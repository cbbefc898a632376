import { Messages, Schemas, Types } from 'scimmy'
import type { GroupRow, PersonRow } from './provisioning.types.ts'
import { refusing } from './scim-error.ts'
import { PAGE_MAX } from './scim-schemas.ts'

/** The requested resources and attributes: both are lists of names separated by commas. */
export type Asked = {
  filter?: string | undefined
  startIndex?: number | undefined
  count?: number | undefined
  attributes?: string | undefined
  excludedAttributes?: string | undefined
}

const namesIn = (text: string) => text.split(',').map((name) => name.trim())

const shownOf = ({ attributes, excludedAttributes }: Asked) => {
  const named = (text: string, sign: 'pr' | 'np') =>
    new Types.Filter(
      namesIn(text)
        .map((name) => `${name} ${sign}`)
        .join(' and '),
    )
  return refusing('invalidValue', () => {
    if (attributes) return named(attributes, 'pr')
    return excludedAttributes ? named(excludedAttributes, 'np') : undefined
  })
}

const metaOf = ({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) => ({
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
})

export const userResource = (row: PersonRow) => ({
  id: row.id,
  externalId: row.externalId ?? undefined,
  userName: row.email,
  name: { givenName: row.firstName, familyName: row.lastName },
  active: row.isActive,
  meta: metaOf(row),
})

/** For filters: some use the address, which is the user name here. */
export const filteredUser = (row: PersonRow) => ({
  ...userResource(row),
  emails: [{ value: row.email, type: 'work', primary: true }],
})

export const groupResource = (row: GroupRow) => ({
  id: row.id,
  externalId: row.externalId ?? undefined,
  displayName: row.name,
  members: row.members.map(({ id, email }) => ({ value: id, display: email, type: 'User' })),
  meta: metaOf(row),
})

export const presentUser = (row: PersonRow, base: string, asked: Asked = {}) =>
  new Schemas.User(userResource(row), 'out', `${base}/Users`, shownOf(asked))

const asksForMembers = ({ attributes, excludedAttributes }: Asked) =>
  attributes
    ? namesIn(attributes).includes('members')
    : !namesIn(excludedAttributes ?? '').includes('members')

/** The library checks each part of each member, which is slow for a large group: it receives none. */
export const presentGroup = (row: GroupRow, base: string, asked: Asked = {}) => {
  const { members, ...group } = groupResource(row)
  return {
    ...new Schemas.Group(group, 'out', `${base}/Groups`, shownOf(asked)),
    ...(asksForMembers(asked) && {
      members: members.map((member) => ({ ...member, $ref: `${base}/Users/${member.value}` })),
    }),
  }
}

/** One page, counted from 1. */
export const presentList = <Row>(
  rows: readonly Row[],
  present: (row: Row) => object,
  { startIndex = 1, count = PAGE_MAX }: Asked = {},
) => {
  const from = Math.max(startIndex, 1)
  const page = rows.slice(from - 1, from - 1 + Math.min(Math.max(count, 0), PAGE_MAX)).map(present)
  return {
    schemas: [Messages.ListResponse.id],
    totalResults: rows.length,
    startIndex: from,
    itemsPerPage: page.length,
    Resources: page,
  }
}
