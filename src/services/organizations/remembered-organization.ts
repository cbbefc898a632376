import type { Storage } from '../browser/storage.ts'

export const CURRENT_ORGANIZATION = 'currentOrganization'

/** Which organization was current when the page was last open. */
export const rememberedOrganization = (storage: Storage) => storage.read(CURRENT_ORGANIZATION)
