import type { deleteOrganizationMachine } from '../../../machines/delete-organization/delete-organization.machine.ts'
import type { organizationSettingsMachine } from '../../../machines/organization-settings/organization-settings.machine.ts'
import type { pictureMachine } from '../../../machines/picture/picture.machine.ts'
import type { retentionMachine } from '../../../machines/retention/retention.machine.ts'
import { createProvided } from '../../provided.ts'

interface Machines {
  readonly organizationSettings: typeof organizationSettingsMachine
  readonly logo: typeof pictureMachine
  readonly retention: typeof retentionMachine
  readonly deleteOrganization: typeof deleteOrganizationMachine
}

export const [OrganizationSettingsMachines, useOrganizationSettingsMachines] = createProvided<Machines>(
  'OrganizationSettingsMachines',
)
