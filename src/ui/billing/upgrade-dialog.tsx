import { useSelector } from '@xstate/react'
import type { PlanChangeRef } from '../../machines/billing/plan-change/plan-change.machine.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { useWorkspace } from '../workspace.ts'
import { PlanChooser } from './plan-chooser.tsx'

/** S2.35 */
export function UpgradeDialog() {
  const planChange = useSelector(useWorkspace().upgrade, ({ children }) => children.planChange)
  return planChange ? <OpenDialog actor={planChange} /> : null
}

function OpenDialog({ actor }: { actor: PlanChangeRef }) {
  const mayClose = useSelector(actor, (change) => change.can({ type: 'dialog.closed' }))
  const close = () => actor.send({ type: 'dialog.closed' })
  return (
    <Dialog open locked={!mayClose} title={t('Upgrade your plan')} size="3xl" onClose={close}>
      <DialogBody>
        <PlanChooser actor={actor} />
      </DialogBody>
      <DialogFooter>
        <Button variant="ghost" onClick={close} disabled={!mayClose}>
          {t('Not now')}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
