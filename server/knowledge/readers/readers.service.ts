import {
  type DocumentReadersChange,
  type NamedReaders,
  READERS_MAX,
  type Readers,
  type ReadersChange,
} from '../../../src/services/contract/readers.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { changedNames, record } from '../../kernel/audit.ts'
import { changedList } from '../../kernel/changed-list.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { invalid, notFound, refusal } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import type { GroupsRepository } from '../../organizations/groups/groups.repository.ts'
import type { DocumentEvents } from '../documents/document-events.ts'
import type { DocumentRow } from '../documents/documents.types.ts'
import { closedAmong, readableOf } from './may-read.ts'
import { presentAssistants, presentBases, presentPeople } from './readers.presenter.ts'
import type { Owned, ReadersRepository, Restrictable } from './readers.repository.ts'

type Thing = { id: string; organizationId: string }
type Parts = {
  db: Db
  readers: ReadersRepository
  groups: Pick<GroupsRepository, 'membersAmong'>
  hub: Hub
  /** Notifies viewers of a knowledge base which of its documents became visible or invisible to them. */
  notifyReadersChanged: DocumentEvents['notifyReadersChanged']
}

const idsOf = (named: readonly { groupId: string | null; userId: string | null }[]) => ({
  group_ids: named.flatMap(({ groupId }) => groupId ?? []),
  user_ids: named.flatMap(({ userId }) => userId ?? []),
})

const NOBODY = { group_ids: [], user_ids: [] }

const namesOf = ({ group_ids, user_ids }: typeof NOBODY | NamedReaders) => group_ids.length + user_ids.length

/**
 * The readers after a change to those that the caller knows, by default the present ones.
 * @throws Refusal 409 if, with the changes of others, no one would be left, or too many
 */
function changedReaders(present: NamedReaders, { known = present, ...wish }: ReadersChange): NamedReaders {
  if (!wish.restricted) return known.restricted ? { restricted: false, ...NOBODY } : present
  const was = known.restricted && present.restricted ? known : NOBODY
  const changed = {
    restricted: true,
    group_ids: changedList(present.group_ids, was.group_ids, wish.group_ids),
    user_ids: changedList(present.user_ids, was.user_ids, wish.user_ids),
  }
  const isLeftToNobody = namesOf(changed) === 0 && namesOf(wish) > 0
  if (isLeftToNobody || Math.max(changed.group_ids.length, changed.user_ids.length) > READERS_MAX)
    throw refusal('readers_changed')
  return changed
}

/** Who can read which knowledge base and document, who may use which assistant, and why. */
export const createReaders = ({ db, readers, groups, hub, notifyReadersChanged }: Parts) => {
  const of = async (kind: Owned, { id, organizationId }: Thing): Promise<Readers> => {
    const thing = await readers.owned(kind, id)
    if (!thing) throw notFound(kind)
    return {
      restricted: thing.isRestricted,
      ...idsOf(await readers.named(kind, [id])),
      people: presentPeople(await readers.reasons(kind, organizationId, { id })),
    }
  }

  /** A public assistant must first be made private by someone who knows what it is needed for. */
  const refusePublic = async (tx: Tx, id: string) => {
    const { hasPage, channel } = await readers.publicPlaces(tx, id)
    if (hasPage) throw refusal('assistant_has_page')
    if (channel !== null) throw refusal('assistant_in_channel', { name: channel })
  }

  /** @throws Refusal 422 for a group or person outside the organization */
  const wantedIn = async (tx: Tx, organizationId: string, change: NamedReaders) => {
    const [groupIds, userIds] = [new Set(change.group_ids), new Set(change.user_ids)]
    const wanted = {
      groups: await readers.groupsAmong(tx, organizationId, [...groupIds]),
      people: await groups.membersAmong(organizationId, [...userIds], tx),
    }
    if (wanted.groups.length < groupIds.size) throw invalid({ group_ids: say('no_such_group') })
    if (wanted.people.length < userIds.size) throw invalid({ user_ids: say('no_such_member') })
    return wanted
  }

  const change = (kind: Restrictable, organizationId: string, ids: string[], wish: ReadersChange) =>
    db.transaction(async (tx) => {
      const things = await readers.lock(tx, kind, ids)
      const [follows] = kind === 'document' ? await readers.followedAmong(tx, ids) : []
      if (follows) throw refusal('follows_service', follows)
      const named = await readers.named(kind, ids, tx)
      for (const { id, name, restricted } of things) {
        const present = named.filter(({ thingId }) => thingId === id)
        const next = changedReaders({ restricted, ...idsOf(present) }, wish)
        const { groups, people } = await wantedIn(tx, organizationId, next)
        if (kind === 'assistant' && next.restricted) await refusePublic(tx, id)
        const before = present.map((reader) => reader.name)
        const after = [...groups.map((group) => group.name), ...people.map(({ email }) => email)]
        await readers.set(tx, kind, id, next.restricted, [
          ...groups.map((group) => ({ groupId: group.id })),
          ...people.map((person) => ({ userId: person.id })),
        ])
        await record(tx, organizationId, {
          action: `${kind}.readers_changed`,
          target: { id, name },
          details: { readers: next.restricted ? 'named' : 'everyone', ...changedNames(before, after) },
        })
      }
    })

  const restrictedAs = async (
    kind: Restrictable,
    things: readonly { id: string; name: string }[],
    mayRead: (id: string) => boolean,
  ) => {
    const named = await readers.named(
      kind,
      things.map(({ id }) => id),
    )
    return things.map(({ id, name }) => ({
      id,
      name,
      may_read: mayRead(id),
      ...idsOf(named.filter(({ thingId }) => thingId === id)),
    }))
  }

  const tell = (kind: Owned, { id, organizationId }: Thing) =>
    hub.publish(
      `organization:${organizationId}`,
      kind === 'assistant' ? 'integration_update' : 'knowledge_base_update',
      { id },
    )

  return {
    of,

    /**
     * @throws Refusal 422 for a group or person outside the organization, 409 for restricting a public
     * assistant
     */
    async set(kind: Owned, thing: Thing, wish: ReadersChange): Promise<Readers> {
      await change(kind, thing.organizationId, [thing.id], wish)
      tell(kind, thing)
      return of(kind, thing)
    },

    /** For an unrestricted document, those of its knowledge base. */
    async ofDocument(base: Thing, { id, isRestricted }: DocumentRow): Promise<Readers> {
      if (!isRestricted)
        return { ...(await of('knowledge_base', base)), restricted: false, group_ids: [], user_ids: [] }
      return {
        restricted: true,
        ...idsOf(await readers.named('document', [id])),
        people: presentPeople(await readers.documentReasons(base.organizationId, { documentId: id })),
      }
    },

    /**
     * Returns their number.
     * @throws Refusal 422 for a group or person outside the organization, 409 if they follow a service
     */
    async setOfDocuments(base: Thing, { ids, ...wish }: DocumentReadersChange) {
      const found = (await readers.documentsAmong(base.id, ids)).map(({ id }) => id)
      if (found.length === 0) return 0
      await change('document', base.organizationId, found, wish)
      for (const row of await readers.documentsAmong(base.id, found)) notifyReadersChanged(row)
      tell('knowledge_base', base)
      return found.length
    },

    /** Includes names of documents in knowledge bases that `readerId` can read. */
    async ofMember(organizationId: string, userId: string, readerId: string) {
      const [member] = await groups.membersAmong(organizationId, [userId])
      if (!member) throw notFound('member')
      const readable = await readableOf(db, readerId, organizationId)
      const documents = await readers.documentReasons(organizationId, { userId })
      return presentBases(
        await readers.reasons('knowledge_base', organizationId, { userId }),
        documents.filter(({ knowledgeBaseId }) => readable.has(knowledgeBaseId)),
      )
    },

    async assistantsOfMember(organizationId: string, userId: string) {
      const [member] = await groups.membersAmong(organizationId, [userId])
      if (!member) throw notFound('member')
      return presentAssistants(await readers.reasons('assistant', organizationId, { userId }))
    },

    /** Restricted things, and whether `readerId` has access. */
    async restrictedOf(kind: Owned, organizationId: string, readerId: string) {
      const things = await readers.restrictedOf(kind, organizationId, readerId)
      const open = new Set(things.flatMap(({ id, mayRead }) => (mayRead ? [id] : [])))
      return restrictedAs(kind, things, (id) => open.has(id))
    },

    /** Documents of a knowledge base that people have restricted, and whether `readerId` can read them. */
    async restrictedDocumentsOf({ id: knowledgeBaseId }: Thing, readerId: string) {
      const documents = await readers.restrictedDocumentsOf(knowledgeBaseId)
      const closed = await closedAmong(
        db,
        readerId,
        documents.map(({ id }) => id),
      )
      return restrictedAs('document', documents, (id) => !closed.has(id))
    },
  }
}
