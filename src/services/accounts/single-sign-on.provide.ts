import {
  addEmailDomainMachine,
  type IdentityProviderValues,
  identityProviderMachine,
  mappingsIn,
  testConnectionMachine,
  verifyDomainMachine,
} from '../../machines/accounts/single-sign-on.machine.ts'
import { type ConfirmationMachine, confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import { detailOf } from '../../texts/localized.ts'
import { type QueryCache, rereads } from '../cache/query-cache.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideConfirmation, provideRemoval } from '../shared/confirmation.provide.ts'

const settingsOf = (values: IdentityProviderValues) => ({
  issuer: values.issuer.trim(),
  client_id: values.client_id.trim(),
  client_secret: values.client_secret,
  default_role: values.default_role,
  role_claim: values.role_claim.trim(),
  role_mappings: [...mappingsIn(values.role_mappings)],
})

/** A client has one secret: the three are sent together, whatever others change. */
const changedIn = (opened: IdentityProviderValues | null, values: IdentityProviderValues) => {
  const { client_secret, ...changes } = changesSince(opened, values, settingsOf)
  const { issuer, client_id } = settingsOf(values)
  return client_secret ? { ...changes, issuer, client_id, client_secret } : changes
}

/** The machines of single sign-on. */
export function provideSingleSignOn({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = rereads(cache, 'singleSignOn')
  const confirmed = (
    work: (organizationId: string, id: string) => Promise<unknown>,
    machine: ConfirmationMachine<unknown> = confirmationMachine,
  ) => provideConfirmation(machine, ({ organizationId, id }) => work(organizationId, id), readAgain)
  return {
    setProvider: provideForm(
      identityProviderMachine,
      (values, organizationId, opened) =>
        http.call(singleSignOn.save, { organizationId }, { body: changedIn(opened, values) }),
      readAgain,
    ),
    addDomain: provideForm(
      addEmailDomainMachine,
      (values, organizationId) => {
        const domain = values.domain.trim().toLowerCase()
        return http.call(singleSignOn.addDomain, { organizationId }, { body: { domain } })
      },
      readAgain,
    ),
    testConnection: confirmed(async (organizationId) => {
      const { problem } = await http.call(singleSignOn.test, { organizationId })
      if (problem !== null) throw Object.assign(new Error(problem.code), { detail: detailOf(problem) })
    }, testConnectionMachine),
    removeProvider: provideRemoval(
      confirmationMachine,
      ({ organizationId }) => http.call(singleSignOn.remove, { organizationId }),
      readAgain,
    ),
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
    removeDomain: provideRemoval(
      confirmationMachine,
      ({ organizationId, id }) => http.call(singleSignOn.removeDomain, { organizationId, id }),
      readAgain,
    ),
  }
}
