import { useSelector } from '@xstate/react'
import type { BillingDetailsRef } from '../../machines/billing/billing-details.machine.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../parts/dialog.tsx'
import { Form, FormError, SubmitButton } from '../parts/form.tsx'
import { SkeletonFields } from '../parts/skeletons.tsx'
import { BillingFields } from './billing-fields.tsx'

/** S2.35: open while there is a form to fill in. */
export function BillingDetailsDialog({
  actor,
  submit,
}: {
  actor: BillingDetailsRef | undefined
  submit: string
}) {
  return actor ? <OpenDialog actor={actor} submit={submit} /> : null
}

function OpenDialog({ actor, submit }: { actor: BillingDetailsRef; submit: string }) {
  const loading = useSelector(actor, (form) => form.hasTag('loading'))
  const busy = useSelector(actor, (form) => form.hasTag('busy'))
  const close = () => actor.send({ type: 'form.closed' })
  return (
    <Dialog
      open
      locked={busy}
      title={t('Billing details')}
      form={actor}
      description={t('Shown on your invoices and receipts.')}
      size="2xl"
      onClose={close}
    >
      <Form actor={actor} gap="0">
        <DialogBody display="grid" gap="4">
          <FormError />
          {loading ? <SkeletonFields count={5} /> : <BillingFields actor={actor} />}
        </DialogBody>
        <DialogFooter>
          <Button onClick={close} disabled={busy}>
            {t('Cancel')}
          </Button>
          <SubmitButton busy={t('Saving…')} disabled={busy || loading}>
            {submit}
          </SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
