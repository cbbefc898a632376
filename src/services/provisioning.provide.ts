import { fromPromise } from 'xstate'
import { confirmationMachine, type Subject } from '../machines/confirmation/confirmation.machine.ts'
import {
  createProvisioningTokenMachine,
  type ProvisioningTokenValues,
} from '../machines/create-provisioning-token/create-provisioning-token.machine.ts'
import { daysIn } from './lifetime.ts'
import type { ProvisioningApi } from './provisioning-api.ts'
import type { QueryCache } from './query-cache.ts'

/** The machines of provisioning tokens. */
export function provideProvisioning({ api, cache }: { api: ProvisioningApi; cache: QueryCache }) {
  const readAgain = () =>
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('provisioning') })
  return {
    createToken: createProvisioningTokenMachine.provide({
      actors: {
        submit: fromPromise(({ input: { values } }: { input: { values: ProvisioningTokenValues } }) =>
          api.createToken(values.organization_id, {
            name: values.name,
            expires_in_days: daysIn(values.lifetime),
          }),
        ),
      },
      actions: { finish: readAgain },
    }),
    deleteToken: confirmationMachine.provide({
      actors: {
        carryOut: fromPromise<void, Subject>(async ({ input: { organizationId = '', id } }) => {
          await api.deleteToken(organizationId, id)
        }),
      },
      actions: { finish: readAgain },
    }),
  }
}
