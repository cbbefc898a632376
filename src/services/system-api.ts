import { System } from './contract/system.ts'
import type { Http } from './http/client.ts'

export const createSystemApi = (http: Http) => ({
  get: (signal: AbortSignal) => http.json(System, '/api/v1/system', { signal }),
})

export type SystemApi = ReturnType<typeof createSystemApi>
