import { fromCallback, fromPromise } from 'xstate'
import { knowledgeBaseLine } from '../../machines/connection/connections/lines.ts'
import { changeKnowledgeBaseMachine } from '../../machines/knowledge/change-knowledge-base.machine.ts'
import {
  editPassageMachine,
  type PassageValues,
  renameDocumentMachine,
  writeFaqMachine,
  writeTextMachine,
} from '../../machines/knowledge/document-forms.machine.ts'
import { importFaqMachine } from '../../machines/knowledge/import-faq.machine.ts'
import { knowledgeBaseMachine } from '../../machines/knowledge/knowledge-base.machine.ts'
import type { Change } from '../../machines/knowledge/knowledge-base.types.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import type { FormRef } from '../../machines/shared/form/form.machine.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { listen } from '../connection/listen.ts'
import { answerIn, DOCUMENTS_CHANGED_MAX, type PassagePatch } from '../contract/documents.ts'
import { documents } from '../contract/operations/documents.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import { passages } from '../contract/operations/passages.ts'
import type { KnowledgeBaseMessage } from '../contract/sockets.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation, refreshWithout } from '../shared/confirmation.provide.ts'
import { importFaq } from './document-files.ts'
import { createDocumentNews } from './document-news.ts'
import { provideReader } from './reader.provide.ts'

/** The fields that a document consists of. */
const typedIn = <Values extends { knowledgeBaseId: string; id: string | null }>({
  knowledgeBaseId: _,
  id: __,
  ...typed
}: Values) => typed

/** Null restores the text as it was read. */
const passageIn = ({ content, enabled, original }: PassageValues): Required<PassagePatch> => ({
  content: content === original ? null : content,
  enabled,
})

/** Changes any number of documents, although a request names only so many: one request after the other. */
async function inParts(ids: readonly string[], change: (ids: string[]) => Promise<unknown>) {
  let sent = 0
  do {
    await change(ids.slice(sent, sent + DOCUMENTS_CHANGED_MAX))
    sent += DOCUMENTS_CHANGED_MAX
  } while (sent < ids.length)
}

/** The server call of each action on documents. */
const apply = (http: Http, knowledgeBaseId: string, { ids, action }: Change) => {
  if (action === 'cancel') return Promise.all(ids.map((id) => http.call(documents.cancel, { id })))
  const [id] = ids
  // For a single document, the server says why it cannot be retried.
  if (action === 'retry' && id !== undefined && ids.length === 1) return http.call(documents.retry, { id })
  return inParts(ids, (some) =>
    http.call(documents.changeMany, { id: knowledgeBaseId }, { body: { ids: some, action } }),
  )
}

export const provideKnowledgeBase = (services: WriteServices & { cache: QueryCache }) => {
  const { http, cache, withIdempotencyKey, refresh } = services
  return knowledgeBaseMachine.provide({
    actors: {
      live: fromCallback(({ input: { organizationId, knowledgeBaseId }, sendBack, ...listener }) => {
        const { take, readOthersAfterLoss, stop } = createDocumentNews(cache, organizationId, knowledgeBaseId)
        const line = knowledgeBaseLine(organizationId, knowledgeBaseId)
        let wasLost = false
        const leave = listen<KnowledgeBaseMessage>(listener, line, (liveEvent) => {
          if (liveEvent.type === 'live.received') return take(liveEvent.message)
          if (liveEvent.type === 'live.opened' && wasLost) readOthersAfterLoss()
          wasLost = liveEvent.type === 'live.lost'
          sendBack(liveEvent)
        })
        return () => {
          stop()
          leave()
        }
      }),
      applyChange: fromPromise(async ({ input }) => {
        await apply(http, input.knowledgeBaseId, input.change)
      }),
      loadText: fromPromise(async ({ input: { id, source } }) => {
        const text = await (await http.file(documents.file, { id })).text()
        return source === 'faq' ? answerIn(text) : text
      }),
      reader: provideReader(http),
      editPassage: editPassageMachine.provide({
        actors: {
          submit: fromPromise(({ input: { values, opened } }) =>
            http.call(passages.change, { id: values.id }, { body: changesSince(opened, values, passageIn) }),
          ),
        },
        actions: {
          finish: ({ self }, { output: passage }) => {
            refresh()
            ;(self as FormRef<object, unknown>)._parent?.send({ type: 'passage.saved', passage })
          },
        },
      }),
      writeText: provideForm(
        writeTextMachine,
        (values, _organizationId, opened) => {
          const { knowledgeBaseId, id } = values
          return id === null
            ? withIdempotencyKey({ addText: values }, (key) =>
                http.call(
                  documents.addText,
                  { id: knowledgeBaseId },
                  { body: typedIn(values), idempotencyKey: key },
                ),
              )
            : http.call(documents.changeText, { id }, { body: changesSince(opened, values, typedIn) })
        },
        refresh,
      ),
      writeFaq: provideForm(
        writeFaqMachine,
        (values, _organizationId, opened) => {
          const { knowledgeBaseId, id } = values
          return id === null
            ? withIdempotencyKey({ addFaq: values }, (key) =>
                http.call(
                  documents.addFaq,
                  { id: knowledgeBaseId },
                  { body: typedIn(values), idempotencyKey: key },
                ),
              )
            : http.call(
                documents.changeFaq,
                { id },
                {
                  body: changesSince(opened, values, typedIn),
                },
              )
        },
        refresh,
      ),
    },
    actions: {
      refetchDocuments: ({ context: { organizationId } }) =>
        void cache.invalidateQueries({ queryKey: ['org', organizationId, 'documents'] }),
    },
  })
}

export const provideImportFaq = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  importFaqMachine.provide({
    actors: {
      preview: fromPromise(({ input: { knowledgeBaseId, file }, signal }) =>
        importFaq(http, knowledgeBaseId, file, { preview: true, approved: false }, signal),
      ),
      importPairs: fromPromise(({ input }) =>
        importFaq(http, input.knowledgeBaseId, input.file, { preview: false, approved: input.approved }),
      ),
    },
    actions: { refreshDocuments: refresh },
  })

/** Some documents of a knowledge base, which is the subject's `id`; its `parts` are removed. */
export const provideDocumentRemoval = (http: Http, cache: QueryCache) =>
  provideConfirmation(
    confirmationMachine,
    ({ id, parts = [] }) =>
      inParts(parts, (ids) => http.call(documents.changeMany, { id }, { body: { ids, action: 'delete' } })),
    refreshWithout(cache),
  )

export const provideRenameDocument = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  provideForm(
    renameDocumentMachine,
    ({ id, name }) => http.call(documents.change, { id }, { body: { name } }),
    refresh,
  )

export const provideChangeKnowledgeBase = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  provideForm(
    changeKnowledgeBaseMachine,
    (values, _organizationId, opened) => {
      const body = changesSince(opened, values, ({ id: _, ...details }) => details)
      return http.call(knowledgeBases.change, { id: values.id }, { body })
    },
    refresh,
  )
