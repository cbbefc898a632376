import { useSelector } from '@xstate/react'
import { use } from 'react'
import type { UpgradeRef } from '../../machines/upgrade/upgrade.machine.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { WorkspaceContext } from '../workspace.ts'

/** The way on beside a text that says that the plan is full; nothing beside any other text. */
export function UpgradeOffer({ text }: { text: string | null }) {
  const workspace = use(WorkspaceContext)
  return workspace && text ? <Offer upgrade={workspace.upgrade} text={text} /> : null
}

function Offer({ upgrade, text }: { upgrade: UpgradeRef; text: string }) {
  const limit = useSelector(upgrade, ({ context }) => context.limit)
  if (limit?.detail !== text) return null
  return (
    <Button
      size="sm"
      ms="3"
      onClick={() => upgrade.send({ type: 'planUpgrade.opened', planId: limit.planId })}
    >
      {t('Upgrade')}
    </Button>
  )
}
