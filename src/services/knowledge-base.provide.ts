import { fromCallback, fromPromise } from 'xstate'
import { changeKnowledgeBaseMachine } from '../machines/change-knowledge-base/change-knowledge-base.machine.ts'
import type { Heard } from '../machines/connections/connections.types.ts'
import { knowledgeBaseLine } from '../machines/connections/knowledge-base-line.ts'
import { editPassageMachine } from '../machines/edit-passage/edit-passage.machine.ts'
import type { FormRef } from '../machines/form/form.machine.ts'
import { importFaqMachine } from '../machines/import-faq/import-faq.machine.ts'
import { knowledgeBaseMachine } from '../machines/knowledge-base/knowledge-base.machine.ts'
import type { Change, Wanted } from '../machines/knowledge-base/knowledge-base.types.ts'
import { renameDocumentMachine } from '../machines/rename-document/rename-document.machine.ts'
import { writeFaqMachine } from '../machines/write-faq/write-faq.machine.ts'
import { writeTextMachine } from '../machines/write-text/write-text.machine.ts'
import type { KnowledgeBaseMessage } from './contract/sockets.ts'
import { createDocumentNews } from './document-news.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import { listen } from './listen.ts'
import type { QueryCache } from './query-cache.ts'
import { provideReader } from './reader.provide.ts'

interface Services {
  api: KnowledgeApi
  cache: QueryCache
  withIdempotencyKey: IdempotentWrites
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

/** The heading of a pair is its question, which has a field of its own. */
const answerIn = (text: string) => text.replace(/^# .*\n+/, '').trimEnd()

/** What each thing that is done to documents asks of the server. */
const apply = (api: KnowledgeApi, knowledgeBaseId: string, { ids, action }: Change) => {
  if (action === 'cancel') return Promise.all(ids.map(api.cancel))
  const [id] = ids
  // Of one alone the server says why it cannot be tried again.
  if (action === 'retry' && id !== undefined && ids.length === 1) return api.retry(id)
  return api.changeDocuments(knowledgeBaseId, { ids: [...ids], action })
}

export const provideKnowledgeBase = (services: Services) => {
  const { api, cache, withIdempotencyKey, refresh } = services
  return knowledgeBaseMachine.provide({
    actors: {
      live: fromCallback<Heard<KnowledgeBaseMessage>, { organizationId: string; knowledgeBaseId: string }>(
        ({ input: { organizationId, knowledgeBaseId }, sendBack, ...listener }) => {
          const { take, stop } = createDocumentNews(cache, organizationId, knowledgeBaseId)
          const line = knowledgeBaseLine(organizationId, knowledgeBaseId)
          const leave = listen(listener, line, (heard) =>
            heard.type === 'live.received' ? take(heard.message) : sendBack(heard),
          )
          return () => {
            stop()
            leave()
          }
        },
      ),
      applyChange: fromPromise<void, { knowledgeBaseId: string; change: Change }>(async ({ input }) => {
        await apply(api, input.knowledgeBaseId, input.change)
      }),
      loadText: fromPromise<string, Wanted>(async ({ input: { id, source } }) => {
        const text = await (await api.file(id)).text()
        return source === 'faq' ? answerIn(text) : text
      }),
      reader: provideReader(api),
      editPassage: editPassageMachine.provide({
        actors: {
          submit: fromPromise(({ input: { values } }) =>
            api.changePassage(values.id, {
              content: values.content === values.original ? null : values.content,
              enabled: values.enabled,
            }),
          ),
        },
        actions: {
          finish: ({ self }, { output: passage }) => {
            refresh()
            ;(self as FormRef<object, unknown>)._parent?.send({ type: 'passage.saved', passage })
          },
        },
      }),
      writeText: writeTextMachine.provide({
        actors: {
          submit: fromPromise(({ input: { values } }) => {
            const { knowledgeBaseId, id, ...typed } = values
            return id === null
              ? withIdempotencyKey({ addText: values }, (key) => api.addText(knowledgeBaseId, typed, key))
              : api.changeText(id, typed)
          }),
        },
        actions: { finish: refresh },
      }),
      writeFaq: writeFaqMachine.provide({
        actors: {
          submit: fromPromise(({ input: { values } }) => {
            const { knowledgeBaseId, id, ...pair } = values
            return id === null
              ? withIdempotencyKey({ addFaq: values }, (key) => api.addFaq(knowledgeBaseId, pair, key))
              : api.changeFaq(id, pair)
          }),
        },
        actions: { finish: refresh },
      }),
    },
    actions: {
      refetchDocuments: ({ context: { organizationId } }) =>
        void cache.invalidateQueries({ queryKey: ['org', organizationId, 'documents'] }),
    },
  })
}

export const provideImportFaq = ({ api, refresh }: Pick<Services, 'api' | 'refresh'>) =>
  importFaqMachine.provide({
    actors: {
      preview: fromPromise(
        ({
          input: { knowledgeBaseId, file },
          signal,
        }: {
          input: { knowledgeBaseId: string; file: File }
          signal: AbortSignal
        }) => api.importFaq(knowledgeBaseId, file, { preview: true, approved: false }, signal),
      ),
      importPairs: fromPromise(
        ({ input }: { input: { knowledgeBaseId: string; file: File; approved: boolean } }) =>
          api.importFaq(input.knowledgeBaseId, input.file, { preview: false, approved: input.approved }),
      ),
    },
    actions: { refreshDocuments: refresh },
  })

export const provideRenameDocument = ({ api, refresh }: Pick<Services, 'api' | 'refresh'>) =>
  renameDocumentMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }) => api.changeDocument(values.id, { name: values.name })),
    },
    actions: { finish: refresh },
  })

export const provideChangeKnowledgeBase = ({ api, refresh }: Pick<Services, 'api' | 'refresh'>) =>
  changeKnowledgeBaseMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }) => {
        const { id, ...details } = values
        return api.change(id, details)
      }),
    },
    actions: { finish: refresh },
  })
