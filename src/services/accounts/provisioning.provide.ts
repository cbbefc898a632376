import { createProvisioningTokenMachine } from '../../machines/accounts/create-provisioning-token.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { type QueryCache, rereads } from '../cache/query-cache.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import type { Http } from '../http/client.ts'
import { daysIn, provideForm } from '../shared/changes.provide.ts'
import { provideRemoval } from '../shared/confirmation.provide.ts'

/** The machines of provisioning tokens. */
export function provideProvisioning({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = rereads(cache, 'provisioning')
  return {
    createToken: provideForm(
      createProvisioningTokenMachine,
      ({ name, lifetime }, organizationId) =>
        http.call(
          singleSignOn.createToken,
          { organizationId },
          { body: { name, expires_in_days: daysIn(lifetime) } },
        ),
      readAgain,
    ),
    deleteToken: provideRemoval(
      confirmationMachine,
      ({ organizationId, id }) => http.call(singleSignOn.removeToken, { organizationId, id }),
      readAgain,
    ),
  }
}
