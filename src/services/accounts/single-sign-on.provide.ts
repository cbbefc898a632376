import { fromPromise } from 'xstate'
import {
  addEmailDomainMachine,
  type IdentityProviderValues,
  identityProviderMachine,
  mappingsIn,
  testConnectionMachine,
  verifyDomainMachine,
} from '../../machines/accounts/single-sign-on.machine.ts'
import { type ConfirmationMachine, confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import { detailOf } from '../../texts/localized.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import type { IdentityProviderSettings } from '../contract/single-sign-on.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'

const settingsOf = (values: IdentityProviderValues): IdentityProviderSettings => ({
  issuer: values.issuer.trim(),
  client_id: values.client_id.trim(),
  ...(values.client_secret !== '' && { client_secret: values.client_secret }),
  default_role: values.default_role,
  role_claim: values.role_claim.trim(),
  role_mappings: [...mappingsIn(values.role_mappings)],
})

/** The machines of single sign-on. */
export function provideSingleSignOn({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = () =>
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('singleSignOn') })
  const confirmed = (
    work: (organizationId: string, id: string) => Promise<unknown>,
    machine: ConfirmationMachine<unknown> = confirmationMachine,
  ) => provideConfirmation(machine, ({ organizationId, id }) => work(organizationId, id), readAgain)
  return {
    setProvider: identityProviderMachine.provide({
      actors: {
        submit: fromPromise(
          ({ input: { organizationId, values } }: { input: Submitted<IdentityProviderValues> }) =>
            http.call(singleSignOn.save, { organizationId }, { body: settingsOf(values) }),
        ),
      },
      actions: { finish: readAgain },
    }),
    addDomain: addEmailDomainMachine.provide({
      actors: {
        submit: fromPromise(({ input: { organizationId, values } }) =>
          http.call(
            singleSignOn.addDomain,
            { organizationId },
            { body: { domain: values.domain.trim().toLowerCase() } },
          ),
        ),
      },
      actions: { finish: readAgain },
    }),
    testConnection: confirmed(async (organizationId) => {
      const { problem } = await http.call(singleSignOn.test, { organizationId })
      if (problem !== null) throw Object.assign(new Error(problem.code), { detail: detailOf(problem) })
    }, testConnectionMachine),
    removeProvider: confirmed((organizationId) => http.call(singleSignOn.remove, { organizationId })),
    enforce: confirmed((organizationId) =>
      http.call(singleSignOn.enforce, { organizationId }, { body: { enforced: true } }),
    ),
    stopEnforcing: confirmed((organizationId) =>
      http.call(singleSignOn.enforce, { organizationId }, { body: { enforced: false } }),
    ),
    verifyDomain: confirmed(
      (organizationId, id) => http.call(singleSignOn.verifyDomain, { organizationId, id }),
      verifyDomainMachine,
    ),
    removeDomain: confirmed((organizationId, id) =>
      http.call(singleSignOn.removeDomain, { organizationId, id }),
    ),
  }
}
