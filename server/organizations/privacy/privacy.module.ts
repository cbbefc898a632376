import * as api from '../../../src/services/contract/operations/index.ts'
import type { Privacy } from '../../../src/services/contract/privacy.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { auditDaysOf } from '../audit/audit.repository.ts'
import { createPrivacyRepository } from './privacy.repository.ts'
import { recipientsOf } from './recipients.ts'

const singleSignOnOf = (provider: { enforced: boolean } | null): Privacy['access']['single_sign_on'] => {
  if (!provider) return 'off'
  return provider.enforced ? 'required' : 'on'
}

/** Information for security and privacy reviews. */
export const createPrivacyModule = ({ config, db, billingStatuses }: Context): Module => {
  const repository = createPrivacyRepository(db)
  return {
    async plugin(app) {
      serve(app, api.privacy.get, async ({ params }) => {
        const { organizationId } = params
        const identityProvider = await repository.identityProvider(organizationId)
        const services = await repository.services(organizationId)
        return {
          recipients: recipientsOf(config, { ...services, identityProvider }),
          is_encrypted_in_transit: config.publicUrl?.startsWith('https:') ?? false,
          audit_days: await auditDaysOf(
            db,
            organizationId,
            await billingStatuses.auditDaysOf(organizationId),
          ),
          access: {
            ...(await repository.access(organizationId)),
            single_sign_on: singleSignOnOf(identityProvider),
          },
        }
      })
    },
  }
}
