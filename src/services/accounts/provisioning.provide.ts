import { fromPromise } from 'xstate'
import {
  createProvisioningTokenMachine,
  type ProvisioningTokenValues,
} from '../../machines/accounts/create-provisioning-token.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import { daysIn } from '../developers/api-keys.provide.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'

/** The machines of provisioning tokens. */
export function provideProvisioning({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = () =>
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('provisioning') })
  return {
    createToken: createProvisioningTokenMachine.provide({
      actors: {
        submit: fromPromise(
          ({ input: { organizationId, values } }: { input: Submitted<ProvisioningTokenValues> }) =>
            http.call(
              singleSignOn.createToken,
              { organizationId },
              {
                body: {
                  name: values.name,
                  expires_in_days: daysIn(values.lifetime),
                },
              },
            ),
        ),
      },
      actions: { finish: readAgain },
    }),
    deleteToken: provideConfirmation(
      confirmationMachine,
      ({ organizationId, id }) => http.call(singleSignOn.removeToken, { organizationId, id }),
      readAgain,
    ),
  }
}
