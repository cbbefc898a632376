import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { CLOSE } from '../../../src/services/contract/close-codes.ts'
import type { Erasure, PersonalData } from '../../../src/services/contract/personal-data.ts'
import { may, mayRemove, type Role } from '../../../src/services/contract/roles.ts'
import type { Sessions } from '../../accounts/authentication.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import type { Background } from '../../kernel/background.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import { createAddressHash } from '../../kernel/secrets.ts'
import { createTurns } from '../../kernel/turns.ts'
import type { Members } from '../members/members.service.ts'
import { type ErasureRow, type ErasuresRepository, presentErasure } from './erasures.repository.ts'
import { KINDS } from './kinds.ts'
import { findPerson, type Person } from './person.ts'

/** Number of conversations deleted in one transaction. */
const DELETED_AT_ONCE = 200
/** Number of addresses hashed before others have a turn. */
const HASHED_AT_ONCE = 500

type Parts = {
  db: Db
  repository: ErasuresRepository
  config: Pick<Config, 'jwtSecret' | 'administrators'>
  members: Pick<Members, 'of' | 'removeWith'>
  sessions: Pick<Sessions, 'revokeAll'>
  background: Background
  hub: Pick<Hub, 'closeChannel'>
  log: Pick<FastifyBaseLogger, 'error'>
}
type Caller = { userId: string; role: Role }
type Organization = { id: string; name: string }

/** An organization's data about one person, and its erasure. */
export const createErasures = ({
  db,
  repository,
  config,
  members,
  sessions,
  background,
  hub,
  log,
}: Parts) => {
  const hashOf = createAddressHash(config.jwtSecret)
  const inTurn = createTurns()

  const blockedBy = async (
    { organizationId, userId }: Person,
    me: Caller,
  ): Promise<PersonalData['blocked_by']> => {
    if (userId === null) return null
    if (userId === me.userId) return 'self'
    const all = await members.of(organizationId)
    const theirs = all.find((member) => member.userId === userId)
    if (!theirs) return null
    if (!mayRemove(me.role, theirs.role)) return 'owner'
    const owners = all.filter(({ role }) => may(role, 'own'))
    return owners.length === 1 && owners[0] === theirs ? 'last_owner' : null
  }

  const look = async (organizationId: string, who: string) => {
    const person = await findPerson(db, organizationId, who)
    const takesAccount = await repository.isOnlyHere(organizationId, person.userId, config.administrators)
    const counts = await repository.counts(person)
    const kept = counts.map(({ kind, count }) => ({
      kind,
      count,
      fate: kind === 'account' && takesAccount ? ('deleted' as const) : KINDS[kind].fate,
    }))
    return { person, takesAccount, kept }
  }

  /** A restored backup brings rows back, and the list of erasures contains only hashes of addresses. */
  const recognized = async (organizationId: string, rows: readonly ErasureRow[]) => {
    const unknown = rows.filter(({ emails, emailHashes }) => emails.length === 0 && emailHashes.length > 0)
    if (unknown.length === 0) return
    const erased = new Set(unknown.flatMap(({ emailHashes }) => emailHashes))
    const userIds = unknown.flatMap(({ userId }) => userId ?? [])
    const emails = new Map<string, string>()
    let hashed = 0
    for await (const email of repository.addresses({ organizationId, userIds })) {
      const hash = hashOf(email)
      if (erased.has(hash)) emails.set(hash, email)
      hashed += 1
      if (hashed % HASHED_AT_ONCE === 0) await setImmediate()
    }
    for (const row of unknown)
      await repository.recognize(
        row,
        row.emailHashes.flatMap((hash) => emails.get(hash) ?? []),
      )
  }

  /** Continues after an interruption, in any process. */
  const carryOut = (row: ErasureRow) =>
    inTurn(row.organizationId, async () => {
      while ((await repository.deleteBatch(row.id, DELETED_AT_ONCE)) > 0);
      // Open pages show nothing more, and start again.
      for (const visitorId of row.visitorIds) hub.closeChannel(`visitor:${visitorId}`, CLOSE.gone)
      await repository.finish(row.id)
    })

  const list = async (organizationId: string): Promise<Erasure[]> =>
    (await repository.list(organizationId)).map(({ row, requestedBy }) => presentErasure(row, requestedBy))

  return {
    /** Returns `PersonalData`, without a name if nothing is stored about the person. */
    async find(organizationId: string, me: Caller, who: string): Promise<PersonalData> {
      const { person, kept } = await look(organizationId, who)
      if (kept.length === 0) return { name: '', emails: [], kept, blocked_by: null }
      // This organization does not store the name of an account elsewhere.
      const isMember = kept.some(({ kind }) => kind === 'membership')
      return {
        name: (isMember && person.name) || person.alias,
        emails: person.emails,
        kept,
        blocked_by: await blockedBy(person, me),
      }
    },

    look,

    /**
     * @throws Refusal 404 if nothing is stored, 409 for the caller and the last owner, 403 for an admin erasing
     * an owner
     */
    async begin(organization: Organization, me: Caller, who: string): Promise<Erasure> {
      const { person, takesAccount, kept } = await look(organization.id, who)
      if (kept.length === 0) throw notFound('person')
      const blocked = await blockedBy(person, me)
      if (blocked === 'self') throw refusal('erases_self')
      if (blocked === 'last_owner') throw refusal('last_owner')
      if (blocked === 'owner') throw refusal('owners_only')
      const { userId, visitorIds, emails } = person
      const add = (tx: Tx) =>
        repository.add(tx, {
          organizationId: organization.id,
          requestedBy: me.userId,
          userId,
          visitorIds,
          emails,
          emailHashes: emails.map(hashOf),
          takesAccount,
          total: kept.find(({ kind }) => kind === 'conversations')?.count ?? 0,
          erased: kept,
        })
      const isMember = kept.some(({ kind }) => kind === 'membership')
      // Ends their access at once, as when a member is removed. Whether the account goes too is stored in the same
      // transaction, since only the membership shows it.
      const row =
        userId !== null && isMember
          ? await members.removeWith(organization, me.userId, userId, add)
          : await db.transaction(add)
      if (userId !== null && takesAccount) await sessions.revokeAll(userId, null)
      const begun = (await list(organization.id)).find(({ id }) => id === row.id)
      background.run('erasing a person', () => carryOut(row))
      return begun!
    },

    list,

    /** Finishes interrupted erasures, and repeats those that a restore has undone. */
    async resume(): Promise<void> {
      const open = await repository.open()
      for (const organizationId of new Set(open.map((row) => row.organizationId))) {
        const rows = open.filter((row) => row.organizationId === organizationId)
        // All at once: it searches everything that the organization stores.
        const known = recognized(organizationId, rows)
        for (const row of rows)
          try {
            await known
            await carryOut(row)
          } catch (error) {
            log.error({ err: error, erasureId: row.id }, 'a person was not erased')
          }
      }
    },
  }
}
