import type { NewWebhook, WebhookPatch } from '../../../src/services/contract/webhooks.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { DAY } from '../../kernel/durations.ts'
import { invalid, notFound, refusal } from '../../kernel/errors.ts'
import { failureOf } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedPost } from '../../kernel/fetching/guarded-post.ts'
import type { Seal } from '../../kernel/secrets.ts'
import { bodyOf } from './emit.ts'
import { newSecret } from './signature.ts'
import type { EndpointRow, WebhooksRepository } from './webhooks.repository.ts'

const ENDPOINTS_MAX = 20
const OLD_SECRET_VALID_FOR = DAY

type Parts = {
  webhooks: WebhooksRepository
  guarded: Pick<GuardedPost, 'check'>
  seal: Seal
  withLock: WithLock
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** An organization's endpoints, and their deliveries. */
export const createWebhooks = ({ webhooks, guarded, seal, withLock }: Parts) => {
  const checked = (url: string) => {
    try {
      return guarded.check(url)
    } catch (error) {
      throw invalid({ url: failureOf(error).said })
    }
  }
  const still = (row: EndpointRow | null) => {
    if (!row) throw notFound('webhook')
    return row
  }
  const found = async (organizationId: string, id: string) => still(await webhooks.find(organizationId, id))

  return {
    of: webhooks.of,

    /** @throws Refusal 422 for a forbidden address, 409 if there are too many */
    async create(organizationId: string, { url, events }: NewWebhook) {
      const secret = newSecret()
      const wanted = {
        organizationId,
        url: checked(url),
        events: [...new Set(events)],
        secret: seal.close(secret),
      }
      const row = await withLock(`webhooks ${organizationId}`, async () => {
        if ((await webhooks.of(organizationId)).length >= ENDPOINTS_MAX)
          throw refusal('too_many_webhooks', { max: ENDPOINTS_MAX })
        return webhooks.insert(wanted)
      })
      return { row, secret }
    },

    /** @throws Refusal 404, 422 */
    async change(organizationId: string, id: string, { url, events, enabled }: WebhookPatch) {
      const row = await found(organizationId, id)
      const address = url === undefined ? row.url : checked(url)
      const changes = {
        ...(address !== row.url && { url: address }),
        ...(events && { events: [...new Set(events)] }),
        ...(enabled !== undefined && { enabled }),
      }
      return Object.keys(changes).length === 0
        ? row
        : still(await webhooks.update(row, changes, 'webhook.changed'))
    },

    /** Creates a secret; for a day, deliveries are also signed with the old one. @throws Refusal 404 */
    async rotate(organizationId: string, id: string) {
      const before = await found(organizationId, id)
      const secret = newSecret()
      const changes = {
        secret: seal.close(secret),
        previousUntil: new Date(Date.now() + OLD_SECRET_VALID_FOR),
      }
      return { row: still(await webhooks.update(before, changes, 'webhook.secret_rotated')), secret }
    },

    /** @throws Refusal 404 */
    async remove(organizationId: string, id: string) {
      await webhooks.delete(await found(organizationId, id))
    },

    /** Sends an empty event once. @throws Refusal 404 */
    async test(organizationId: string, id: string) {
      const row = await found(organizationId, id)
      return webhooks.queue(row.id, 'test', bodyOf('test', { webhook_id: row.id }))
    },

    /** @throws Refusal 404 */
    deliveries: async (organizationId: string, id: string) =>
      webhooks.deliveriesOf((await found(organizationId, id)).id),

    /** @throws Refusal 404, 409 for a pending one */
    async redeliver(organizationId: string, id: string, deliveryId: string) {
      const endpoint = await found(organizationId, id)
      const row = await webhooks.requeue(endpoint.id, deliveryId)
      if (row) return row
      throw (await webhooks.hasDelivery(endpoint.id, deliveryId))
        ? refusal('not_settled')
        : notFound('delivery')
    },
  }
}
