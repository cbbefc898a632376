import { type SQL, sql } from 'drizzle-orm'
import type { WebhookEvent } from '../../../src/services/contract/webhooks.ts'
import type { Tx } from '../../kernel/db/open.ts'

export const bodyOf = (type: WebhookEvent | 'test', data: object) =>
  JSON.stringify({ type, timestamp: new Date().toISOString(), data })

/** Queues an event for subscribed endpoints, in its transaction. */
export const emit = (
  tx: Tx,
  organizationId: string | SQL<string>,
  type: WebhookEvent,
  data: object,
): Promise<unknown> =>
  tx.execute(sql`
    insert into webhook_deliveries (endpoint_id, type, body)
    select e.id, ${type}, ${bodyOf(type, data)} from webhook_endpoints e
    where e.organization_id = ${organizationId} and e.enabled and ${type} = any(e.events)`)
