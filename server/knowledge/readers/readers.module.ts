import * as api from '../../../src/services/contract/operations/index.ts'
import { may } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { forbidden, type Missing, notFound } from '../../kernel/errors.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { createGroupsRepository } from '../../organizations/groups/groups.repository.ts'
import { memberOf } from '../../organizations/organizations.policy.ts'
import type { DocumentEvents } from '../documents/document-events.ts'
import { closedAmong, readerPairs } from './may-read.ts'
import { userPairs } from './may-use.ts'
import { readerWho } from './readers.policy.ts'
import { createReadersRepository, type Owned } from './readers.repository.ts'
import { createReaders } from './readers.service.ts'

const KINDS = {
  knowledge_base: { what: 'knowledge_base', pairs: readerPairs },
  assistant: { what: 'integration', pairs: userPairs },
} as const

/** Readers of knowledge bases and documents and users of assistants, as the organization's managers decide. */
export const createReadersModule = (
  { db, hub }: Context,
  { notifyReadersChanged }: Pick<DocumentEvents, 'notifyReadersChanged'>,
): Module => {
  const repository = createReadersRepository(db)
  const readers = createReaders({
    db,
    readers: repository,
    groups: createGroupsRepository(db),
    hub,
    notifyReadersChanged,
  })

  /** Managers of its readers need not be readers; for others it exists only if they can read it. */
  const owned = async (kind: Owned, userId: string, id: string) => {
    const { what, pairs } = KINDS[kind]
    const found = await repository.owned(kind, id)
    const { role } = await memberOf(db, userId, found?.organizationId ?? null, what)
    if (!found) throw notFound(what)
    if (may(role, 'manage')) return found
    throw (await pairs(db, [userId], [id])).size > 0 ? forbidden() : notFound(what)
  }

  /** In a base that they can read, they manage all documents. */
  const readable = async (userId: string, id: string, what: Missing) => {
    const found = await repository.owned('knowledge_base', id)
    return readerWho('manage', db, userId, found, id, what)
  }

  /** For people who do not manage it, it exists only if they can read it. */
  const ofDocument = async (userId: string, id: string) => {
    const what = 'document'
    const document = await repository.document(id)
    if (!document) throw notFound(what)
    const [closed] = await closedAmong(db, userId, [id])
    const base = await readable(userId, document.knowledgeBaseId, what).catch((error: unknown) => {
      throw closed ? notFound(what) : error
    })
    return { base, document }
  }

  return {
    async plugin(app) {
      serve(app, api.readers.get, async ({ user, params }) =>
        readers.of('knowledge_base', await owned('knowledge_base', user.id, params.id)),
      )
      serve(app, api.readers.set, async ({ user, params, body }) =>
        readers.set('knowledge_base', await owned('knowledge_base', user.id, params.id), body),
      )
      serve(app, api.readers.ofAssistant, async ({ user, params }) =>
        readers.of('assistant', await owned('assistant', user.id, params.id)),
      )
      serve(app, api.readers.setOfAssistant, async ({ user, params, body }) =>
        readers.set('assistant', await owned('assistant', user.id, params.id), body),
      )
      serve(app, api.readers.assistantsOfMember, async ({ params }) =>
        readers.assistantsOfMember(params.organizationId, params.userId),
      )
      serve(app, api.readers.restrictedAssistants, async ({ user, params }) =>
        readers.restrictedOf('assistant', params.organizationId, user.id),
      )
      serve(app, api.readers.ofMember, async ({ user, params }) =>
        readers.ofMember(params.organizationId, params.userId, user.id),
      )
      serve(app, api.readers.restricted, async ({ user, params }) =>
        readers.restrictedOf('knowledge_base', params.organizationId, user.id),
      )
      serve(app, api.readers.ofDocument, async ({ user, params }) => {
        const { base, document } = await ofDocument(user.id, params.id)
        return readers.ofDocument(base, document)
      })
      serve(app, api.readers.setOfDocuments, async ({ user, params, body }) => ({
        changed: await readers.setOfDocuments(await readable(user.id, params.id, 'knowledge_base'), body),
      }))
      serve(app, api.readers.restrictedDocuments, async ({ user, params }) =>
        readers.restrictedDocumentsOf(await readable(user.id, params.id, 'knowledge_base'), user.id),
      )
    },
  }
}
