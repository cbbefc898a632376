import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { fieldsOf, record, recorded, recordForMember } from '../../kernel/audit.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import type { Tx } from '../../kernel/db/open.ts'
import { users } from '../../kernel/db/schema/index.ts'
import type { MembersRepository } from '../../organizations/members/members.repository.ts'
import type { Members } from '../../organizations/members/members.service.ts'
import { createMailedLinks } from '../mailed-links.ts'
import { emailChangedMail } from '../mails.ts'
import type { Admission } from '../single-sign-on/admission.ts'
import type { People } from '../single-sign-on/people.ts'
import type { RemovedPeople } from '../single-sign-on/removed-people.ts'
import type { VerifiedDomains } from '../single-sign-on/verified-domains.ts'
import type { GroupRoles } from './group-roles.ts'
import type { ProvisioningRepository, WhichPeople } from './provisioning.repository.ts'
import type { PersonRow } from './provisioning.types.ts'
import { scimError } from './scim-error.ts'
import type { WantedUser } from './scim-input.ts'

type Organization = { id: string; name: string }
type Parts = {
  domains: Pick<VerifiedDomains, 'isVouchedFor'>
  people: Pick<People, 'ofAddress' | 'create'>
  admission: Admission
  removedPeople: Pick<RemovedPeople, 'forget' | 'noteFormer'>
  repository: ProvisioningRepository
  members: Pick<Members, 'removeByProvider'>
  memberRows: Pick<MembersRepository, 'lock'>
  groupRoles: GroupRoles
}

/** Active or not; active ones also count towards the plan. */
const PEOPLE_MAX = 20_000

const BY = 'provisioning'

const taken = () => scimError(409, 'There is a user with this userName.', 'uniqueness')

export type ProvisionedUsers = ReturnType<typeof createProvisionedUsers>

/** People of an organization as its provider manages them: active ones are members. */
export const createProvisionedUsers = (
  { db, mail }: Pick<Context, 'db' | 'mail'>,
  { domains, people, admission, removedPeople, repository, members, memberRows, groupRoles }: Parts,
) => {
  const links = createMailedLinks(db)

  const find = async ({ id: organizationId }: Organization, id: string, tx?: Tx): Promise<PersonRow> => {
    const [row] = z.safeParse(z.uuid(), id).success ? await repository.people(organizationId, { id }, tx) : []
    if (!row) throw scimError(404, `There is no user ${id}.`)
    return row
  }

  const notVouched = (email: string) =>
    scimError(403, `The domain of ${email} is not verified for this organization.`)
  const requireVouched = async ({ id }: Organization, email: string) => {
    if (!(await domains.isVouchedFor(id, email))) throw notVouched(email)
  }

  const nameOf = ({ name }: WantedUser) => ({ firstName: name.givenName, lastName: name.familyName })

  const createAccount = ({ id }: Organization, wanted: WantedUser) =>
    people.create(id, wanted.userName, nameOf(wanted), BY)

  const link =
    (organizationId: string, { externalId }: WantedUser) =>
    async (tx: Tx, userId: string) => {
      await repository.putPerson(tx, organizationId, userId, externalId)
      await removedPeople.forget(tx, organizationId, userId)
    }

  /** Makes them a member; people without an account get one. */
  const admit = async (organization: Organization, wanted: WantedUser) => {
    const known = await people.ofAddress(organization.id, wanted.userName, BY)
    return admission.admit(organization, {
      known,
      email: wanted.userName,
      create: () => createAccount(organization, wanted),
      reportedRole: async (tx, userId) =>
        groupRoles.of(tx, organization.id, userId, await groupRoles.settingsOf(organization.id, tx)),
      by: BY,
      link: link(organization.id, wanted),
    })
  }

  /** Changes to the account's profile; a missing name stays. */
  const changesOf = (row: PersonRow, wanted: WantedUser) => {
    const { firstName, lastName } = nameOf(wanted)
    return {
      ...(wanted.userName !== row.email.toLowerCase() && { email: wanted.userName }),
      ...(firstName !== '' && firstName !== row.firstName && { firstName }),
      ...(lastName !== '' && lastName !== row.lastName && { lastName }),
    }
  }

  const isTaken = async (tx: Tx, email: string) =>
    (await tx.$count(users, eq(sql`lower(${users.email})`, email))) > 0

  /** Returns what it changed in the profile. */
  const update = async (
    tx: Tx,
    organization: Organization,
    row: PersonRow,
    wanted: WantedUser,
  ): Promise<ReturnType<typeof changesOf>> => {
    const changes = changesOf(row, wanted)
    const isLinked = row.isProvisioned && row.externalId === wanted.externalId
    if (Object.keys(changes).length === 0 && isLinked) return {}
    // Nothing that is wrong with the profile keeps the membership from ending: it stays as it is.
    const isEnd = wanted.active === false
    for (const email of [row.email.toLowerCase(), wanted.userName]) {
      if (await domains.isVouchedFor(organization.id, email, tx)) continue
      if (isEnd) return {}
      throw notVouched(email)
    }
    if (isEnd && changes.email && (await isTaken(tx, changes.email))) return {}
    if (Object.keys(changes).length > 0) await tx.update(users).set(changes).where(eq(users.id, row.id))
    await repository.putPerson(tx, organization.id, row.id, wanted.externalId)
    if (changes.email) {
      await removedPeople.noteFormer(tx, row.id, row.email)
      // A requested reset went to the previous address.
      await links.end(tx, row.id)
      await recordForMember(tx, row.id, {
        action: 'account.email_confirmed',
        details: { from: row.email, to: changes.email },
      })
    }
    await record(tx, organization.id, {
      action: 'provisioning.user_updated',
      target: { id: row.id, name: wanted.userName },
      details: { fields: fieldsOf({ ...changes, ...(!isLinked && { externalId: true }) }) },
    })
    return changes
  }

  return {
    /** All of them, or the one with an address. */
    of: ({ id }: Organization, only?: WhichPeople) => repository.people(id, only),
    find,

    /** @throws SCIMError 403 for an address of an unverified domain, 409; Refusal 402 if the plan is full */
    async create(organization: Organization, wanted: WantedUser): Promise<PersonRow> {
      await requireVouched(organization, wanted.userName)
      if ((await repository.people(organization.id, { email: wanted.userName })).length > 0) throw taken()
      if ((await repository.countPeople(organization.id)) >= PEOPLE_MAX)
        throw scimError(403, `There are ${PEOPLE_MAX} users: delete one first.`)
      if (wanted.active ?? true) return find(organization, (await admit(organization, wanted)).id)
      const { userName } = wanted
      const user =
        (await people.ofAddress(organization.id, userName, BY)) ?? (await createAccount(organization, wanted))
      const target = { id: user.id, name: userName }
      await recorded(db, organization.id, { action: 'provisioning.user_created', target }, (tx) =>
        repository.putPerson(tx, organization.id, user.id, wanted.externalId),
      )
      return find(organization, user.id)
    },

    /**
     * @param wantedOf the new state of the current person, whose membership stays as it is if `active` is not named
     * @throws SCIMError 400, 403, 404, 409; Refusal 402, 409 for the last owner
     */
    async replace(
      organization: Organization,
      id: string,
      wantedOf: (row: PersonRow) => Promise<WantedUser>,
    ): Promise<PersonRow> {
      const { row, wanted, email } = await db
        .transaction(async (tx) => {
          await memberRows.lock(tx, organization.id)
          const row = await find(organization, id, tx)
          const wanted = await wantedOf(row)
          const { email } = await update(tx, organization, row, wanted)
          return { row, wanted, email }
        })
        .catch((error: unknown) => {
          throw violatesUnique(error) ? taken() : error
        })
      if (email) mail.send({ ...emailChangedMail(row.email, email), locale: row.locale })
      if (row.isActive && wanted.active === false) {
        await members.removeByProvider(organization, id)
        // Updates `lastModified`, by which providers detect changes.
        await db.transaction((tx) => repository.putPerson(tx, organization.id, id, wanted.externalId))
      }
      if (!row.isActive && wanted.active) {
        await requireVouched(organization, wanted.userName)
        await admit(organization, wanted)
      }
      // A person who left with a private address is not found any more.
      const [after = { ...row, isActive: false }] = await repository.people(organization.id, { id })
      return after
    },

    /** Ends the membership; the account stays. @throws SCIMError 404; Refusal 409 for the last owner */
    async remove(organization: Organization, id: string): Promise<void> {
      const { email } = await find(organization, id)
      await members.removeByProvider(organization, id)
      await db.transaction(async (tx) => {
        if (!(await repository.deletePerson(tx, organization.id, id))) return
        await record(tx, organization.id, {
          action: 'provisioning.user_deleted',
          target: { id, name: email },
        })
      })
    },
  }
}
