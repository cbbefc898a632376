import {
  AvailableModels,
  type ModelListRequest,
  ModelProvider,
  ModelProviderList,
  type ModelProviderPatch,
  type NewModelProvider,
  OfferedModels,
} from './contract/models.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** Providers of an organization, and the models that its assistants may name. */
export const createModelsApi = (http: Http) => {
  const at = (organizationId: string, path = '') =>
    `/api/v1/organizations/${organizationId}/model-providers${path}`
  return {
    offered: (organizationId: string, signal: AbortSignal) =>
      http.json(OfferedModels, `/api/v1/organizations/${organizationId}/models`, { signal }),
    list: (organizationId: string, signal: AbortSignal) =>
      http.json(ModelProviderList, at(organizationId), { signal }),
    create: (organizationId: string, provider: NewModelProvider) =>
      http.json(ModelProvider, at(organizationId), { method: 'POST', body: provider }),
    change: (organizationId: string, id: string, patch: ModelProviderPatch) =>
      http.json(ModelProvider, at(organizationId, `/${id}`), { method: 'PATCH', body: patch }),
    remove: (organizationId: string, id: string) =>
      http.json(Anything, at(organizationId, `/${id}`), { method: 'DELETE' }),
    available: (organizationId: string, request: ModelListRequest) =>
      http.json(AvailableModels, at(organizationId, '/available'), { method: 'POST', body: request }),
  }
}

export type ModelsApi = ReturnType<typeof createModelsApi>
