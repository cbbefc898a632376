import type { Context } from '../context.ts'
import { createHostTurns } from '../crawling/host-turns.ts'
import type { Contents } from '../documents/contents.service.ts'
import type { Fetching } from '../documents/documents.module.ts'
import type { Documents } from '../documents/documents.service.ts'
import { createGuardedFetch } from '../fetching/guarded-fetch.ts'
import type { Module } from '../module.ts'
import { createPreview } from './preview.ts'
import { startReadings } from './readings.ts'
import { createSourceFailures } from './source-failures.ts'
import { presentSource } from './sources.presenter.ts'
import { createSourcesRepository } from './sources.repository.ts'
import { sourceRoutes } from './sources.routes.ts'
import { createSources } from './sources.service.ts'
import type { SourceRow } from './sources.types.ts'

type Parts = { documents: Documents; contents: Contents; fetching: Fetching }

/** Pages of the web as documents: read when somebody asks, and again as often as they want. */
export const createSourcesModule = async (context: Context, { documents, contents, fetching }: Parts) => {
  const { config, db, hub } = context
  const { fetch, close: closeWeb } = createGuardedFetch({
    ...config.web,
    ...(config.publicUrl && { contact: config.publicUrl }),
  })
  const web = { fetch, turns: createHostTurns() }
  const sources = createSourcesRepository(db)
  const tell = (row: SourceRow) =>
    hub.publish(`knowledge-base:${row.knowledgeBaseId}`, 'source_update', presentSource(row))
  const readings = await startReadings(context, {
    sources,
    documents,
    contents,
    fetching,
    web,
    tell,
    tellOfFailure: createSourceFailures(context),
  })
  const service = createSources({
    sources,
    documents,
    tell,
    tellRemoved: ({ id, knowledgeBaseId }) =>
      hub.publish(`knowledge-base:${knowledgeBaseId}`, 'source_removed', { id }),
    enqueue: readings.notify,
    stop: readings.stop,
  })
  return {
    plugin: sourceRoutes(context, { sources: service, preview: createPreview(web) }),
    sweep: sources.sweep,
    async close() {
      await readings.close()
      await closeWeb()
    },
  } satisfies Module
}
