import { Flex } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { use } from 'react'
import type { UpgradeRef } from '../../machines/billing/upgrade.machine.ts'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { useOrganizationId, useWorkspace, WorkspaceContext } from '../workspace.ts'

/** The upgrade link beside a refusal caused by the plan; empty beside any other. `code` is the refusal's. */
export function UpgradeOffer({ code }: { code: string | null | undefined }) {
  const workspace = use(WorkspaceContext)
  return workspace && code === 'plan_limit' ? <Offer upgrade={workspace.upgrade} /> : null
}

function Offer({ upgrade }: { upgrade: UpgradeRef }) {
  const organizationId = useOrganizationId()
  const owns = useSelector(useWorkspace().organizations, canOwn)
  const planId = useSelector(upgrade, ({ context }) => context.largerPlanId)
  const seatsPlanId = useSelector(upgrade, ({ context }) => context.seatsPlanId)
  if (!owns) return null
  const open = (chosen: string | null) =>
    upgrade.send({ type: 'planUpgrade.opened', organizationId, planId: chosen })
  return (
    <Flex as="span" gap="2" wrap="wrap" mt="2">
      {seatsPlanId && (
        <Button size="sm" onClick={() => open(seatsPlanId)}>
          {t('Add seats')}
        </Button>
      )}
      <Button size="sm" onClick={() => open(planId)}>
        {t('Upgrade')}
      </Button>
    </Flex>
  )
}
