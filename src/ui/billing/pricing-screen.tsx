import { useSelector } from '@xstate/react'
import { selectCurrentOrganization } from '../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../texts/t.ts'
import { useSearchParam } from '../actors.ts'
import { useProvidedActor } from '../provided.ts'
import { SettingsPage } from '../shell/settings/settings-page.tsx'
import { useOrganizationId, useWorkspace } from '../workspace.ts'
import { PlanChooser } from './plan-chooser.tsx'

/** S2.14, S9.8. `?plan=` preselects one. */
export function PricingScreen() {
  const actor = useProvidedActor('planChange', {
    input: { organizationId: useOrganizationId(), planId: useSearchParam('plan') },
  })
  const name = useSelector(useWorkspace().organizations, selectCurrentOrganization)?.name ?? ''
  return (
    <SettingsPage
      measure="list"
      title={t('Plans')}
      lead={t('One plan covers {name} and everyone in it.', { name })}
    >
      <PlanChooser actor={actor} />
    </SettingsPage>
  )
}
