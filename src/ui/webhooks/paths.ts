import { WEBHOOKS } from '../settings/settings-items.ts'

/** What was sent to one of them stands under the list: the address says to which. */
export const deliveriesPath = (id: string) => `${WEBHOOKS.path}?${new URLSearchParams({ deliveries: id })}`
