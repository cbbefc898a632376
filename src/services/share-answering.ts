import { readFrame } from './frames.ts'
import { createVisitorClient } from './http/client.ts'
import { createShareApi, type ShareServices } from './share-api.ts'
import { visitorKey } from './visitor-key.ts'

export { readFrame }

/** What a visitor asks and is answered by: fetched when somebody begins to ask, or has asked before. */
export const createAnswering = (services: Omit<ShareServices, 'http'>) =>
  createShareApi({
    ...services,
    http: createVisitorClient({
      base: '',
      visitorToken: () => services.storage.read(visitorKey(services.id)),
    }),
  })
