import { Readable } from 'node:stream'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { recordAlone } from '../../kernel/audit.ts'
import { currentCaller } from '../../kernel/http/caller.ts'
import { serve } from '../../kernel/http/serve.ts'
import { say, written } from '../../kernel/texts/say.ts'
import { readAccessOf } from '../../knowledge/readers/may-read.ts'
import type { Module } from '../../module.ts'
import type { Members } from '../members/members.service.ts'
import { memberWho } from '../organizations.policy.ts'
import type { Organizations } from '../organizations.service.ts'
import { type ArchivedFile, jsonArrayOf, zipOf } from './archive.ts'
import { createErasuresRepository } from './erasures.repository.ts'
import { createErasures } from './erasures.service.ts'

/** Personal data: viewed, exported and erased by people with the right. */
export const createPersonalDataModule = (
  { db, config, sessions, background, hub, log }: Context,
  { organizations }: { organizations: Organizations },
  { members }: { members: Members },
): Module => {
  const repository = createErasuresRepository(db)
  const erasures = createErasures({ db, repository, config, members, sessions, background, hub, log })

  type Looked = Awaited<ReturnType<typeof erasures.look>>

  async function* filesOf({ person, kept }: Looked, me: string, who: string): AsyncGenerator<ArchivedFile> {
    const { organizationId } = person
    const access = await readAccessOf(db, me, organizationId)
    const files = kept.map(({ kind, count }) => `${kind}.json: ${count}`).join('\n')
    const values = { who, organization: await organizations.nameOf(organizationId), files }
    const readme = written(say('person_export', values), currentCaller().language)
    yield { name: 'readme.txt', content: [readme] }
    for (const { kind } of kept)
      yield { name: `${kind}.json`, content: jsonArrayOf(repository.exported(kind, person, access)) }
    const picture = kept.some(({ kind }) => kind === 'account')
      ? await repository.picture(person.userId)
      : null
    if (picture) yield { name: 'files/profile-picture.webp', content: [picture] }
  }

  return {
    async plugin(app) {
      // Before any response: a restore may have brought erased people back.
      await erasures.resume()

      serve(app, api.personalData.find, async ({ user, params, body }) => {
        const me = await memberWho('erase', db, user.id, params.organizationId)
        return erasures.find(me.organizationId, me, body.who)
      })

      serve(app, api.personalData.export, async ({ user, params, body }, reply) => {
        const { organizationId } = params
        // Refused before anything is sent or recorded in the audit log.
        const looked = await erasures.look(organizationId, body.who)
        await recordAlone(db, organizationId, { action: 'person.exported' })
        return reply
          .type('application/zip')
          .header('content-disposition', 'attachment; filename="personal-data.zip"')
          .send(Readable.from(zipOf(filesOf(looked, user.id, body.who))))
      })

      serve(app, api.personalData.erasures, async ({ params }) => erasures.list(params.organizationId))

      serve(app, api.personalData.erase, async ({ user, params, body }) => {
        const me = await memberWho('erase', db, user.id, params.organizationId)
        const organization = { id: me.organizationId, name: await organizations.nameOf(me.organizationId) }
        return erasures.begin(organization, me, body.who)
      })
    },
    sweep: erasures.resume,
  }
}
