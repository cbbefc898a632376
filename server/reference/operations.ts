import type { ApiKeyScope } from '../../src/services/contract/security.ts'
import type { Operations } from './operation.ts'
import { account } from './operations/account.ts'
import { assistants } from './operations/assistants.ts'
import { handover } from './operations/handover.ts'
import { installation } from './operations/installation.ts'
import { knowledge } from './operations/knowledge.ts'
import { organizations } from './operations/organizations.ts'
import { singleSignOn } from './operations/single-sign-on.ts'

/** Every operation of the API: what it is for, and who may call it. In the order of the reference page. */
export const OPERATIONS: Operations = {
  ...assistants,
  ...handover,
  ...knowledge,
  ...organizations,
  ...singleSignOn,
  ...account,
  ...installation,
}

const find = (method: string, url: string) => OPERATIONS[`${method === 'HEAD' ? 'GET' : method} ${url}`]

/** Whether it is about the caller's account. */
export const isPersonal = (method: string, url: string) => find(method, url)?.personal === true

/** The scopes of which an API key needs one. None: sessions alone, as for what is not described. */
export const scopesFor = (method: string, url: string): readonly ApiKeyScope[] => {
  const access = find(method, url)?.access
  return typeof access === 'object' ? access : []
}
