import { createHmac, randomBytes } from 'node:crypto'
import { Customer, type SignedCustomer } from '../../../src/services/contract/handover.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { invalid, refusal } from '../../kernel/errors.ts'
import type { Seal } from '../../kernel/secrets.ts'
import { isSameText } from '../../kernel/secrets.ts'
import { say } from '../../kernel/texts/say.ts'
import type { ShareRepository } from './share.repository.ts'
import type { OpenPage, VisitorRow } from './share.types.ts'

const SECRET_BYTES = 32

/** Sites have ids that are numbers, and customers without a name. A number that JSON rounds could be another's id. */
const customerIn = (user: string): Customer => {
  try {
    const { id, name, ...rest } = JSON.parse(user)
    return Customer.parse({ ...rest, id: Number.isSafeInteger(id) ? String(id) : id, name: name ?? '' })
  } catch {
    throw invalid({ user: say('not_a_customer') })
  }
}

/** A site proves its customer's identity by signing it with a secret shared with the assistant. */
export const createIdentity = ({ share, seal, hub }: { share: ShareRepository; seal: Seal; hub: Hub }) => ({
  /** Creates a secret. Customers proven by the previous one are unknown again. */
  async renew(integration: IntegrationRow) {
    const secret = `lid_${randomBytes(SECRET_BYTES).toString('base64url')}`
    await share.saveIdentitySecret(integration, seal.close(secret))
    hub.publish(`organization:${integration.organizationId}`, 'integration_update', { id: integration.id })
    return { secret }
  },

  /** @throws Refusal 409 without a secret or for another customer, 422 for a wrong signature or incomplete text */
  async identify({ page }: OpenPage, visitor: VisitorRow, { user, hash }: SignedCustomer) {
    const secret = page.identitySecret === null ? null : seal.open(page.identitySecret)
    if (secret === null) throw refusal('no_identity_secret')
    const right = createHmac('sha256', secret).update(user).digest('hex')
    if (!isSameText(hash.toLowerCase(), right)) throw invalid({ hash: say('wrong_signature') })
    const customer = customerIn(user)
    if (!(await share.saveCustomer(visitor.id, customer))) throw refusal('other_customer')
    return customer
  },
})

export type Identity = ReturnType<typeof createIdentity>
