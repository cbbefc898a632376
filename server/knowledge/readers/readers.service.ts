import type { Readers, ReadersChange } from '../../../src/services/contract/readers.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import { changedNames } from '../../organizations/groups/changed-people.ts'
import type { GroupsRepository } from '../../organizations/groups/groups.repository.ts'
import { readableAmong } from './may-read.ts'
import { presentBases, presentPeople } from './readers.presenter.ts'
import type { ReadersRepository } from './readers.repository.ts'

type Base = { id: string; name: string; organizationId: string }
type Parts = {
  db: Db
  readers: ReadersRepository
  groups: Pick<GroupsRepository, 'membersAmong'>
  hub: Hub
}

const idsOf = (named: readonly { groupId: string | null; userId: string | null }[]) => ({
  group_ids: named.flatMap(({ groupId }) => groupId ?? []),
  user_ids: named.flatMap(({ userId }) => userId ?? []),
})

/** Who may read which knowledge base, and why. */
export const createReaders = ({ db, readers, groups, hub }: Parts) => {
  const of = async ({ id, organizationId }: Base): Promise<Readers> => {
    const base = await readers.base(id)
    if (!base) throw notFound('knowledge_base')
    const named = await readers.named([id])
    return {
      restricted: base.isRestricted,
      ...idsOf(named),
      people: presentPeople(await readers.reasons(organizationId, { knowledgeBaseId: id })),
    }
  }

  /** @throws Refusal 422 for a group or a person that is not the organization's */
  const wantedIn = async (tx: Tx, { organizationId }: Base, change: ReadersChange) => {
    if (!change.restricted) return { groups: [], people: [] }
    const [groupIds, userIds] = [new Set(change.group_ids), new Set(change.user_ids)]
    const wanted = {
      groups: await readers.groupsAmong(tx, organizationId, [...groupIds]),
      people: await groups.membersAmong(organizationId, [...userIds], tx),
    }
    if (wanted.groups.length < groupIds.size) throw invalid({ group_ids: say('no_such_group') })
    if (wanted.people.length < userIds.size) throw invalid({ user_ids: say('no_such_member') })
    return wanted
  }

  return {
    of,

    /** @throws Refusal 422 for a group or a person that is not the organization's */
    async set(base: Base, change: ReadersChange): Promise<Readers> {
      await db.transaction(async (tx) => {
        await readers.lock(tx, base.id)
        const before = (await readers.named([base.id], tx)).map(({ name }) => name)
        const { groups, people } = await wantedIn(tx, base, change)
        await readers.set(tx, base.id, change.restricted, [
          ...groups.map(({ id }) => ({ groupId: id })),
          ...people.map(({ id }) => ({ userId: id })),
        ])
        const after = [...groups.map(({ name }) => name), ...people.map(({ email }) => email)]
        await record(tx, base.organizationId, {
          action: 'knowledge_base.readers_changed',
          target: { id: base.id, name: base.name },
          details: {
            readers: change.restricted ? 'named' : 'everyone',
            ...changedNames(before, after),
          },
        })
      })
      hub.publish(`organization:${base.organizationId}`, 'knowledge_base_update', { id: base.id })
      return of(base)
    },

    ofMember: async (organizationId: string, userId: string) => {
      const [member] = await groups.membersAmong(organizationId, [userId])
      if (!member) throw notFound('member')
      return presentBases(await readers.reasons(organizationId, { userId }))
    },

    /** Those that are not for everyone, and whether `readerId` may read them. */
    async restrictedOf(organizationId: string, readerId: string) {
      const bases = await readers.restrictedOf(organizationId)
      const ids = bases.map(({ id }) => id)
      const readable = await readableAmong(db, readerId, ids)
      const named = await readers.named(ids)
      return bases.map(({ id, name }) => ({
        id,
        name,
        may_read: readable.has(id),
        ...idsOf(named.filter(({ knowledgeBaseId }) => knowledgeBaseId === id)),
      }))
    },
  }
}
