import * as contract from '../contract/integrations.ts'
import { lenient } from './lenient.ts'

/** S7.general promises only the name. */
export const IntegrationGeneral = lenient(contract.IntegrationGeneral, {
  id: '',
  organization_id: '',
  description: '',
})
