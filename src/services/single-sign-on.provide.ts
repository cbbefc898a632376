import { fromPromise } from 'xstate'
import { addEmailDomainMachine } from '../machines/add-email-domain/add-email-domain.machine.ts'
import { confirmationMachine, type Subject } from '../machines/confirmation/confirmation.machine.ts'
import {
  type IdentityProviderValues,
  identityProviderMachine,
  mappingsIn,
} from '../machines/identity-provider/identity-provider.machine.ts'
import { showToast } from '../machines/system.ts'
import { detailOf } from '../texts/said.ts'
import { t } from '../texts/t.ts'
import type { IdentityProviderSettings } from './contract/single-sign-on.ts'
import type { QueryCache } from './query-cache.ts'
import type { SingleSignOnApi } from './single-sign-on-api.ts'

const settingsOf = (values: IdentityProviderValues): IdentityProviderSettings => ({
  issuer: values.issuer.trim(),
  client_id: values.client_id.trim(),
  ...(values.client_secret !== '' && { client_secret: values.client_secret }),
  default_role: values.default_role,
  role_claim: values.role_claim.trim(),
  role_mappings: [...mappingsIn(values.role_mappings)],
})

/** The machines of single sign-on. */
export function provideSingleSignOn({ api, cache }: { api: SingleSignOnApi; cache: QueryCache }) {
  const readAgain = () =>
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('singleSignOn') })
  const confirmed = (work: (organizationId: string, id: string) => Promise<unknown>, done?: string) =>
    confirmationMachine.provide({
      actors: {
        carryOut: fromPromise<void, Subject>(async ({ input: { organizationId = '', id } }) => {
          await work(organizationId, id)
        }),
      },
      actions: {
        finish: (scope) => {
          readAgain()
          if (done !== undefined) showToast(scope, { type: 'success', message: done })
        },
      },
    })
  return {
    setProvider: identityProviderMachine.provide({
      actors: {
        submit: fromPromise(({ input: { values } }: { input: { values: IdentityProviderValues } }) =>
          api.save(values.organization_id, settingsOf(values)),
        ),
      },
      actions: { finish: readAgain },
    }),
    addDomain: addEmailDomainMachine.provide({
      actors: {
        submit: fromPromise(({ input: { values } }) =>
          api.addDomain(values.organization_id, values.domain.trim().toLowerCase()),
        ),
      },
      actions: { finish: readAgain },
    }),
    testConnection: confirmed(async (organizationId) => {
      const { problem } = await api.test(organizationId)
      if (problem !== null) throw Object.assign(new Error(problem.code), { detail: detailOf(problem) })
    }, t('The connection works.')),
    removeProvider: confirmed((organizationId) => api.remove(organizationId)),
    enforce: confirmed((organizationId) => api.enforce(organizationId, true)),
    stopEnforcing: confirmed((organizationId) => api.enforce(organizationId, false)),
    verifyDomain: confirmed(
      (organizationId, id) => api.verifyDomain(organizationId, id),
      t('The domain is verified.'),
    ),
    removeDomain: confirmed((organizationId, id) => api.removeDomain(organizationId, id)),
  }
}
