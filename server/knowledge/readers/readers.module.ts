import * as api from '../../../src/services/contract/operations/index.ts'
import { may } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { forbidden, notFound } from '../../kernel/errors.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { createGroupsRepository } from '../../organizations/groups/groups.repository.ts'
import { memberOf, memberWho } from '../../organizations/organizations.policy.ts'
import { mayReadAll } from './may-read.ts'
import { createReadersRepository } from './readers.repository.ts'
import { createReaders } from './readers.service.ts'

/** Who may read which knowledge base, as those decide who look after the organization. */
export const createReadersModule = ({ db, hub }: Context): Module => {
  const repository = createReadersRepository(db)
  const readers = createReaders({ db, readers: repository, groups: createGroupsRepository(db), hub })
  const managed = async (userId: string, id: string) =>
    (await memberWho('manage', db, userId, id)).organizationId

  /** They look after its readers, whether they are one or not; to others it is there if they may read it. */
  const base = async (userId: string, id: string) => {
    const what = 'Knowledge base'
    const found = await repository.base(id)
    const { role } = await memberOf(db, userId, found?.organizationId ?? null, what)
    if (!found) throw notFound(what)
    if (may(role, 'manage')) return found
    throw (await mayReadAll(db, userId, [id])) ? forbidden() : notFound(what)
  }

  return {
    async plugin(app) {
      serve(app, api.readers.get, async ({ user, params }) => readers.of(await base(user.id, params.id)))
      serve(app, api.readers.set, async ({ user, params, body }) =>
        readers.set(await base(user.id, params.id), body),
      )
      serve(app, api.readers.ofMember, async ({ user, params }) =>
        readers.ofMember(await managed(user.id, params.organizationId), params.userId),
      )
      serve(app, api.readers.restricted, async ({ user, params }) =>
        readers.restrictedOf(await managed(user.id, params.organizationId), user.id),
      )
    },
  }
}
