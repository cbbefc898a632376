import { fromPromise } from 'xstate'
import { confirmationMachine, type Subject } from '../machines/confirmation/confirmation.machine.ts'
import {
  createProvisioningTokenMachine,
  type ProvisioningTokenValues,
} from '../machines/create-provisioning-token/create-provisioning-token.machine.ts'
import { singleSignOn } from './contract/operations/single-sign-on.ts'
import type { Http } from './http/client.ts'
import { daysIn } from './lifetime.ts'
import type { QueryCache } from './query-cache.ts'

/** The machines of provisioning tokens. */
export function provideProvisioning({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = () =>
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('provisioning') })
  return {
    createToken: createProvisioningTokenMachine.provide({
      actors: {
        submit: fromPromise(({ input: { values } }: { input: { values: ProvisioningTokenValues } }) =>
          http.call(
            singleSignOn.createToken,
            { organizationId: values.organization_id },
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
    deleteToken: confirmationMachine.provide({
      actors: {
        carryOut: fromPromise<void, Subject>(async ({ input: { organizationId = '', id } }) => {
          await http.call(singleSignOn.removeToken, { organizationId, id })
        }),
      },
      actions: { finish: readAgain },
    }),
  }
}
