import * as contract from '../contract/integrations.ts'
import { lenient } from './lenient.ts'

/** S7.general promises the name alone. */
export const IntegrationGeneral = lenient(contract.IntegrationGeneral, {
  id: '',
  organization_id: '',
  description: '',
})
