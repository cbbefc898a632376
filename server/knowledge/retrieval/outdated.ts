import { type AnyColumn, and, count, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Config } from '../../kernel/config/config.ts'
import { identityOf } from '../../kernel/config/local-models.ts'
import type { Db } from '../../kernel/db/open.ts'
import { documents, passages } from '../../kernel/db/schema/index.ts'
import { EMBEDDED_MODEL } from './embedder.ts'
import { OF_SERVED } from './served.ts'

/** Name of the configured embedding model. */
export const modelOf = ({ embeddings, localModels }: Pick<Config, 'embeddings' | 'localModels'>) =>
  embeddings?.model ?? (localModels.embedding ? identityOf(localModels.embedding) : EMBEDDED_MODEL.model)

/** Passages with vectors of another model, which are searched only by words. `<>` could not use an index. */
export const isOutdated = (model: string) =>
  and(
    isNotNull(passages.embedding),
    or(
      lt(passages.embeddingModel, model),
      gt(passages.embeddingModel, model),
      isNull(passages.embeddingModel),
    ),
  )

/** Vectors of a model that had the same name. Their length is stored beside the bytes, which are not read. */
export const hasOtherLength = (embedding: AnyColumn, dimensions: number) =>
  sql`octet_length(${embedding}) <> ${dimensions * Float32Array.BYTES_PER_ELEMENT}`

/** Number of outdated passages by knowledge base; of all knowledge bases by default. */
export const countOutdated = async (db: Db, model: string, knowledgeBaseIds?: string[]) =>
  new Map(
    (
      await db
        .select({ base: passages.knowledgeBaseId, passages: count() })
        .from(passages)
        .innerJoin(documents, OF_SERVED)
        .where(
          and(isOutdated(model), knowledgeBaseIds && inArray(passages.knowledgeBaseId, knowledgeBaseIds)),
        )
        .groupBy(passages.knowledgeBaseId)
    ).map(({ base, passages }) => [base, passages]),
  )
