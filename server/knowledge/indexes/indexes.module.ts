import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import type { Evaluation } from '../golden/evaluate.ts'
import { PUBLIC } from '../readers/may-read.ts'
import { createResponsible } from '../responsible.ts'
import type { Retrieval } from '../retrieval/retrieval.module.ts'
import { createBuild, startIndexing } from './build.ts'
import { createCompare } from './compare.ts'
import { createIndexReadingsRepository } from './index-readings.repository.ts'
import { createIndexWorkRepository } from './index-work.repository.ts'
import { presentIndexes } from './indexes.presenter.ts'
import { createIndexesRepository } from './indexes.repository.ts'
import { indexRoutes } from './indexes.routes.ts'
import { createIndexes } from './indexes.service.ts'
import { createPublishIndex } from './publish-index.repository.ts'
import type { Reading } from './read-for-index.ts'

type Parts = {
  reading: Reading & { isClosing: () => boolean }
  retrieval: Pick<Retrieval, 'candidates' | 'search' | 'searchIndex'>
  evaluation: Pick<Evaluation, 'questionsOf' | 'evaluate'>
}

/** Indexes of knowledge bases, built beside those in use. */
export const createIndexesModule = async (context: Context, { reading, retrieval, evaluation }: Parts) => {
  const { db, hub, log, notifications } = context
  const indexes = createIndexesRepository(db)
  const work = createIndexWorkRepository(db)
  const readings = createIndexReadingsRepository(db)
  const responsibleFor = createResponsible(db)
  const tell = async (id: string) => {
    const row = await indexes.shown(id)
    if (!row) return
    // Readers of restricted documents fetch the rest of it.
    const [shown] = await presentIndexes(db, PUBLIC, [row])
    hub.publish(`knowledge-base:${row.knowledgeBaseId}`, 'index_update', shown)
  }
  const build = createBuild({
    ...reading,
    candidates: retrieval.candidates,
    work,
    readings,
    publish: createPublishIndex(db),
    indexes,
    compare: createCompare(context, { ...evaluation, retrieval }),
    tell,
    async notify(type, index) {
      const found = await indexes.find(index.id)
      if (!found) return
      const { organizationId, name } = found
      await notifications.notify({
        userIds: await responsibleFor(index, organizationId),
        organizationId,
        type,
        values: { name },
        link: `/knowledge-bases/${index.knowledgeBaseId}`,
      })
    },
    published({ id, knowledgeBaseId }) {
      indexes
        .find(id)
        .then((found) => {
          if (found)
            hub.publish(`organization:${found.organizationId}`, 'knowledge_base_update', {
              id: knowledgeBaseId,
            })
        })
        .catch((error: unknown) => log.warn({ err: error }, 'a published index was not announced'))
    },
    log,
  })
  const indexing = await startIndexing(context, { ...reading, work, readings, build })
  const service = createIndexes({ indexes, enqueue: indexing.notify, tell, sweep: indexing.sweep })
  return {
    indexes: service,
    plugin: indexRoutes(context, service),
    async sweep() {
      await indexing.sweep()
      await indexes.forgetDeleted()
    },
    close: indexing.close,
  } satisfies Module & Record<string, unknown>
}
