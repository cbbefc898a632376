import { t } from '../../texts/t.ts'
import { useSearchParam } from '../actors.ts'
import { useProvided } from '../provided.ts'
import { SettingsPage } from '../shell/settings/settings-page.tsx'
import { useViewActor } from '../view-actor.ts'
import { PlanChooser } from './plan-chooser.tsx'

/** S2.14, S9.8. `?plan=` chooses one from the start. */
export function PricingScreen() {
  const actor = useViewActor(useProvided('planChange'), { input: { planId: useSearchParam('plan') } })
  return (
    <SettingsPage
      measure="list"
      title={t('Plans')}
      lead={t('The price covers all your organizations; the limits apply to each of them.')}
    >
      <PlanChooser actor={actor} />
    </SettingsPage>
  )
}
