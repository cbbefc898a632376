import type { ModelProvider } from '../../../src/services/contract/models.ts'
import { idOf } from './model-directory.ts'
import type { ModelsRepository, ProviderRow } from './models.repository.ts'

type Named = Awaited<ReturnType<ModelsRepository['named']>>

/** @param named assistants by the models that they name */
export const presentProvider = (row: ProviderRow, named: Named): ModelProvider => ({
  id: row.id,
  name: row.name,
  protocol: row.protocol,
  base_url: row.baseUrl,
  key_hint: row.keyHint,
  models: row.models,
  currency: row.currency,
  used_by: named.flatMap(({ assistant, models }) =>
    models.some((model) => model.startsWith(idOf(row.id, ''))) ? [assistant] : [],
  ),
  created_at: row.createdAt.toISOString(),
})
