import type { Storage } from '../browser/storage.ts'

export const CURRENT_ORGANIZATION = 'currentOrganization'

/** The organization that was current when the page was last open. */
export const rememberedOrganization = (storage: Storage) => storage.read(CURRENT_ORGANIZATION)
