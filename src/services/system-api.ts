import { System } from './contract/system.ts'
import type { HttpClient } from './http/client.ts'

export const createSystemApi = (http: HttpClient) => ({
  get: (signal: AbortSignal) => http.json(System, '/api/v1/system', { signal }),
})

export type SystemApi = ReturnType<typeof createSystemApi>
